"""Where luck comes from: a seed, a script, or every outcome in turn. Never the state (GEN-17)."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate
from random import Random
from typing import Protocol

from tsuro.core.actions import Draw, Outcome
from tsuro.core.asks import Chance
from tsuro.core.ids import TileId
from tsuro.errors import IllegalAction


class ChanceSource(Protocol):
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
        self._order_rng = Random(f"tsuro {seed} tiles")
        self._other_rng = Random(f"tsuro {seed} other")
        self._order: list[TileId] = []

    def pick(self, chance: Chance) -> Outcome:
        outcomes = chance.outcomes
        if isinstance(outcomes[0][0], Draw):
            return self._draw(chance)
        reached = list(accumulate(weight for _, weight in outcomes))
        chosen = self._other_rng.randrange(reached[-1])
        return outcomes[bisect(reached, chosen)][0]

    def copy(self) -> SeededChance:
        twin = SeededChance(0)
        twin._order_rng.setstate(self._order_rng.getstate())
        twin._other_rng.setstate(self._other_rng.getstate())
        twin._order = list(self._order)
        return twin

    def _draw(self, chance: Chance) -> Draw:
        available = Counter(
            {
                outcome.tile: weight
                for outcome, weight in chance.outcomes
                if isinstance(outcome, Draw)
            }
        )
        if available.total() == 1:
            # Known tiles under the pile come up without luck and have no place in the order.
            (tile,) = available
            if tile not in self._order:
                return Draw(tile)
        for tile in sorted((available - Counter(self._order)).elements()):
            self._order.insert(self._order_rng.randrange(len(self._order) + 1), tile)
        tile = next(tile for tile in self._order if available[tile] > 0)
        self._order.remove(tile)
        return Draw(tile)


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
