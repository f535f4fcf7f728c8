"""Monte Carlo tree search over what the seat does not know (see `bots/search`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from tsuro.bots.base import WITHOUT_KERNEL, Clock, Explanation
from tsuro.bots.ranges import LONGEST_MS, MOST_GAMES, check_ranges
from tsuro.core.actions import Decision
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView
from tsuro.errors import KernelError

if TYPE_CHECKING:
    from tsuro.bots.judgement.learned import Net
    from tsuro.bots.search.endgame import Solution
    from tsuro.bots.search.thinking import Budget
    from tsuro.bots.search.tree import Tree

ITERATIONS: Final = 20_000
"""If neither iterations nor ms are given."""
ALWAYS: Final = 1e9
"""An urgency by which every option is tried before one is tried again."""
USUAL_HORIZON: Final = 10
"""That of the greedy judgement ..."""
NEAR_HORIZON: Final = 1
"""... and that of a learned one where nothing is proved."""
LEAVES: Final = ("proved", "net", "terms")
MOST_DEALS: Final = 1000
"""No iteration may take so long that the clock is looked at too late."""


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
    horizon: int | None = None
    """Decisions after which a playout is judged instead of played on; 0 for the most, 1,000. If it
    is not given, what is best for the judgement."""
    leaf: str = "proved"
    """What judges there: `net` the learned judgement, `terms` the greedy one, `proved` the learned
    one at the tables where it is proved better."""
    trust: float = 2.0
    """How sharply that judgement tells the seats apart."""
    endgame: int = 200_000
    """Positions the exact solver may look at before a late decision; 0 for none."""

    def __post_init__(self) -> None:
        if self.leaf not in LEAVES:
            raise ValueError(f"leaf must be one of {', '.join(LEAVES)}")
        check_ranges(
            self,
            iterations=(0, MOST_GAMES),
            ms=(0, LONGEST_MS),
            threads=(1, 64),
            c=(0, 100),
            bias=(0, 100),
            careful=(0, 1),
            deals=(1, MOST_DEALS),
            trust=(0, 10),
            endgame=(0, MOST_GAMES),
        )
        if self.horizon is not None:
            check_ranges(self, horizon=(0, 1000))

    def check_edition(self, edition: Edition) -> None:
        from tsuro.fast import require_kernel

        require_kernel(edition, "mcts", WITHOUT_KERNEL)
        self.judged_by(edition)

    def judged_by(self, edition: Edition) -> tuple[Net | None, int]:
        """The learned judgement, if it judges at this table, and the horizon."""
        from tsuro.bots.judgement.learned import net_of, proved_horizon

        if self.leaf == "terms":
            return None, self._horizon(USUAL_HORIZON)
        proved = proved_horizon(edition)
        if self.leaf == "proved" and proved is None:
            return None, self._horizon(USUAL_HORIZON)
        net = net_of(edition)
        if net is None:
            raise KernelError(
                f"Nothing was learned for {edition.title} at {edition.seats} seats: leave out "
                "leaf=net."
            )
        return net, self._horizon(NEAR_HORIZON if proved is None else proved)

    def _horizon(self, usual: int) -> int:
        return usual if self.horizon is None else self.horizon

    def prepare(self, edition: Edition) -> None:
        """Have the search compiled, for those who will ask often and may wait."""
        from tsuro.bots.search.endgame import SOLVER
        from tsuro.bots.search.tree import DESCENT
        from tsuro.fast import has_numba, kernel_of

        self.check_edition(edition)
        if has_numba():
            kernel_of(edition, DESCENT, SOLVER, ready="compiled")

    def choose(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random,
        clock: Clock | None = None,
    ) -> Decision:
        if len(options) == 1:
            return options[0]
        from tsuro.bots.search.findings import best_of, findings
        from tsuro.bots.search.thinking import decision

        self.check_edition(view.edition)
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
        from tsuro.bots.search.endgame import overlay
        from tsuro.bots.search.findings import explanation
        from tsuro.bots.search.thinking import decision

        self.check_edition(view.edition)
        rng = rng or Random(0)
        budget = self._budget(clock)
        solution = self._solve(view, options, budget)
        trees = self._search(view, rng, budget)
        count = sum(tree.iterations for tree in trees)
        told = explanation(trees, options, decision(view).seat, f"{count:,} iterations")
        return told if solution is None else overlay(told, solution)

    def _budget(self, clock: Clock | None) -> Budget:
        from tsuro.bots.search.thinking import Budget

        iterations = self.iterations or (0 if self.ms else ITERATIONS)
        return Budget(iterations, self.ms / 1000, self.threads).within(clock)

    def _solve(
        self, view: PlayerView, options: Sequence[Decision], budget: Budget
    ) -> Solution | None:
        from tsuro.bots.search.thinking import solve_endgame

        return solve_endgame(view, options, self.endgame, budget)

    def _search(self, view: PlayerView, rng: Random, budget: Budget) -> list[Tree]:
        from tsuro.bots.judgement.weights import weights_for
        from tsuro.bots.search.thinking import search
        from tsuro.bots.search.tree import Steering

        weights = weights_for(view.edition)
        net, horizon = self.judged_by(view.edition)
        steering = Steering(
            exploration=self.c,
            bias=self.bias,
            urgency=ALWAYS,
            careful=self.careful,
            weights=weights,
            horizon=horizon,
            net=net,
            trust=self.trust,
            deals=self.deals,
        )
        return search(view, steering, budget, rng)
