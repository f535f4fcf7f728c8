"""Tsuro of the Seas: refilling, rousing and moving the daikaiju (SE-12 to SE-18, SE-39)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.support.rules import rule
from tests.support.seas import places, sea
from tests.support.tables import Table
from tsuro.core.events import Passed, TurnBegan
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat, TileId
from tsuro.core.state import Fate
from tsuro.rules.seas.daikaiju import (
    DaikaijuDestroyed,
    DaikaijuMoved,
    DaikaijuTurned,
    DieRolled,
    Sea,
    TileSunk,
    watch_of,
)

ROUSED = "*g3b4"
"""A roll of seven."""
QUIET = "*g1b1"
AMID = "d4.7<c4"
"""A ship on c4, where T34/0 takes it to d4 and no further."""


def at_sea(
    *daikaiju: str,
    bag: str = "",
    bottom: str = "",
    at: str = "refill",
    pawns: Sequence[str] = ("a4.3<b4", "g4.6<f4"),
    board: Mapping[str, str] | None = None,
    hands: Sequence[str] | None = None,
    switches: Mapping[str, str] | None = None,
    turn: int = 0,
) -> Table:
    """Seat 0 on b4 faces a4, seat 1 on f4 faces g4; the daikaiju are where the test wants them."""
    return Table(
        "seas",
        pawns=pawns,
        board={"b4": "T32/0", "f4": "T32/0"} | dict(board or {}),
        hands=hands if hands is not None else ["T34 T34 T34"] * len(pawns),
        parts=[sea(*daikaiju, bag=bag, bottom=bottom)],
        turn=turn,
        at=at,
        switches=switches,
    )


def where(table: Table) -> dict[str, str]:
    return places(table.state.part(Sea))


@rule("SE-12")
def test_fewer_than_three_daikaiju_are_refilled_instead_of_a_roll() -> None:
    table = at_sea("G1@c2", bag="B1 G2 B2")
    assert set(table.outcomes) == {f"*{n}/{q}" for n in ("B1", "G2", "B2") for q in range(4)}
    table.play("*B2/1", "*g1b1", "*G2/0", "*g6b6")
    assert where(table) == {"G1": "c2/0", "G2": "g7/0", "B2": "a1/1"}
    assert table.phase == "place", "no roll for movement this turn"


@rule("SE-12")
def test_three_daikaiju_are_enough() -> None:
    table = at_sea("G1@c2", "B1@d2", "G2@e2", bag="B2")
    assert table.phase == "roll"


@rule("SE-12")
def test_a_short_pile_refills_as_far_as_it_goes() -> None:
    table = at_sea("G1@c2", bag="B1")
    table.play("*B1/0", "*g1b1")
    assert where(table) == {"G1": "c2/0", "B1": "a1/0"}
    assert table.phase == "place"


@rule("SE-12")
def test_an_empty_pile_means_a_normal_roll() -> None:
    assert at_sea("G1@c2").phase == "roll"


@rule("SE-12", "SE-18")
def test_destroyed_daikaiju_come_back_after_the_face_down_ones_in_order() -> None:
    table = at_sea("G1@c2", bag="B1", bottom="G5 B5")
    assert {outcome[:3] for outcome in table.outcomes} == {"*B1"}
    table.play("*B1/0", "*g1b1")
    assert list(table.outcomes) == ["*G5/0", "*G5/1", "*G5/2", "*G5/3"]
    table.play("*G5/3", "*g6b6")
    assert table.state.part(Sea).bottom == ("B5",)


@rule("SE-13")
def test_six_seven_and_eight_rouse_the_daikaiju() -> None:
    rousing = 0
    for outcome, weight in at_sea("G1@c2").outcomes.items():
        table = at_sea("G1@c2").play(outcome)
        roused = table.phase == "daikaiju"
        assert weight == 1
        assert roused == (int(outcome[2]) + int(outcome[4]) in (6, 7, 8)), outcome
        assert roused or table.phase == "place"
        rousing += roused
    assert rousing == 16


@rule("SE-14")
def test_one_die_for_all() -> None:
    table = at_sea("G1@c2", "B1@d2", "G2@e3").play(ROUSED)
    assert list(table.outcomes) == [f"*d{die}" for die in range(1, 7)]
    assert set(table.outcomes.values()) == {1}
    table.play("*d1")
    assert where(table) == {"G1": "c2/1", "B1": "d2/1", "G2": "f3/0"}
    assert table.phase == "place", "no second die"


@rule("SE-15")
@pytest.mark.parametrize(
    ("die", "place"),
    [("*d1", "d3/1"), ("*d2", "d2/0"), ("*d3", "c3/0"), ("*d4", "d4/0"), ("*d5", "e3/0")],
)
def test_a_daikaiju_does_what_its_tile_shows(die: str, place: str) -> None:
    assert where(at_sea("G1@d3").play(ROUSED, die)) == {"G1": place}


@rule("SE-15")
def test_on_a_six_none_moves_but_a_new_one_comes() -> None:
    table = at_sea("G1@c2", "B1@d2", "G2@e3", bag="B5").play(ROUSED, "*d6")
    assert table.of(DaikaijuMoved) == table.of(DaikaijuTurned) == []
    table.play("*B5/2", "*g1b6")
    assert where(table) == {"G1": "c2/0", "B1": "d2/0", "G2": "e3/0", "B5": "a7/2"}
    assert table.phase == "place", "only one"


@rule("SE-15", "SE-18")
def test_on_a_six_with_an_empty_pile_nothing_is_placed() -> None:
    table = at_sea("G1@c2", "B1@d2", "G2@e3").play(ROUSED, "*d6")
    assert where(table) == {"G1": "c2/0", "B1": "d2/0", "G2": "e3/0"}
    assert table.phase == "place"


@rule("SE-16")
def test_they_act_in_ascending_order_gold_before_blue() -> None:
    table = at_sea("B5@b6", "G5@c6", "B2@d3", "G2@e3", "G1@c5").play(ROUSED, "*d1")
    events = [
        event.daikaiju
        for event in table.events
        if isinstance(event, DaikaijuMoved | DaikaijuTurned)
    ]
    assert events == ["G1", "G2", "B2", "G5", "B5"]


@rule("SE-16", "SE-17", "SE-18", "EX-SE-6")
def test_a_destroyed_daikaiju_does_not_act() -> None:
    table = at_sea("G3@c3", "B1@c2").play(ROUSED, "*d4")
    assert table.of(DaikaijuDestroyed) == [DaikaijuDestroyed("G3", "B1", recycled=True)]
    assert len(table.of(DaikaijuMoved)) == 1
    assert where(table) == {"B1": "c3/0"}


@rule("SE-16")
def test_gold_moves_away_before_blue_of_the_same_number_arrives() -> None:
    table = at_sea("G1@c3", "B1@c2").play(ROUSED, "*d4")
    assert where(table) == {"G1": "c4/0", "B1": "c3/0"}


@rule("SE-17")
def test_an_empty_cell_is_just_entered() -> None:
    table = at_sea("G1@d5").play(ROUSED, "*d2")
    assert [type(event) for event in table.events[-1:]] == [DaikaijuMoved]
    assert where(table) == {"G1": "d4/0"}


@rule("SE-17")
def test_a_tile_goes_under_the_pile_and_the_ships_on_it_are_lost() -> None:
    table = at_sea(
        "G1@f5",
        pawns=["a4.3<b4", "g4.6<f4", "g4.7<f4", "f3.4<e3"],
        board={"e3": "T01/0"},
        hands=["T34", "T05 T06", "T07", "T08"],
    ).play(ROUSED, "*d2")
    assert table.lost == {1: Fate.DAIKAIJU, 2: Fate.DAIKAIJU}
    assert table.of(TileSunk) == [TileSunk(Cell(5, 3), TileId("T32"), False)]
    bottom = [(buried.tile, buried.known_to) for buried in table.state.pile.bottom]
    assert bottom == [("T32", None), ("T05", (1,)), ("T06", (1,)), ("T07", (2,))]
    assert where(table) == {"G1": "f4/0"}


@rule("SE-17", "SE-18")
@pytest.mark.parametrize(
    ("removed", "left", "destroyed"),
    [
        ("gone_if_off", "gone", "bottom"),
        ("recycle", "bottom", "bottom"),
        ("gone", "gone", "gone"),
    ],
)
def test_where_removed_daikaiju_go(removed: str, left: str, destroyed: str) -> None:
    switches = {"removed": removed}
    off = at_sea("G1@c1", "B1@d4", "G2@d5", switches=switches).play(ROUSED, "*d2")
    assert getattr(off.state.part(Sea), left) == ("G1",)
    assert where(off) == {"B1": "d3/0", "G2": "d5/1"}
    eaten = at_sea("G1@d4", "G2@d3", switches=switches).play(ROUSED, "*d2")
    assert getattr(eaten.state.part(Sea), destroyed) == ("G2",)
    assert where(eaten) == {"G1": "d3/0"}


@rule("SE-39", "SE-21")
def test_after_the_active_ship_is_lost_the_others_still_act_and_the_turn_ends() -> None:
    table = at_sea(
        "G1@a5",
        "G5@d3",
        pawns=["a4.3<b4", "g4.6<f4", "g4.7<f4"],
        hands=["T01 T02", "T34", "T34"],
    ).play(ROUSED, "*d2")
    assert table.lost == {0: Fate.DAIKAIJU}
    assert where(table) == {"G1": "a4/0", "G5": "c3/0"}
    assert table.of(TurnBegan) == [TurnBegan(Seat(1), 2)]
    assert table.of(Passed) == [], "the turn just ends"
    assert table.phase == "roll"
    assert [buried.tile for buried in table.state.pile.bottom] == ["T01", "T02"], "no draw"
    assert table.state.hands[0] == ()


@rule("SE-39", "SE-12")
def test_a_refill_that_sinks_the_active_ship_goes_on_to_three() -> None:
    table = at_sea(
        bag="G1 G2 G3 G4",
        pawns=["a3.3<b4", "g4.6<f4", "g4.7<f4"],
    )
    table.play("*G1/0", "*g1b3")
    assert table.lost == {0: Fate.DAIKAIJU}
    assert table.phase == "refill"
    table.play("*G2/0", "*g1b1", "*G3/0", "*g2b2")
    assert table.state.turn.seat == 1
    assert len(table.state.part(Sea).on_board) == 3
    assert table.phase == "roll", "the next seat has three daikaiju and rolls"


PER_DAIKAIJU = {"die": "per_daikaiju"}


@rule("SE-14")
def test_with_a_die_each_every_daikaiju_rolls_when_its_turn_comes() -> None:
    table = at_sea("G1@c2", "B1@e6", "G2@e3", switches=PER_DAIKAIJU).play(ROUSED, "*d1")
    assert where(table) == {"G1": "c2/1", "B1": "e6/0", "G2": "e3/0"}
    table.play("*d2")
    assert table.of(DieRolled) == [DieRolled(2, "B1")]
    assert where(table)["B1"] == "e5/0"
    table.play("*d1")
    assert where(table)["G2"] == "f3/0"
    assert table.phase == "place"


@rule("SE-14", "SE-15")
def test_with_a_die_each_a_six_brings_a_new_daikaiju_that_does_not_act_yet() -> None:
    table = at_sea("G1@c2", "B2@e3", bag="B1", switches=PER_DAIKAIJU, at="roll")
    table.play(ROUSED, "*d6")
    assert set(table.outcomes) == {f"*B1/{q}" for q in range(4)}
    table.play("*B1/0", "*g6b6")
    assert watch_of(table.state).waiting == ("B2",)
    table.play("*d6")
    assert where(table) == {"G1": "c2/0", "B1": "g7/0", "B2": "e3/0"}
    assert table.phase == "place", "the pile is empty: nothing comes for the second six"


@rule("SE-14", "SE-16")
def test_with_a_die_each_a_destroyed_daikaiju_gets_no_die() -> None:
    table = at_sea("B1@c2", "G3@c3", switches=PER_DAIKAIJU).play(ROUSED, "*d4")
    assert where(table) == {"B1": "c3/0"}
    assert table.phase == "place"


@rule("SE-14", "SE-39")
def test_with_a_die_each_the_others_roll_on_after_the_active_ship_is_lost() -> None:
    table = at_sea(
        "G1@a5",
        "G5@d3",
        pawns=["a4.3<b4", "g4.6<f4", "g4.7<f4"],
        switches=PER_DAIKAIJU,
    ).play(ROUSED, "*d2")
    assert table.lost == {0: Fate.DAIKAIJU}
    assert table.phase == "daikaiju"
    table.play("*d2")
    assert where(table)["G5"] == "c3/0"
    assert table.state.turn.seat == 1


@rule("SE-12", "SE-18")
@pytest.mark.parametrize(("removed", "phase"), [("recycle", "refill"), ("gone_if_off", "roll")])
def test_three_stay_on_the_board_if_those_that_left_may_return(removed: str, phase: str) -> None:
    """G1 leaves the board, two are left, and the daikaiju pile is otherwise empty."""
    table = at_sea("G1@c1", "B1@e6", "G2@e3", pawns=[AMID, "g4.6<f4"], board={"c4": "T32/0"},
                   switches={"removed": removed}).play(ROUSED, "*d2")  # fmt: skip
    table.play("T34/0", "*T05")
    assert (table.state.turn.seat, table.phase) == (1, phase)


@rule("SE-42", "GEN-15")
@pytest.mark.parametrize(("eliminated", "seat"), [("rest", 2), ("roll", 1)])
def test_whether_who_is_out_rolls_is_a_switch(eliminated: str, seat: int) -> None:
    table = at_sea("G1@c2", "B1@e6", "G2@e3", pawns=[AMID, "x", "g4.7<f4"], board={"c4": "T32/0"},
                   hands=["T34", "", "T34"], switches={"eliminated": eliminated})  # fmt: skip
    table.play(QUIET, "T34/0", "*T05", "*T06", "*T07")
    assert (table.state.turn.seat, table.phase) == (seat, "roll")


@rule("SE-42", "SE-39")
def test_the_turn_of_who_is_out_ends_with_the_daikaiju() -> None:
    """Seat 1 is out: the daikaiju it rouses act, and then seat 2 rolls."""
    table = at_sea("G1@c2", "B1@e6", "G2@e3", pawns=["a4.3<b4", "x", "g4.7<f4"],
                   hands=["T34", "", "T34"], turn=1, switches={"eliminated": "roll"})  # fmt: skip
    table.play(ROUSED, "*d2")
    assert where(table) == {"G1": "c1/0", "B1": "e5/0", "G2": "e3/1"}
    assert table.of(TurnBegan) == [TurnBegan(Seat(2), table.state.turn.number)]
    assert (table.state.turn.seat, table.phase) == (2, "roll")
    assert table.of(Passed) == []


@rule("SE-42", "SE-34")
def test_daikaiju_roused_by_who_is_out_may_decide_the_game() -> None:
    table = at_sea("G1@a5", "B1@e6", "G2@e3", pawns=["a3.4<a4", "x", "g4.7<f4"],
                   hands=["T34", "", "T34"], turn=1, switches={"eliminated": "roll"})  # fmt: skip
    table.play(ROUSED, "*d2")
    assert table.lost == {0: Fate.DAIKAIJU}
    assert table.winners == (2,)
