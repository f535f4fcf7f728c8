"""Any legal decision, each as likely as the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tsuro.bots.base import Appraisal, Clock, Explanation
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
        rng: Random,
        clock: Clock | None = None,
    ) -> Explanation:
        """It has no opinion: every seat is as likely to win, whatever is done."""
        assert view.decide is not None
        seats = view.edition.seats
        shares, errors = (1 / seats,) * seats, (0.0,) * seats
        appraisals = tuple(Appraisal(each, shares, errors, 0, 1.0, (each,)) for each in options)
        return Explanation(view.decide.seat, shares, appraisals, "no opinion")
