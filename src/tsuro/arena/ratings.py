"""Plackett-Luce ratings with ties, and how sure they are.

The model: every bot has a strength w. The winner of a game is drawn from all seats with chances as
their strengths, the runner-up from the rest in the same way, and so on.

Ties: seats that share a place are put in order by lot, and the logarithm of the likelihood is
averaged over all their orders. So two winners have half a win each, a tie of two counts for no more
than one game, and nothing is approximated.

A bot that won or lost everything would have no finite rating, so each bot is given one imagined
tied game against an opponent of average strength.

Intervals come from the bootstrap over deals, not games: the rotations of a deal share its luck.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from operator import sub
from typing import TYPE_CHECKING, Any

from tsuro.arena.playing import GameResult
from tsuro.arena.settings import ArenaError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

PRIOR_GAMES = 1.0
"""Weight of the imagined tied game."""
ITERATIONS = 100
LARGEST_STEP = 2.0
"""In log strength, so that Newton's method does not leap out of sight."""
CLOSE_ENOUGH = 1e-9
ELO = 173.71779276130073
"""Elo points of one unit of log strength: 400 / ln 10."""

Counts = tuple[int, ...]
"""For each bot how many seats: those that a place is drawn from."""


def numpy_module() -> Any:
    """NumPy, imported only when there is something to compute."""
    try:
        import numpy
    except ImportError:
        raise ArenaError("Ratings need an extra: install tsuro[fast].") from None
    return numpy


def draws_of(result: GameResult, bots: int) -> Iterator[tuple[Counts, float]]:
    """From what the places of a game were drawn, each with its weight."""
    seats = list(zip(result.bots, result.ranks, strict=True))
    for place in sorted(set(result.ranks)):
        left = Counter(bot for bot, rank in seats if rank >= place)
        tied = Counter(bot for bot, rank in seats if rank == place)
        yield from _tied_draws(
            tuple(left[bot] for bot in range(bots)), tuple(tied[bot] for bot in range(bots))
        )


@cache
def _tied_draws(left: Counts, tied: Counts) -> tuple[tuple[Counts, float], ...]:
    """The draws of seats that share a place, averaged over their orders.

    Before each draw some of them are gone; every choice of so many is as likely as any other.
    """
    found = []
    for gone in product(*(range(count + 1) for count in tied)):
        if gone != tied:
            ways = math.prod(map(math.comb, tied, gone))
            weight = ways / math.comb(sum(tied), sum(gone))
            found.append((tuple(map(sub, left, gone)), weight))
    return tuple(found)


@dataclass(frozen=True)
class Tally:
    """The draws of all deals, equal ones put together."""

    kinds: Numbers
    """kind x bot: from what a draw of this kind is made."""
    counts: Numbers
    """deal x kind: how many such draws."""
    successes: Numbers
    """deal x bot: how often it was drawn, which is once for every seat it held."""

    @classmethod
    def of(cls, deals: Sequence[Sequence[GameResult]], bots: int) -> Tally:
        np = numpy_module()
        numbers: dict[Counts, int] = {}
        rows: list[dict[int, float]] = []
        successes = np.zeros((len(deals), bots))
        for deal, results in enumerate(deals):
            row: dict[int, float] = defaultdict(float)
            for result in results:
                for counts, weight in draws_of(result, bots):
                    row[numbers.setdefault(counts, len(numbers))] += weight
                for bot in result.bots:
                    successes[deal, bot] += 1
            rows.append(row)
        counted = np.zeros((len(deals), len(numbers)))
        for deal, row in enumerate(rows):
            counted[deal, list(row)] = list(row.values())
        return cls(np.array(list(numbers), dtype=float), counted, successes)

    def ratings(self, weights: Numbers) -> Numbers:
        """Elo of every bot, average 0, for each row of weights of the deals."""
        return ELO * _fit(self.kinds, weights @ self.counts, weights @ self.successes)


def _fit(kinds: Numbers, counts: Numbers, successes: Numbers) -> Numbers:
    """Log strengths of greatest likelihood, one row for each row of counts, by Newton's method."""
    np = numpy_module()
    rows, bots = successes.shape
    theta = np.zeros((rows, bots))
    diagonal = np.arange(bots)
    for _ in range(ITERATIONS):
        strengths = np.exp(theta)
        # rows x kinds x bots: the chance that a draw falls on a bot.
        chances = strengths[:, None, :] * kinds / (strengths @ kinds.T)[:, :, None]
        weighted = counts[:, :, None] * chances
        half = strengths / (1 + strengths)
        expected = weighted.sum(axis=1)
        slope = successes - expected + PRIOR_GAMES * (1 - 2 * half)
        bend = np.einsum("rki,rkj->rij", weighted, -chances)
        bend[:, diagonal, diagonal] += expected + 2 * PRIOR_GAMES * half * (1 - half)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        step *= np.minimum(1, LARGEST_STEP / np.maximum(abs(step).max(axis=1), CLOSE_ENOUGH))[
            :, None
        ]
        theta += step
        if abs(step).max() < CLOSE_ENOUGH:
            break
    fitted: Numbers = theta - theta.mean(axis=1, keepdims=True)
    return fitted
