"""How bots run a search: which kernel, how much, for how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from time import perf_counter
from typing import Final

from tsuro.bots.base import Clock
from tsuro.bots.search.endgame import SOLVER, Solution, is_late, solve
from tsuro.bots.search.tree import DESCENT, MOST_NODES, Steering, Tree, grow
from tsuro.bots.search.worlds import root_of
from tsuro.core.actions import Decision
from tsuro.core.asks import Decide
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView
from tsuro.fast.compiling.compile import has_numba
from tsuro.fast.kernel import Kernel
from tsuro.fast.ready import kernel_of

KEPT_BACK: Final = 0.1
"""The part of a clock's time that is not used: the answer must still be given."""
LEAST: Final = 0.005
"""Seconds a search takes however little is left."""
READING: Final = 0.003
"""Seconds kept back for reading what the trees have found."""
PLAIN_NODES: Final = 20_000
"""Nodes of a tree in plain Python, where each takes far more memory."""
NODES_A_SECOND: Final = 1_000_000
"""More than any core makes; if one ever did, its tree would stop growing in the last moments."""
PLAIN_POSITIONS: Final = 1_000
"""Positions the solver looks at in plain Python, where each takes about a millisecond."""
SOLVING: Final = 0.25
"""The part of a limited time in which the solver may try; the rest is for the search."""
POSITIONS_A_SECOND: Final = 1_000_000
PLAIN_POSITIONS_A_SECOND: Final = 1_000
"""Fewer than a slow core looks at, compiled and in plain Python."""


@dataclass(frozen=True)
class Budget:
    """How much a decision may cost; what is reached first ends it, 0 is no limit."""

    iterations: int
    seconds: float
    threads: int = 1
    begun: float = field(default_factory=perf_counter)
    """When the seconds began: a budget is made when a decision is asked for, and making ready,
    solving and searching share it."""

    def within(self, clock: Clock | None) -> Budget:
        """The same, but never longer than a clock allows."""
        if clock is None:
            return self
        left = max(clock.remaining() * (1 - KEPT_BACK), LEAST)
        seconds = min(self.seconds, left) if self.seconds else left
        return replace(self, seconds=seconds)

    def positions(self, most: int, *, compiled: bool) -> int:
        """How many positions the solver may look at, `most` at the most."""
        most = most if compiled else min(most, PLAIN_POSITIONS)
        if not self.seconds:
            return most
        rate = POSITIONS_A_SECOND if compiled else PLAIN_POSITIONS_A_SECOND
        return min(most, int(SOLVING * self.seconds * rate))


def search(
    view: PlayerView,
    steering: Steering,
    budget: Budget,
    rng: Random,
    *,
    kernel: Kernel | None = None,
) -> list[Tree]:
    """Trees grown for the decision a view asks for."""
    if kernel is None:
        kernel = ready_kernel(view.edition, DESCENT, hurried=budget.seconds > 0)
    root = root_of(view, rng)
    room = room_for(budget, compiled=kernel.compiled)
    trees = [
        Tree(kernel, root, steering, seed=rng.getrandbits(60), room=room)
        for _ in range(budget.threads)
    ]
    seconds = max(budget.seconds - READING, LEAST) if budget.seconds else 0.0
    grow(trees, iterations=budget.iterations, seconds=seconds, begun=budget.begun)
    return trees


def room_for(budget: Budget, *, compiled: bool) -> int:
    """The nodes each tree can get within a budget, at most one in an iteration.

    No more, for memory the system has not handed out before is slow: the first 80 MB of a process
    may cost 40 ms.
    """
    room = MOST_NODES // budget.threads if compiled else PLAIN_NODES
    if budget.iterations:
        room = min(room, budget.iterations // budget.threads + 2)
    if budget.seconds:
        room = min(room, int(budget.seconds * NODES_A_SECOND) + 2)
    return room


def ready_kernel(edition: Edition, template: str, *, hurried: bool) -> Kernel:
    """Whoever has little time never waits for a compiler; a number of iterations is worth it."""
    if hurried:
        return kernel_of(edition, template, ready="now")
    return kernel_of(edition, template, ready="compiled" if has_numba() else "plain")


def solve_endgame(
    view: PlayerView, options: Sequence[Decision], most: int, budget: Budget
) -> Solution | None:
    """The exact values of the options, if looking at `most` positions and the budget suffice."""
    if not most or not is_late(view):
        return None
    kernel = ready_kernel(view.edition, SOLVER, hurried=budget.seconds > 0)
    positions = budget.positions(most, compiled=kernel.compiled)
    until = budget.begun + SOLVING * budget.seconds if budget.seconds else inf
    return solve(kernel, view, options, budget=positions, until=until)


def decision(view: PlayerView) -> Decide:
    """The decision a bot is asked for."""
    if view.decide is None:
        raise ValueError("This view does not ask for a decision.")
    return view.decide
