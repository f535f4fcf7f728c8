"""The command line: `tsuro`, one module for each sub-command."""
