"""What a learned judgement reads of a tile game beside the terms of `features.py`.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). Only
what the seat itself may know is read: the board, the pawns, its own hand, never another one.

`outlook(g, seat, at, out)` writes one number for each name in `OUTLOOK`, from place `at` on, most
of them between 0 and 1.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.shared.cells import count_bits
from tsuro.fast.shared.ground import about_ground
from tsuro.fast.shared.hands import HAND
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import FIRST_ENTRY
from tsuro.fast.shared.seats import seen_from, turns_before
from tsuro.fast.shared.wins import count_seats
from tsuro.fast.tiles.features import empty_cells, front_of, open_exits
from tsuro.fast.tiles.options import to_act, trace
from tsuro.fast.tiles.record import OVER, TileGame

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
)
"""What `outlook` writes, in its order; each is explained where it is computed."""
MOST_TILES: Final = 35.0


def outlook(g: TileGame, seat: int, at: int, out: list[float]) -> None:
    """What may become of a seat that is still in; nothing but zeros for others.

    company  how many seats are still in
    empty    the share of the cells without a tile
    wait     how many seats decide before it does
    turn     1 if it decides now
    hand     its tiles, in parts of a full hand
    bag      the tiles that can still be drawn
    and, averaged over the own pawns on the board, what `about_next`, `about_order` and
    `about_ground` say
    """
    for i in range(12):
        out[at + i] = 0.0
    if g.phase == OVER or g.alive >> seat & 1 == 0:
        return
    actor = to_act(g)
    actor = g.seat + 0 if actor == NONE else actor
    empty = empty_cells(g)
    size = (g.marks + 0) >> 3
    out[at] = count_seats(g.alive + 0) / 8.0
    out[at + 1] = count_bits(empty) / (size * size)
    out[at + 2] = turns_before(g, actor, seat) / 8.0
    out[at + 3] = (actor == seat) / 1.0
    out[at + 4] = g.hand_n[seat] / (HAND + 0.0)
    out[at + 5] = g.bag_n / MOST_TILES
    first = (seat + 0) << g.pair
    left = 0
    for pawn in range(first, first + 1 + g.pair):
        left += front_of(g, pawn) >= FIRST_ENTRY
    if left == 0:
        return
    others = fronts_of_others(g, seat)
    for pawn in range(first, first + 1 + g.pair):
        front = front_of(g, pawn)
        if front >= FIRST_ENTRY:
            about_next(g, seat, front, 1.0 / left, at, out)
            about_order(g, seat, actor, front, 1.0 / left, at, out)
            own = 1 << ((front - FIRST_ENTRY) >> 3)
            about_ground(own, others, empty, size, 1.0 / left, at + 10, out)


def fronts_of_others(g: TileGame, seat: int) -> int:
    """The cells that pawns of other seats face, as a set."""
    cells = 0
    for pawn in range(g.pawns):
        front = front_of(g, pawn)
        if pawn >> g.pair != seat and front >= FIRST_ENTRY:
            cells |= 1 << ((front - FIRST_ENTRY) >> 3)
    return cells


def about_next(g: TileGame, seat: int, front: int, share: float, at: int, out: list[float]) -> None:
    """What lies beyond the next tile.

    best     the most exits that a safe placement of the own hand leads to
    mean     the average over all of them
    """
    port = front & 7
    base = front - port
    best = 0
    total = 0
    ways = 0
    for slot in range(HAND * seat, HAND * seat + HAND):
        for rotation in range(4):
            end = trace(g, base, port, 4 * g.hand[slot] + rotation) + 0
            if end >= FIRST_ENTRY:
                exits = open_exits(g, end)
                best = max(best, exits)
                total += exits
                ways += 1
    if ways:
        out[at + 6] += share * best / 7.0
        out[at + 7] += share * total / (7.0 * ways)


def about_order(
    g: TileGame, seat: int, actor: int, front: int, share: float, at: int, out: list[float]
) -> None:
    """Who decides about the cell that a pawn faces.

    sooner   pawns of others before the same cell whose seats decide before its own does
    later    those whose seats decide after it
    """
    cell = (front - FIRST_ENTRY) >> 3
    own = seen_from(g, actor, seat)
    for pawn in range(g.pawns):
        other = (pawn + 0) >> g.pair
        there = front_of(g, pawn)
        if other != seat and there >= FIRST_ENTRY and (there - FIRST_ENTRY) >> 3 == cell:
            if seen_from(g, actor, other) < own:
                out[at + 8] += share
            else:
                out[at + 9] += share
