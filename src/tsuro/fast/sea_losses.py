"""Ships that go down, what becomes of their hands, and how games end, over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.sea_record import (
    ALL_OUT,
    BOARD_FULL,
    EXCHANGE,
    FATE_DAIKAIJU,
    FATE_EDGE,
    FATE_LOOP,
    LAST_STANDING,
    OFF,
    OVER,
    SeaGame,
)
from tsuro.fast.sea_tables import FULL
from tsuro.fast.tile_hands import has_swap
from tsuro.fast.tile_record import HAND, NONE
from tsuro.fast.tile_tables import NEXT_SEAT, NO_TILE


def next_moment(g: SeaGame) -> None:
    """What happens from here on is no longer simultaneous with what was before (GEN-20)."""
    g.moment += 1
    g.fallen = 0


def sink(g: SeaGame, off: int) -> None:
    """Ships go down together, clockwise from the active one; where each is tells why (SE-28)."""
    g.alive &= ~off
    g.fallen |= off
    left = off
    seat = (g.seat + 7) & 7
    while left:
        seat = NEXT_SEAT[8 * left + seat] + 0
        left &= ~(1 << seat)
        fate = FATE_DAIKAIJU
        if g.pos[seat] < OFF:
            fate = FATE_EDGE
        elif g.pos[seat] == OFF:
            fate = FATE_LOOP
        note_exit(g, seat, fate)


def note_exit(g: SeaGame, seat: int, fate: int) -> None:
    g.pos[seat] = OFF
    g.exit_seat[g.exits_n] = seat
    g.exit_turn[g.exits_n] = g.number
    g.exit_moment[g.exits_n] = g.moment
    g.exit_fate[g.exits_n] = fate
    g.exits_n += 1


def conclude(g: SeaGame, where: int) -> None:
    """After an action of a daikaiju: the end, or lost hands go under the pile (SE-22, SE-34)."""
    check_ending(g, where)
    if g.fallen and g.phase != OVER:
        bury_hands(g, NONE)


def check_ending(g: SeaGame, where: int) -> None:
    """The last ship wins; without a free cell all that are left tie (SE-34 to SE-36, SE-40)."""
    if g.fallen:
        last_standing(g, where)
    if (g.tiled | g.deadly) == FULL and g.phase != OVER and g.daikaiju:
        end(g, g.alive, BOARD_FULL, where)


def last_standing(g: SeaGame, where: int) -> None:
    """One ship left wins; if none is, those just lost share (SE-34, SE-35)."""
    if g.alive == 0:
        end(g, g.fallen, ALL_OUT, where)
    elif g.alive & (g.alive - 1) == 0:
        end(g, g.alive, LAST_STANDING, where)


def end(g: SeaGame, winners: int, reason: int, where: int) -> None:
    g.winners = winners
    g.reason = reason
    g.ended_in = where
    g.phase = OVER


def open_exchange(g: SeaGame) -> int:
    """An active seat still in may swap with the hands its placement eliminated (SE-30)."""
    if g.alive >> g.seat & 1 == 0:
        return 0
    party = g.fallen | 1 << g.seat
    for seat in range(g.seats):
        if party >> seat & 1:
            g.unswapped |= ((1 << g.hand_n[seat]) - 1) << (HAND * seat)
    if has_swap(g):
        g.phase = EXCHANGE
        return 1
    g.unswapped = 0
    return 0


def bury_hands(g: SeaGame, shown_to: int) -> None:
    """Hands of lost ships go under the pile, clockwise from the active seat (SE-22, SE-30).

    Each is known to its owner, after an exchange only to the seat that it was `shown_to`.
    """
    left = g.fallen + 0
    seat = (g.seat + 7) & 7
    while left:
        seat = NEXT_SEAT[8 * left + seat] + 0
        left &= ~(1 << seat)
        for slot in range(HAND * seat, HAND * seat + g.hand_n[seat]):
            bury(g, g.hand[slot], seat if shown_to == NONE else shown_to)
            g.hand[slot] = NO_TILE
        g.hand_n[seat] = 0


def bury(g: SeaGame, tile: int, known_to: int) -> None:
    """A tile goes under the pile; the ring has room for every tile there is."""
    slot = (g.bottom_at + 0 + g.bottom_n) & 63
    g.bottom[slot] = tile
    g.bottom_known[slot] = known_to
    g.bottom_n += 1
