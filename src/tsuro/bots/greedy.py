"""Takes the option after which things look best, by a hand-written judgement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import isnan, nan
from random import Random
from typing import Any, Final

from tsuro.bots.base import Clock, Explanation
from tsuro.bots.ranges import check_ranges
from tsuro.core.actions import Decision
from tsuro.editions.edition import Edition
from tsuro.engine.determinize import determinize
from tsuro.engine.play import Step
from tsuro.engine.views import PlayerView

TEMPLATE: Final = "tsuro.bots.judging"
HEAVIEST: Final = (-1000, 1000)
"""Between what weights a weight must lie."""


@dataclass(frozen=True)
class GreedyBot:
    """Weighs a few terms; a weight that is given replaces the edition's own (`bots.weights`).

    What the terms mean is said where kernels compute them: `tile_features`, `sea_features` and
    `phoenix_features` of `tsuro.fast`. Without a kernel the bot goes by `bots.prospects`.
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

    def prepare(self, edition: Edition) -> None:
        """Have it compiled, for those who will ask often: the same decisions, only faster."""
        from tsuro.bots.worlds import can_search
        from tsuro.fast.compiling.compile import has_numba
        from tsuro.fast.ready import warm

        if has_numba() and can_search(edition):
            warm(edition, TEMPLATE)

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

    def scores(self, view: PlayerView, options: Sequence[Decision], rng: Random) -> list[Any]:
        """How good each option looks: the more the better."""
        from tsuro.bots.worlds import can_search

        if can_search(view.edition):
            return self._judged(view, options, rng)
        from tsuro.bots.prospects import look

        assert view.decide is not None
        step = Step(determinize(view, rng), (), view.decide)
        return [look(view.edition, step, option) for option in options]

    def _judged(self, view: PlayerView, options: Sequence[Decision], rng: Random) -> list[float]:
        """By the plain kernel unless the compiled one is at hand: nobody waits for a compiler."""
        from tsuro.bots.buffers import floats, numbers
        from tsuro.bots.worlds import one_world, weights_for
        from tsuro.fast.ready import is_warm, kernel_for

        kernel = kernel_for(view.edition, compiled=is_warm(view.edition, TEMPLATE))
        rows = kernel.rows_of([one_world(view, rng)] * 3)
        weights = weights_for(view.edition, self._given())
        count = len(options)
        codes = numbers(kernel, "u2", count)
        for place, option in enumerate(options):
            codes[place] = kernel.code_of(option)
        scores = floats(kernel, [0.0] * count)
        kernel.load(TEMPLATE).weigh(
            rows,
            count,
            codes,
            numbers(kernel, "u2", kernel.family.most_options),
            floats(kernel, weights),
            floats(kernel, [0.0] * len(weights)),
            scores,
        )
        return [float(score) for score in scores]

    def _given(self) -> dict[str, float]:
        """The weights that replace the edition's own."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: value for name, value in values.items() if not isnan(value)}
