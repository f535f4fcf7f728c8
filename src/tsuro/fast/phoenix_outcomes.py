"""What luck may bring in Phoenix Rising, each outcome with its weight: for exact look-ahead.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.codes import PHOENIX_CENTRE, PHOENIX_DRAW
from tsuro.fast.phoenix_record import CENTRE, PhoenixGame


def outcomes(g: PhoenixGame, out: list[int], weights: list[int]) -> int:
    """A centre tile as it comes to lie, or an edge tile; the one next in order under the stack."""
    n = 0
    if g.phase == CENTRE:
        for index in range(g.centre_n):
            for rotation in range(4):
                out[n] = PHOENIX_CENTRE + 4 * g.centre[index] + rotation
                weights[n] = 1
                n += 1
        return n
    if g.bag_n == 0:
        out[0] = PHOENIX_DRAW + g.under[g.under_head]
        weights[0] = 1
        return 1
    for index in range(g.bag_n):
        out[index] = PHOENIX_DRAW + g.bag[index]
        weights[index] = 1
    return g.bag_n + 0
