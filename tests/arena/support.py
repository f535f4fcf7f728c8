"""Arenas that are quick to play, and results that were never played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tsuro.arena.playing import GameResult
from tsuro.arena.settings import Settings

QUICK = Settings("classic", 2, ("cautious", "random"), seed=5)


def quick(**changes: Any) -> Settings:
    return replace(QUICK, **changes)


def result(deal: int, bots: Sequence[int], ranks: Sequence[int], rotation: int = 0) -> GameResult:
    """A game of which only the places matter."""
    seats = len(bots)
    return GameResult(
        deal=deal,
        rotation=rotation,
        bots=tuple(bots),
        ranks=tuple(ranks),
        reason="last_standing",
        turns=10,
        decisions=(5,) * seats,
        ms=(2.0,) * seats,
        faults=({},) * seats,
        notes=((),) * seats,
    )


def drawn_ranks(strengths: Sequence[float], rng: Random) -> list[int]:
    """Places drawn from the Plackett-Luce model."""
    left, ranks = list(range(len(strengths))), [0] * len(strengths)
    for place in range(1, len(strengths) + 1):
        (seat,) = rng.choices(left, [strengths[each] for each in left])
        left.remove(seat)
        ranks[seat] = place
    return ranks


def same(one: GameResult, other: GameResult) -> bool:
    """Whether two results agree in everything that can repeat itself."""
    return replace(one, ms=()) == replace(other, ms=())
