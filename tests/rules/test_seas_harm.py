"""Tsuro of the Seas: what daikaiju do to ships, tiles and hands (SE-19 to SE-22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.support.rules import rule
from tests.support.seas import places, sea
from tests.support.tables import Table
from tsuro.core.events import HandBuried, PawnLost, SeatOut
from tsuro.core.ids import PawnId
from tsuro.core.state import Fate
from tsuro.rules.seas.daikaiju import Sea, ShipCaught, TileSunk

ROUSED = "*g3b4"
CALM = "*g1b1"
"""A roll of two: nothing happens."""


def harbour(
    *daikaiju: str,
    pawns: Sequence[str],
    board: Mapping[str, str],
    bag: str = "",
    hands: Sequence[str] | None = None,
    switches: Mapping[str, str] | None = None,
) -> Table:
    return Table(
        "seas",
        pawns=pawns,
        board=board,
        hands=hands if hands is not None else ["T34 T34 T34"] * len(pawns),
        parts=[sea(*daikaiju, bag=bag)],
        at="refill",
        switches=switches,
    )


@rule("SE-19")
@pytest.mark.parametrize(("spawn_tile", "gone"), [("bottom", False), ("gone", True)])
def test_a_new_daikaiju_sinks_the_tile_it_falls_on_and_the_ships_there(
    spawn_tile: str, gone: bool
) -> None:
    table = harbour(
        "G1@d4",
        "B1@d5",
        pawns=["a4.3<b4", "g3.6<f3", "g4.6<f4"],
        board={"b4": "T32/0", "f3": "T33/0", "f4": "T32/0"},
        bag="G2",
        switches={"spawn_tile": spawn_tile},
    ).play("*G2/0", "*g5b3")
    assert table.lost == {1: Fate.DAIKAIJU}
    assert [(event.tile, event.gone) for event in table.events if isinstance(event, TileSunk)] == [
        ("T33", gone)
    ]
    bottom = [buried.tile for buried in table.state.pile.bottom]
    assert bottom == (["T34"] * 3 if gone else ["T33", "T34", "T34", "T34"])
    assert [buried.tile for buried in table.state.box] == (["T33"] if gone else [])
    assert all(buried.known_to is None for buried in table.state.box)
    assert places(table.state.part(Sea))["G2"] == "f3/0"


@rule("SE-19", "SE-17")
def test_a_tile_that_a_moving_daikaiju_sinks_is_never_out_of_the_game() -> None:
    table = harbour(
        "G1@d4",
        pawns=["a4.3<b4", "g4.6<f4"],
        board={"b4": "T32/0", "f4": "T32/0", "d3": "T33/0"},
        switches={"spawn_tile": "gone"},
    ).play(ROUSED, "*d2")
    assert [buried.tile for buried in table.state.pile.bottom] == ["T33"]
    assert table.state.box == ()


def two_before_one_cell() -> Table:
    """Seats 0 and 1 both face d4, from c4 and e4; G1 stands south of it."""
    return harbour(
        "G1@d5",
        pawns=["d4.7<c4", "d4.2<e4", "a1.0", "a1.1"],
        board={"c4": "T32/0", "e4": "T32/0"},
    )


@rule("SE-20", "SE-21", "EX-SE-7")
def test_only_the_active_ship_is_lost_to_a_daikaiju_that_comes_before_it() -> None:
    table = two_before_one_cell().play(ROUSED, "*d2")
    assert table.lost == {0: Fate.DAIKAIJU}
    assert table.state.turn.seat == 1
    assert table.phase == "roll", "seat 1 still has its own roll"


@rule("SE-20", "SE-21", "EX-SE-7")
def test_the_other_ship_is_lost_if_the_daikaiju_is_still_there_after_its_own_roll() -> None:
    stays = two_before_one_cell().play(ROUSED, "*d2").play(CALM)
    assert stays.lost == {1: Fate.DAIKAIJU}
    assert stays.of(ShipCaught) == [ShipCaught(PawnId(1), "G1")]
    assert stays.state.turn.seat == 2, "no placing, no draw"

    turns = two_before_one_cell().play(ROUSED, "*d2").play(ROUSED, "*d1")
    assert turns.lost == {1: Fate.DAIKAIJU}, "turning on the spot does not help"

    leaves = two_before_one_cell().play(ROUSED, "*d2").play(ROUSED, "*d2")
    assert leaves.lost == {}
    assert leaves.phase == "place"
    assert leaves.to_act == 1


@rule("SE-21")
def test_a_daikaiju_that_was_already_there_strikes_after_the_refill_too() -> None:
    table = harbour(
        "G1@d4",
        "G2@g1",
        pawns=["d4.7<c4", "a1.0", "a1.1"],
        board={"c4": "T32/0"},
        bag="B1",
    ).play("*B1/0", "*g6b6")
    assert table.lost == {0: Fate.DAIKAIJU}
    assert table.of(ShipCaught) == [ShipCaught(PawnId(0), "G1")]


@rule("SE-21")
def test_a_daikaiju_beside_the_ship_but_not_before_it_is_harmless() -> None:
    table = harbour(
        "G1@c3",
        "G2@c5",
        "G3@b4",
        pawns=["d4.7<c4", "a1.0"],
        board={"c4": "T32/0"},
    ).play(CALM)
    assert table.lost == {}
    assert table.phase == "place"


@rule("SE-21")
def test_a_daikaiju_placed_before_the_active_ship_sinks_it_in_that_action() -> None:
    table = harbour(
        "G1@d4",
        "G2@g1",
        "G3@g2",
        pawns=["c3.7<b3", "a1.0", "a1.1"],
        board={"b3": "T32/0"},
        bag="B1",
    ).play(ROUSED, "*d6", "*B1/0", "*g3b3")
    assert table.lost == {0: Fate.DAIKAIJU}
    assert table.of(ShipCaught) == []


@rule("SE-22")
def test_the_sunk_tile_goes_under_first_then_the_own_hand_then_clockwise() -> None:
    """G1 enters the tile at d4 that carries seats 3, 1 and 2; seat 2 is active."""
    table = Table(
        "seas",
        pawns=["a1.0", "e4.6<d4", "e4.7<d4", "d3.4<d4", "a1.1"],
        board={"d4": "T33/0"},
        hands=["T34", "T01 T02", "T03", "T05 T06", "T34"],
        parts=[sea("G1@d5")],
        turn=2,
        at="refill",
    ).play(ROUSED, "*d2")
    assert [event.pawn for event in table.events if isinstance(event, PawnLost)] == [2, 3, 1]
    assert [event.seat for event in table.events if isinstance(event, HandBuried)] == [2, 3, 1]
    bottom = [buried.tile for buried in table.state.pile.bottom]
    assert bottom == ["T33", "T03", "T05", "T06", "T01", "T02"]


@rule("SE-22", "GEN-20")
def test_no_exchange_for_ships_lost_to_a_daikaiju_and_one_moment_for_all_of_them() -> None:
    table = harbour(
        "G1@d5",
        pawns=["a4.3<b4", "e4.6<d4", "e4.7<d4", "a1.1"],
        board={"b4": "T32/0", "d4": "T33/0"},
        hands=["T34 T35", "T01", "T02", "T03"],
    ).play(ROUSED, "*d2")
    assert [event.seat for event in table.events if isinstance(event, SeatOut)] == [1, 2]
    assert len({out.moment for out in table.state.exits}) == 1
    table.play("T35/0")
    assert table.phase == "draw"


@rule("GEN-20")
def test_two_daikaiju_are_two_moments() -> None:
    table = harbour(
        "G1@d5",
        "B1@f5",
        pawns=["a4.3<b4", "e4.6<d4", "g4.6<f4", "a1.1"],
        board={"b4": "T32/0", "d4": "T33/0", "f4": "T33/0"},
    ).play(ROUSED, "*d2")
    assert [out.seat for out in table.state.exits] == [1, 2]
    assert len({out.moment for out in table.state.exits}) == 2
