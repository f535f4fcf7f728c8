"""Winds of Change: flips while scoring, and who moves because of them (WC-1 to WC-6, WC-13)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.support.phoenix import BOX, phoenix
from tests.support.rules import rule
from tests.support.tables import Table
from tsuro.core.actions import Axis, Flip
from tsuro.core.events import Event, PawnMoved
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat
from tsuro.core.tiles import NO_PATH
from tsuro.formats.notation import parse_cell, parse_laid
from tsuro.rules.phoenix.lanterns import LanternMoved, Lanterns, LanternStayed, StarsTaken
from tsuro.rules.phoenix.winds import TileFlipped, flips

A, B = Seat(0), Seat(1)
WINDS = {"winds_of_change": "on"}
LANE = {"b3": "C05a/0", "c3": "C10b/2", "d3": "C12b/0", "e3": "C14b/0"}
"""A straight path from west to east over blue, orange, yellow and blue, all of them Glowing."""
SCORING = (LanternMoved, LanternStayed, StarsTaken, TileFlipped)


def cell(text: str) -> Cell:
    return parse_cell(text)


def scoring(table: Table) -> list[Event]:
    return [event for event in table.events if isinstance(event, SCORING)]


def turned_over(place: str, axis: str, before: str, after: str) -> TileFlipped:
    return TileFlipped(cell(place), Axis(axis), parse_laid(before), parse_laid(after))


def along_the_lane(
    lanterns: str,
    board: Mapping[str, str] = LANE,
    *others: str,
    switches: Mapping[str, str] = WINDS,
) -> Table:
    """Seat 0 enters at a3 and flies through b3, c3, d3 and e3."""
    pawns = others or ("a6.w",)
    hands = ["E18 E01", "E02 E03" if pawns == ("a6.w",) else ""]
    table = phoenix("a3.w", *pawns, board=board, hands=hands, lanterns=lanterns, switches=switches)
    return table.play("E18a/0", "in:6")


@rule("EX-WC-2", "WC-1", "WC-2", "WC-3")
def test_the_example_of_two_stars() -> None:
    board = {**LANE, "b2": "C02a/0", "b4": "C13a/0"}
    table = along_the_lane("b3 c3", board)
    table.play("lantern:b2")
    assert scoring(table) == [LanternMoved(cell("b3"), cell("b2"))]
    table.play("lantern:b4")
    assert scoring(table) == []
    assert table.options == ["flip:b4.lr", "flip:b4.tb"]
    assert table.state.part(Lanterns).colour_at(cell("b4")) is None
    table.play("flip:b4.tb")
    assert scoring(table) == [
        turned_over("b4", "tb", "C13a/0", "C13b/2"),
        LanternMoved(cell("c3"), cell("b4")),
    ]
    assert table.options == ["flip:b3.lr", "flip:b3.tb"]
    table.play("flip:b3.lr")
    assert scoring(table) == [
        StarsTaken(A, (cell("b3"),)),
        turned_over("b3", "lr", "C05a/0", "C05b/0"),
    ]
    table.play("flip:c3.lr")
    assert scoring(table) == [
        StarsTaken(A, (cell("c3"),)),
        turned_over("c3", "lr", "C10b/2", "C10a/2"),
    ]
    assert table.state.part(Lanterns).scored == (2, 0)


@rule("WC-1", "WC-2")
def test_the_standard_game_flips_nothing() -> None:
    table = along_the_lane("b3", {**LANE, "b4": "C11a/0"}, switches={})
    table.play("lantern:b4")
    assert scoring(table) == [LanternMoved(cell("b3"), cell("b4")), StarsTaken(A, (cell("b3"),))]


@rule("WC-2")
def test_a_dimmed_tile_keeps_its_face_when_its_star_is_taken() -> None:
    """C13 lies in the lane with its Dimmed side up."""
    table = along_the_lane("c3", {**LANE, "c3": "C13a/1", "b2": "C01a/0"})
    table.play("lantern:b2")
    assert scoring(table) == [LanternMoved(cell("c3"), cell("b2")), StarsTaken(A, (cell("c3"),))]
    assert table.state.board[cell("c3")] == parse_laid("C13a/1")


@rule("WC-2", "PR-33")
def test_a_tile_whose_marker_stays_is_flipped_as_well() -> None:
    board = {
        "b3": "C10b/2", "c3": "C13a/1", "d3": "C01a/0", "d4": "C16b/0", "c4": "C03b/0",
        "b2": "C04a/0", "c2": "C07a/0",
    }  # fmt: skip
    table = along_the_lane("b3 c3 d3", board).play("lantern:b2")
    assert scoring(table) == [
        LanternMoved(cell("b3"), cell("b2")),
        LanternMoved(cell("c3"), cell("c2")),
        LanternStayed(cell("d3")),
    ]
    table.play("flip:b3.lr", "flip:d3.tb")
    assert scoring(table)[-2:] == [
        StarsTaken(A, (cell("d3"),)),
        turned_over("d3", "tb", "C01a/0", "C01b/2"),
    ]
    assert table.state.part(Lanterns).colour_at(cell("d3")) == "orange"


@rule("WC-3")
def test_an_axis_is_a_choice_only_if_the_paths_differ() -> None:
    board = {"a1": "E18a/0", "a2": "E13a/0"}
    table = phoenix("a3.w", "a6.w", board=board, hands=["E01", ""], switches=WINDS)
    assert flips(table.state, BOX.tiles, cell("a1")) == (Flip(cell("a1"), Axis.LEFT_RIGHT),)
    assert len(flips(table.state, BOX.tiles, cell("a2"))) == 2


@rule("WC-5")
def test_pawns_on_a_flipped_tile_keep_their_places() -> None:
    """B stands on b4, which is flipped for the marker, before c4."""
    board = {**LANE, "b4": "C08a/0", "c4": "C02a/0"}
    table = along_the_lane("b3", board, "c4.6<b4").play("lantern:b4", "flip:b4.lr", "flip:b3.lr")
    assert (table.stop(B), table.state.pawns[B].behind) == ("c4.6", cell("b4"))


@rule("WC-6", "WC-13")
def test_a_flip_may_open_the_path_of_another_pawn() -> None:
    """B stands at a corner of b3, which has paths to the corners once it is flipped."""
    board = {**LANE, "a2": "E16b/0", "c2": "C02a/0"}
    table = along_the_lane("b3", board, "b3.8<a2").play("lantern:c2", "flip:b3.lr")
    assert [event.pawn for event in table.events if isinstance(event, PawnMoved)] == [1]


@rule("WC-6")
def test_the_active_pawn_does_not_move_again() -> None:
    """A stops before d3, then sends a marker there, and the flip opens A's own path."""
    board = {**LANE, "b3": "C10b/2", "c3": "C05a/0", "d3": "C16a/0"}
    table = along_the_lane("b3", board)
    assert table.stop(A) == "d3.6"
    table.play("lantern:d3", "flip:d3.lr", "flip:b3.lr")
    laid = table.state.board[cell("d3")]
    assert laid is not None
    assert BOX.tiles.wiring(laid)[6] != NO_PATH
    assert table.stop(A) == "d3.6"
    assert table.to_act == B


