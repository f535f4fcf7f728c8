"""Every bot says what it thinks, about every kind of decision, in every edition."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from tests.bots.support import corner, positions, view_of
from tsuro.bots.base import Explainer, Explanation
from tsuro.bots.random_bot import RandomBot
from tsuro.bots.registry import make_bot
from tsuro.cli.hints import hint_lines
from tsuro.editions.registry import EDITIONS
from tsuro.game import Game

SPECS = ("random", "cautious", "greedy", "flat:playouts=30", "mcts:iterations=30")


def explain(spec: str, game: Game) -> Explanation:
    assert game.to_act is not None
    bot = cast("Explainer", make_bot(spec))
    return bot.explain(game.view(game.to_act), game.options, Random(1))


def check(told: Explanation, game: Game) -> None:
    assert told.seat == game.to_act
    assert {each.action for each in told.appraisals} == set(game.options)
    assert len(told.appraisals) == len(game.options)
    assert told.shares == told.appraisals[0].shares
    for each in told.appraisals:
        assert len(each.shares) == len(each.errors) == game.edition.seats
        assert sum(each.shares) == pytest.approx(1)
        assert 0 <= each.survival <= 1
        assert each.line[0] == each.action
        assert all(error >= 0 for error in each.errors)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_bot_explains_every_kind_of_decision(edition: str) -> None:
    kinds = set()
    for number, game in enumerate(positions(edition, 2, seed=4, every=5)):
        kinds.add(type(game.options[0]).__name__)
        check(explain(SPECS[number % len(SPECS)], game), game)
    assert len(kinds) > 1


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("spec", SPECS)
def test_what_is_explained_best_is_what_is_chosen(spec: str) -> None:
    game = next(positions("pocket", 2, seed=9))
    game.play(game.options[0])
    told = explain(spec, game)
    check(told, game)
    if spec not in ("random", "cautious", "greedy"):
        bot = make_bot(spec)
        assert game.to_act is not None
        chosen = bot.choose(game.view(game.to_act), game.options, Random(1))
        assert chosen == told.appraisals[0].action


def test_random_likes_all_options_alike_but_tells_what_comes_of_them() -> None:
    losing = {option for option in corner().options if corner().play(option).lost}
    assert losing
    view, options = view_of(corner()), corner().decide.options
    told = [RandomBot().explain(view, options, Random(seed)) for seed in range(8)]
    assert len({each.appraisals[0].action for each in told}) > 2
    for each in told[0].appraisals:
        assert each.visits > 0
        assert (each.survival == 0) == (str(each.action) in losing)
        assert each.shares[0] == 0 or max(each.errors) > 0, "nothing else is known exactly"


@pytest.mark.usefixtures("plain")
def test_a_hint_tells_the_best_options_and_how_all_stand() -> None:
    game = Game("kosmos", seats=3, seed=2)
    told = explain("mcts:iterations=90", game)
    lines = hint_lines(told, ["Ada", "Ben", "Cleo"])
    assert len(lines) == 4
    assert lines[0].startswith(f"{told.appraisals[0].action}: wins ")
    assert "Chances: Ada " in lines[-1]
    assert lines[-1].endswith("(90 iterations).")
