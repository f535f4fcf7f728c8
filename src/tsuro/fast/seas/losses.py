"""Ships that go down, what becomes of their hands, and how games end, over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.seas.record import OFF, OVER, SeaGame
from tsuro.fast.seas.tables import FULL
from tsuro.fast.shared.endings import (
    ALL_OUT,
    BOARD_FULL,
    FATE_DAIKAIJU,
    FATE_EDGE,
    FATE_LOOP,
    LAST_STANDING,
    note_exit,
)
from tsuro.fast.shared.hands import HAND
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.pile import bury
from tsuro.fast.shared.seats import NEXT_SEAT
from tsuro.fast.shared.shapes import NO_TILE


def next_moment(g: SeaGame) -> None:
    """What happens from here on is no longer simultaneous with what was before (GEN-20)."""
    g.moment += 1
    g.out_now = 0


def sink(g: SeaGame, off: int) -> None:
    """Ships go down together, clockwise from the active one; where each is tells why (SE-28)."""
    g.alive &= ~off
    g.out_now |= off
    left = off
    seat = (g.seat + 7) & 7
    while left:
        seat = NEXT_SEAT[8 * left + seat] + 0
        left &= ~(1 << seat)
        fate = FATE_DAIKAIJU
        if g.stop[seat] < OFF:
            fate = FATE_EDGE
        elif g.stop[seat] == OFF:
            fate = FATE_LOOP
        lose(g, seat, fate)


def lose(g: SeaGame, seat: int, fate: int) -> None:
    g.stop[seat] = OFF
    note_exit(g, seat, fate)


def conclude(g: SeaGame, where: int) -> None:
    """After an action of a daikaiju: the end, or lost hands go under the pile (SE-22, SE-34)."""
    check_ending(g, where)
    if g.out_now and g.phase != OVER:
        bury_hands(g, NONE)


def check_ending(g: SeaGame, where: int) -> None:
    """The last ship wins; without a free cell all that are left tie (SE-34 to SE-36, SE-40)."""
    if g.out_now:
        last_standing(g, where)
    if (g.tiled | g.deadly) == FULL and g.phase != OVER and g.daikaiju:
        end(g, g.alive, BOARD_FULL, where)


def last_standing(g: SeaGame, where: int) -> None:
    """One ship left wins; if none is, those just lost share (SE-34, SE-35)."""
    if g.alive == 0:
        end(g, g.out_now, ALL_OUT, where)
    elif g.alive & (g.alive - 1) == 0:
        end(g, g.alive, LAST_STANDING, where)


def end(g: SeaGame, winners: int, reason: int, where: int) -> None:
    g.winners = winners
    g.reason = reason
    g.ended_in = where
    g.phase = OVER


def bury_hands(g: SeaGame, shown_to: int) -> None:
    """Hands of lost ships go under the pile, clockwise from the active seat (SE-22, SE-30).

    Each is known to its owner, after an exchange only to the seat that it was `shown_to`.
    """
    left = g.out_now + 0
    seat = (g.seat + 7) & 7
    while left:
        seat = NEXT_SEAT[8 * left + seat] + 0
        left &= ~(1 << seat)
        for slot in range(HAND * seat, HAND * seat + g.hand_n[seat]):
            bury(g, g.hand[slot], seat if shown_to == NONE else shown_to)
            g.hand[slot] = NO_TILE
        g.hand_n[seat] = 0
