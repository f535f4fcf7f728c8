"""The exact endgame against the reference engine, and the worlds it averages over."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace

import pytest

from tests.bots.support import choice, view_of
from tests.support.tables import Table
from tsuro.bots.mcts import MctsBot
from tsuro.bots.search.endgame import (
    count_worlds,
    every_world,
    is_late,
    solve,
    tiles_left,
)
from tsuro.bots.search.solver import finish, merge
from tsuro.core.asks import Chance
from tsuro.core.tiles import HIDDEN
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.play import Step, advance, begin, resume
from tsuro.fast.ready import kernel_of
from tsuro.game import Game


def value(edition: Edition, step: Step) -> list[float]:
    """What the solver computes, written down plainly on the reference engine."""
    seats = range(edition.seats)
    if step.ask is None:
        assert step.state.result is not None
        winners = step.state.result.winners
        return [(seat in winners) / len(winners) for seat in seats]
    if isinstance(step.ask, Chance):
        parts = [
            (weight / step.ask.total, value(edition, advance(edition, step, outcome)))
            for outcome, weight in step.ask.outcomes
        ]
        return [sum(weight * each[seat] for weight, each in parts) for seat in seats]
    values = [value(edition, advance(edition, step, option)) for option in step.ask.options]
    most = max(each[step.ask.seat] for each in values)
    best = [each for each in values if each[step.ask.seat] > most - 1e-9]
    return [sum(each[seat] for each in best) / len(best) for seat in seats]


def late_games(edition: str, seats: int, *, tiles: int, worlds: int) -> Iterator[Game]:
    """Random games, each stopped at its first decision with few tiles and few worlds."""
    for seed in range(500):
        game = Game(edition, seats=seats, seed=seed)
        rng = Random(seed)
        while not game.over:
            assert game.to_act is not None
            view = game.view(game.to_act)
            few = tiles_left(view.state) <= tiles and count_worlds(view) <= worlds
            if few and len(game.options) > 1:
                yield game
                break
            game.play(rng.choice(game.options))


def check(game: Game) -> None:
    """Every option of a decision has the value that the reference finds."""
    assert game.to_act is not None
    view = game.view(game.to_act)
    kernel = kernel_of(game.edition, ready="plain")
    solution = solve(kernel, view, game.options, budget=3000)
    assert solution is not None
    worlds = list(every_world(view))
    assert solution.worlds == len(worlds)
    total = sum(weight for _, weight in worlds)
    for option, found in zip(solution.options, solution.values, strict=True):
        wanted = [0.0] * game.edition.seats
        for state, weight in worlds:
            step = advance(game.edition, resume(game.edition, state), option)
            for seat, share in enumerate(value(game.edition, step)):
                wanted[seat] += weight / total * share
        assert found == pytest.approx(wanted)


def test_late_games_of_two_are_solved_as_the_reference_does() -> None:
    games = late_games("classic", 2, tiles=4, worlds=1)
    for _ in range(6):
        check(next(games))


def three_seats(pile: str = "") -> Table:
    """Two opponents in one's way; whoever falls puts tiles back, so luck comes into it.

    All tiles but those in hands and in the pile lie somewhere else on the board.
    """
    hands = ("T18 T08", "T28", "T23")
    free = {*" ".join((*hands, pile)).split()}
    names = [f"{column}{row}" for row in range(6, 0, -1) for column in "fedcba"]
    rest = [f"T{number:02}/0" for number in range(1, 36) if f"T{number:02}" not in free]
    return Table(
        "classic",
        pawns=("c1.0", "c1.1", "d1.1"),
        hands=hands,
        pile=pile,
        board=dict(zip(names, rest, strict=False)),
        number=5,
    )


def test_luck_and_several_seats_and_worlds_are_averaged() -> None:
    table = three_seats()
    view = view_of(table)
    assert is_late(view)
    assert count_worlds(view) == 2, "the two unseen tiles may be in either hand"
    solution = solve(
        kernel_of(table.edition, ready="plain"), view, table.decide.options, budget=20_000
    )
    assert solution is not None
    assert solution.worlds == 2
    assert len(set(solution.values)) > 5, "the options must differ"
    for option, found in zip(solution.options, solution.values, strict=True):
        wanted = [0.0, 0.0, 0.0]
        for state, weight in every_world(view):
            step = advance(table.edition, Step(state, (), table.decide), option)
            for seat, share in enumerate(value(table.edition, step)):
                wanted[seat] += weight / 2 * share
        assert found == pytest.approx(wanted)


def test_likelier_luck_counts_for_more() -> None:
    level = SimpleNamespace(mover=8, tried=0, shared=4.0, best=-1.0, count=2)
    values = [0.0] * 8
    for tried, share in ((1, 1.0), (2, 0.0)):
        level.tried = tried
        merge(level, [3, 1], values, [share, 1.0 - share] + [0.0] * 6)
    finish(level, values)
    assert values[:2] == [0.75, 0.25]


@pytest.mark.parametrize("edition", EDITIONS)
def test_kernels_list_what_luck_may_bring_as_the_reference_does(edition: str) -> None:
    built = build_edition(edition, seats=3)
    kernel = kernel_of(built, ready="plain")
    outcomes = kernel.family.function("outcomes")
    rng = Random(2)
    step = begin(built)
    kinds = set()
    while step.ask is not None:
        if isinstance(step.ask, Chance):
            codes, weights = [0] * 100, [0] * 100
            count = outcomes(kernel.to_row(step.state), codes, weights)
            listed = {kernel.action_of(codes[i]): weights[i] for i in range(count)}
            total = sum(listed.values())
            wanted = {outcome: weight / step.ask.total for outcome, weight in step.ask.outcomes}
            assert {each: weight / total for each, weight in listed.items()} == wanted
            assert len(listed) == count
            kinds.add(type(step.ask.outcomes[0][0]).__name__)
            step = advance(built, step, rng.choice(step.ask.outcomes)[0])
        else:
            step = advance(built, step, rng.choice(step.ask.options))
    assert len(kinds) == {"seas": 4, "phoenix": 2}.get(edition, 1)


def test_worlds_leave_nothing_hidden_and_keep_what_is_seen() -> None:
    table = three_seats(pile="T30")
    view = view_of(table)
    worlds = [state for state, _ in every_world(view)]
    assert len(worlds) == count_worlds(view) == 6
    assert len({(state.hands, state.pile.bag) for state in worlds}) == 6
    for state in worlds:
        assert state.hands[0] == table.state.hands[0]
        held = [tile for hand in state.hands[1:] for tile in hand]
        assert sorted([*held, *state.pile.bag]) == ["T23", "T28", "T30"]
        assert HIDDEN not in (*held, *state.pile.bag)


def test_the_solver_gives_up_when_it_takes_too_long() -> None:
    table = three_seats()
    kernel = kernel_of(table.edition, ready="plain")
    view = view_of(table)
    assert solve(kernel, view, table.decide.options, budget=3) is None
    assert solve(kernel, view, table.decide.options, budget=20_000) is not None
    assert solve(kernel, view, table.decide.options, budget=20_000, until=0.0) is None
    early = Game("classic", seats=2, seed=1)
    assert solve(kernel, early.view(0), early.options, budget=10**6) is None


@pytest.mark.usefixtures("plain")
def test_the_search_hands_late_decisions_to_the_solver() -> None:
    game = next(late_games("classic", 2, tiles=4, worlds=1))
    assert game.to_act is not None
    view = game.view(game.to_act)
    told = MctsBot(iterations=20).explain(view, game.options, Random(1))
    assert told.note == "solved exactly"
    assert all(error == 0 for each in told.appraisals for error in each.errors)
    solution = solve(kernel_of(game.edition, ready="plain"), view, game.options, budget=3000)
    assert solution is not None
    assert told.appraisals[0].action in solution.best(view.to_act or 0)
    unsolved = MctsBot(iterations=20, endgame=0).explain(view, game.options, Random(1))
    assert unsolved.note.endswith("iterations")


@pytest.mark.usefixtures("plain")
def test_a_solved_choice_is_among_the_best() -> None:
    table = three_seats()
    solution = solve(
        kernel_of(table.edition, ready="plain"),
        view_of(table),
        table.decide.options,
        budget=20_000,
    )
    assert solution is not None
    best = {str(option) for option in solution.best(0)}
    for seed in range(3):
        assert choice(three_seats(), MctsBot(iterations=10), seed) in best
