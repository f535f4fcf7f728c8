"""What luck may bring in a tile game, each outcome with its weight: for exact look-ahead.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.shared.codes import DRAW_TILE
from tsuro.fast.shared.pile import kinds_in_bag
from tsuro.fast.tiles.record import TileGame


def outcomes(g: TileGame, out: list[int], weights: list[int]) -> int:
    """The different tiles of the bag and how many of each there are."""
    return kinds_in_bag(g, DRAW_TILE, out, weights)
