"""The exact endgame: late positions solved to the end, in every world the seat cannot exclude.

If everything is known, a value is exact. If a few worlds remain, each is solved as if everybody
knew it and the values are averaged. That is exact about luck and about counting but too hopeful
about secrets: in each world the solver lets a seat play as if it knew that world, which it cannot
(the error is called strategy fusion). So only few worlds are allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb, inf
from time import perf_counter
from typing import Annotated, Any, Final

from tsuro.bots.base import Explanation
from tsuro.bots.search.worlds import with_owners
from tsuro.core.actions import Decision
from tsuro.core.ids import TileId
from tsuro.core.pile import Pile
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN
from tsuro.engine.determinize import unseen_tiles
from tsuro.engine.views import PlayerView
from tsuro.errors import KernelError
from tsuro.fast.kernel import Kernel
from tsuro.fast.shared.layout import Layout, Stored
from tsuro.fast.shared.seats import SEATS

SOLVER: Final = "tsuro.bots.search.solver"
DEEPEST: Final = 60
"""Decisions and draws to the end of a game at most."""
MOST_WORLDS: Final = 10
MOST_TILES: Final = 9
"""Tiles in hands and in the pile: with more, no attempt is made."""


class Depth:
    """What the walk remembers of one depth."""

    best: Annotated[float, Stored("f8")]
    """The highest value for the seat that decides, so far."""
    shared: Annotated[float, Stored("f8")]
    """What the sum of values is divided by: equally good options, or the weight of all luck."""
    mover: Annotated[int, Stored("i8")]
    count: Annotated[int, Stored("i8")]
    tried: Annotated[int, Stored("i8")]


DEPTHS: Final = Layout.of(Depth, {})


class Solver:
    """Room to solve positions of one kernel."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self._solve = kernel.load(SOLVER).solve
        self._games = kernel.new_rows(DEEPEST + 1, seed=0)
        buffers, width = kernel.buffers, kernel.family.most_options
        self._depths = buffers.records(DEPTHS, DEEPEST + 1)
        self._codes = buffers.lines("u2", DEEPEST + 1, width)
        self._weights = buffers.lines("i8", DEEPEST + 1, width)
        self._values = buffers.lines("f8", DEEPEST + 1, SEATS)
        self.looked = 0
        """Positions looked at in all."""

    def value_of(self, state: GameState, code: int, *, budget: int) -> tuple[float, ...] | None:
        """Every seat's share of the win after a decision, or None if the budget is too small."""
        kernel = self.kernel
        rows = kernel.rows_of([state])
        kernel.play_batch(rows, [code])
        _copy(kernel, self._games, rows)
        looked = int(
            self._solve(
                self._games,
                self._depths,
                self._codes,
                self._weights,
                self._values,
                DEEPEST,
                budget,
            )
        )
        if looked < 0:
            self.looked += budget
            return None
        self.looked += looked
        return tuple(float(value) for value in self._values[0][: kernel.edition.seats])


def _copy(kernel: Kernel, games: Any, rows: Any) -> None:
    if kernel.compiled:
        games[0] = rows[0]
    else:
        kernel.layout.assign(games[0], rows[0])


@dataclass(frozen=True)
class Solution:
    """The values of all options, one vector of shares each."""

    options: tuple[Decision, ...]
    values: tuple[tuple[float, ...], ...]
    worlds: int

    def best(self, seat: int) -> list[Decision]:
        """The options that are best for a seat, equally so."""
        most = max(value[seat] for value in self.values)
        pairs = zip(self.options, self.values, strict=True)
        return [option for option, value in pairs if value[seat] > most - 1e-9]