@rule("WC-6")
@pytest.mark.parametrize("others", ["touched", "any_open"])
@pytest.mark.parametrize(("seat", "moved"), [(1, False), (3, True)])
def test_there_is_one_sweep_only(others: str, seat: int, moved: bool) -> None:
    """P (seat 2) flips the tile before R, which moves only if its place is still to come."""
    board = {
        "c3": "C03b/0", "c2": "C05a/0", "b3": "C07a/0", "c4": "C02a/0", "d4": "C14a/0",
    }  # fmt: skip
    pawns = ["c3.7<b3", "a6.w", "c3.1<c2", "a5.w"]
    pawns[seat] = "d4.6<c4"
    table = phoenix(
        *pawns, board=board, pile="", lanterns="c2", switches={**WINDS, "winds_others": others}
    )
    table.play("turn:C03a/0", "lantern:d4", "flip:d4.lr", "flip:c2.lr")
    movers = [event.pawn for event in table.events if isinstance(event, PawnMoved)]
    assert (seat in movers) == moved
    assert (table.stop(seat) == "d4.6") == (not moved)


@rule("WC-13")
@pytest.mark.parametrize(("others", "moved"), [("touched", [0]), ("any_open", [0, 1])])
def test_a_path_left_open_waits_for_its_owner(others: str, moved: list[int]) -> None:
    """B has stood before an open path since an earlier turn."""
    board = {**LANE, "d5": "C03a/0"}
    table = phoenix(
        "a3.w", "d5.3<e5", board=board, hands=["E18 E01", ""],
        switches={**WINDS, "winds_others": others},
    )  # fmt: skip
    table.play("E18a/0", "in:6")
    assert [event.pawn for event in table.events if isinstance(event, PawnMoved)] == moved


@rule("WC-13", "PR-36")
@pytest.mark.parametrize("others", ["touched", "any_open"])
def test_a_placed_or_turned_tile_takes_others_along(others: str) -> None:
    board = {"c3": "C03b/0", "c2": "C05a/0", "b3": "C07a/0", "c4": "C02a/0"}
    table = phoenix(
        "c3.7<b3", "c3.1<c2", "a6.w", board=board, switches={**WINDS, "winds_others": others}
    )
    table.play("turn:C03a/0")
    assert [event.pawn for event in table.events if isinstance(event, PawnMoved)] == [0, 1]
    table = phoenix(
        "a4.0<a3", "a4.1<a3", board={"a3": "E18a/0"}, hands=["E16 E01", "E02 E03"],
        switches={**WINDS, "winds_others": others},
    )  # fmt: skip
    table.play("E16a/0")
    assert [event.pawn for event in table.events if isinstance(event, PawnMoved)] == [0, 1]
