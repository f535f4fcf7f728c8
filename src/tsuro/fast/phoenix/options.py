"""Every legal decision of Phoenix Rising, as codes in a buffer.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). A
candidate is written first and counted after, so that no branch hangs on whether it is legal.
"""

from __future__ import annotations

from tsuro.fast.phoenix.codes import (
    ENTER_BY,
    MOVE_LANTERN,
    PLACE_TILE,
    RISE_AT,
    START_AT,
    TURN_TILE,
    WITHDRAW,
)
from tsuro.fast.phoenix.loops import loop_flips
from tsuro.fast.phoenix.record import (
    BREAK_LOOP,
    CREATE,
    ENTER,
    HAND,
    LANTERN,
    OVER,
    RISE,
    START,
    PhoenixGame,
)
from tsuro.fast.phoenix.scoring import destinations
from tsuro.fast.phoenix.tables import (
    EMPTY,
    ICON_CELLS,
    PLACE_CELL,
    PLACES,
    SIDE_POINTS,
    STEP,
    WAYS,
)
from tsuro.fast.phoenix.winds import list_flips
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.seats import starting_seat


def legal(g: PhoenixGame, out: list[int]) -> int:
    """Write the options of the waiting decision into `out`; return how many. None for luck."""
    phase = g.phase
    if phase == CREATE:
        return creations(g, out)
    if phase == ENTER:
        return entries(g, out)
    if phase == LANTERN:
        return scorings(g, out)
    if phase == RISE:
        return risings(g, out)
    if phase == BREAK_LOOP:
        return loop_flips(g, out)
    if phase == START:
        return starts(g, out)
    return 0


def to_act(g: PhoenixGame) -> int:
    """The seat whose decision is awaited; NONE for luck or a finished game.

    Stars and loops are the business of the pawn that travels (PR-36).
    """
    phase = g.phase
    if phase > START:
        return NONE
    if phase == START:
        return starting_seat(g)
    if (phase == LANTERN) | (phase == BREAK_LOOP):
        return g.mover + 0
    return g.seat + 0


def is_over(g: PhoenixGame) -> bool:
    return g.phase == OVER


def creations(g: PhoenixGame, out: list[int]) -> int:
    """Tiles to lay, or the tile ahead to turn, so that the path goes on; or withdraw (PR-18)."""
    seat = g.seat + 0
    key = g.ports_only + 0 + g.port[seat]
    laid = g.board[g.ahead[seat]] + 0
    if laid == EMPTY:
        one = g.hand[HAND * seat] + 0
        other = g.hand[HAND * seat + 1] + 0
        n = list_ways(out, 0, PLACE_TILE + 8 * one, WAYS[32 * one + key])
        if other != one:
            n = list_ways(out, n, PLACE_TILE + 8 * other, WAYS[32 * other + key])
    else:
        tile = laid >> 3
        n = list_ways(out, 0, TURN_TILE + 8 * tile, WAYS[32 * tile + key])
    out[n] = WITHDRAW
    return n + (g.on >> seat & g.lives >> seat & (g.gaps > 0))


def list_ways(out: list[int], n: int, code: int, ways: int) -> int:
    """Add the codes of the ways in a mask."""
    for way in range(8):
        out[n] = code + way
        n += ways >> way & 1
    return n


def entries(g: PhoenixGame, out: list[int]) -> int:
    """Path ends on the side of the pawn that enters (PR-21)."""
    laid = g.board[g.ahead[g.seat]] + 0
    first = 4 * (g.port[g.seat] - 12)
    offered = 2 if g.ports_only else 4
    n = 0
    for i in range(first, first + offered):
        out[n] = ENTER_BY + SIDE_POINTS[i]
        n += STEP[16 * laid + SIDE_POINTS[i]] > 0
    return n


def starts(g: PhoenixGame, out: list[int]) -> int:
    """Places beside ring cells at which nobody waits (PR-7)."""
    taken = waited_at(g)
    n = 0
    for place in range(PLACES):
        out[n] = START_AT + place
        n += 1 - (taken >> PLACE_CELL[place] & 1)
    return n


def risings(g: PhoenixGame, out: list[int]) -> int:
    """The same beside empty ring cells (PR-19)."""
    taken = waited_at(g)
    n = 0
    for place in range(PLACES):
        cell = PLACE_CELL[place]
        out[n] = RISE_AT + place
        n += (g.board[cell] == EMPTY) & (1 - (taken >> cell & 1))
    return n


def waited_at(g: PhoenixGame) -> int:
    """Cells at which a pawn waits."""
    taken = 0
    for seat in range(g.seats):
        taken |= (g.waiting >> seat & 1) << g.ahead[seat]
    return taken


def scorings(g: PhoenixGame, out: list[int]) -> int:
    """Where a lantern marker goes, or how a tile is flipped (PR-32, WC-3)."""
    if g.bound:
        return list_flips(g, g.bound, out, 0)
    if g.settled >= g.stars_n:
        return list_flips(g, g.stars[0], out, 0)
    targets = destinations(g)
    n = 0
    for i in range(len(ICON_CELLS)):
        out[n] = MOVE_LANTERN + ICON_CELLS[i]
        n += targets >> ICON_CELLS[i] & 1
    return n
