"""Programs that attack a server; each shows what the others at it notice: nothing."""
