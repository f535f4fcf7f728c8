"""Kosmos Tsuro: 64 cards, a board with two sides, and a duel with two pawns each."""
