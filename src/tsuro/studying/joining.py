"""What options are worth: short spells of thinking, put together."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from tsuro.bots.base import Appraisal, Explanation
from tsuro.core.actions import Decision
from tsuro.core.ids import Seat


class JoinedExplanations:
    """Spells put together: games count alike, whichever spell they were played in."""

    def __init__(self) -> None:
        self.visits = 0
        self.note = ""
        self._shares: tuple[float, ...] = ()
        self._weight = 0.0
        self._options: dict[Decision, Appraisal] = {}

    def add(self, explained: Explanation) -> None:
        visits = sum(each.visits for each in explained.appraisals)
        weight = float(visits or 1)
        self._shares = _mean(self._shares, self._weight, explained.shares, weight)
        self._weight += weight
        self.visits += visits
        self.note = explained.note
        for each in explained.appraisals:
            known = self._options.get(each.action)
            self._options[each.action] = each if known is None else _joined(known, each)

    def shares(self, seat: Seat) -> tuple[float, ...]:
        """What the seats may expect if the best option is taken."""
        return self.ranked(seat)[0].shares if self._options else self._shares

    def ranked(self, seat: Seat) -> list[Appraisal]:
        """Best first; an option that was hardly tried must not come out on top by luck."""

        def worth(each: Appraisal) -> tuple[float, int]:
            return each.shares[seat] - each.errors[seat], each.visits

        return sorted(self._options.values(), key=worth, reverse=True)


def loss_of(best: Appraisal, played: Appraisal, seat: Seat) -> tuple[float, float]:
    """How much of the win an option gave away against the best one, and its standard error."""
    if best.action == played.action:
        return 0.0, 0.0
    loss = best.shares[seat] - played.shares[seat]
    return max(0.0, loss), hypot(best.errors[seat], played.errors[seat])


def _joined(one: Appraisal, two: Appraisal) -> Appraisal:
    first, second = max(one.visits, 1), max(two.visits, 1)
    total = first + second
    return Appraisal(
        action=one.action,
        shares=_mean(one.shares, first, two.shares, second),
        errors=tuple(
            hypot(first * a, second * b) / total
            for a, b in zip(one.errors, two.errors, strict=True)
        ),
        visits=one.visits + two.visits,
        survival=(first * one.survival + second * two.survival) / total,
        line=max(one, two, key=lambda each: each.visits).line,
    )


def _mean(
    one: Sequence[float], first: float, two: Sequence[float], second: float
) -> tuple[float, ...]:
    """The mean of two lists of shares by weight; the first may still be empty."""
    if not one:
        return tuple(two)
    total = first + second
    return tuple((first * a + second * b) / total for a, b in zip(one, two, strict=True))
