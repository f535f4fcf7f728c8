"""Counting decisions: how many games there are some decisions deep, luck being fixed."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.core.actions import Decision
from tsuro.core.asks import Chance, Decide
from tsuro.editions.edition import Edition
from tsuro.engine.chance import ChanceSource
from tsuro.engine.play import Step, advance


def roll(edition: Edition, step: Step, chance: ChanceSource) -> Step:
    """Let luck answer until a seat must decide or the game is over."""
    while isinstance(step.ask, Chance):
        step = advance(edition, step, chance.pick(step.ask))
    return step


def perft(edition: Edition, step: Step, chance: ChanceSource, *, depth: int) -> int:
    """The number of sequences of `depth` decisions; a game that is over has none."""
    step = roll(edition, step, chance)
    if depth == 0:
        return 1
    if not isinstance(step.ask, Decide):
        return 0
    if depth == 1:
        return len(step.ask.options)
    return sum(count for _, count in divide(edition, step, chance, depth=depth))


def divide(
    edition: Edition, step: Step, chance: ChanceSource, *, depth: int
) -> Iterator[tuple[Decision, int]]:
    """The same count, split by the first decision; every branch meets the same luck."""
    step = roll(edition, step, chance)
    if not isinstance(step.ask, Decide) or depth < 1:
        return
    for option in step.ask.options:
        after = advance(edition, step, option)
        yield option, perft(edition, after, chance.copy(), depth=depth - 1)
