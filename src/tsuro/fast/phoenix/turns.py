"""Whose turn and whose travel is next, who is out, and how the game ends, over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.phoenix.record import CREATE, OVER, RISE, PhoenixGame
from tsuro.fast.phoenix.tables import STEP
from tsuro.fast.shared.endings import ALL_OUT, FATE_STRANDED, LAST_STANDING, STARS, note_exit
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.seats import NEXT_SEAT


def begin_turn(g: PhoenixGame) -> None:
    """The next seat still in; a pawn off the board rises first (GEN-15, PR-17)."""
    g.seat = NEXT_SEAT[8 * g.alive + g.seat] if g.number else g.first
    g.number += 1
    g.moment += 1
    g.pawn = NONE
    g.cell = 0
    g.drawn_n = 0
    g.phase = RISE if g.off >> g.seat & 1 else CREATE


def next_flight(g: PhoenixGame) -> int:
    """The next other pawn clockwise that has a path ahead takes off, if there is one (PR-36)."""
    pawn = g.mover + 0
    while True:
        pawn += 1
        if pawn == g.seats:
            pawn = 0
        if pawn == g.seat:
            g.mover = NONE
            g.settled = 0
            g.changed = 0
            g.touched_n = 0
            return 0
        ahead = g.ahead[pawn] + 0
        opened = 1 - g.touched_only | g.changed >> ahead & 1
        if STEP[16 * g.board[ahead] + g.port[pawn]] and opened:
            break
    g.mover = pawn
    g.moment += 1
    g.settled = 0
    return 1


def strand(g: PhoenixGame) -> int:
    """Who is off the board and cannot rise is out; 1 if one is left and wins (PR-43, PR-46)."""
    stranded = g.off + 0
    if g.gaps:
        stranded &= ~(g.lives + 0)
    if stranded:
        for seat in range(g.seats):
            if stranded >> seat & 1:
                note_exit(g, seat, FATE_STRANDED)
        g.off &= ~stranded
        g.alive &= ~stranded
    if g.alive and g.alive & (g.alive - 1) == 0:
        end(g, g.alive, LAST_STANDING)
        return 1
    return 0


def all_out(g: PhoenixGame) -> int:
    """After the stars of a travel: 1 if it left nobody in, and stars decide (PR-34, PR-47)."""
    if g.alive:
        return 0
    last = 0
    for i in range(g.exits_n):
        last |= (g.exit_moment[i] == g.moment) << g.exit_seat[i]
    end(g, most_stars(g, last), ALL_OUT)
    return 1


def most_stars(g: PhoenixGame, seats: int) -> int:
    """Those of a set of seats that have most stars."""
    best = 0
    for seat in range(g.seats):
        if seats >> seat & 1 and g.scored[seat] > best:
            best = g.scored[seat] + 0
    leaders = 0
    for seat in range(g.seats):
        leaders |= (g.scored[seat] == best) << seat
    return leaders & seats


def round_ends(g: PhoenixGame) -> int:
    """The game ends with the round in which somebody reached seven stars (PR-44)."""
    if not g.final_round or not is_last_of_round(g):
        return 0
    eligible = g.alive & ~g.off
    if g.gaps:
        eligible |= g.alive & g.lives
    best = most_stars(g, eligible)
    # One of them alone with a Life token wins before the others (PR-45).
    alive = best & g.lives
    if alive and alive & (alive - 1) == 0:
        best = alive
    end(g, best, STARS)
    return 1


def is_last_of_round(g: PhoenixGame) -> bool:
    """Whether the next turn would belong to a new round; the first seat marks it."""
    following = NEXT_SEAT[8 * g.alive + g.seat] + 0
    to_first = (g.first + 0 + g.seats - g.seat - 1) % g.seats
    to_next = (following + 0 + g.seats - g.seat - 1) % g.seats
    return to_first <= to_next


def end(g: PhoenixGame, winners: int, reason: int) -> None:
    g.winners = winners
    g.reason = reason
    g.phase = OVER
