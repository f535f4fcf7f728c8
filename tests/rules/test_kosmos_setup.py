"""Kosmos Tsuro: components, board sides, piles and start places (KO-1 to KO-8, KO-24)."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.rules import rule
from tests.support.tables import Table
from tsuro.core.actions import TakeSide
from tsuro.core.events import StartTaken, TilePlaced
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat
from tsuro.core.state import Fate, Status
from tsuro.editions.registry import build_edition
from tsuro.errors import BadSetting
from tsuro.game import Game
from tsuro.rules.dragon import Dragon
from tsuro.rules.piles import Heaps


@rule("KO-1")
def test_the_box_holds_64_cards_eight_pawns_and_no_dragon() -> None:
    edition = build_edition("kosmos", seats=8)
    opening = edition.opening(Seat(0))
    assert len(edition.bag) == 64
    assert len(opening.pawns) == 8
    assert not opening.has_part(Dragon)


@rule("KO-2", "KO-3")
@pytest.mark.parametrize(
    ("seats", "size"), [(2, 6), (3, 6), (4, 6), (5, 7), (6, 7), (7, 7), (8, 7)]
)
def test_the_board_side_follows_from_the_number_of_players(seats: int, size: int) -> None:
    assert build_edition("kosmos", seats=seats).size == size


@rule("KO-2")
@pytest.mark.parametrize("seats", range(2, 9))
def test_the_larger_side_is_open_to_any_number_and_the_smaller_to_no_more(seats: int) -> None:
    assert build_edition("kosmos", seats=seats, switches={"board": "large"}).size == 7
    with pytest.raises(BadSetting, match="auto, large"):
        build_edition("kosmos", seats=seats, switches={"board": "small"})


@rule("KO-4")
def test_six_patterns_are_single_and_the_others_double() -> None:
    tiles = build_edition("kosmos", seats=3).tiles.tiles
    assert len(tiles) == 35
    assert {tile.copies for tile in tiles.values()} == {1, 2}
    singles = [tile.id for tile in tiles.values() if tile.copies == 1]
    assert singles == ["T01", "T10", "T28", "T32", "T34", "T35"]


@rule("KO-5")
@pytest.mark.parametrize(
    ("seats", "piles", "sizes"),
    [
        (2, "2", (29, 29)),
        (3, "2", (28, 27)),
        (3, "3", (19, 18, 18)),
        (4, "3", (18, 17, 17)),
        (8, "3", (14, 13, 13)),
    ],
)
def test_the_undealt_cards_make_even_piles(seats: int, piles: str, sizes: tuple[int, ...]) -> None:
    game = Game("kosmos", seats=seats, seed=0, piles=piles)
    assert [len(hand) for hand in game.state.hands] == [3] * seats
    assert game.state.part(Heaps).sizes == sizes
    assert sum(sizes) == len(game.state.pile) == 64 - 3 * seats


@rule("KO-6")
def test_pawns_are_set_clockwise_from_the_first_player_who_knows_the_hand() -> None:
    game = Game("kosmos", seats=3, seed=0, first=1)
    order = []
    for place in ("a1.n", "b1.n", "c1.n"):
        order.append(game.to_act)
        view = game.view(game.to_act)
        assert len(view.hand) == 3
        assert all(tile.startswith("T") for tile in view.hand)
        game.play(place)
    assert order == [1, 2, 0]
    assert game.state.turn.seat == 1


@rule("KO-7")
@pytest.mark.parametrize(("seats", "places"), [(3, 24), (5, 28)])
def test_start_places_are_the_rim_sides_of_outer_cells(seats: int, places: int) -> None:
    game = Game("kosmos", seats=seats, seed=0)
    last = game.edition.size - 1
    offered = [option.place for option in game.options if isinstance(option, TakeSide)]
    assert len(set(offered)) == places
    corners = [place for place in offered if place.cell in (Cell(0, 0), Cell(last, last))]
    assert [str(place)[-1] for place in corners] == ["n", "e", "s", "w"]


@rule("KO-7")
def test_an_outer_cell_takes_one_pawn_even_in_the_corner() -> None:
    game = Game("kosmos", seats=3, seed=0)
    game.play("a1.n")
    offered = {str(option) for option in game.options}
    assert len(offered) == 22
    assert not {"a1.n", "a1.w"} & offered
    assert "b1.n" in offered


@rule("KO-8")
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_nobody_fills_a_start_cell_before_its_owner(seats: int) -> None:
    for seed in range(6):
        game, rng = Game("kosmos", seats=seats, seed=seed), Random(seed)
        waiting: dict[Cell, int] = {}
        while not game.over:
            game.play(rng.choice(game.options))
            for event in game.last_events:
                if isinstance(event, StartTaken) and event.beside is not None:
                    waiting[event.beside.cell] = event.pawn
                if isinstance(event, TilePlaced):
                    assert waiting.pop(event.cell, event.pawn) == event.pawn


@rule("KO-24")
def test_a_pawn_that_waits_stands_on_no_port() -> None:
    """Pawn 0 comes to face the cell beside which pawn 1 waits: nothing happens to either."""
    table = Table("kosmos", pawns=["a1.0", "b1.n", "f6.s"], hands=["T28", "T34", ""], pile="")
    table.play("T28/0")
    waiting = table.state.pawns[1]
    assert (waiting.status, waiting.stop, waiting.behind) == (Status.WAITING, None, None)
    assert table.stop(0) == "b1.6"
    assert table.lost == {}


@rule("KO-24", "KO-11")
@pytest.mark.parametrize(
    ("port", "fates"),
    [(0, {1: Fate.COLLISION, 0: Fate.COLLISION}), (1, {0: Fate.EDGE})],
)
def test_only_the_chosen_port_is_occupied(port: int, fates: dict[int, Fate]) -> None:
    """T02/1 joins 0-6 and 1-7: pawn 0 leaves by port 0, past pawn 1 or into it."""
    table = Table(
        "kosmos",
        pawns=["b1.6<a1", "b1.n", "f6.s"],
        board={"a1": "T28/0"},
        hands=["", "T02", ""],
        pile="",
        turn=1,
    ).play("T02/1", f"in:{port}")
    assert table.lost == fates
