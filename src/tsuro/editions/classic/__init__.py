"""Classic Tsuro: the dragon tile, and exchanging tiles with eliminated hands."""
