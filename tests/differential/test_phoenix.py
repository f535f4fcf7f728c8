"""Phoenix Rising: the kernel plays the very game the reference plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import numpy
import pytest

from tests.differential.phoenix_positions import before_a_loop, last_round, scarce
from tests.differential.phoenix_twins import PhoenixTwins, by_seats, phoenix_ways
from tests.differential.twins import by_luck
from tsuro.core.actions import Action
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.play import begin
from tsuro.fast.ready import kernel_of

SEATS = range(2, 9)
WINDS = {"winds_of_change": "on"}


@pytest.mark.parametrize("seats", SEATS)
def test_kernel_games_replay_on_the_reference(seats: int) -> None:
    """One game of every combination of switches."""
    editions = phoenix_ways(seats)
    kernels = [kernel_of(edition) for edition in editions]
    first = seats // 2
    rows = numpy.concatenate(
        [kernel.new_rows(1, seed=number, first=first) for number, kernel in enumerate(kernels)]
    )
    logs = kernels[0].logged_batch(rows)
    twins = PhoenixTwins(editions, [begin(edition, first=first).state for edition in editions])
    twins.replay(logs)
    assert not twins.running
    played = [kernel.state(rows, number) for number, kernel in enumerate(kernels)]
    assert played == [step.state for step in twins.steps]


@pytest.mark.parametrize("seats", SEATS)
def test_reference_games_replay_on_the_kernel(seats: int) -> None:
    rng = Random(seats)
    editions = phoenix_ways(seats)
    twins = PhoenixTwins(
        editions, [begin(edition, first=rng.randrange(seats)).state for edition in editions]
    )
    while twins.running:
        twins.play([by_luck(step, rng) if step.ask else None for step in twins.steps])
        if rng.random() < 0.1:
            twins.check_conversion()


def test_plain_and_compiled_luck_are_the_same() -> None:
    for switches in ({}, WINDS):
        edition = build_edition("phoenix", seats=5, switches=switches)
        plain, fast = kernel_of(edition, ready="plain"), kernel_of(edition)
        assert plain.logged_batch(plain.new_rows(5, seed=3)) == fast.logged_batch(
            fast.new_rows(5, seed=3)
        )


def play_at_random(
    games: Sequence[tuple[Edition, GameState, *tuple[Action, ...]]], rng: Random
) -> Counter[str]:
    """Which rules games show from a state to their end, after the actions that are given."""
    facts: Counter[str] = Counter()
    for batch in by_seats(games):
        editions, states, *actions = zip(*batch, strict=True)
        twins = PhoenixTwins(editions, states)
        for each in actions:
            twins.play(each)
        twins.play_at_random(rng)
        facts += twins.facts
    return facts


SHORT_OF_TILES = {
    "draw from under the stack",
    "ended all_out",
    "ended last_standing",
    "left by collision",
    "left by edge",
    "left by withdrawn",
    "phoenix handed over",
    "phoenix passed on",
    "phoenix returned",
    "phoenix taken",
    "rising",
    "robbery",
    "several seats out at once",
    "stars of an eliminated seat",
    "tile for the holder",
}


@pytest.mark.parametrize("winds", ["off", "on"])
def test_positions_short_of_tiles(winds: str) -> None:
    rng = Random(winds)
    ways = [
        build_edition("phoenix", seats=seats, switches={"winds_of_change": winds, "immolate": rise})
        for seats in (2, 3, 5, 8)
        for rise in ("next_turn", "same_turn")
    ]
    editions = [edition for edition in ways for _ in range(20)]
    facts = play_at_random([(edition, scarce(edition, rng)) for edition in editions], rng)
    assert set(facts) >= SHORT_OF_TILES, sorted(facts.items())


def test_positions_in_the_last_round() -> None:
    rng = Random("stars")
    editions = [edition for seats in (3, 4) for edition in phoenix_ways(seats)]
    facts = play_at_random([(edition, last_round(edition, rng)) for edition in editions], rng)
    wanted = {"ended stars", "ended stars together", "Life token decides"}
    assert set(facts) >= wanted, sorted(facts.items())


LOOPS = {
    "flip",
    "flip moves another",
    "lantern bound",
    "loop escaped",
    "loop flown",
    "star treated",
}


def test_positions_before_a_closed_loop() -> None:
    rng = Random("loops")
    ways = [
        edition
        for seats in (3, 6)
        for edition in phoenix_ways(seats)
        if edition.switches["winds_of_change"] == "on"
    ]
    editions = [edition for edition in ways for _ in range(2)]
    facts = play_at_random([(edition, *before_a_loop(edition, rng)) for edition in editions], rng)
    assert set(facts) >= LOOPS, sorted(facts.items())


def test_a_closed_loop_of_the_standard_game_is_left() -> None:
    rng = Random("standard")
    editions = [
        edition for edition in phoenix_ways(4) if edition.switches["winds_of_change"] == "off"
    ]
    built = [before_a_loop(edition, rng) for edition in editions]
    twins = PhoenixTwins(editions, [state for state, _ in built])
    twins.play([action for _, action in built])
    assert twins.facts["left by loop"] > 0
    twins.play_at_random(rng)
