"""CREATE: placing, entering, turning the tile in front (PR-13 to PR-15, PR-20 to PR-24, WC-7)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.support.phoenix import BOX, full_ring, phoenix
from tests.support.rules import rule
from tests.support.tables import Table
from tsuro.core.actions import Enter
from tsuro.core.events import PawnEntered, PawnMoved, TileDrawn
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.state import Fate, Status
from tsuro.core.tiles import NO_PATH
from tsuro.errors import IllegalAction
from tsuro.formats.notation import parse_cell, parse_laid, parse_stop
from tsuro.rules.phoenix.edge_stack import TileDiscarded
from tsuro.rules.phoenix.extending import TileTurned
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.soaring import PawnLeft

A, PAWN = Seat(0), PawnId(0)
WINDS = {"winds_of_change": "on"}


def entering(switches: Mapping[str, str] | None = None) -> Table:
    """The position of EX-PR-1."""
    return phoenix(
        "c1.n", "a6.w", board={"d2": "C01a/0"}, hands=["E16 E01", "E02 E03"], switches=switches
    )


@rule("EX-PR-1", "PR-14", "PR-21", "PR-15")
def test_a_waiting_pawn_enters_by_any_path_end_on_its_side() -> None:
    table = entering().play("E16b/0")
    assert table.options == ["in:1", "in:8", "in:9"]
    table.play("in:1")
    assert table.stop() == "d2.8"
    assert table.state.pawns[0].behind == parse_cell("c1")
    assert table.state.pawns[0].status is Status.ON
    assert not table.of(TileDrawn)
    assert table.to_act == 1


@rule("EX-PR-1", "PR-21", "PR-2")
@pytest.mark.parametrize(("point", "stop"), [("in:8", "d1.6"), ("in:9", "b1.2")])
def test_the_corners_of_the_side_are_entries_too(point: str, stop: str) -> None:
    table = entering().play("E16b/0", point)
    assert table.stop() == stop
    assert table.phase == "prepare"


@rule("PR-21")
def test_entry_by_ports_only() -> None:
    table = entering({"entry": "ports_only"}).play("E16b/0")
    assert table.of(PawnEntered) == [PawnEntered(PAWN, parse_stop("c1.1"))]
    assert table.stop() == "d2.8"
    table = entering({"entry": "ports_only"}).play("E16a/0")
    assert table.options == ["in:0", "in:1"]


@rule("PR-21")
def test_at_a_corner_cell_only_the_chosen_side_counts() -> None:
    table = phoenix("a1.w", "f6.e", hands=["E16 E01", "E02 E03"]).play("E16b/0")
    assert set(table.decide.options) == {Enter(7), Enter(8), Enter(11)}


@rule("PR-20", "PR-13")
def test_a_first_placement_may_use_either_tile_and_face() -> None:
    ways = [*BOX.tiles.ways(parse_laid("E16a/0").tile), *BOX.tiles.ways(parse_laid("E01a/0").tile)]
    assert [option.laid for option in entering().decide.options] == ways  # type: ignore[attr-defined]


@rule("PR-20")
def test_the_laid_face_must_have_a_path_at_the_entry_point() -> None:
    table = phoenix("a4.11<b3", "f6.e", hands=["E18 E19", "E02 E03"], lives=[])
    assert table.options == ["E18b/0", "E19b/0", "E19b/1"]
    with pytest.raises(IllegalAction) as refused:
        table.play("E18a/0")
    assert refused.value.rule == "PR-20"


@rule("PR-20")
def test_every_option_before_an_empty_cell_continues_the_path() -> None:
    table = phoenix("a4.0<a3", "f6.e", board={"a3": "E18a/0"}, hands=["E16 E05", "E02 E03"])
    offered = {str(way) for way in table.options} - {"withdraw"}
    for tile in ("E16", "E05"):
        for way in BOX.tiles.ways(parse_laid(f"{tile}a/0").tile):
            text = f"{tile}{'ab'[way.face]}/{way.rotation}"
            assert (text in offered) == (BOX.tiles.wiring(way)[0] != NO_PATH)


@rule("PR-20")
def test_the_other_tile_goes_under_the_stack() -> None:
    table = phoenix("a4.0<a3", "f6.e", board={"a3": "E18a/0"}, hands=["E16 E05", "E02 E03"])
    table.play("E16a/0")
    assert table.of(TileDiscarded) == [TileDiscarded(A, TileId("E05"), None)]
    assert [buried.tile for buried in table.state.pile.bottom] == ["E05"]
    assert table.state.pile.bottom[0].known_to == (0,)
    assert table.state.hands[0] == ()


@rule("PR-20")
def test_with_one_tile_that_one_is_placed() -> None:
    table = phoenix("a4.0<a3", "f6.e", board={"a3": "E18a/0"}, hands=["E16", "E02 E03"], pile="")
    assert {option[:3] for option in table.options} == {"E16", "wit"}
    table.play("E16a/0")
    assert not table.of(TileDiscarded)


def before_c01(*others: str, switches: Mapping[str, str] | None = None) -> Table:
    """The position of EX-PR-2."""
    board = {"c1": "E16b/0", "d2": "C01a/0", "c3": "C03a/0"}
    return phoenix("d2.8<c1", *(others or ("a6.w",)), board=board, lives=[], switches=switches)


@rule("EX-PR-2", "PR-22")
@pytest.mark.parametrize(
    ("turned", "stop"), [("C01b/0", "d1.5"), ("C01b/1", "c3.9"), ("C01b/2", "e1.11")]
)
def test_the_tile_in_front_is_turned_to_continue_the_path(turned: str, stop: str) -> None:
    table = before_c01()
    assert table.options == ["turn:C01b/0", "turn:C01b/1", "turn:C01b/2", "turn:C01b/3"]
    table.play(f"turn:{turned}")
    assert table.stop() == stop
    assert table.state.board[parse_cell("d2")] == parse_laid(turned)


@rule("EX-PR-2", "PR-22")
def test_the_fourth_way_of_the_example() -> None:
    table = before_c01().play("turn:C01b/3")
    moved = table.of(PawnMoved)[0]
    assert isinstance(moved, PawnMoved)
    assert moved.route[0] == (parse_cell("d2"), 8, 2)
    assert (moved.route[1].cell, moved.route[1].entry) == (parse_cell("e2"), 7)


@rule("PR-22")
def test_an_edge_tile_on_the_board_may_be_turned_too() -> None:
    table = phoenix(
        "a4.0<a3", "f6.e", board={"a3": "E18a/0", "a4": "E20b/0"}, hands=["", "E02 E03"], lives=[]
    )
    assert table.options == ["turn:E20a/0", "turn:E20a/1", "turn:E20a/2", "turn:E20a/3"]
    table.play("turn:E20a/1")
    turned = TileTurned(PAWN, parse_cell("a4"), parse_laid("E20b/0"), parse_laid("E20a/1"))
    assert table.of(TileTurned) == [turned]
    assert table.state.board[parse_cell("a4")] == parse_laid("E20a/1")


@rule("PR-23")
def test_pawns_and_markers_at_a_turned_tile_stay() -> None:
    """P on d2 keeps its point between d2 and e2 although no path touches it on d2 any more."""
    board = {"c1": "E16b/0", "d2": "C01a/0", "e2": "C02a/0"}
    table = phoenix("d2.8<c1", "e2.6<d2", board=board, lanterns="d2")
    assert BOX.tiles.wiring(parse_laid("C01b/0"))[3] == NO_PATH
    table.play("turn:C01b/0")
    assert table.stop(1) == "e2.6"
    assert table.state.pawns[1].behind == parse_cell("d2")
    assert table.state.part(Lanterns).colour_at(parse_cell("d2")) == "orange"


@rule("PR-24", "PR-26")
def test_nobody_is_kept_from_flying_off() -> None:
    table = phoenix("a4.0<a3", "f6.e", board={"a3": "E18a/0"}, hands=["E19 E05", "E02 E03"])
    assert "E19a/0" in table.options
    assert table.barred == {}
    table.play("E19a/0")
    assert table.of(PawnLeft) == [PawnLeft(PAWN, Fate.EDGE)]
    assert table.state.pawns[0].status is Status.OFF


@rule("WC-7")
def test_a_tile_that_already_continues_the_path_may_be_left_as_it_is() -> None:
    board = {"c1": "E16b/0", "d2": "C01b/1", "c3": "C03a/0"}
    table = phoenix("d2.8<c1", "a6.w", board=board, lives=[], switches=WINDS)
    assert table.options == ["turn:C01b/0", "turn:C01b/1", "turn:C01b/2", "turn:C01b/3"]
    table.play("turn:C01b/1")
    assert table.stop() == "c3.9"


@rule("WC-7", "WC-13")
@pytest.mark.parametrize("others", ["touched", "any_open"])
def test_a_tile_left_as_it_is_has_not_been_touched(others: str) -> None:
    """B also stands before d2 with an open path; only a changed tile takes B along."""
    board = {"c1": "E16b/0", "d1": "E18a/0", "d2": "C01b/1", "c3": "C03a/0", "e2": "C02a/1"}
    table = phoenix(
        "d2.8<c1", "d2.0<d1", board=board, lives=[], switches={**WINDS, "winds_others": others}
    )
    table.play("turn:C01b/1")
    assert (table.stop(1) == "d2.0") == (others == "touched")


@rule("WC-7")
def test_a_symmetric_tile_left_as_it_is_keeps_its_rotation() -> None:
    """A flip can leave a tile at a rotation that CREATE names by an earlier, equal one."""
    board = full_ring({"a3": "E18a/0", "a4": "E10a/3"}, empty="a5 f6")
    table = phoenix(
        "a4.0<a3", "f5.0<f4", board=board, pile="", hands=["", ""], lives=[],
        switches=WINDS,
    )  # fmt: skip
    table.play("turn:E10a/1")
    as_it_lay = parse_laid("E10a/3")
    assert table.of(TileTurned) == [TileTurned(PAWN, parse_cell("a4"), as_it_lay, as_it_lay)]
