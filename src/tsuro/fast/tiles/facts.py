"""What policies and statistics ask of a tile game, over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
Every kernel that can be simulated offers the same four functions from its main module.
"""

from __future__ import annotations

from tsuro.fast.shared.codes import ENTER_BY, PLACE_B, START_AT
from tsuro.fast.tiles.record import TileGame


def presence(g: TileGame, seat: int) -> int:
    """How much of a seat's pawns is left, in quarters; to have won counts as if all were.

    4 for all of them, 0 for none; one of two pawns is 2 (KO-18).
    """
    if g.winners >> seat & 1:
        return 4
    lost = g.lost >> (seat << g.pair)
    if g.pair:
        return 4 - 2 * (lost & 1) - (lost & 2)
    return 4 - 4 * (lost & 1)


def start_place(code: int) -> int:
    """The number of the start place that a decision takes, or -1."""
    return code - START_AT if START_AT <= code < ENTER_BY else -1


def laid_tile(code: int) -> int:
    """The number of the tile that a decision lays, or -1."""
    if code >= START_AT:
        return -1
    return (code - PLACE_B if code >= PLACE_B else code) >> 2


def measure(g: TileGame, out: list[int]) -> None:
    """Numbers of interest in this very moment, as the family names them: none here."""
