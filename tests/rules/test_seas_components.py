"""Tsuro of the Seas: what is in the box and printed on it (SE-1 to SE-7, SE-38)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.support.boxes import findings, printed_data, with_changes
from tests.support.rules import rule
from tests.support.seas import places, sea
from tests.support.tables import Table
from tsuro.core.actions import RollDice
from tsuro.core.geometry import Cell, Side, rim_marks
from tsuro.core.ids import Seat
from tsuro.editions.data_table import checked
from tsuro.editions.registry import build_edition
from tsuro.editions.seas.printed import printed_seas, read_seas
from tsuro.rules.seas.daikaiju import Sea


@rule("SE-1", "SE-38")
def test_the_box_holds_56_wake_tiles_and_ten_daikaiju_and_nothing_of_the_expansion() -> None:
    edition = build_edition("seas", seats=8)
    assert len(edition.bag) == 56
    assert all(tile.startswith("T") for tile in edition.bag)
    (part,) = (part for part in edition.parts if isinstance(part, Sea))
    assert part.bag == ("G1", "B1", "G2", "B2", "G3", "B3", "G4", "B4", "G5", "B5")
    assert not part.on_board
    assert len(edition.opening(Seat(0)).pawns) == 8


@rule("SE-2")
def test_the_board_is_seven_by_seven_with_56_marks() -> None:
    edition = build_edition("seas", seats=2)
    assert edition.size == 7
    assert len(rim_marks(edition.size)) == 56


@rule("SE-3")
def test_patterns_occur_once_twice_three_or_four_times() -> None:
    copies = {str(name): tile.copies for name, tile in printed_seas().tiles.tiles.items()}
    assert Counter(copies.values()) == {1: 17, 2: 16, 3: 1, 4: 1}
    assert (copies["T31"], copies["T07"]) == (3, 4)


@rule("SE-4", "SE-5", "EX-SE-2")
def test_dice_name_a_cell_and_skip_the_middle_lines() -> None:
    chart = printed_seas().chart
    assert chart.cell(RollDice(2, 5)) == Cell(1, 5)
    assert chart.cell(RollDice(4, 3)) == Cell(4, 2)
    named = {chart.cell(RollDice(gold, blue)) for gold in range(1, 7) for blue in range(1, 7)}
    assert len(named) == 36
    assert not any(3 in cell for cell in named)


@rule("SE-6")
@pytest.mark.parametrize(
    ("name", "actions"),
    [
        ("G1", "rotate up left down right"),
        ("B2", "right rotate up left down"),
        ("G3", "down right rotate up left"),
        ("B4", "left down right rotate up"),
        ("G5", "up left down right rotate"),
    ],
)
def test_each_daikaiju_has_four_directions_and_turns_on_its_own_number(
    name: str, actions: str
) -> None:
    words = {None: "rotate", 0: "up", 1: "right", 2: "down", 3: "left"}
    chart = printed_seas().chart
    assert " ".join(words[chart.heading(name, die, 0)] for die in range(1, 6)) == actions
    twin = {"G": "B", "B": "G"}[name[0]] + name[1]
    assert chart.arrows[twin] == chart.arrows[name]


@rule("SE-7")
def test_a_quarter_turn_takes_up_to_left_to_down_to_right() -> None:
    chart = printed_seas().chart
    headings = [chart.heading("G1", 2, rotation) for rotation in range(4)]
    assert headings == [Side.NORTH, Side.WEST, Side.SOUTH, Side.EAST]
    assert [chart.heading("G1", 1, rotation) for rotation in range(4)] == [None] * 4


def sailing(die: str, *daikaiju: str) -> Table:
    """Seat 0 on c4 faces d4; a tile lies at d3; seat 1 waits far away."""
    table = Table(
        "seas",
        pawns=["d4.7<c4", "g7.4"],
        board={"c4": "T32/0", "d3": "T01/0"},
        parts=[sea(*daikaiju)],
        pile="",
        at="roll",
    )
    return table.play("*g3b3", die)


@rule("EX-SE-1", "SE-7", "SE-17", "SE-21")
def test_the_example_of_the_rulebook() -> None:
    eats = sailing("*d4", "B2@e3")
    assert places(eats.state.part(Sea)) == {"B2": "d3/0"}
    assert eats.state.board[Cell(3, 2)] is None
    assert [buried.tile for buried in eats.state.pile.bottom] + list(eats.state.hands[0]) == ["T01"]

    turns = sailing("*d2", "B2@d3")
    assert places(turns.state.part(Sea)) == {"B2": "d3/1"}
    assert turns.lost == {}

    assert sailing("*d5", "B2@d3").lost.keys() == {0}
    assert sailing("*d4", "B2@d3/1").lost.keys() == {0}
    chart = printed_seas().chart
    after = {die: chart.heading("B2", die, 1) for die in (1, 3, 4, 5)}
    assert after == {1: Side.NORTH, 3: Side.WEST, 4: Side.SOUTH, 5: Side.EAST}


@rule("SE-3", "SE-4", "SE-6", "SE-9")
@pytest.mark.parametrize(
    ("place", "value", "complaint"),
    [
        ("tiles.copies.T07", 3, "tiles.copies: the rulebook has 56 tiles"),
        ("board.size", 5, "board.size: this must be a whole number from 6 to 7"),
        ("board.size", 8, "board.size: this must be a whole number from 6 to 7"),
        ("dice.gold", [0, 1, 2, 4, 5], "dice.gold: this must name six different lines"),
        ("dice.blue", [0, 1, 2, 4, 5, 7], "dice.blue: this must name six different lines"),
        ("dice.gold", [0, 1, 2, 2, 5, 6], "dice.gold: this must name six different lines"),
        ("dice.gold", [0, 1, 2, "4", 5, 6], "dice.gold: this must name six different lines"),
        ("dice.gold", 6, "dice.gold: this must name six different lines"),
        ("daikaiju.arrows.G6", [], "daikaiju.arrows.G6: nothing is known by this name"),
        ("daikaiju.arrows.G1", None, "daikaiju.arrows.G1: each of the ten daikaiju"),
        ("daikaiju.arrows.G1", [1, {}], "daikaiju.arrows.G1: each of the ten daikaiju"),
        ("daikaiju.arrows.G1", ["rotate", "up", "up", "down", "right"], "daikaiju.arrows.G1: each"),
        ("daikaiju.on_board.2", 5, "daikaiju.on_board.2: this must be 6, not 5"),
        ("daikaiju.on_board.9", 5, "daikaiju.on_board.9: nothing is known by this name"),
    ],
)
def test_printed_facts_that_contradict_the_rulebook_are_refused(
    place: str, value: Any, complaint: str
) -> None:
    (error,) = findings("seas", with_changes("seas", {place: value})).errors
    assert str(error).startswith(complaint)


@rule("SE-5")
def test_which_lines_carry_numbers_is_data() -> None:
    data = with_changes("seas", {"dice.gold": [1, 2, 3, 4, 5, 6]})
    chart = checked(read_seas, data).chart
    assert chart.cell(RollDice(4, 3)) == Cell(4, 2)
    assert chart.cell(RollDice(3, 3)) == Cell(3, 2)


@rule("SE-6")
def test_a_daikaiju_may_turn_on_another_number_but_that_is_doubted() -> None:
    data = with_changes("seas", {"daikaiju.arrows.B2": ["rotate", "up", "left", "down", "right"]})
    found = findings("seas", data)
    assert found.errors == []
    assert "daikaiju.arrows.B2" in [each.place for each in found.warnings]


@rule("SE-3")
def test_the_two_uneven_mirror_pairs_are_doubted() -> None:
    found = findings("seas", printed_data("seas"))
    assert [each.place for each in found.warnings] == ["tiles.copies.T07", "tiles.copies.T19"]
