"""Counting decisions."""

from __future__ import annotations

import pytest

from tsuro.core.asks import Chance, Decide
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.chance import ChanceSource, SeededChance
from tsuro.engine.perft import divide, perft, roll
from tsuro.engine.play import Step, advance, begin
from tsuro.game import Game


def naive(edition: Edition, step: Step, chance: ChanceSource, depth: int) -> int:
    """Every sequence walked to its end, nothing counted in bulk."""
    while isinstance(step.ask, Chance):
        step = advance(edition, step, chance.pick(step.ask))
    if depth == 0:
        return 1
    if not isinstance(step.ask, Decide):
        return 0
    return sum(
        naive(edition, advance(edition, step, option), chance.copy(), depth - 1)
        for option in step.ask.options
    )


def near_the_end(edition: str) -> tuple[Edition, Step]:
    """A game a few decisions before its end."""
    game = Game(edition, seats=2, seed=5)
    while not game.over:
        game.play(game.options[-1])
    for _ in range(3):
        game.undo()
    return game.edition, game.steps[-1]


@pytest.mark.parametrize("name", EDITIONS)
def test_counts_agree_with_a_plain_walk(name: str) -> None:
    edition, step = near_the_end(name)
    for depth in range(4):
        expected = naive(edition, step, SeededChance(1), depth)
        assert perft(edition, step, SeededChance(1), depth=depth) == expected


def test_the_first_two_decisions_of_classic_are_start_marks() -> None:
    edition = build_edition("classic", seats=2)
    counts = [perft(edition, begin(edition), SeededChance(1), depth=depth) for depth in range(3)]
    assert counts == [1, 48, 48 * 47]


def test_divide_splits_the_count() -> None:
    edition = build_edition("kosmos", seats=2)
    split = dict(divide(edition, begin(edition), SeededChance(1), depth=2))
    assert len(split) == 24
    assert sum(split.values()) == perft(edition, begin(edition), SeededChance(1), depth=2)


def test_a_finished_game_has_no_decisions() -> None:
    game = Game("pocket", seats=2, seed=1)
    while not game.over:
        game.play(game.options[0])
    step = game.steps[-1]
    assert perft(game.edition, step, SeededChance(1), depth=0) == 1
    assert perft(game.edition, step, SeededChance(1), depth=2) == 0
    assert list(divide(game.edition, step, SeededChance(1), depth=2)) == []


def test_luck_is_rolled_until_somebody_must_decide() -> None:
    edition = build_edition("seas", seats=3)
    assert isinstance(begin(edition).ask, Chance)
    assert isinstance(roll(edition, begin(edition), SeededChance(1)).ask, Decide)
