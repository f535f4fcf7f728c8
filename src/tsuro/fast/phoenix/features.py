"""What a seat may hope for in Phoenix Rising, as a few numbers (see `tiles/features.py`).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). Only
what the seat itself may know is read: the board, the pawns, stars, its own hand.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.phoenix.record import HAND, OVER, PhoenixGame
from tsuro.fast.phoenix.tables import COME, EMPTY, NO_TILE, OUTSIDE, STEP, WAYS
from tsuro.fast.shared.wins import win_share

FEATURES: Final = (
    "won",
    "out",
    "off",
    "life",
    "stars",
    "lead",
    "middle",
    "ways",
    "stuck",
    "lanterns",
    "touch",
    "near",
    "rivals",
    "pressed",
)
"""What `features` writes, in its order; each is explained where it is computed."""
LONGEST: Final = 200
"""More crossings than a path without a loop has."""


def features(g: PhoenixGame, seat: int, out: list[float]) -> None:
    """Every term of the judgement for one seat.

    won      the share of the win, if the game is over
    out      1 if the seat is eliminated
    off      1 if its phoenix is off the board and has to rise
    life     1 if it still has its Life token
    stars    stars scored and those just made, in parts of the seven that end the game
    lead     the same, less the most that another seat still in has
    rivals   the share of the other seats that are still in
    and what `about_pawn` and `about_others` say
    """
    for i in range(14):
        out[i] = 0.0
    others = 0
    most = 0
    for other in range(g.seats):
        if other != seat and g.alive >> other & 1:
            others += 1
            most = max(most, g.scored[other] + 0)
    stars = g.scored[seat] + g.stars_n * (g.mover == seat)
    out[3] = (g.lives >> seat & 1) / 1.0
    out[4] = stars / 7.0
    out[5] = (stars + 0.0 - most) / 7.0
    out[12] = others / (g.seats - 1.0)
    if g.phase == OVER:
        out[0] = win_share(g, seat)
    if g.alive >> seat & 1 == 0:
        out[1] = 1.0
    elif g.off >> seat & 1:
        out[2] = 1.0
    elif g.ahead[seat] and g.phase != OVER:
        about_pawn(g, seat, out)
        about_others(g, seat, out)


def about_pawn(g: PhoenixGame, seat: int, out: list[float]) -> None:
    """What lies before the phoenix.

    middle    how far the cell it faces is from the rim, 1 in the very middle
    ways      safe ways to turn the tile ahead or, before a gap, to lay one of the hand
    stuck     1 if there is none
    lanterns  lantern markers at most two steps from the cell it faces
    """
    cell = g.ahead[seat] + 0
    row = cell >> 3
    column = cell & 7
    out[6] = min(min(row - 1, 6 - row), min(column - 1, 6 - column)) / 2.0
    if g.on >> seat & 1:
        ways = safe_ways(g, seat)
        out[7] = max(ways, 0) / 8.0
        out[8] = (ways == 0) / 1.0
    for i in range(g.markers_n):
        out[9] += (steps_apart(cell, g.markers[i] + 0) <= 2) / 7.0


def steps_apart(one: int, other: int) -> int:
    """How many cells one has to go from one to the other."""
    return abs((one >> 3) - (other >> 3)) + abs((one & 7) - (other & 7))


def safe_ways(g: PhoenixGame, seat: int) -> int:
    """Ways to go on that keep the phoenix on the board; -1 before a gap without a tile in hand."""
    key = g.ports_only + 0 + g.port[seat]
    laid = g.board[g.ahead[seat]] + 0
    if laid != EMPTY:
        return safe_turns(g, seat, laid >> 3, key)
    count = 0
    for slot in range(HAND * seat, HAND * seat + HAND):
        if g.hand[slot] != NO_TILE:
            count += safe_turns(g, seat, g.hand[slot] + 0, key)
    return -1 if g.hand_n[seat] == 0 else count


def safe_turns(g: PhoenixGame, seat: int, tile: int, key: int) -> int:
    """Ways of one tile that lead on and do not lead off."""
    ways = WAYS[32 * tile + key] + 0
    count = 0
    for way in range(8):
        if ways >> way & 1:
            count += stays(g, seat, 8 * tile + way)
    return count


def stays(g: PhoenixGame, seat: int, placement: int) -> int:
    """Whether a travel over a placement ahead ends on the board, meeting nobody (PR-26)."""
    start = g.ahead[seat] + 0
    cell = start
    port = g.port[seat] + 0
    laid = placement
    for _ in range(LONGEST):
        way = 16 * laid + port
        if STEP[way] == 0:
            return 1
        cell = (cell + STEP[way]) & 63
        port = COME[way] + 0
        laid = placement if cell == start else g.board[cell] + 0
        if laid == OUTSIDE or g.standing[cell] >> port & 1:
            return 0
    return 0


def about_others(g: PhoenixGame, seat: int, out: list[float]) -> None:
    """What the other phoenixes have to do with it.

    touch    those before the same cell: whoever moves first may move both
    near     those before a neighbouring cell
    pressed  the share of the others that are off the board or have used their Life token
    """
    cell = g.ahead[seat] + 0
    weak = 0
    others = 0
    for other in range(g.seats):
        if other != seat and g.alive >> other & 1:
            others += 1
            weak += (g.off >> other & 1) + 1 - (g.lives >> other & 1)
            if g.on >> other & 1:
                steps = steps_apart(cell, g.ahead[other] + 0)
                out[10] += (steps == 0) / 1.0
                out[11] += (steps == 1) / 1.0
    if others:
        out[13] = weak / (2.0 * others)
