"""Flips of tiles on the board, over numbers (WC-3 to WC-5).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.phoenix.codes import FLIP
from tsuro.fast.phoenix.record import PhoenixGame
from tsuro.fast.phoenix.tables import AXES, GLOWING


def flipped(placement: int, axis: int) -> int:
    """The other face as it comes up when a tile is turned over left-right (0) or top-bottom (1)."""
    turned = (4 - 2 * axis - (placement & 3)) & 3
    return ((placement >> 2) ^ 1) << 2 | turned


def is_glowing(g: PhoenixGame, cell: int) -> int:
    return GLOWING[g.board[cell] >> 2] + 0


def list_flips(g: PhoenixGame, cell: int, out: list[int], n: int) -> int:
    """Add the ways to flip a tile; one only, if both axes show the same paths (WC-3)."""
    out[n] = FLIP + 2 * cell
    out[n + 1] = FLIP + 2 * cell + 1
    return n + AXES[g.board[cell]]


def flip(g: PhoenixGame, cell: int, axis: int) -> None:
    """Turn a tile over on its cell; pawns and markers keep their places (WC-4, WC-5)."""
    if g.changed >> cell & 1 == 0:
        g.changed |= 1 << cell
        g.touched[g.touched_n] = cell
        g.touched_n += 1
    if g.bound == cell:
        g.bound = 0
    g.board[cell] = flipped(g.board[cell] + 0, axis)
