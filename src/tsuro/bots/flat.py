"""Flat Monte Carlo: every option is played out equally often, over deals that fit what is seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tsuro.bots.base import WITHOUT_KERNEL, Clock, Explanation
from tsuro.bots.ranges import LONGEST_MS, MOST_GAMES, check_ranges
from tsuro.core.actions import Decision
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView

if TYPE_CHECKING:
    from tsuro.fast import Kernel

EVENLY: Final = 1e6
"""An exploration so strong that every option gets the same number of playouts."""
PLAYOUTS: Final = 2000
"""If neither playouts nor ms are given."""
GLANCE: Final = 120
"""Playouts behind the figures of bots that do not search: few enough for the plain kernel."""


@dataclass(frozen=True)
class FlatBot:
    playouts: int = 0
    """For all options of a decision together; 2,000 if neither this nor ms is given."""
    ms: int = 0
    """Milliseconds for a decision."""
    careful: float = 0.5
    """How often seats avoid their own loss in playouts, from 0 to 1."""

    def __post_init__(self) -> None:
        check_ranges(self, playouts=(0, MOST_GAMES), ms=(0, LONGEST_MS), careful=(0, 1))

    def check_edition(self, edition: Edition) -> None:
        from tsuro.fast import require_kernel

        require_kernel(edition, "flat", WITHOUT_KERNEL)

    def choose(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random,
        clock: Clock | None = None,
    ) -> Decision:
        if len(options) == 1:
            return options[0]
        return self.explain(view, options, rng, clock).appraisals[0].action

    def explain(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random | None = None,
        clock: Clock | None = None,
    ) -> Explanation:
        return self._explain(view, options, rng or Random(0), clock, kernel=None)

    def _explain(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random,
        clock: Clock | None,
        *,
        kernel: Kernel | None,
    ) -> Explanation:
        from tsuro.bots.judgement.weights import weights_for
        from tsuro.bots.search.findings import explanation
        from tsuro.bots.search.thinking import Budget, decision, search
        from tsuro.bots.search.tree import Steering

        self.check_edition(view.edition)
        playouts = self.playouts or (0 if self.ms else PLAYOUTS)
        weights = weights_for(view.edition)
        steering = Steering(EVENLY, 0.0, EVENLY, self.careful, weights, deepest=1)
        budget = Budget(playouts, self.ms / 1000).within(clock)
        trees = search(view, steering, budget, rng, kernel=kernel)
        count = sum(tree.iterations for tree in trees)
        told = explanation(trees, options, decision(view).seat, f"{count:,} playouts")
        return reordered(told, lambda option: _share_of(told, option))


def _share_of(told: Explanation, option: Decision) -> float:
    """The deciding seat's share if an option is taken."""
    return next(each.shares[told.seat] for each in told.appraisals if each.action == option)


def reordered(told: Explanation, order: Callable[[Decision], Any]) -> Explanation:
    """The same with other favourites: the option with the highest order first."""
    appraisals = sorted(told.appraisals, key=lambda each: order(each.action), reverse=True)
    return replace(told, shares=appraisals[0].shares, appraisals=tuple(appraisals))


def appraise(
    view: PlayerView,
    options: Sequence[Decision],
    rng: Random,
    clock: Clock | None,
    *,
    order: Callable[[Decision], Any],
    note: str,
) -> Explanation:
    """Figures from a few playouts, in the order in which another bot likes the options."""
    from tsuro.bots.search.tree import DESCENT
    from tsuro.fast import kernel_of, require_kernel

    require_kernel(view.edition, "A bot's opinion", "play without hints")
    kernel = kernel_of(view.edition, DESCENT, ready="at_hand")
    told = FlatBot(playouts=GLANCE)._explain(view, options, rng, clock, kernel=kernel)
    return replace(reordered(told, order), note=note)
