"""What luck may bring in Phoenix Rising, each outcome with its weight: for exact look-ahead.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.phoenix.codes import DRAW_TILE, LAY_CENTRE
from tsuro.fast.phoenix.record import CENTRE, PhoenixGame
from tsuro.fast.shared.pile import kinds_in_bag


def outcomes(g: PhoenixGame, out: list[int], weights: list[int]) -> int:
    """A centre tile as it comes to lie, or an edge tile; the one next in order under the stack."""
    n = 0
    if g.phase == CENTRE:
        for index in range(g.centre_n):
            for rotation in range(4):
                out[n] = LAY_CENTRE + 4 * g.centre[index] + rotation
                weights[n] = 1
                n += 1
        return n
    if g.bag_n == 0:
        out[0] = DRAW_TILE + g.bottom[g.bottom_at]
        weights[0] = 1
        return 1
    return kinds_in_bag(g, DRAW_TILE, out, weights)
