"""The greedy judgement: its terms, its weights, and that it looks at nothing hidden."""

from __future__ import annotations

from random import Random

import pytest

from tests.bots.support import choice, play_out, positions
from tests.support.tables import Table
from tsuro.bots.greedy import GreedyBot
from tsuro.bots.search.worlds import one_world
from tsuro.core.ids import Seat
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.fast.ready import kernel_of
from tsuro.fast.shared.cells import count_bits
from tsuro.fast.tiles.features import FEATURES, features
from tsuro.game import Game


def terms(table: Table, seat: int = 0) -> dict[str, float]:
    """The terms of the judgement for a seat at a table."""
    out = [0.0] * len(FEATURES)
    features(kernel_of(table.edition, ready="plain").to_row(table.state), seat, out)
    return dict(zip(FEATURES, out, strict=True))


def classic(*pawns: str, hands: tuple[str, ...], board: dict[str, str] | None = None) -> Table:
    return Table("classic", pawns=pawns, hands=hands, board=board)


def test_the_terms_of_two_pawns_on_an_empty_board() -> None:
    table = classic("a1.0", "f6.4", hands=("T35 T34", "T01"))
    found = terms(table)
    assert found["won"] == found["out"] == found["touch"] == found["near"] == 0
    assert found["rivals"] == 1
    assert found["reach"] == 1, "all cells are free and connected"
    assert found["room"] == pytest.approx(6 / 13), "a corner has six cells within two steps"
    assert found["exits"] == pytest.approx(4 / 7), "the ports of a corner cell that face the board"
    assert found["pressed"] == pytest.approx(3 / 7)


def test_pawns_before_one_cell_touch_and_before_its_neighbour_are_near() -> None:
    table = classic("a1.0", "a1.1", "b1.0", hands=("T35", "T01", "T02"))
    assert terms(table)["touch"] == 1
    assert terms(table)["near"] == 1
    assert terms(table, 2)["touch"] == 0
    assert terms(table, 2)["near"] == 2


def test_a_hand_without_a_safe_way_is_stuck() -> None:
    table = classic("a1.0", "f6.4", hands=("T17 T04", ""))
    loose, bare = terms(table), terms(table, seat=1)
    safe = [option for option in table.options if not option.startswith("T35")]
    assert loose["ways"] == pytest.approx(len(safe) / 12), "classic offers the safe ones only"
    assert loose["stuck"] == 0
    assert bare["ways"] == 0
    assert bare["stuck"] == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_term_hangs_on_what_the_seat_cannot_see(edition: str) -> None:
    kernel = kernel_of(build_edition(edition, seats=3), ready="plain")
    features = kernel.family.function("features")
    rng = Random(1)
    for game in positions(edition, 3, seed=5):
        seat = game.to_act
        assert seat is not None
        seen = []
        for _ in range(3):
            out = [0.0] * len(kernel.family.features)
            features(kernel.to_row(one_world(game.view(seat), rng)), seat, out)
            seen.append(out)
        assert seen[0] == seen[1] == seen[2]


def test_bits_are_counted() -> None:
    rng = Random(3)
    for _ in range(200):
        word = rng.getrandbits(49)
        assert count_bits(word) == word.bit_count()


def test_a_weight_changes_what_it_does() -> None:
    start = Game("classic", seats=2, seed=1)
    start.play("c1.0")
    shy = GreedyBot(touch=-50, near=-50)
    bold = GreedyBot(touch=50)
    assert str(bold.choose(start.view(1), start.options, Random(1))) == "c1.1"
    assert str(shy.choose(start.view(1), start.options, Random(1)))[:2] not in ("b1", "c1", "d1")


def test_greedy_wins_at_once_if_it_can() -> None:
    table = corner()
    wins = {option for option in table.options if is_won(option)}
    assert wins
    assert len(wins) < len(table.options)
    assert choice(table, GreedyBot()) in wins


def corner() -> Table:
    """Two pawns before one corner; some placements lead the other off the board."""
    return classic("a1.0", "a1.7", hands=("T35 T30 T22", "T01"))


def is_won(option: str) -> bool:
    tried = corner().play(option)
    return tried.state.result is not None and tried.state.result.winners == (Seat(0),)


@pytest.mark.parametrize("edition", EDITIONS)
def test_greedy_beats_random(edition: str) -> None:
    wins = 0
    for seed in range(4):
        game = Game(edition, seats=2, seed=seed)
        play_out(game, *(("greedy", "random") if seed % 2 else ("random", "greedy")))
        assert game.result is not None
        wins += game.result.winners == (Seat(0 if seed % 2 else 1),)
    assert wins >= 3
