"""Every bot says what it thinks, about every kind of decision, in every edition."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import cast

import pytest

from tests.bots.support import corner, positions, view_of
from tests.support.golden import action_kinds
from tsuro.bots import flat
from tsuro.bots.base import Explainer, Explanation
from tsuro.bots.random_bot import RandomBot
from tsuro.bots.registry import make_bot
from tsuro.cli.terminal.hints import hint_lines
from tsuro.core.actions import Decision
from tsuro.core.asks import Decide
from tsuro.editions.registry import EDITIONS
from tsuro.engine.views import PlayerView, view
from tsuro.formats.record import parse_record
from tsuro.game import Game

GOLDEN = Path(__file__).parents[1] / "golden"
SPECS = ("random", "cautious", "greedy", "flat:playouts=30", "mcts:iterations=30")
ASKED = {
    "classic-2-00070": {7: "TakeMark", 18: "PlaceTile"},
    "classic-3-00060": {29: "Keep Swap"},
    "kosmos-2-00051": {9: "TakeSide", 11: "Enter", 12: "ChoosePile", 14: "PlaceTile"},
    "pocket-2-00087": {9: "TakeMark", 42: "PlaceTile"},
    "seas-2-00053": {19: "TakeMark", 24: "Relocate", 51: "PlaceTile"},
    "seas-4-00018": {24: "Keep Swap"},
    "seas-7-00073": {55: "Relocate Stay"},
    "phoenix-2-00014": {
        1: "TakeSide",
        34: "TurnTile Withdraw",
        35: "Rise",
        39: "Enter",
        46: "PlaceTile Withdraw",
    },
    "phoenix-2-00094": {72: "MoveLantern"},
    "phoenix-3-00039": {42: "Flip"},
    "phoenix-4-00034": {107: "MoveLantern"},
    "phoenix-8-00124": {112: "Flip"},
}
"""By record and step: the kinds of decision that are offered there. In phoenix-4 and phoenix-8 the
seat asked is already out of the game, which does not spare it its lanterns and flips (PR-34)."""


def explain(spec: str, view: PlayerView) -> Explanation:
    bot = cast("Explainer", make_bot(spec))
    return bot.explain(view, options_of(view), Random(1))


def options_of(view: PlayerView) -> tuple[Decision, ...]:
    assert view.decide is not None
    return view.decide.options


def seen(game: Game) -> PlayerView:
    """What the seat to act sees."""
    assert game.to_act is not None
    return game.view(game.to_act)


def check(told: Explanation, view: PlayerView) -> None:
    assert told.seat == view.viewer
    assert {each.action for each in told.appraisals} == set(options_of(view))
    assert len(told.appraisals) == len(options_of(view))
    assert told.shares == told.appraisals[0].shares
    for each in told.appraisals:
        assert len(each.shares) == len(each.errors) == view.edition.seats
        assert sum(each.shares) == pytest.approx(1)
        assert 0 <= each.survival <= 1
        assert each.line[0] == each.action
        assert all(error >= 0 for error in each.errors)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("name", ASKED)
def test_every_bot_explains_every_kind_of_decision(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flat, "GLANCE", 30)
    record = parse_record((GOLDEN / f"{name}.tsr").read_text(encoding="utf-8"))
    steps = record.steps()
    for number, offered in ASKED[name].items():
        events = [event for step in steps[: number + 1] for event in step.events]
        state, ask = steps[number].state, steps[number].ask
        assert isinstance(ask, Decide)
        assert {type(option).__name__ for option in ask.options} == set(offered.split())
        asked = view(record.edition, state, ask, viewer=ask.seat, events=events)
        for spec in SPECS:
            check(explain(spec, asked), asked)


def test_no_kind_of_decision_is_left_out() -> None:
    offered = " ".join(kinds for steps in ASKED.values() for kinds in steps.values())
    assert set(offered.split()) == {
        kind.__name__ for kind in action_kinds() if issubclass(kind, Decision)
    }
    assert {name.partition("-")[0] for name in ASKED} == set(EDITIONS)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("spec", SPECS)
def test_what_is_explained_best_is_what_is_chosen(spec: str) -> None:
    game = next(positions("pocket", 2, seed=9))
    game.play(game.options[0])
    told = explain(spec, seen(game))
    check(told, seen(game))
    if spec not in ("random", "cautious", "greedy"):
        chosen = make_bot(spec).choose(seen(game), game.options, Random(1))
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
    told = explain("mcts:iterations=90", seen(game))
    lines = hint_lines(told, ["Ada", "Ben", "Cleo"])
    assert len(lines) == 4
    best = told.appraisals[0]
    seat, errors = told.seat, best.errors
    assert lines[0].startswith(f"{best.action}: Ada {best.shares[0]:.0%}")
    assert f"{best.shares[seat]:.0%} ±{1.96 * errors[seat]:.0%}" in lines[0]
    for name, share in zip(("Ada", "Ben", "Cleo"), best.shares, strict=True):
        assert f"{name} {share:.0%}" in lines[0]
    assert f"{best.survival:.0%} still in; {best.visits:,} games tried" in lines[0]
    assert lines[-1] == "(90 iterations)"


@pytest.mark.usefixtures("plain")
def test_an_explanation_needs_no_luck_brought_along() -> None:
    game = Game("pocket", seats=2, seed=2)
    for spec in SPECS:
        bot = cast("Explainer", make_bot(spec))
        told = bot.explain(seen(game), game.options)
        assert told == bot.explain(seen(game), game.options), "the same luck whenever it is asked"
