"""Bots: what they choose, and how they are found by name."""

from __future__ import annotations

from random import Random

import pytest

from tests.bots.support import choice, one_ship, play_out
from tsuro.bots.cautious import CautiousBot, safest
from tsuro.bots.random_bot import RandomBot
from tsuro.bots.registry import make_bot
from tsuro.core.actions import Decision
from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.editions.registry import EDITIONS
from tsuro.engine.play import advance
from tsuro.errors import UnknownBot
from tsuro.game import Game


def test_random_chooses_every_option_sooner_or_later() -> None:
    game = Game("classic", seats=2, seed=1)
    rng = Random(1)
    seen: set[Decision] = set()
    for _ in range(1000):
        seen.add(RandomBot().choose(game.view(0), game.options, rng))
    assert seen == set(game.options)


def test_cautious_does_not_run_off_the_board() -> None:
    deaths = 0
    for option in one_ship("T17 T04").options:
        deaths += bool(one_ship("T17 T04").play(option).lost)
    assert 0 < deaths < len(one_ship("T17 T04").options), "some placements must lose the pawn"
    for seed in range(20):
        chosen = choice(one_ship("T17 T04"), CautiousBot(), seed)
        assert not one_ship("T17 T04").play(chosen).lost


def test_a_single_option_is_taken_without_thought() -> None:
    game = Game("classic", seats=2, seed=1)
    only = game.options[:1]
    assert CautiousBot(slips=1).choose(game.view(0), only, Random(0)) == only[0]


def test_cautious_takes_any_of_the_safe_options() -> None:
    safe = {
        option
        for option in one_ship("T17 T04").options
        if not one_ship("T17 T04").play(option).lost
    }
    assert {choice(one_ship("T17 T04"), CautiousBot(), seed) for seed in range(200)} == safe


def test_slips_make_it_play_at_random() -> None:
    game = Game("classic", seats=2, seed=1)
    game.play("a1.0")
    rng = Random(1)
    chosen = {str(CautiousBot(slips=1).choose(game.view(1), game.options, rng)) for _ in range(99)}
    assert len(chosen) > 20


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 5])
def test_the_same_bot_plays_every_edition_to_the_end(edition: str, seats: int) -> None:
    game = Game(edition, seats=seats, seed=seats)
    play_out(game, "cautious", "random")
    assert game.over


@pytest.mark.parametrize("edition", ["kosmos", "pocket", "phoenix"])
def test_cautious_beats_random(edition: str) -> None:
    wins = 0
    for seed in range(8):
        game = Game(edition, seats=2, seed=seed)
        play_out(game, *(("cautious", "random") if seed % 2 else ("random", "cautious")))
        assert game.result is not None
        wins += game.result.winners == (Seat(0 if seed % 2 else 1),)
    assert wins >= 5


def test_the_same_luck_gives_the_same_decision() -> None:
    game = Game("kosmos", seats=3, seed=4)
    first = CautiousBot().choose(game.view(0), game.options, Random("x"))
    assert CautiousBot().choose(game.view(0), game.options, Random("x")) == first


def test_specifications_name_a_bot_and_its_settings() -> None:
    assert make_bot("random") == RandomBot()
    assert make_bot("cautious") == CautiousBot()
    assert make_bot("cautious:slips=0.25") == CautiousBot(slips=0.25)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("cautius", "Did you mean cautious?"),
        ("", "Known are: random, cautious, greedy, flat, mcts, silly,"),
        ("cautious:depth=3", "has no setting 'depth'; it has: slips."),
        ("random:x=1", "it has: none."),
        ("cautious:slips=often", "The setting slips of 'cautious' must be a number, not"),
        ("cautious:slips=2", "between 0 and 1"),
        ("cautious:slips", "The setting slips of 'cautious' must be a number, not"),
    ],
)
def test_unknown_bots_and_settings_are_refused(spec: str, says: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        make_bot(spec)
    assert says in str(caught.value)
    assert caught.value.code == "unknown_bot"


def test_cautious_thinks_of_the_path_into_the_tile_it_lays() -> None:
    game = Game("kosmos", seats=3, seed=8)
    while game.state.turn.number == 0:
        game.play(game.options[0])
    assert game.to_act is not None
    safe = {str(option) for option in safest(game.view(game.to_act), game.options, Random(1))}
    kept = set()
    for option in game.options:
        laid = advance(game.edition, game.steps[-1], option)
        assert isinstance(laid.ask, Decide)
        for entry in laid.ask.options:
            if advance(game.edition, laid, entry).state.is_in(game.to_act):
                kept.add(str(option))
    assert safe == kept
    assert len(kept) < len(game.options), "some tiles must be fatal either way"