def solve(
    kernel: Kernel,
    view: PlayerView,
    options: Sequence[Decision],
    *,
    budget: int,
    until: float = inf,
) -> Solution | None:
    """The exact values of a late decision; None if it is too early, or too much is hidden.

    With many options and worlds, making ready takes longer than looking at positions: so besides
    the `budget` of positions there is a time, one of `perf_counter`, after which it gives up.
    """
    if not is_late(view):
        return None
    solver = Solver(kernel)
    seats = view.edition.seats
    sums = [[0.0] * seats for _ in options]
    total = worlds = 0
    for state, weight in every_world(view):
        worlds += 1
        total += weight
        for number, option in enumerate(options):
            if perf_counter() > until:
                return None
            try:
                value = solver.value_of(
                    state, kernel.code_of(option), budget=budget - solver.looked
                )
            except KernelError:
                return None
            if value is None:
                return None
            for seat in range(seats):
                sums[number][seat] += weight * value[seat]
    values = tuple(tuple(each / total for each in row) for row in sums)
    return Solution(tuple(options), values, worlds)


def is_late(view: PlayerView) -> bool:
    """Whether few enough tiles and worlds are left to try."""
    return tiles_left(view.state) <= MOST_TILES and count_worlds(view) <= MOST_WORLDS


def tiles_left(state: GameState) -> int:
    """Tiles that may still be laid."""
    return sum(map(len, state.hands)) + len(state.pile.bag) + len(state.pile.bottom)


def count_worlds(view: PlayerView) -> int:
    """How many worlds the viewer cannot tell apart, equal tiles counted as different."""
    left = len(unseen_tiles(view))
    count = 1
    for size in _hidden_sizes(view.state):
        count *= comb(left, size)
        left -= size
    return count


def _hidden_sizes(state: GameState) -> list[int]:
    """How many hidden tiles are in each hand, in each known place, and in the bag."""
    places = [hand.count(HIDDEN) for hand in state.hands]
    places += [1 for each in (*state.pile.bottom, *state.box) if each.tile == HIDDEN]
    return [*places, state.pile.bag.count(HIDDEN)]


def every_world(view: PlayerView) -> Iterator[tuple[GameState, int]]:
    """Each world that agrees with a view, and how many deals lead to it."""
    counted = Counter(deal for deal in _deals(tuple(unseen_tiles(view)), _hidden_sizes(view.state)))
    for deal, weight in counted.items():
        yield with_owners(_fill(view.state, deal), view), weight


def _deals(
    tiles: tuple[TileId, ...], sizes: Sequence[int]
) -> Iterator[tuple[tuple[TileId, ...], ...]]:
    """Every way to share out tiles over places of these sizes."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(range(len(tiles)), sizes[0]):
        given = tuple(tiles[number] for number in chosen)
        rest = tuple(tile for number, tile in enumerate(tiles) if number not in chosen)
        for others in _deals(rest, sizes[1:]):
            yield (given, *others)


def _fill(state: GameState, deal: tuple[tuple[TileId, ...], ...]) -> GameState:
    """The state with its hidden tiles replaced, place by place."""
    heaps = [list(tiles) for tiles in deal]

    def fill(tile: TileId) -> TileId:
        return heaps[0].pop() if tile == HIDDEN else tile

    hands = []
    for hand in state.hands:
        hands.append(tuple(map(fill, hand)))
        heaps.pop(0)
    buried = []
    for each in (*state.pile.bottom, *state.box):
        buried.append(replace(each, tile=fill(each.tile)))
        if each.tile == HIDDEN:
            heaps.pop(0)
    under = len(state.pile.bottom)
    bag = tuple(sorted(map(fill, state.pile.bag)))
    world = replace(
        state, hands=tuple(hands), pile=Pile(bag, tuple(buried[:under])), box=tuple(buried[under:])
    )
    return replace(world, parts=tuple(part.refilled(world) for part in world.parts))


def overlay(told: Explanation, solution: Solution) -> Explanation:
    """An explanation with the exact values in place of what a search found."""
    values = dict(zip(solution.options, solution.values, strict=True))
    none = (0.0,) * len(told.shares)
    exact = [replace(each, shares=values[each.action], errors=none) for each in told.appraisals]
    exact.sort(key=lambda each: each.shares[told.seat], reverse=True)
    note = "solved exactly" if solution.worlds == 1 else f"{solution.worlds} worlds solved"
    return Explanation(told.seat, exact[0].shares, tuple(exact), note)
