"""From plain modules to machine code: made, kept, fetched, and told of."""
