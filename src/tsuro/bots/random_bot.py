"""Any legal decision, each as likely as the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tsuro.bots.base import Clock
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
