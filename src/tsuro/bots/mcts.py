"""Monte Carlo tree search over what the seat does not know (see `tree_search`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from tsuro.bots.base import Clock, Explanation
from tsuro.bots.ranges import LONGEST_MS, MOST_GAMES, check_ranges
from tsuro.core.actions import Decision
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView

if TYPE_CHECKING:
    from tsuro.bots.endgame import Solution
    from tsuro.bots.forest import Tree
    from tsuro.bots.searching import Budget

ITERATIONS: Final = 20_000
"""If neither iterations nor ms are given."""
ALWAYS: Final = 1e9
"""An urgency by which every option is tried before one is tried again."""


@dataclass(frozen=True)
class MctsBot:
    """Searches for a number of iterations, which is reproducible, or for a time."""

    iterations: int = 0
    """For a decision; 20,000 if neither this nor ms is given."""
    ms: int = 0
    """Milliseconds for a decision; before its kernel is compiled it searches in plain Python."""
    threads: int = 1
    """Trees grown at once."""
    c: float = 0.4
    """Exploration: how gladly it tries what has been tried little."""
    bias: float = 3.0
    """Weight of the greedy judgement, which fades as an option is tried."""
    careful: float = 1.0
    """How often seats avoid their own loss in playouts, from 0 to 1."""
    deals: int = 1
    """Playouts of an iteration, each over another deal of what the seat cannot see."""
    horizon: int = 10
    """Decisions after which a playout is judged instead of played on; 0 for the most, 1,000."""
    trust: float = 2.0
    """How sharply that judgement tells the seats apart."""
    endgame: int = 200_000
    """Positions the exact solver may look at before a late decision; 0 for none."""

    def __post_init__(self) -> None:
        check_ranges(
            self,
            iterations=(0, MOST_GAMES),
            ms=(0, LONGEST_MS),
            threads=(1, 64),
            c=(0, 100),
            bias=(0, 100),
            careful=(0, 1),
            horizon=(0, 1000),
            trust=(0, 10),
            endgame=(0, MOST_GAMES),
        )

    def prepare(self, edition: Edition) -> None:
        """Have the search compiled, for those who will ask often and may wait."""
        from tsuro.bots.endgame import TEMPLATE as SOLVER
        from tsuro.bots.endgame import can_solve
        from tsuro.bots.forest import TEMPLATE
        from tsuro.bots.worlds import can_search
        from tsuro.fast.compiling.compile import has_numba
        from tsuro.fast.ready import warm

        if has_numba() and can_search(edition):
            warm(edition, TEMPLATE, *((SOLVER,) if can_solve(edition) else ()))

    def choose(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random,
        clock: Clock | None = None,
    ) -> Decision:
        if len(options) == 1:
            return options[0]
        from tsuro.bots.findings import best_of, findings
        from tsuro.bots.searching import decision
        from tsuro.bots.worlds import can_search

        if not can_search(view.edition):
            return self._explain_flat(view, options, rng, clock).appraisals[0].action
        budget = self._budget(clock)
        if solution := self._solve(view, options, budget):
            return rng.choice(solution.best(decision(view).seat))
        trees = self._search(view, rng, budget)
        codes = [trees[0].kernel.code_of(option) for option in options]
        return options[best_of(findings(trees), codes, decision(view).seat)]

    def explain(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random | None = None,
        clock: Clock | None = None,
    ) -> Explanation:
        from tsuro.bots.endgame import overlay
        from tsuro.bots.findings import explanation
        from tsuro.bots.searching import decision
        from tsuro.bots.worlds import can_search

        rng = rng or Random(0)
        if not can_search(view.edition):
            return self._explain_flat(view, options, rng, clock)
        budget = self._budget(clock)
        solution = self._solve(view, options, budget)
        trees = self._search(view, rng, budget)
        count = sum(tree.iterations for tree in trees)
        told = explanation(trees, options, decision(view).seat, f"{count:,} iterations")
        return told if solution is None else overlay(told, solution)

    def _budget(self, clock: Clock | None) -> Budget:
        from tsuro.bots.searching import Budget

        iterations = self.iterations or (0 if self.ms else ITERATIONS)
        return Budget(iterations, self.ms / 1000, self.threads).within(clock)

    def _solve(
        self, view: PlayerView, options: Sequence[Decision], budget: Budget
    ) -> Solution | None:
        from tsuro.bots.searching import solve_endgame

        return solve_endgame(view, options, self.endgame, budget)

    def _search(self, view: PlayerView, rng: Random, budget: Budget) -> list[Tree]:
        from tsuro.bots.forest import Steering
        from tsuro.bots.searching import search
        from tsuro.bots.worlds import weights_for

        weights = weights_for(view.edition)
        steering = Steering(
            exploration=self.c,
            bias=self.bias,
            urgency=ALWAYS,
            careful=self.careful,
            weights=weights,
            horizon=self.horizon,
            trust=self.trust,
            deals=self.deals,
        )
        return search(view, steering, budget, rng)

    def _explain_flat(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None
    ) -> Explanation:
        """Where no kernel can search, playouts on the reference engine."""
        from tsuro.bots.flat import FlatBot

        return FlatBot(playouts=self.iterations, ms=self.ms).explain(view, options, rng, clock)
