"""What a game waits for: a seat's decision, or luck."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from tsuro.core.actions import Decision, Outcome
from tsuro.core.ids import Seat

ValueT = TypeVar("ValueT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Barred:
    """A decision that looks possible but is forbidden, and by which rule."""

    action: Decision
    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class Decide:
    """A seat must choose one of `options`: every legal one, symmetric ones once, in fixed order."""

    seat: Seat
    options: tuple[Decision, ...]
    rule: str
    """The rule that gives this choice, for help texts."""
    barred: tuple[Barred, ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """Luck must choose one of `outcomes`, each as likely as its weight."""

    outcomes: tuple[tuple[Outcome, int], ...]
    rule: str

    @classmethod
    def of(
        cls, weights: Mapping[ValueT, int], outcome: Callable[[ValueT], Outcome], *, rule: str
    ) -> Chance:
        return cls(tuple((outcome(value), weight) for value, weight in weights.items()), rule)

    @property
    def total(self) -> int:
        return sum(weight for _, weight in self.outcomes)


Ask = Decide | Chance
"""What a game waits for: the decision of a seat, or luck."""
