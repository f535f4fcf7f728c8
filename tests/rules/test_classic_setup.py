"""Classic Tsuro: components, the deal and the start marks (CL-1 to CL-7, CL-26)."""

from __future__ import annotations

import pytest

from tests.support.rules import rule
from tests.support.tables import Table
from tsuro.core.asks import Chance
from tsuro.core.ids import Seat
from tsuro.core.state import Status
from tsuro.editions.registry import build_edition
from tsuro.engine.play import begin
from tsuro.formats.notation import parse_stop
from tsuro.game import Game
from tsuro.rules.dragon import Dragon


@rule("CL-1")
def test_the_box_holds_35_different_tiles_and_the_dragon() -> None:
    edition = build_edition("classic", seats=8)
    assert edition.bag == tuple(f"T{number:02}" for number in range(1, 36))
    assert Dragon() in edition.parts
    assert len(edition.opening(Seat(0)).pawns) == 8


@rule("CL-2")
def test_each_rim_port_of_the_six_by_six_board_is_a_start_mark() -> None:
    game = Game("classic", seats=2, seed=0)
    marks = [str(option) for option in game.options]
    assert game.edition.size == 6
    assert len(marks) == len(set(marks)) == 48
    assert marks[:12] == [f"{col}1.{port}" for col in "abcdef" for port in (0, 1)]
    assert marks[12:24] == [f"f{row}.{port}" for row in range(1, 7) for port in (2, 3)]
    assert marks[24:36] == [f"{col}6.{port}" for col in "fedcba" for port in (4, 5)]
    assert marks[36:] == [f"a{row}.{port}" for row in range(6, 0, -1) for port in (6, 7)]


@rule("CL-3")
@pytest.mark.parametrize("seats", range(2, 9))
def test_three_tiles_each_are_dealt_and_the_rest_lies_on_the_dragon(seats: int) -> None:
    step = begin(build_edition("classic", seats=seats))
    assert isinstance(step.ask, Chance)
    assert {weight for _, weight in step.ask.outcomes} == {1}
    assert len(step.ask.outcomes) == 35
    game = Game("classic", seats=seats, seed=seats)
    assert [len(hand) for hand in game.state.hands] == [3] * seats
    assert len(game.state.pile) == 35 - 3 * seats
    assert game.state.part(Dragon).holder is None


@rule("CL-4")
def test_nobody_draws_beyond_three_tiles() -> None:
    table = Table("classic", pawns=["c1.0", "f6.4"], hands=["T34 T01 T02", "T03 T04 T05"])
    table.play("T34/0", "*T06")
    assert [len(hand) for hand in table.state.hands] == [3, 3]
    assert table.to_act == 1


@rule("CL-4")
def test_the_dragon_tile_is_not_a_tile_in_hand() -> None:
    """Its holder, with two tiles, still draws a third one (here with the dragon kept)."""
    table = Table(
        "classic",
        pawns=["a1.0", "f6.4", "a1.1"],
        hands=["T28 T01 T02", "T03 T04", "T05 T06"],
        pile="",
        parts=[Dragon(Seat(1))],
        switches={"draw": "literal"},
    ).play("T28/0", "keep", "*T05", "*T06")
    assert len(table.state.hands[1]) == 3
    assert table.state.part(Dragon).holder == 1


@rule("CL-5")
def test_marks_are_chosen_clockwise_from_the_first_player() -> None:
    game = Game("classic", seats=4, seed=0, first=2)
    order = []
    for mark in ("a1.0", "b1.0", "c1.0", "d1.0"):
        order.append(game.to_act)
        game.play(mark)
    assert order == [2, 3, 0, 1]
    assert [str(pawn.stop) for pawn in game.state.pawns] == ["c1.0", "d1.0", "a1.0", "b1.0"]


@rule("CL-5")
def test_the_hand_is_seen_before_the_mark_is_chosen() -> None:
    view = Game("classic", seats=2, seed=0).view(0)
    assert view.decide is not None
    assert len(view.hand) == 3
    assert all(tile.startswith("T") for tile in view.hand)


@rule("CL-6")
def test_a_mark_holds_one_pawn_but_its_neighbour_stays_free() -> None:
    game = Game("classic", seats=3, seed=0)
    game.play("a1.0")
    offered = {str(option) for option in game.options}
    assert "a1.0" not in offered
    assert {"a1.1", "a1.6", "a1.7"} <= offered
    assert len(offered) == 47


@rule("CL-7")
def test_a_pawn_on_its_mark_faces_the_cell_and_has_nothing_behind() -> None:
    game = Game("classic", seats=2, seed=0)
    game.play("f4.3")
    pawn = game.state.pawns[0]
    assert (pawn.status, pawn.stop, pawn.behind) == (Status.ON, parse_stop("f4.3"), None)


@rule("CL-26")
def test_two_players_have_one_pawn_each_and_single_turns() -> None:
    assert len(build_edition("classic", seats=2).opening(Seat(0)).pawns) == 2
    table = Table("classic", pawns=["c1.0", "d6.4"], hands=["T34 T32", "T34 T32"], pile="")
    seats: list[int | None] = []
    for tile in ("T34/0", "T34/0", "T32/0", "T32/0"):
        seats.append(table.to_act)
        table.play(tile)
    assert seats == [0, 1, 0, 1]
