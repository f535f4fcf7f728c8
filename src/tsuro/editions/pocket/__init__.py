"""Pocket Tsuro: 36 tiles drawn from a stash, and a duel with two beads each."""
