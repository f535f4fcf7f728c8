"""What luck may bring at sea, each outcome with its weight, over numbers: for exact look-ahead.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.codes import DRAW_DAIKAIJU, LUCK, ROLL_DICE, ROLL_DIE
from tsuro.fast.sea_record import CALL, DEAL, DIE, DRAW, SeaGame
from tsuro.fast.sea_tables import BEASTS
from tsuro.fast.tile_hands import tiles_of_bag


def outcomes(g: SeaGame, out: list[int], weights: list[int]) -> int:
    """What luck may bring now, and how likely each is: a tile, dice, or a daikaiju."""
    phase = g.phase
    if DRAW <= phase <= DEAL:
        return draws(g, out, weights)
    if phase == CALL:
        return calls(g, out, weights)
    first = ROLL_DIE if phase == DIE else ROLL_DICE
    count = 6 if phase == DIE else 36
    for i in range(count):
        out[i] = first + i
        weights[i] = 1
    return count


def draws(g: SeaGame, out: list[int], weights: list[int]) -> int:
    """The different tiles of the bag, or the one next in order under it (SE-31)."""
    if g.bag_n == 0:
        out[0] = LUCK + g.bottom[g.bottom_at]
        weights[0] = 1
        return 1
    return tiles_of_bag(g, out, weights)


def calls(g: SeaGame, out: list[int], weights: list[int]) -> int:
    """Any daikaiju of the pile in any rotation, or the one next in order (SE-10, SE-18)."""
    n = 0
    for beast in range(BEASTS):
        offered = g.lair >> beast & 1 if g.lair else beast == g.under[0]
        for rotation in range(4):
            out[n] = DRAW_DAIKAIJU + 4 * beast + rotation
            weights[n] = 1
            n += offered
    return n
