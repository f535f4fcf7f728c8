"""What a bot is: anything that chooses from what a seat can see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from tsuro.core.actions import Decision
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
