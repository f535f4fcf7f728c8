"""Whole games between two sets of greedy weights, compiled: what a tuner needs to know."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import mean, variance
from typing import Any

from tsuro.bots.judgement import WEIGHING
from tsuro.fast.kernel import Kernel


class Contest:
    """Games of one edition and number of seats."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self._module = kernel.load(WEIGHING)
        self._room = kernel.new_rows(3, seed=0)
        width = kernel.family.most_options
        self._out = kernel.buffers.zeros("u2", width)
        self._further = kernel.buffers.zeros("u2", width)

    def score(
        self,
        weights: Sequence[float],
        others: Sequence[float],
        *,
        seat: int,
        games: int,
        seed: int,
    ) -> list[float]:
        """What one seat with `weights` wins of each game against all others with `others`."""
        kernel = self.kernel
        opening = kernel.new_rows(games, seed=seed)
        luck: Any = [row.rng for row in opening] if not kernel.compiled else opening["rng"].copy()
        buffers = kernel.buffers
        results = buffers.filled("f8", [0.0] * games)
        self._module.play_games(
            opening,
            luck,
            seat,
            self._room,
            self._out,
            self._further,
            buffers.filled("f8", weights),
            buffers.filled("f8", others),
            buffers.filled("f8", [0.0] * len(weights)),
            results,
        )
        return [float(result) for result in results]

    def share(
        self, weights: Sequence[float], others: Sequence[float], *, games: int, seed: int
    ) -> tuple[float, float]:
        """The share of wins over all seats, and its standard error; the same deals for each."""
        won: list[float] = []
        for seat in range(self.kernel.edition.seats):
            won += self.score(weights, others, seat=seat, games=games, seed=seed)
        return mean(won), sqrt(variance(won) / len(won))
