"""What luck may bring at sea, each outcome with its weight, over numbers: for exact look-ahead.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.seas.codes import DRAW_DAIKAIJU, ROLL_DICE, ROLL_DIE
from tsuro.fast.seas.record import DEAL, DIE, DRAW, NEW, SeaGame
from tsuro.fast.seas.tables import DAIKAIJU
from tsuro.fast.shared.codes import DRAW_TILE
from tsuro.fast.shared.pile import kinds_in_bag


def outcomes(g: SeaGame, out: list[int], weights: list[int]) -> int:
    """What luck may bring now, and how likely each is: a tile, dice, or a daikaiju."""
    phase = g.phase
    if DRAW <= phase <= DEAL:
        return draws(g, out, weights)
    if phase == NEW:
        return new_ones(g, out, weights)
    first = ROLL_DIE if phase == DIE else ROLL_DICE
    count = 6 if phase == DIE else 36
    for i in range(count):
        out[i] = first + i
        weights[i] = 1
    return count


def draws(g: SeaGame, out: list[int], weights: list[int]) -> int:
    """The different tiles of the bag, or the one next in order under it (SE-31)."""
    if g.bag_n == 0:
        out[0] = DRAW_TILE + g.bottom[g.bottom_at]
        weights[0] = 1
        return 1
    return kinds_in_bag(g, DRAW_TILE, out, weights)


def new_ones(g: SeaGame, out: list[int], weights: list[int]) -> int:
    """Any daikaiju of the pile in any rotation, or the one next in order (SE-10, SE-18)."""
    n = 0
    for daikaiju in range(DAIKAIJU):
        offered = g.sea_bag >> daikaiju & 1 if g.sea_bag else daikaiju == g.sea_bottom[0]
        for rotation in range(4):
            out[n] = DRAW_DAIKAIJU + 4 * daikaiju + rotation
            weights[n] = 1
            n += offered
    return n
