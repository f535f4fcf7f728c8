"""Any legal decision, each as likely as the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tsuro.bots.base import Clock, Explanation
from tsuro.core.actions import Decision
from tsuro.engine.views import PlayerView


@dataclass(frozen=True)
class RandomBot:
    def choose(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random,
        clock: Clock | None = None,
    ) -> Decision:
        return rng.choice(options)

    def explain(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random | None = None,
        clock: Clock | None = None,
    ) -> Explanation:
        """In any order, for it likes all options alike; the figures come from a few playouts."""
        from tsuro.bots.flat import appraise

        luck = rng or Random(0)
        return appraise(view, options, luck, clock, order=lambda _: luck.random(), note="random")
