"""How a win is counted that several seats may share: in whole parts, so that nothing is lost."""

from __future__ import annotations

from typing import Any, Final

WHOLE_WIN: Final = 840
"""Parts of a win: divisible by every number of seats that may share it."""


def count_seats(seats: int) -> int:
    """How many of eight seats a set has."""
    pairs = seats - (seats + 0 >> 1 & 0x55)
    fours = (pairs & 0x33) + (pairs >> 2 & 0x33)
    return fours + (fours >> 4) & 0x0F


def won_parts(g: Any, seat: int) -> int:
    """A seat's share of the win, in parts of WHOLE_WIN."""
    if g.winners >> seat & 1 == 0:
        return 0
    return WHOLE_WIN // count_seats(g.winners + 0)


def win_share(g: Any, seat: int) -> float:
    """1 for a win, a part of it for a shared one, 0 for a loss."""
    if g.winners >> seat & 1 == 0:
        return 0.0
    return 1.0 / count_seats(g.winners + 0)
