"""Classic, kosmos and pocket: the kernels play the very game the reference plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.differential.twins import Twins, by_luck, every_way_to_play, label
from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.core.pile import Pile
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.play import Step, advance, begin
from tsuro.fast import kernel_of
from tsuro.rules.dragon import Dragon
from tsuro.rules.piles import Heaps

WAYS = [edition for name in ("classic", "kosmos", "pocket") for edition in every_way_to_play(name)]
GAMES = 4
"""In each direction, for every way to play: with the built positions a thousand games."""


@pytest.mark.parametrize("edition", WAYS, ids=label)
def test_kernel_games_replay_on_the_reference(edition: Edition) -> None:
    first = edition.seats // 2
    kernel = kernel_of(edition)
    rows = kernel.new_rows(GAMES, seed=7, first=first)
    logs = kernel.logged_batch(rows)
    twins = Twins(edition, [begin(edition, first=first).state] * GAMES)
    twins.replay(logs)
    assert not twins.running
    assert [kernel.state(rows, i) for i in range(GAMES)] == [step.state for step in twins.steps]


@pytest.mark.parametrize("edition", WAYS, ids=label)
def test_reference_games_replay_on_the_kernel(edition: Edition) -> None:
    rng = Random(label(edition))
    firsts = [rng.randrange(edition.seats) for _ in range(GAMES)]
    twins = Twins(edition, [begin(edition, first=first).state for first in firsts])
    while twins.running:
        twins.play([by_luck(step, rng) if step.ask else None for step in twins.steps])
        if rng.random() < 0.1:
            twins.check_conversion()


def test_plain_and_compiled_luck_are_the_same() -> None:
    for name in ("classic", "kosmos", "pocket"):
        edition = build_edition(name, seats=5)
        plain = kernel_of(edition, ready="plain")
        assert plain.logged_batch(plain.new_rows(5, seed=3)) == kernel_of(edition).logged_batch(
            kernel_of(edition).new_rows(5, seed=3)
        )


def scarce(state: GameState, rng: Random) -> GameState:
    """A position short of tiles, where the dragon, passes and the end of the tiles are near."""
    bag = tuple(sorted(rng.sample(state.pile.bag, min(len(state.pile.bag), rng.randrange(3)))))
    hands = [hand[: rng.choice((0, 1, 1, 2, 3))] for hand in state.hands]
    active = state.turn.seat
    hands[active] = hands[active] or state.hands[active][:1]
    state = replace(state, hands=tuple(hands), pile=Pile(bag))
    if state.has_part(Dragon):
        short = [seat for seat in state.live_seats() if len(hands[seat]) < 3]
        holder = rng.choice(short) if short and not bag else None
        state = state.with_part(Dragon(holder))
    if state.has_part(Heaps):
        empty = (0,) * (len(state.part(Heaps).sizes) - 1)
        state = state.with_part(Heaps((len(bag), *empty)))
    return state


A_FEW = 3


def positions(edition: Edition, rng: Random, count: int) -> list[GameState]:
    """States in the middle of random games, at a placement; a few of each game."""
    found: list[GameState] = []
    while len(found) < count:
        states = [
            step.state
            for step in steps_at_random(edition, rng)
            if isinstance(step.ask, Decide) and step.state.cursor.phase == "place"
        ]
        middle = states[len(states) // 3 :]
        found += rng.sample(middle, min(len(middle), A_FEW))
    return found[:count]


def steps_at_random(edition: Edition, rng: Random) -> Iterator[Step]:
    step = begin(edition)
    while step.ask is not None:
        step = advance(edition, step, by_luck(step, rng))
        yield step


CLASSIC_FACTS = {
    "collision",
    "dragon inherited",
    "dragon put back",
    "dragon returned",
    "dragon taken",
    "ended all_out",
    "ended last_standing",
    "ended tiles_out",
    "exchange",
    "exchange with several",
    "pass",
    "several pawns lost",
    "swap",
}


@pytest.mark.parametrize("draw", ["holder_first", "literal"])
def test_positions_short_of_tiles_classic(draw: str) -> None:
    rng = Random(draw)
    facts: Counter[str] = Counter()
    for seats in (3, 5, 8):
        edition = build_edition("classic", seats=seats, switches={"draw": draw})
        states = [scarce(state, rng) for state in positions(edition, rng, 70)]
        twins = Twins(edition, states)
        twins.play_at_random(rng)
        facts += twins.facts
    assert set(facts) >= CLASSIC_FACTS, sorted(facts.items())


def test_positions_short_of_tiles_kosmos() -> None:
    rng = Random("kosmos")
    facts: Counter[str] = Counter()
    for seats in (2, 4, 8):
        edition = build_edition("kosmos", seats=seats)
        twins = Twins(edition, [scarce(state, rng) for state in positions(edition, rng, 40)])
        twins.play_at_random(rng)
        facts += twins.facts
    assert set(facts) >= {"pass", "collision", "ended tiles_out"}


def test_equal_tiles_in_a_hand_are_one_option() -> None:
    edition = build_edition("kosmos", seats=2)
    rng = Random(3)
    states = []
    for state in positions(edition, rng, 20):
        pair = state.hands[state.turn.seat][0]
        hand = (pair, *state.hands[state.turn.seat][2:], pair)
        states.append(state.with_hand(Seat(state.turn.seat), hand))
    Twins(edition, states).play_at_random(rng)


@pytest.mark.parametrize("name", ["classic", "kosmos", "pocket", "seas"])
def test_a_symmetric_tile_may_lie_turned_further_than_it_need_be(name: str) -> None:
    edition = build_edition(name, seats=4)
    rng = Random(f"turned {name}")
    states = [further(edition, state) for state in positions(edition, rng, 15)]
    assert any(states)
    Twins(edition, [state for state in states if state is not None]).play_at_random(rng)


def further(edition: Edition, state: GameState) -> GameState | None:
    """The same paths with every symmetric tile turned on until it looks the same again."""
    squares = list(state.board.squares)
    for index, laid in enumerate(squares):
        if laid is not None:
            distinct = edition.tiles.face(laid).distinct_rotations
            squares[index] = laid._replace(rotation=(laid.rotation + distinct) % 4)
    board = replace(state.board, squares=tuple(squares))
    return None if board == state.board else replace(state, board=board)
