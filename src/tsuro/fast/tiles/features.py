"""What a seat may hope for in a tile game, as a few numbers: the terms of the greedy judgement.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). Only
what the seat itself may know is read: the board, the pawns, its own hand, never another one.

`features(g, seat, out)` writes one number for each name in `FEATURES`, most of them between 0 and
1; the weights in the edition's section `judgement` give them a meaning.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.shared.cells import AHEAD, count_bits, grown, steps_between
from tsuro.fast.shared.hands import HAND
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import FIRST_ENTRY
from tsuro.fast.shared.wins import win_share
from tsuro.fast.tiles.options import trace
from tsuro.fast.tiles.record import OVER, TileGame

FEATURES: Final = (
    "won",
    "out",
    "room",
    "reach",
    "exits",
    "ways",
    "stuck",
    "touch",
    "near",
    "rivals",
    "pressed",
)
"""What `features` writes, in its order; each is explained where it is computed."""


def features(g: TileGame, seat: int, out: list[float]) -> None:
    """Every term of the judgement for one seat.

    won      the share of the win, if the game is over
    out      1 if the seat has lost all its pawns, one half if it has lost one of two
    rivals   the share of the other seats that are still in
    and, averaged over the own pawns on the board, what `about_pawn` and `about_others` say
    """
    for i in range(11):
        out[i] = 0.0
    if g.phase == OVER:
        out[0] = win_share(g, seat)
    left = 0
    first = (seat + 0) << g.pair
    for pawn in range(first, first + 1 + g.pair):
        left += 1 - (g.lost >> pawn & 1)
    out[1] = 1.0 - left / (1.0 + g.pair)
    others = 0
    for other in range(g.seats):
        others += (g.alive >> other & 1) & (other != seat)
    out[9] = others / (g.seats - 1.0)
    if left == 0 or g.phase == OVER:
        return
    empty = empty_cells(g)
    for pawn in range(first, first + 1 + g.pair):
        front = front_of(g, pawn)
        if front >= FIRST_ENTRY:
            about_pawn(g, seat, front, empty, 1.0 / left, out)
            about_others(g, seat, front, 1.0 / left, out)


def front_of(g: TileGame, pawn: int) -> int:
    """The entry a pawn faces, also from beside the board; below FIRST_ENTRY for none."""
    if g.on >> pawn & 1:
        return g.link[g.home[pawn]] + 0
    if g.beside[pawn] != NONE:
        return g.link[2 * g.beside[pawn]] + 0
    return 0


def about_pawn(
    g: TileGame, seat: int, front: int, empty: int, share: float, out: list[float]
) -> None:
    """What lies before a pawn.

    room     free cells at most two steps from the one it faces: space for its next tiles
    reach    free cells it can still reach at all, a connected region of the board
    exits    ways across the cell it faces that end on the board, whatever tile comes
    ways     safe placements of the tiles now in hand: how flexible the hand is
    stuck    1 if there is none, so that only a fresh tile can save the pawn
    """
    cell = (front - FIRST_ENTRY) >> 3
    size = (g.marks + 0) >> 3
    ahead = grown(1 << cell, empty, size, AHEAD)
    reached = grown(ahead, empty, size, size * size)
    out[2] += share * count_bits(ahead) / 13.0
    out[3] += share * count_bits(reached) / (size * size)
    out[4] += share * open_exits(g, front) / 7.0
    ways = safe_ways(g, seat, front)
    out[5] += share * ways / 12.0
    out[6] += share * (ways == 0)


def empty_cells(g: TileGame) -> int:
    """Cells without a tile, as a set."""
    empty = 0
    size = (g.marks + 0) >> 3
    for cell in range(size * size):
        empty |= (g.board[cell] == NONE) << cell
    return empty


def open_exits(g: TileGame, front: int) -> int:
    """Ports of the cell ahead, other than its own, from which a pawn would not be led to a mark."""
    base = front - (front & 7)
    count = 0
    for port in range(8):
        count += (g.link[base + port] >= FIRST_ENTRY) & (base + port != front)
    return count


def safe_ways(g: TileGame, seat: int, front: int) -> int:
    """Placements of the own hand that keep a pawn on the board."""
    port = front & 7
    base = front - port
    count = 0
    for slot in range(HAND * seat, HAND * seat + HAND):
        for rotation in range(4):
            count += trace(g, base, port, 4 * g.hand[slot] + rotation) >= FIRST_ENTRY
    return count


def about_others(g: TileGame, seat: int, front: int, share: float, out: list[float]) -> None:
    """What other pawns have to do with a pawn.

    touch    pawns of others before the same cell: whoever moves first moves both
    near     pawns of others before a neighbouring cell
    pressed  how few exits the others have on average, 1 if they are lost whatever they lay
    """
    cell = (front - FIRST_ENTRY) >> 3
    size = (g.marks + 0) >> 3
    touching = 0
    near = 0
    exits = 0
    others = 0
    for pawn in range(g.pawns):
        entry = front_of(g, pawn)
        if pawn >> g.pair != seat and entry >= FIRST_ENTRY:
            other = (entry - FIRST_ENTRY) >> 3
            touching += other == cell
            near += steps_between(cell, other, size) == 1
            exits += open_exits(g, entry)
            others += 1
    if others:
        out[7] += share * touching
        out[8] += share * near
        out[10] += share * (1.0 - exits / (7.0 * others))
