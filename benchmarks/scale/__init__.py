"""Several processes that serve the same games: what they carry, and what they survive."""
