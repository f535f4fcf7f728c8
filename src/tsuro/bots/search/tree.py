"""Search trees as the bots use them: made for a position, grown for a while, and read.

Several trees may grow at once, each on its own thread and with its own luck; what they found is
added up (root parallelism). For a fixed number of iterations, seed and trees the result is always
the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from tsuro.bots.judgement.learned import Net
from tsuro.bots.search.nodes import DEEPEST, GAUGES, NODES, SUMS
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.fast.buffers import get, put
from tsuro.fast.kernel import Kernel
from tsuro.fast.shared.seats import SEATS

DESCENT: Final = "tsuro.bots.search.descent"
MOST_NODES: Final = 2_000_000
"""Of all trees of a decision together: about 100 MB."""
FARTHEST: Final = 1000
"""No playout goes on for longer: careful phoenixes may turn one tile to and fro for ever."""
SLICE: Final = 0.002
"""Seconds between two looks at the clock."""


@dataclass(frozen=True)
class Steering:
    """Constants of the search."""

    exploration: float
    bias: float
    urgency: float
    careful: float
    """How often seats avoid their own loss in playouts, from 0 to 1."""
    weights: tuple[float, ...]
    """Of the greedy judgement."""
    horizon: int = 0
    """Decisions after which a playout is judged instead of played on; 0 for as late as can be."""
    trust: float = 1.0
    """How sharply that judgement tells the seats apart."""
    deals: int = 1
    """Playouts of an iteration, each over another deal."""
    deepest: int = DEEPEST
    """Decisions below the root that are kept in the tree at most."""
    net: Net | None = None
    """A learned judgement for the horizon; without one the greedy judgement judges there too."""


@dataclass(frozen=True)
class Root:
    """Where a search begins: a deal that agrees with what the seat knows."""

    state: GameState
    seat: Seat
    hidden: bool
    """Whether other deals are possible."""
    options: int


class Tree:
    """One tree and the room to grow it in."""

    def __init__(
        self, kernel: Kernel, root: Root, steering: Steering, *, seed: int, room: int
    ) -> None:
        self.kernel = kernel
        self._search = kernel.load(DESCENT).search
        self.roots = kernel.rows_of([root.state], seed=seed)
        self._games = kernel.rows_of([root.state] * 3)
        buffers = kernel.buffers
        self.nodes = buffers.records(NODES, room)
        self.gauges = buffers.records(GAUGES, 1)
        slots = 1 << (2 * room - 1).bit_length()
        self._index = buffers.zeros("u4", slots)
        self._out = buffers.zeros("u2", kernel.family.most_options + 1)
        self._path = buffers.zeros("i8", DEEPEST + 1)
        self._weights = buffers.filled("f8", steering.weights)
        read = len(kernel.family.features) + len(kernel.family.outlook)
        self._terms = buffers.filled("f8", [0.0] * (read + SEATS))
        net = steering.net
        self._net = buffers.filled("f8", net.numbers if net else [])
        self._units = buffers.filled("f8", [0.0] * (net.width if net else 0))
        self._gains = buffers.zeros("i8", SEATS)
        self.sums = buffers.lines("i8", SUMS * (root.options + 1), SEATS)
        self._set_up(root, steering, room, slots)

    def _set_up(self, root: Root, steering: Steering, room: int, slots: int) -> None:
        gauge = self.gauges[0]
        values = {
            "used": 1,
            "room": room,
            "mask": slots - 1,
            "deepest": steering.deepest,
            "viewer": root.seat,
            "number": root.state.turn.number,
            "hidden": int(root.hidden),
            "horizon": steering.horizon or FARTHEST,
            "deals": steering.deals,
            "trust": steering.trust,
            "exploration": steering.exploration,
            "bias": steering.bias,
            "urgency": steering.urgency,
            "careful": 256 * steering.careful,
        }
        for name, value in values.items():
            put(gauge, name, value)
        put(self.nodes[0], "seat", root.seat)

    def grow(self, iterations: int) -> None:
        self._search(
            iterations,
            self.roots,
            self._games,
            self.gauges,
            self.nodes,
            self._index,
            self._out,
            self._path,
            self._weights,
            self._terms,
            self._net,
            self._units,
            self._gains,
            self.sums,
        )

    @property
    def iterations(self) -> int:
        return int(get(self.gauges[0], "iterations"))

    @property
    def is_settled(self) -> bool:
        """Whether the result of the position is proved."""
        return bool(get(self.nodes[0], "proof"))

    def node(self, number: int, name: str) -> Any:
        return get(self.nodes[number], name)

    @property
    def used(self) -> int:
        return int(get(self.gauges[0], "used"))


def warm_tree(kernel: Kernel) -> None:
    """Have everything compiled that a tree needs."""
    rows = kernel.new_rows(1, seed=0)
    kernel.roll_batch(rows)
    state = kernel.state(rows, 0)
    root = Root(state, Seat(0), hidden=True, options=len(kernel.options(rows, 0)))
    steering = Steering(1.0, 1.0, 1.0, 1.0, (0.0,) * len(kernel.family.features))
    Tree(kernel, root, steering, seed=0, room=4).grow(2)


def grow(
    trees: Sequence[Tree], *, iterations: int, seconds: float = 0.0, begun: float = 0.0
) -> None:
    """Grow trees until they have so many iterations together, or for so long; 0 is no limit.

    The seconds are counted from `begun` on, a time of `perf_counter`.
    """
    shares = [_share(iterations, len(trees), number) for number in range(len(trees))]
    if len(trees) == 1:
        _grow_one(trees[0], shares[0], begun, seconds)
        return
    with ThreadPoolExecutor(len(trees)) as pool:
        jobs = [
            pool.submit(_grow_one, tree, share, begun, seconds)
            for tree, share in zip(trees, shares, strict=True)
        ]
        for job in jobs:
            job.result()


def _share(iterations: int, trees: int, number: int) -> int:
    return (iterations + trees - 1 - number) // trees


def _grow_one(tree: Tree, iterations: int, begun: float, seconds: float) -> None:
    if not seconds:
        tree.grow(iterations)
        return
    step = 32 if tree.kernel.compiled else 1
    while not tree.is_settled:
        if iterations:
            step = min(step, iterations - tree.iterations)
        before = perf_counter()
        tree.grow(step)
        now = perf_counter()
        left = begun + seconds - now
        if left <= 0 or (iterations and tree.iterations >= iterations):
            return
        rate = step / max(now - before, 1e-6)
        step = max(1, min(2 * step, int(rate * min(SLICE, left))))
