"""Names and numbers that are easily taken for one another, kept apart by their types."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, 0 to N-1 clockwise."""

PawnId = NewType("PawnId", int)
"""Index into `GameState.pawns`: seat by seat, then pawn a before pawn b."""

TileId = NewType("TileId", str)
"""Name of a kind of tile, such as T02 or C07. Copies of one kind cannot be told apart."""
