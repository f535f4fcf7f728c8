"""What a bot is: anything that chooses from what a seat can see, and can say why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from tsuro.core.actions import Decision
from tsuro.core.ids import Seat
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView


class Clock(Protocol):
    """How long a bot may still think; None in its place means as long as it likes."""

    def remaining(self) -> float:
        """Seconds left for this decision."""
        ...


class Bot(Protocol):
    """One object may sit in any seat of any game: all it needs comes with the call."""

    def choose(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random,
        clock: Clock | None = None,
    ) -> Decision:
        """One of `options`. All luck the bot needs comes from `rng`."""
        ...


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What a bot thinks of one option."""

    action: Decision
    shares: tuple[float, ...]
    """The share of the win each seat may expect if this option is taken."""
    errors: tuple[float, ...]
    """Standard errors of the shares; 0 where they are known exactly."""
    visits: int
    """How many games they come from."""
    survival: float
    """The chance that the deciding seat is still in when its next turn comes, or has won."""
    line: tuple[Decision, ...]
    """The play the bot expects, beginning with the option itself."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a bot thinks of a whole decision."""

    seat: Seat
    shares: tuple[float, ...]
    """The share of the win each seat may expect if the best option is taken."""
    appraisals: tuple[Appraisal, ...]
    """One for every option, best first."""
    note: str
    """How it was found out: "greedy", "20,000 iterations", "solved exactly"."""


class Explainer(Protocol):
    """A bot that can say what it thinks; every bot of ours can."""

    def explain(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random | None = None,
        clock: Clock | None = None,
    ) -> Explanation:
        """Without `rng` the luck is always the same."""
        ...


WITHOUT_KERNEL: Final = "take random or cautious"
"""What to do about an edition without a compiled kernel: who searches cannot play it."""


def require_fit(bot: Bot, edition: Edition) -> None:
    """Refuse a bot that cannot play an edition before it sits down; most can play any.

    One that cannot has a method `check_edition(edition)`, which raises an error that says why.
    """
    check = getattr(bot, "check_edition", None)
    if check is not None:
        check(edition)
