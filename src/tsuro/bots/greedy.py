"""Takes the option after which things look best, by a hand-written judgement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import isnan, nan
from random import Random
from typing import Final

from tsuro.bots.base import WITHOUT_KERNEL, Clock, Explanation
from tsuro.bots.judgement import WEIGHING
from tsuro.bots.ranges import check_ranges
from tsuro.core.actions import Decision
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView

HEAVIEST: Final = (-1000, 1000)
"""Between what weights a weight must lie."""


@dataclass(frozen=True)
class GreedyBot:
    """Weighs a few terms; a weight that is given replaces the edition's own.

    What the terms mean is said where kernels compute them: `features.py` in each room of
    `tsuro.fast`. An edition's own weights are in its section `judgement`.
    """

    won: float = nan
    out: float = nan
    room: float = nan
    reach: float = nan
    exits: float = nan
    ways: float = nan
    stuck: float = nan
    touch: float = nan
    near: float = nan
    rivals: float = nan
    pressed: float = nan
    threat: float = nan
    aim: float = nan
    off: float = nan
    life: float = nan
    stars: float = nan
    lead: float = nan
    middle: float = nan
    lanterns: float = nan

    def __post_init__(self) -> None:
        check_ranges(self, **dict.fromkeys(self._given(), HEAVIEST))

    def check_edition(self, edition: Edition) -> None:
        from tsuro.fast import require_kernel

        require_kernel(edition, "greedy", WITHOUT_KERNEL)

    def prepare(self, edition: Edition) -> None:
        """Have it compiled, for those who will ask often: the same decisions, only faster."""
        from tsuro.fast import has_numba, kernel_of

        self.check_edition(edition)
        if has_numba():
            kernel_of(edition, WEIGHING, ready="compiled")

    def choose(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random,
        clock: Clock | None = None,
    ) -> Decision:
        if len(options) == 1:
            return options[0]
        return rng.choice(self.favourites(view, options, rng))

    def favourites(
        self, view: PlayerView, options: Sequence[Decision], rng: Random
    ) -> list[Decision]:
        """The options that look best, equally so."""
        scores = self.scores(view, options, rng)
        best = max(scores)
        return [option for option, score in zip(options, scores, strict=True) if score == best]

    def explain(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random | None = None,
        clock: Clock | None = None,
    ) -> Explanation:
        from tsuro.bots.flat import appraise

        rng = rng or Random(0)
        scores = dict(zip(options, self.scores(view, options, rng), strict=True))
        return appraise(view, options, rng, clock, order=scores.__getitem__, note="greedy")

    def scores(self, view: PlayerView, options: Sequence[Decision], rng: Random) -> list[float]:
        """How good each option looks: the more the better.

        By the plain kernel unless the compiled one is at hand: nobody waits for a compiler.
        """
        from tsuro.bots.judgement.weights import weights_for
        from tsuro.bots.search.worlds import one_world
        from tsuro.fast import kernel_of

        self.check_edition(view.edition)
        kernel = kernel_of(view.edition, WEIGHING, ready="at_hand")
        rows = kernel.rows_of([one_world(view, rng)] * 3)
        weights = weights_for(view.edition, self._given())
        buffers = kernel.buffers
        scores = buffers.filled("f8", [0.0] * len(options))
        kernel.load(WEIGHING).weigh(
            rows,
            len(options),
            buffers.filled("u2", [kernel.code_of(option) for option in options]),
            buffers.zeros("u2", kernel.family.most_options),
            buffers.filled("f8", weights),
            buffers.filled("f8", [0.0] * len(weights)),
            scores,
        )
        return [float(score) for score in scores]

    def _given(self) -> dict[str, float]:
        """The weights that replace the edition's own."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: value for name, value in values.items() if not isnan(value)}
