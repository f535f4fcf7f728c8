"""The façade: a game with its luck, its history and its way back."""

from __future__ import annotations

from random import Random

import pytest

from tsuro import Game as PublicGame
from tsuro.core.actions import Outcome, TakeMark
from tsuro.core.asks import Chance
from tsuro.core.events import StartTaken, TileDrawn
from tsuro.editions.registry import build_edition
from tsuro.engine.chance import ScriptedChance, SeededChance
from tsuro.engine.play import begin, play, resume, waiting
from tsuro.errors import BadSetting, GameOver, IllegalAction, NotationError, TsuroError
from tsuro.formats.notation import parse_action, parse_stop
from tsuro.formats.position import parse_position
from tsuro.game import Game


def finished(seed: int = 3) -> Game:
    game, rng = Game("classic", seats=3, seed=seed), Random(seed)
    while not game.over:
        game.play(rng.choice(game.options))
    return game


def test_the_package_offers_it() -> None:
    assert PublicGame is Game


def test_a_game_waits_for_a_decision_and_luck_has_done_its_part() -> None:
    game = Game("classic", seats=3, seed=7)
    assert game.to_act == 0
    assert len(game.options) == 48
    assert game.decide.rule == "CL-5"
    assert len(game.actions) == 9
    assert all(isinstance(action, Outcome) for action in game.actions)
    assert not game.over
    assert game.result is None


def test_options_and_notation_are_both_understood() -> None:
    game = Game("classic", seats=3, seed=7)
    first = game.options[0]
    game.play(first)
    game.play("b1.0")
    assert game.actions[-2:] == (first, parse_action("b1.0"))
    with pytest.raises(NotationError):
        game.play("b1.00")
    with pytest.raises(IllegalAction):
        game.play("b1.0")
    assert len(game.actions) == 11


def test_the_last_events_are_those_of_the_last_decision_and_the_luck_after_it() -> None:
    game = Game("pocket", seats=3, seed=7)
    assert [type(event) for event in game.last_events] == [TileDrawn] * 9
    game.play("a1.0")
    assert [type(event) for event in game.last_events] == [StartTaken]
    assert game.events[-1:] == game.last_events


def test_a_finished_game_has_a_result_and_nothing_to_decide() -> None:
    game = finished()
    assert game.over
    assert game.result is not None
    assert game.options == ()
    assert game.to_act is None
    with pytest.raises(GameOver, match="nothing to decide"):
        _ = game.decide
    with pytest.raises(GameOver, match="comes too late"):
        game.play("keep")


def test_taking_back_restores_state_and_luck() -> None:
    game = finished()
    actions, states = game.actions, [step.state for step in game.steps]
    for _ in range(12):
        game.undo()
    assert not game.over
    assert game.state in states
    for action in actions[len(game.actions) :]:
        if not isinstance(action, Outcome):
            game.play(str(action))
    assert game.actions == actions
    assert [step.state for step in game.steps] == states


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    game = Game("kosmos", seats=2, seed=1)
    opening = game.state
    game.play(game.options[0])
    game.undo()
    assert game.state == opening
    with pytest.raises(TsuroError, match="no decision to take back"):
        game.undo()


def test_a_seed_is_chosen_if_none_is_given() -> None:
    game = Game("pocket", seats=2)
    assert 0 <= game.seed < 2**32
    assert Game("pocket", seats=2, seed=game.seed).state == game.state


def test_luck_can_be_handed_in() -> None:
    dealt = Game("pocket", seats=2, seed=5).actions
    script = ScriptedChance([action for action in dealt if isinstance(action, Outcome)])
    assert Game("pocket", seats=2, chance=script).actions == dealt


def test_an_edition_can_be_handed_in_ready() -> None:
    edition = build_edition("kosmos", seats=5, switches={"piles": "3"})
    assert Game(edition, seed=1).edition is edition
    assert Game("kosmos", seats=5, seed=1, piles="3").edition is edition
    with pytest.raises(BadSetting):
        Game("kosmos", seats=5, winds="on")


def test_a_view_shows_the_own_decision_and_history_only() -> None:
    game = Game("classic", seats=2, seed=7)
    own, other = game.view(0), game.view(1)
    assert own.decide is not None
    assert other.decide is None
    assert own.to_act == other.to_act == 0
    assert len(own.hand) == 3
    assert game.view(None).hand == ()
    drawn = [event.tile for event in other.events if isinstance(event, TileDrawn)]
    assert drawn[:3] == [None] * 3
    assert tuple(drawn[3:]) == game.state.hands[1]


def test_position_and_pictures() -> None:
    game = finished()
    assert parse_position(str(game.position())).state == game.state
    assert repr(game) == f"<Game {game.position()}>"
    assert str(game).strip()
    assert game._repr_svg_().startswith("<svg")


def test_the_engine_without_the_facade() -> None:
    edition = build_edition("pocket", seats=2)
    step = begin(edition)
    luck = SeededChance(1)
    while isinstance(step.ask, Chance):
        step = play(edition, step.state, luck.pick(step.ask))
    assert waiting(edition, step.state) == step.ask
    after = play(edition, step.state, TakeMark(parse_stop("a1.0")))
    assert after == play(edition, step.state, parse_action("a1.0"))
    assert resume(edition, after.state).ask == after.ask
