"""Tsuro of the Seas: ships at their start marks are safe from daikaiju (SE-32, SE-33)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.support.rules import rule
from tests.support.seas import places, sea
from tests.support.tables import Table
from tsuro.core.ids import PawnId
from tsuro.core.state import Fate
from tsuro.rules.seas.daikaiju import Sea
from tsuro.rules.seas.start_protection import RelocationLapsed, RelocationOffered, ShipRelocated

ROUSED = "*g3b4"
CALM = "*g1b1"


def waiting(
    *daikaiju: str,
    pawns: Sequence[str],
    board: Mapping[str, str] | None = None,
    bag: str = "",
    at: str = "refill",
    turn: int = 0,
    offers: Sequence[int] = (),
    hands: Sequence[str] | None = None,
) -> Table:
    return Table(
        "seas",
        pawns=pawns,
        board=board,
        hands=hands if hands is not None else ["T34 T28 T32"] * len(pawns),
        parts=[sea(*daikaiju, bag=bag, offers=offers)],
        turn=turn,
        at=at,
    )


def offers(table: Table) -> tuple[int, ...]:
    return table.state.part(Sea).offers


@rule("SE-32")
def test_a_ship_at_its_start_is_not_sunk_by_a_daikaiju_that_moves_before_it() -> None:
    table = waiting("G1@d2", pawns=["d1.0", "a7.4"]).play(ROUSED, "*d2")
    assert places(table.state.part(Sea)) == {"G1": "d1/0"}
    assert table.lost == {}
    assert table.phase == "relocate"


@rule("SE-32", "SE-21")
def test_nor_by_one_that_is_placed_before_it() -> None:
    table = waiting("G2@g6", "G3@g7", pawns=["c1.0", "a7.4"], bag="G1")
    table.play("*G1/0", "*g3b1")
    assert table.lost == {}
    assert table.phase == "relocate"


@rule("SE-32")
def test_it_must_move_to_a_free_mark_on_the_same_edge_without_tile_and_daikaiju() -> None:
    table = waiting(
        "G1@d1",
        "G2@b1",
        pawns=["d1.0", "c1.0", "d1.1", "g7.4"],
        board={"a1": "T01/0"},
    ).play(CALM)
    assert table.to_act == 0
    assert table.decide.rule == "SE-32"
    free = ["c1.1", *(f"{column}1.{port}" for column in "efg" for port in (0, 1))]
    assert table.options == [f"to:{mark}" for mark in free]
    table.play("to:g1.1")
    assert table.of(ShipRelocated)
    assert table.stop(0) == "g1.1"
    assert table.phase == "place", "then it places"


@rule("SE-32")
def test_its_own_roll_comes_first() -> None:
    table = waiting("G1@d1", pawns=["d1.0", "g7.4"]).play(ROUSED, "*d4")
    assert places(table.state.part(Sea)) == {"G1": "d2/0"}
    assert table.phase == "place"
    assert table.stop(0) == "d1.0"


NORTH = ("a1", "b1", "c1", "d1", "e1", "f1", "g1")


@rule("SE-32")
def test_a_single_free_mark_is_taken_without_asking() -> None:
    board = {cell: "T01/0" for cell in NORTH if cell not in ("d1", "e1")}
    table = waiting("G1@d1", pawns=["d1.0", "e1.0", "g7.4"], board=board).play(CALM)
    assert [event.mark for event in table.events if isinstance(event, ShipRelocated)]
    assert table.stop(0) == "e1.1"
    assert table.phase == "place"


@rule("SE-32")
def test_without_a_free_mark_the_ship_is_lost_and_its_turn_ends() -> None:
    board = {cell: "T01/0" for cell in NORTH if cell != "d1"}
    table = waiting("G1@d1", pawns=["d1.0", "a7.4", "g7.4"], board=board).play(CALM)
    assert table.lost == {0: Fate.STRANDED}
    assert table.state.turn.seat == 1
    assert [buried.tile for buried in table.state.pile.bottom] == ["T34", "T28", "T32"]


@rule("SE-32", "SE-20")
def test_a_ship_that_is_not_active_waits_for_its_own_turn() -> None:
    table = waiting("G1@d2", pawns=["a7.4", "d1.0"]).play(ROUSED, "*d2")
    assert table.phase == "place"
    assert table.to_act == 0
    assert table.stop(1) == "d1.0"


@rule("SE-32")
def test_a_ship_that_has_left_its_start_is_not_protected() -> None:
    table = waiting("G1@d3", pawns=["d2.1<d1", "a7.4", "b7.4"], board={"d1": "T34/0"})
    assert table.play(ROUSED, "*d2").lost == {0: Fate.DAIKAIJU}


@rule("SE-33")
def test_a_daikaiju_that_leaves_over_a_waiting_ship_lets_it_move_before_placing() -> None:
    table = waiting("G1@d1", pawns=["d1.0", "a7.4"]).play(ROUSED, "*d2")
    assert table.of(RelocationOffered) == [RelocationOffered(PawnId(0))]
    assert table.phase == "relocate"
    assert table.decide.rule == "SE-33"
    assert table.options[0] == "stay"
    assert len(table.options) == 1 + 13
    assert "to:d1.1" in table.options, "the cell is free again"
    assert "to:d1.0" not in table.options


@rule("SE-33")
@pytest.mark.parametrize(("answer", "stop"), [("stay", "d1.0"), ("to:f1.1", "f1.1")])
def test_it_may_go_or_stay_but_is_asked_only_once(answer: str, stop: str) -> None:
    table = waiting("G1@d1", pawns=["d1.0", "a7.4"]).play(ROUSED, "*d2", answer)
    assert table.phase == "place"
    assert table.stop(0) == stop
    assert offers(table) == ()


@rule("SE-33")
def test_another_ship_is_asked_on_its_own_next_turn() -> None:
    hands = ["T34 T28 T32", "T34 T28 T32"]
    table = waiting("G1@d1", "G2@g7", "B2@g6", "B1@f7", pawns=["a4.6", "d1.1"], hands=hands)
    table.play(ROUSED, "*d2")
    assert table.phase == "place"
    assert table.to_act == 0
    assert offers(table) == (1,)
    table.play("T32/0", "*T05")
    assert table.state.turn.seat == 1
    table.play(CALM)
    assert table.to_act == 1
    assert table.options[0] == "stay"


@rule("SE-33")
def test_only_ships_on_the_side_where_it_left_and_all_of_them_are_offered() -> None:
    """Leaving a1 northwards concerns the marks a1.0 and a1.1, not those on its western side."""
    pawns = ["a7.4", "a1.0", "a1.1", "a1.7", "b1.0"]
    table = waiting("G1@a1", pawns=pawns).play(ROUSED, "*d2")
    assert table.of(RelocationOffered) == [
        RelocationOffered(PawnId(1)),
        RelocationOffered(PawnId(2)),
    ]
    assert offers(table) == (1, 2)


@rule("SE-33")
def test_a_second_daikaiju_does_not_double_the_offer() -> None:
    table = waiting("G1@d1", pawns=["a7.4", "d1.0"], offers=[1]).play(ROUSED, "*d2")
    assert table.of(RelocationOffered) == []
    assert offers(table) == (1,)


@rule("SE-33")
def test_the_offer_lapses_once_the_ship_has_moved() -> None:
    """Seat 0 lays a tile on d1 and so moves seat 1 along."""
    table = waiting(pawns=["d1.0", "d1.1"], offers=[1], at="place").play("T34/0")
    assert table.of(RelocationLapsed) == [RelocationLapsed(PawnId(1))]
    assert offers(table) == ()
    assert table.stop(1) == "d2.1"


@rule("SE-33")
def test_the_offer_lapses_without_another_mark() -> None:
    board = {cell: "T01/0" for cell in NORTH if cell != "d1"}
    pawns = ["d1.0", "d1.1", "a7.4"]
    table = waiting("G1@g7", pawns=pawns, board=board, offers=[0]).play(CALM)
    assert table.of(RelocationLapsed) == [RelocationLapsed(PawnId(0))]
    assert table.phase == "place"


@rule("SE-32", "SE-33")
def test_a_daikaiju_before_the_ship_turns_the_offer_into_a_duty() -> None:
    table = waiting("G1@d1", pawns=["d1.0", "a7.4"], offers=[0]).play(CALM)
    assert table.decide.rule == "SE-32"
    assert "stay" not in table.options
    table.play("to:a1.0")
    assert table.phase == "place"
    assert offers(table) == ()


@rule("SE-32", "SE-33")
def test_a_stranded_ship_takes_its_offer_with_it() -> None:
    board = {cell: "T01/0" for cell in NORTH if cell != "d1"}
    table = waiting("G1@d1", pawns=["d1.0", "a7.4", "g7.4"], board=board, offers=[0]).play(CALM)
    assert table.lost == {0: Fate.STRANDED}
    assert offers(table) == ()
