"""Several processes that serve the same games, on one machine or on several."""
