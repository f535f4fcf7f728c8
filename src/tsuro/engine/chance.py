"""Where luck comes from: a seed, a script, or every outcome in turn. Never the state (GEN-17)."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from random import Random
from typing import Protocol, cast

from tsuro.core.actions import Draw, Outcome
from tsuro.core.asks import Chance
from tsuro.core.ids import TileId
from tsuro.errors import IllegalAction


class ChanceSource(Protocol):
    """Where luck comes from: any object with these two methods."""

    def pick(self, chance: Chance) -> Outcome: ...

    def copy(self) -> ChanceSource:
        """A source that will give the same luck from here on."""
        ...


class SeededChance:
    """Reproducible luck: the tiles lie in one fixed order, dice and the rest have their own stream.

    The order does not depend on what players do, so the same seed deals the same tiles to whoever
    sits there; tiles that return to the pile are shuffled in at random places.
    """

    def __init__(self, seed: int | str) -> None:
        self._places = Stream(f"tsuro {seed} tiles")
        self._others = Stream(f"tsuro {seed} other")
        self._order: list[TileId] = []
        self._copies: dict[TileId, int] = {}
        """How often each tile is in the order."""

    def pick(self, chance: Chance) -> Outcome:
        outcomes = chance.outcomes
        if isinstance(outcomes[0][0], Draw):
            return self._draw(cast(Sequence[tuple[Draw, int]], outcomes))
        reached = list(accumulate(map(itemgetter(1), outcomes)))
        return outcomes[bisect(reached, self._others.below(reached[-1]))][0]

    def copy(self) -> SeededChance:
        twin = object.__new__(SeededChance)
        twin._places = self._places.copy()
        twin._others = self._others.copy()
        twin._order = list(self._order)
        twin._copies = dict(self._copies)
        return twin

    def _draw(self, draws: Sequence[tuple[Draw, int]]) -> Draw:
        first, weight = draws[0]
        if len(draws) == weight == 1 and first.tile not in self._order:
            # Known tiles under the pile come up without luck and have no place in the order.
            return first
        available = {draw.tile: weight for draw, weight in draws}
        if available != self._copies:
            self._shuffle_in(Counter(available) - Counter(self._copies))
        tile = next(tile for tile in self._order if tile in available)
        self._order.remove(tile)
        self._copies[tile] -= 1
        if not self._copies[tile]:
            del self._copies[tile]
        return next(draw for draw, _ in draws if draw.tile == tile)

    def _shuffle_in(self, tiles: Counter[TileId]) -> None:
        for tile in sorted(tiles.elements()):
            self._order.insert(self._places.below(len(self._order) + 1), tile)
            self._copies[tile] = self._copies.get(tile, 0) + 1


class Stream:
    """Random numbers that can be copied at no cost: copies share a generator until one goes on."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._rng: Random | None = None
        """Made when it is first asked: in most editions nobody rolls a die."""
        self._shared = False

    def below(self, limit: int) -> int:
        """A number from 0 on, less than `limit`."""
        rng = self._own()
        bits = limit.bit_length()
        number = rng.getrandbits(bits)
        while number >= limit:
            number = rng.getrandbits(bits)
        return number

    def copy(self) -> Stream:
        self._shared = True
        twin = Stream(self._seed)
        twin._rng = self._rng
        twin._shared = True
        return twin

    def _own(self) -> Random:
        if self._rng is None:
            self._rng = Random(self._seed)
        elif self._shared:
            state = self._rng.getstate()
            self._rng = Random()
            self._rng.setstate(state)
        self._shared = False
        return self._rng


class ScriptedChance:
    """Outcomes given beforehand, for tests and replays."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        self._outcomes = list(outcomes)

    def pick(self, chance: Chance) -> Outcome:
        if not self._outcomes:
            raise IllegalAction("The script of outcomes has ended, but luck is asked again.")
        return self._outcomes.pop(0)

    def copy(self) -> ScriptedChance:
        return ScriptedChance(self._outcomes)


def enumerate_outcomes(chance: Chance) -> Iterator[tuple[Outcome, float]]:
    """Every outcome with its probability, for exact look-ahead."""
    total = chance.total
    for outcome, weight in chance.outcomes:
        yield outcome, weight / total
