"""Values that the types would not allow, and a table to try them at."""

from __future__ import annotations

from typing import Any

from tests.support.tables import Table
from tsuro.core.ids import TileId


def odd(value: object) -> Any:
    """A value that its type would not allow."""
    return value


HAND = TileId("T17")


def placing() -> Table:
    """Seat 0 of a duel in Kosmos is to place, with pawn a waiting; it holds `HAND`."""
    return Table("kosmos", pawns=["a1.n+c1.0", "f6.s+a6.s"], hands=["T01 T17", "T02"], pile="T05")
