"""Every edition as a game of OpenSpiel: its own tests, whole games told again, and its searches."""

from __future__ import annotations

import io
import unittest
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pyspiel  # type: ignore[import-not-found]
import pytest
from open_spiel.integration_tests import api_test  # type: ignore[import-untyped]
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped]

from tests.envs.playthroughs import blocks_of, read_playthrough
from tsuro.editions.registry import OURS
from tsuro.envs import spiel
from tsuro.errors import BadSetting, TsuroError

PLAYTHROUGHS = sorted(Path(__file__).with_name("playthroughs").glob("*.txt"))


def drawn(state: Any, rng: Random) -> None:
    """Let luck do what is due."""
    while state.is_chance_node():
        codes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(codes, weights)[0])


def at_random(name: str, seed: int, decisions: int) -> Any:
    """A state after some decisions, or the end."""
    rng, state = Random(seed), pyspiel.load_game(name).new_initial_state()
    drawn(state, rng)
    for _ in range(decisions):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
        drawn(state, rng)
    return state


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("players", [2, 5])
def test_random_simulation(name: str, players: int) -> None:
    game = pyspiel.load_game(f"tsuro_{name}(players={players})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", OURS)
def test_api_on_a_part_of_the_tree(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """OpenSpiel's own test case, which it makes for each game in the same way."""
    text = f"tsuro_{name}(players=3)"
    members = {"game": pyspiel.load_game(text), "game_name": text}
    case = type(f"Test_{name}", (api_test.EnforceAPIOnPartialTreeBase,), members)
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    told = io.StringIO()
    result = unittest.TextTestRunner(told).run(tests)
    assert result.testsRun >= 5
    assert result.wasSuccessful(), told.getvalue()


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthroughs_are_told_again_word_for_word(path: Path) -> None:
    """`python -m tests.envs.playthroughs` writes them anew, if a change is meant."""
    name, actions, digests = read_playthrough(path)
    for number, (block, digest) in enumerate(blocks_of(name, actions)):
        assert digest == digests[number], f"{path.name} is told otherwise from here on:\n{block}"
    assert number + 1 == len(digests)


def test_every_edition_has_a_playthrough() -> None:
    names = {read_playthrough(path)[0].partition("(")[0] for path in PLAYTHROUGHS}
    assert names == {f"tsuro_{name}" for name in OURS}


@pytest.mark.parametrize("name", OURS)
def test_worlds_for_searches_look_the_same_to_the_player(name: str) -> None:
    state = at_random(f"tsuro_{name}(players=3)", seed=3, decisions=5)
    player = state.current_player()
    worlds = set()
    for seed in range(12):
        other = state.resample_from_infostate(player, Random(seed).random)
        for told in ("information_state_string", "observation_string"):
            assert getattr(other, told)(player) == getattr(state, told)(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        worlds.add(str(other))
        drawn_on = other.clone()
        drawn_on.apply_action(drawn_on.legal_actions()[0])
    assert len(worlds) > 6


def test_a_search_of_openspiel_plays_it() -> None:
    state = at_random("tsuro_classic(players=2)", seed=5, decisions=6)
    rng = numpy.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        state.get_game(),
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        uct_c=2.0,
        max_simulations=20,
        max_world_samples=10,
        random_state=rng,
    )
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", OURS)
def test_nobody_is_told_what_others_draw(name: str) -> None:
    """States that differ only in hidden tiles have the same tensors and texts for a player."""
    state = at_random(f"tsuro_{name}(players=2)", seed=8, decisions=5)
    hand = state.step.state.hands[1]
    for told in (state.information_state_string(0), state.observation_string(0)):
        assert not any(f"{tile}" in told.split("hands")[0].split() for tile in hand)
    past = state.past.whole()
    secret = [each for each in past if not each.is_seen_by(0)]
    assert secret
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 0)
    for number, moment in enumerate(past):
        assert (observer.dict["past"][number][1] == 0) == (not moment.is_seen_by(0))


def test_perfect_recall_tells_orders_apart() -> None:
    """Two ways to one position are one observation but two information states."""
    states = []
    for order in ((0, 1), (1, 0)):
        state = at_random("tsuro_classic(players=2)", seed=1, decisions=0)
        marks = state.legal_actions()
        state.apply_action(marks[order[0]])
        states.append(state)
    assert states[0].information_state_string(0) != states[1].information_state_string(0)


def test_switches_are_parameters() -> None:
    game = pyspiel.load_game("tsuro_phoenix(players=2,winds_of_change=on)")
    assert game.edition.switches["winds_of_change"] == "on"
    assert "winds_of_change=on" in str(game)


def test_an_endless_game_is_broken_off_and_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spiel, "MOST_DECISIONS", 3)
    state = at_random("tsuro_pocket(players=3)", seed=1, decisions=3)
    assert state.is_terminal()
    assert state.returns() == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("text", ["winds_of_change=maybe", "players=9"])
def test_what_there_is_not_is_refused(text: str) -> None:
    with pytest.raises((TsuroError, pyspiel.SpielError, RuntimeError)):
        pyspiel.load_game(f"tsuro_phoenix({text})")


def test_an_observer_has_no_settings() -> None:
    game = pyspiel.load_game("tsuro_classic")
    with pytest.raises(BadSetting, match="no settings"):
        game.make_py_observer(params={"size": 3})


def test_an_illegal_action_is_refused() -> None:
    state = at_random("tsuro_classic", seed=1, decisions=2)
    before = str(state)
    with pytest.raises((TsuroError, pyspiel.SpielError)):
        state.apply_action(1343)
    assert str(state) == before
