"""What a learned judgement reads of a game at sea beside the terms of `features.py`.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). Only
what the seat itself may know is read: the board, the ships, the daikaiju, its own hand.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.seas.features import CELLS, open_exits
from tsuro.fast.seas.options import to_act
from tsuro.fast.seas.paths import trace
from tsuro.fast.seas.record import OFF, OVER, SeaGame
from tsuro.fast.seas.tables import AREA, SIZE
from tsuro.fast.shared.cells import count_bits
from tsuro.fast.shared.ground import about_ground
from tsuro.fast.shared.hands import HAND
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import FIRST_ENTRY
from tsuro.fast.shared.seats import seen_from, turns_before
from tsuro.fast.shared.shapes import ROTATIONS
from tsuro.fast.shared.wins import count_seats

OUTLOOK: Final = (
    "company",
    "empty",
    "wait",
    "turn",
    "hand",
    "bag",
    "best",
    "mean",
    "sooner",
    "later",
    "shared",
    "ground",
    "beasts",
)
"""What `outlook` writes, in its order; each is explained where it is computed."""
MOST_TILES: Final = 56.0
MOST_DAIKAIJU: Final = 10.0


def outlook(g: SeaGame, seat: int, at: int, out: list[float]) -> None:
    """What may become of a seat that is still in; nothing but zeros for others.

    company  how many seats are still in
    empty    the share of the cells with neither a tile nor a daikaiju
    wait     how many seats decide before it does
    turn     1 if it decides now
    hand     its tiles, in parts of a full hand
    bag      the tiles that can still be drawn
    beasts   the daikaiju on the board
    and what `about_next`, `about_order` and `about_ground` say
    """
    for i in range(13):
        out[at + i] = 0.0
    if g.phase == OVER or g.alive >> seat & 1 == 0:
        return
    actor = to_act(g)
    actor = g.seat + 0 if actor == NONE else actor
    free = ~((g.tiled | g.deadly) >> 8) & CELLS
    out[at] = count_seats(g.alive + 0) / 8.0
    out[at + 1] = count_bits(free) / (AREA + 0.0)
    out[at + 2] = turns_before(g, actor, seat) / 8.0
    out[at + 3] = (actor == seat) / 1.0
    out[at + 4] = g.hand_n[seat] / (HAND + 0.0)
    out[at + 5] = (g.bag_n + 0.0 + g.bottom_n) / MOST_TILES
    out[at + 12] = g.on_board_n / MOST_DAIKAIJU
    if g.stop[seat] != OFF:
        own = 1 << ((g.stop[seat] - FIRST_ENTRY) >> 3)
        about_next(g, seat, at, out)
        about_order(g, seat, actor, at, out)
        about_ground(own, fronts_of_others(g, seat), free | own, SIZE, 1.0, at + 10, out)


def is_afloat(g: SeaGame, seat: int) -> bool:
    """Whether a seat has a ship that faces a cell."""
    return (g.alive >> seat & 1 == 1) & (g.stop[seat] >= FIRST_ENTRY)


def fronts_of_others(g: SeaGame, seat: int) -> int:
    """The cells that other ships face, as a set."""
    cells = 0
    for other in range(g.seats):
        if other != seat and is_afloat(g, other):
            cells |= 1 << ((g.stop[other] - FIRST_ENTRY) >> 3)
    return cells


def about_next(g: SeaGame, seat: int, at: int, out: list[float]) -> None:
    """What lies beyond the next tile.

    best     the most exits that a safe placement of the own hand leads to
    mean     the average over all of them
    """
    port = g.stop[seat] & 7
    base = g.stop[seat] - port
    best = 0
    total = 0
    ways = 0
    for slot in range(HAND * seat, HAND * seat + HAND):
        for rotation in range(4):
            if rotation < ROTATIONS[g.hand[slot]]:
                end = trace(g, base, port, 4 * g.hand[slot] + rotation)
                if g.deadly >> (end >> 3) & 1 == 0:
                    exits = open_exits(g, end)
                    best = max(best, exits)
                    total += exits
                    ways += 1
    if ways:
        out[at + 6] = best / 7.0
        out[at + 7] = total / (7.0 * ways)


def about_order(g: SeaGame, seat: int, actor: int, at: int, out: list[float]) -> None:
    """Who decides about the cell that the ship faces.

    sooner   ships of others before the same cell whose seats decide before its own does
    later    those whose seats decide after it
    """
    cell = (g.stop[seat] - FIRST_ENTRY) >> 3
    own = seen_from(g, actor, seat)
    for other in range(g.seats):
        if other != seat and is_afloat(g, other) and (g.stop[other] - FIRST_ENTRY) >> 3 == cell:
            if seen_from(g, actor, other) < own:
                out[at + 8] += 1.0
            else:
                out[at + 9] += 1.0
