"""How a win is counted that several seats may share: in whole parts, so that nothing is lost."""

from __future__ import annotations

from typing import Any, Final

from tsuro.fast.shared.seats import SEATS

WHOLE_WIN: Final = 840
"""Parts of a win: divisible by every number of seats that may share it."""


def count_seats(seats: int) -> int:
    """How many seats a set has."""
    count = 0
    for seat in range(SEATS):
        count += seats >> seat & 1
    return count


def won_parts(g: Any, seat: int) -> int:
    """A seat's share of the win, in parts of WHOLE_WIN."""
    won: int = g.winners >> seat & 1
    return won * (WHOLE_WIN // max(1, count_seats(g.winners)))


def win_share(g: Any, seat: int) -> float:
    """1 for a win, a part of it for a shared one, 0 for a loss."""
    won: int = g.winners >> seat & 1
    return won / max(1.0, count_seats(g.winners) + 0.0)
