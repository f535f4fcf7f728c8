"""Many games at once: the same games as everywhere, whatever the batch, and a guarded door."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy
import pytest

from tests.encoding.support import any_way_to_play
from tsuro.arena.playing import finish_ranks
from tsuro.editions.registry import OURS, build_edition
from tsuro.errors import (
    BadSetting,
    GameOver,
    IllegalAction,
    KernelError,
    TsuroError,
    UnknownEdition,
)
from tsuro.training import Games
from tsuro.training.games import OPPONENTS, opponent_numbers
from tsuro.training.rows import MOST_DECISIONS

COUNT = 12


def finish(games: Games) -> None:
    while not games.done.all():
        games.step(games.sample())


@pytest.mark.parametrize("name", OURS)
def test_results_are_those_of_the_reference(name: str) -> None:
    games = Games(any_way_to_play(name, Random(f"results {name}")), COUNT, seed=1)
    finish(games)
    returns, ranks, alive = games.returns(), games.ranks(), games.alive()
    for index in range(COUNT):
        state = games.state(index)
        assert state.result is not None
        winners = state.result.winners
        shares = [(seat in winners) / len(winners) for seat in range(games.seats)]
        assert returns[index].tolist() == shares
        assert tuple(ranks[index]) == finish_ranks(state)
        assert {seat for seat in range(games.seats) if alive[index, seat]} == {
            *state.live_seats(),
            *winners,
        }


@pytest.mark.parametrize("name", OURS)
def test_places_in_a_running_game(name: str) -> None:
    games = Games(build_edition(name, seats=6), COUNT, seed=2)
    while not games.done.all():
        games.step(games.sample())
        ranks = games.ranks()
        for index in numpy.flatnonzero(~games.done):
            assert tuple(ranks[index]) == finish_ranks(games.state(int(index)))


def test_games_do_not_depend_on_threads_or_on_which_of_them_are_over() -> None:
    played = []
    for threads in (1, 3):
        games = Games("classic", 9, seats=3, seed=4, threads=threads)
        for _ in range(60):
            games.step(games.sample())
            games.reset(games.done)
        played.append((games.observe().tobytes(), games.to_act.tolist(), games.mask().tobytes()))
    assert played[0] == played[1]


def test_a_game_of_a_batch_is_the_game_of_its_stream() -> None:
    kernel_rows = Games("pocket", 5, seats=4, seed=9)
    finish(kernel_rows)
    alone = Games("pocket", 2, seats=4, seed=9)
    finish(alone)
    assert alone.state(1) == kernel_rows.state(1)


def test_a_seed_gives_the_same_games_and_another_one_others() -> None:
    one, same, other = (Games("seas", 3, seats=2, seed=seed) for seed in (5, 5, 6))
    for games in (one, same, other):
        finish(games)
    assert one.observe([0] * 3).tobytes() == same.observe([0] * 3).tobytes()
    assert [one.state(i) for i in range(3)] == [same.state(i) for i in range(3)]
    assert [one.state(i) for i in range(3)] != [other.state(i) for i in range(3)]


def test_new_games_are_other_games() -> None:
    games = Games("classic", 2, seats=2, seed=3)
    first = [games.state(i).hands for i in range(2)]
    games.reset()
    second = [games.state(i).hands for i in range(2)]
    games.reset(numpy.array([True, False]))
    third = [games.state(i).hands for i in range(2)]
    assert len({*first, *second, third[0]}) == 5
    assert third[1] == second[1]


@pytest.mark.parametrize("name", OURS)
def test_a_copy_by_pickle_goes_on_alike(name: str) -> None:
    games = Games(name, 4, seats=3, seed=8)
    for _ in range(9):
        games.step(games.sample())
    copy = pickle.loads(pickle.dumps(games))
    for each in (games, copy):
        finish(each)
        each.reset(each.done)
    assert games.observe().tobytes() == copy.observe().tobytes()
    assert games.played.tolist() == copy.played.tolist()


def test_arrays_that_are_given_are_filled() -> None:
    games = Games("classic", 3, seats=2, seed=1)
    mask = numpy.full((3, games.encoding.actions), 7, "u1")
    assert games.mask(out=mask) is mask
    assert set(mask.ravel().tolist()) == {0, 1}
    line = numpy.full((3, games.encoding.length), 7, "u1")
    assert games.observe(out=line) is line
    assert line.tobytes() == games.observe().tobytes()


def test_nobody_sees_nothing() -> None:
    games = Games("classic", 2, seats=2, seed=1)
    seen = games.observe([0, -1])
    assert seen[0].any()
    assert not seen[1].any()


@pytest.mark.parametrize("opponents", ["random", "cautious", "greedy"])
def test_others_decide_until_the_learner_is_asked(opponents: str) -> None:
    games = Games("kosmos", 8, seats=3, seed=2)
    learners = numpy.array([0, 1, 2, 0, 1, 2, 0, 1])
    rivals = opponent_numbers([opponents], 3)
    for _ in range(30):
        games.let_others(learners, rivals)
        asked, alive = games.to_act, games.alive()
        waiting = asked == learners
        for index in numpy.flatnonzero(~waiting):
            assert games.done[index] or not alive[index, learners[index]]
        games.step(numpy.where(waiting, games.sample(), -1))


@pytest.mark.parametrize("name", OURS)
def test_who_is_out_and_not_asked_any_more_has_not_won(name: str) -> None:
    """A phoenix that is out may still have to say where a lantern goes, but cannot come back."""
    games = Games(name, 60, seats=3, seed=7)
    learners = numpy.arange(60) % 3
    own = numpy.arange(60), learners
    rivals = opponent_numbers(["random"], 3)
    while True:
        games.let_others(learners, rivals)
        waiting = games.to_act == learners
        if not waiting.any():
            break
        games.step(numpy.where(waiting, games.sample(), -1))
    out = ~games.alive()[own]
    assert out.any()
    places = games.ranks()[own]
    while not games.done.all():
        games.step(games.sample())
        assert not (games.to_act == learners)[out].any()
    assert not games.returns()[own][out].any()
    assert games.ranks()[own][out].tolist() == places[out].tolist()


def test_a_greedy_opponent_beats_a_random_one() -> None:
    games = Games("classic", 400, seats=2, seed=11)
    learners = numpy.arange(400) % 2
    while not games.done.all():
        games.let_others(learners, opponent_numbers(["greedy"], 2))
        asked = (games.to_act == learners) & games.alive()[numpy.arange(400), learners]
        games.step(numpy.where(asked, games.sample(), -1))
        if not asked.any():
            break
    won = games.alive()[numpy.arange(400), learners].mean()
    assert won < 0.4


def test_an_endless_game_is_shared_by_those_still_in() -> None:
    games = Games("classic", 2, seats=4, seed=1)
    games._played[0] = MOST_DECISIONS
    assert games.endless.tolist() == [True, False]
    assert games.returns().tolist() == [[0.25] * 4, [0.0] * 4]


CLASSIC = Games("classic", 2, seats=2, seed=1)


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([105, 105, 105], KernelError),
        ([105.0, 105.0], KernelError),
        (["105", "105"], KernelError),
        ([[105], [105]], KernelError),
        ([[105], []], KernelError),
        (None, KernelError),
        (numpy.array([2**63, 0], "u8"), KernelError),
        ([105, 99_999], IllegalAction),
        ([105, 0], IllegalAction),
    ],
)
def test_actions_that_cannot_be_done_change_nothing(actions: Any, error: type[TsuroError]) -> None:
    before = CLASSIC.observe().tobytes(), CLASSIC.played.tolist()
    with pytest.raises(error) as refused:
        CLASSIC.step(actions)
    assert refused.value.code in {"kernel", "illegal_action"}
    assert (CLASSIC.observe().tobytes(), CLASSIC.played.tolist()) == before


def test_a_refusal_names_the_game_and_the_action() -> None:
    with pytest.raises(IllegalAction, match=r"T01/0 \(action 0\) is not legal in game 1 now"):
        CLASSIC.step([105, 0])


def test_a_finished_game_takes_no_more() -> None:
    games = Games("pocket", 2, seats=2, seed=1)
    finish(games)
    assert games.sample().tolist() == [-1, -1]
    assert games.to_act.tolist() == [-1, -1]
    games.step([-1, -1])
    with pytest.raises(GameOver, match="Game 0 is over"):
        games.step([0, -1])


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: Games("chess", 2), UnknownEdition),
        (lambda: Games("classic", 2, seats=9), BadSetting),
        (lambda: Games("classic", 2, wings="on"), BadSetting),
        (lambda: Games("classic", 0), KernelError),
        (lambda: Games("classic", 1.5), KernelError),  # type: ignore[arg-type]
        (lambda: Games("classic", 2, threads=0), KernelError),
        (lambda: Games("classic", 2, seed="x"), KernelError),  # type: ignore[arg-type]
        (lambda: CLASSIC.mask(out=numpy.zeros((2, 3), "u1")), KernelError),
        (lambda: CLASSIC.mask(out=numpy.zeros((2, 1344))), KernelError),
        (lambda: CLASSIC.mask(out=[[0] * 1344] * 2), KernelError),
        (lambda: CLASSIC.observe(out=numpy.zeros((2921, 2), "u1").T), KernelError),
        (lambda: CLASSIC.observe([0, 2]), KernelError),
        (lambda: CLASSIC.observe([0, -2]), KernelError),
        (lambda: CLASSIC.reset([1, 0]), KernelError),
        (lambda: CLASSIC.reset(numpy.array([True])), KernelError),
        (lambda: CLASSIC.let_others([0, 0], [0]), KernelError),
        (lambda: CLASSIC.state(2), KernelError),
        (lambda: CLASSIC.view(0, 2), BadSetting),
        (lambda: opponent_numbers(["mcts"], 2), BadSetting),
        (lambda: opponent_numbers(["random"] * 3, 2), BadSetting),
    ],
)
def test_whatever_cannot_be_is_refused_in_a_sentence(call: Any, error: type[TsuroError]) -> None:
    before = CLASSIC.observe().tobytes()
    with pytest.raises(error) as refused:
        call()
    assert refused.value.code
    assert str(refused.value).endswith(".")
    assert CLASSIC.observe().tobytes() == before


def test_opponents_have_names() -> None:
    assert opponent_numbers("greedy", 3) == [OPPONENTS.index("greedy")] * 3
    assert opponent_numbers(["random", "cautious"], 2) == [0, 1]


def test_a_game_can_be_looked_at() -> None:
    view = CLASSIC.view(0, 1)
    assert view.viewer == 1
    assert view.state.hands[0] == ("?", "?", "?")
