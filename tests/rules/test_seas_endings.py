"""Tsuro of the Seas: how games end, and the game without daikaiju (SE-34 to SE-37, SE-40)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.rules import rule
from tests.support.seas import places, sea
from tests.support.tables import Table
from tsuro.core.events import HandBuried
from tsuro.core.geometry import cells
from tsuro.core.state import Fate, Reason
from tsuro.editions.registry import build_edition
from tsuro.rules.seas.daikaiju import DaikaijuMoved, Sea

ROUSED = "*g3b4"


def reason(table: Table) -> Reason | None:
    return None if table.state.result is None else table.state.result.reason


@rule("SE-34", "SE-21", "EX-SE-8")
def test_the_last_ship_wins_at_once_and_no_further_daikaiju_acts() -> None:
    table = Table(
        "seas",
        pawns=["d5.1<d4", "g2.6<f2"],
        board={"d4": "T34/0", "f2": "T32/0"},
        parts=[sea("G1@d6", "B5@g2")],
        at="roll",
    ).play(ROUSED, "*d2")
    assert table.lost == {0: Fate.DAIKAIJU}
    assert table.winners == (1,)
    assert reason(table) is Reason.LAST_STANDING
    assert places(table.state.part(Sea)) == {"G1": "d5/0", "B5": "g2/0"}
    assert len(table.of(DaikaijuMoved)) == 1


@rule("SE-34")
def test_the_last_ship_wins_after_a_placement_without_bonus_or_draw() -> None:
    table = Table(
        "seas",
        pawns=["a1.0", "a1.1"],
        hands=["T28 T02", "T05"],
    ).play("T28/0")
    assert table.lost == {1: Fate.EDGE}
    assert table.winners == (0,)
    assert table.of(HandBuried) == []


@rule("SE-34", "SE-21")
def test_the_last_ship_wins_when_the_other_is_caught_in_the_front_check() -> None:
    table = Table(
        "seas",
        pawns=["d5.1<d4", "a7.4"],
        board={"d4": "T34/0"},
        parts=[sea("G1@d5")],
        at="roll",
    ).play("*g1b1")
    assert table.winners == (1,)


@rule("SE-35", "GEN-20")
def test_ships_lost_on_the_same_placement_tie() -> None:
    table = Table("seas", pawns=["a1.0", "a1.1", "x"], hands=["T01", "", ""]).play("T01/0")
    assert table.winners == (0, 1)
    assert reason(table) is Reason.ALL_OUT


@rule("SE-35", "GEN-20")
def test_ships_lost_to_the_same_daikaiju_action_tie() -> None:
    table = Table(
        "seas",
        pawns=["e4.6<d4", "e4.7<d4", "x"],
        board={"d4": "T33/0"},
        parts=[sea("G1@d5")],
        at="roll",
    ).play(ROUSED, "*d2")
    assert table.winners == (0, 1)
    assert reason(table) is Reason.ALL_OUT


def crowded(
    *daikaiju: str,
    pawns: Sequence[str],
    free: Sequence[str],
    at: str = "place",
    bag: str = "",
) -> Table:
    """Straight wakes everywhere but on the free cells and under the daikaiju."""
    open_cells = {*free, *(text.partition("@")[2] for text in daikaiju)}
    return Table(
        "seas",
        pawns=pawns,
        board={str(cell): "T34/0" for cell in cells(7) if str(cell) not in open_cells},
        hands=["T34"] * len(pawns),
        parts=[sea(*daikaiju, bag=bag)],
        at=at,
    )


@rule("SE-36", "SE-40")
def test_ships_left_on_a_full_board_tie_and_the_one_that_left_does_not_share() -> None:
    """Seat 0 fills d4 and runs south into G1; seats 1 and 2 face G2 and survive."""
    table = crowded("G1@d7", "G2@d1", pawns=["d4.0<d3", "d1.5<d2", "d1.4<d2"], free=["d4"]).play(
        "T34/0"
    )
    assert table.lost == {0: Fate.DAIKAIJU}
    assert table.winners == (1, 2)
    assert reason(table) is Reason.BOARD_FULL


@rule("SE-36")
def test_a_free_cell_keeps_the_game_going() -> None:
    table = crowded(
        "G1@d7", "G2@d1", pawns=["d4.0<d3", "d1.5<d2", "d1.4<d2"], free=["d4", "a1"]
    ).play("T34/0")
    assert table.winners is None


@rule("SE-40", "SE-34")
def test_one_survivor_on_a_full_board_wins_alone() -> None:
    table = crowded("G1@d7", "G2@d1", pawns=["d4.0<d3", "d1.5<d2"], free=["d4"]).play("T34/0")
    assert table.winners == (1,)
    assert reason(table) is Reason.LAST_STANDING


@rule("SE-40", "SE-35")
def test_ships_that_leave_on_the_last_free_cell_share_if_no_ship_remains() -> None:
    table = crowded("G1@d7", pawns=["d4.0<d3", "d4.1<d3"], free=["d4"]).play("T34/0")
    assert table.winners == (0, 1)
    assert reason(table) is Reason.ALL_OUT


@rule("SE-36", "SE-40")
def test_a_daikaiju_on_the_last_free_cell_ends_the_game_before_the_front_check() -> None:
    table = crowded(
        "G1@d7", "G2@d1", "G3@g1", pawns=["d1.5<d2", "d7.0<d6"], free=["a1"], at="roll", bag="B1"
    ).play(ROUSED, "*d6", "*B1/0", "*g1b1")
    assert table.lost == {}
    assert table.winners == (0, 1)
    assert reason(table) is Reason.BOARD_FULL


@rule("SE-37")
def test_without_daikaiju_none_are_placed_and_no_dice_are_rolled() -> None:
    edition = build_edition("seas", seats=3, switches={"daikaiju": "off"})
    assert [phase.name for phase in edition.setup] == ["deal", "start"]
    names = [phase.name for phase in edition.turn]
    assert names[:2] == ["begin", "place"]
    assert not any(isinstance(part, Sea) for part in edition.parts)
    table = Table(
        "seas",
        pawns=["a1.0", "a1.1", "d4.0<d3"],
        board={"d3": "T34/0"},
        hands=["T01 T28", "T05", "T06"],
        switches={"daikaiju": "off"},
        turn=2,
        at="begin",
    )
    assert table.phase == "place"
    assert table.to_act == 0
    assert table.options == ["T28/0"], "the rim is still barred"
    table.play("T28/0")
    assert table.lost == {1: Fate.EDGE}
    assert table.phase == "exchange"


@rule("SE-37", "SE-27")
def test_without_daikaiju_joined_wakes_take_both_ships_off_the_board() -> None:
    trails = {f"d{row}": "T34/0" for row in (1, 2, 3, 5, 6, 7)}
    table = Table(
        "seas",
        pawns=["d4.0<d3", "d4.5<d5", "a1.0", "b1.0"],
        board=trails,
        hands=["T34", "", "", ""],
        switches={"daikaiju": "off"},
    ).play("T34/0")
    assert table.lost == {0: Fate.EDGE, 1: Fate.EDGE}


@rule("SE-19")
def test_when_sunk_tiles_are_out_of_the_game_and_none_is_left_the_ships_tie() -> None:
    table = Table(
        "seas",
        pawns=["d4.0<d3", "a7.4"],
        board={"d3": "T34/0"},
        hands=["T34", ""],
        pile="",
        switches={"spawn_tile": "gone"},
    ).play("T34/0")
    assert table.winners == (0, 1)
    assert reason(table) is Reason.TILES_OUT
