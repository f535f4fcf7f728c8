"""One rule family per file: its part, events, phases and policies together."""
