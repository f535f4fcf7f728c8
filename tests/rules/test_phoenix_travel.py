"""TRAVEL and OTHERS: paths, collisions, loops (PR-14, PR-15, PR-25 to PR-28, PR-36)."""

from __future__ import annotations

import pytest

from tests.support.phoenix import phoenix
from tests.support.rules import rule
from tests.support.tables import Table
from tsuro.core.events import PawnMoved
from tsuro.core.ids import PawnId, Seat
from tsuro.core.state import Fate, Status
from tsuro.formats.notation import parse_cell
from tsuro.rules.phoenix.edge_stack import TileDiscarded
from tsuro.rules.phoenix.lanterns import Lanterns, StarCreated, StarsTaken
from tsuro.rules.phoenix.soaring import PawnLeft

A, B, C = PawnId(0), PawnId(1), PawnId(2)
LANE = {"b3": "C03a/0", "c3": "C05a/0", "d3": "C12b/0", "e3": "C14b/0"}
"""A straight path from west to east: into b3 by 6, out of e3 by 3."""
DEAD_END_AT_D3 = {**LANE, "d3": "C02a/0", "e3": "C12b/0"}
"""The same, but d3 has no path at 6."""


def moves(table: Table) -> list[PawnId]:
    return [event.pawn for event in table.events if isinstance(event, PawnMoved)]


def route(table: Table, pawn: PawnId) -> str:
    found = (each for each in table.events if isinstance(each, PawnMoved) and each.pawn == pawn)
    return " ".join(f"{step.cell}:{step.entry}-{step.exit}" for step in next(found).route)


@rule("PR-25", "PR-15")
def test_a_pawn_flies_on_until_an_empty_cell() -> None:
    table = phoenix("a3.w", "a6.w", board=LANE, hands=["E18 E01", "E02 E03"])
    table.play("E18a/0", "in:6")
    assert route(table, A) == "a3:6-3 b3:6-3 c3:6-3 d3:6-3 e3:6-3"
    assert table.stop() == "f3.6"
    assert table.state.pawns[A].behind == parse_cell("e3")


@rule("PR-14", "PR-25")
def test_a_pawn_stops_before_a_tile_without_a_path_for_it() -> None:
    table = phoenix("a3.w", "a6.w", board=DEAD_END_AT_D3, hands=["E18 E01", "E02 E03"])
    table.play("E18a/0", "in:6")
    assert table.stop() == "d3.6"
    assert table.state.pawns[A].behind == parse_cell("c3")
    assert table.to_act == 1


@rule("PR-2", "PR-25")
def test_a_path_into_a_corner_goes_on_in_the_diagonal_tile() -> None:
    table = phoenix("c1.n", "a6.w", board={"d2": "C02a/0"}, hands=["E16 E01", "E02 E03"])
    table.play("E16b/0", "in:1")
    assert route(table, A) == "c1:1-10 d2:8-1"
    assert table.stop() == "d1.4"


@rule("PR-26", "PR-14")
def test_running_off_the_grid() -> None:
    """The pawn goes back to its owner; the turn goes on with the next pawn."""
    table = phoenix(
        "a4.0<a3",
        "a4.1<a3",
        "f6.e",
        board={"a3": "E18a/0"},
        hands=["E19 E05", "E06 E07", "E01 E02"],
    )
    table.play("E19a/0")
    assert table.of(PawnLeft) == [PawnLeft(A, Fate.EDGE)]
    assert table.state.pawns[A].status is Status.OFF
    assert moves(table) == [A, B]
    assert table.state.is_in(table.state.pawns[A].seat)


@rule("PR-26", "PR-49")
def test_a_struck_pawns_owner_discards_the_hand() -> None:
    table = phoenix("a3.w", "f3.6<e3", board=LANE, hands=["E18 E01", "E02 E03"], pile="E04")
    table.play("E18a/0", "in:6")
    assert table.of(PawnLeft)[1] == PawnLeft(B, Fate.COLLISION, (A,))
    assert [event.tile for event in table.events if isinstance(event, TileDiscarded)] == [
        "E01", "E02", "E03",
    ]  # fmt: skip
    assert table.state.hands == ((), ())


@rule("PR-27", "PR-26")
def test_a_pawn_reached_from_behind_is_struck_too() -> None:
    table = phoenix(
        "a3.w", "d3.6<c3", "a6.w", board=DEAD_END_AT_D3, hands=["E18 E01", "", "E02 E03"]
    )
    table.play("E18a/0", "in:6")
    assert route(table, A) == "a3:6-3 b3:6-3 c3:6-3"
    assert table.of(PawnLeft) == [
        PawnLeft(A, Fate.COLLISION, (B,)),
        PawnLeft(B, Fate.COLLISION, (A,)),
    ]
    assert [pawn.status for pawn in table.state.pawns[:2]] == [Status.OFF, Status.OFF]


@rule("PR-27")
def test_a_struck_pawn_need_not_have_a_path() -> None:
    """B came from d3 and stands with its back to it on the link where A arrives from c3."""
    board = {**DEAD_END_AT_D3, "d3": "C02b/0"}
    table = phoenix("a3.w", "c3.3<d3", "a6.w", board=board, hands=["E18 E01", "", "E02 E03"])
    table.play("E18a/0", "in:6")
    assert route(table, A) == "a3:6-3 b3:6-3 c3:6-3"
    assert table.of(PawnLeft)[1] == PawnLeft(B, Fate.COLLISION, (A,))


def at_c03(*, turned: str, lanterns: str = "") -> Table:
    """The position of EX-PR-5 and EX-PR-6: M is seat 0, P is seat 1."""
    board = {"c3": "C03b/0", "c2": "C05a/0", "b3": "C07a/0", "c4": "C02a/0"}
    table = phoenix("c3.7<b3", "c3.1<c2", "a6.w", board=board, lanterns=lanterns)
    return table.play(turned)


@rule("EX-PR-5", "PR-27", "PR-31")
def test_two_pawns_on_one_link_both_leave() -> None:
    table = at_c03(turned="turn:C03a/1", lanterns="c3 c2")
    assert route(table, A) == "c3:7-1"
    assert [event.fate for event in table.events if isinstance(event, PawnLeft)] == [
        Fate.COLLISION,
        Fate.COLLISION,
    ]
    assert moves(table) == [A]
    assert not table.of(StarCreated)
    assert table.state.part(Lanterns).scored == (0, 0, 0)


@rule("EX-PR-6", "PR-36")
def test_other_pawns_follow_the_path_that_was_opened() -> None:
    table = at_c03(turned="turn:C03a/0")
    assert moves(table) == [A, B]
    assert (route(table, A), table.stop(A)) == ("c3:7-5", "c4.0")
    assert route(table, B).startswith("c3:1-0 c2:5-2")


@rule("PR-36", "PR-34")
def test_a_pawn_moved_by_another_scores_for_itself() -> None:
    table = at_c03(turned="turn:C03a/0", lanterns="c2")
    assert table.of(StarCreated) == [StarCreated(parse_cell("c2"))]
    assert table.to_act == 1
    table.play(table.options[0])
    assert table.of(StarsTaken) == [StarsTaken(Seat(1), (parse_cell("c2"),))]


@rule("PR-36")
def test_others_go_clockwise_from_the_left_neighbour() -> None:
    table = phoenix(
        "a4.0<a3", "a4.1<a3", "a4.5<a5", "a4.4<a5",
        board={"a3": "E18a/0", "a5": "E16a/0"},
        hands=["", "", "E13", ""], pile="", turn=2,
    )  # fmt: skip
    table.play("E13a/0")
    assert moves(table) == [2, 3, 0, 1]


@rule("PR-36", "PR-27")
@pytest.mark.parametrize("first", ["P", "Q"])
def test_each_pawn_sees_what_the_ones_before_did(first: str) -> None:
    """Q's new path runs over the link where P stands, unless P has flown off before."""
    pawns = {"P": "a4.3<b4", "Q": "a4.0<a3"}
    second = "PQ".replace(first, "")
    table = phoenix(
        "a4.5<a5", pawns[first], pawns[second],
        board={"a3": "E18a/0", "a5": "E16a/0", "b4": "C01a/3"},
        hands=["E09", "", ""], pile="", lives=[],
    )  # fmt: skip
    table.play("E09a/0")
    fates = {each.pawn: each.fate for each in table.events if isinstance(each, PawnLeft)}
    together = {B: Fate.COLLISION, C: Fate.COLLISION}
    assert fates == ({B: Fate.EDGE, C: Fate.EDGE} if first == "P" else together)


@rule("EX-PR-4", "PR-2", "PR-27")
def test_the_two_diagonals_of_one_corner_do_not_meet() -> None:
    """M flies from c2 to the edge of d3, over the corner where X stands between d2 and c3."""
    board = {"b1": "E16b/0", "c2": "C03a/0", "d3": "C01a/0", "c3": "C05a/0", "d2": "C07b/0"}
    table = phoenix("c2.8<b1", "c3.9<d2", board=board)
    table.play("turn:C03b/1")
    assert (route(table, A), table.stop(A)) == ("c2:8-10", "d3.8")
    assert table.stop(B) == "c3.9"
    assert not table.of(PawnLeft)


@rule("PR-28")
def test_a_loop_is_flown_once_and_then_left() -> None:
    board = {"c3": "C01a/0", "d3": "C03b/0"}
    table = phoenix("d3.7<c3", "a6.w", board=board, lanterns="c3 d3")
    table.play("turn:C03a/3")
    assert route(table, A) == "d3:7-6 c3:3-2"
    assert table.of(PawnLeft) == [PawnLeft(A, Fate.LOOP)]
    assert table.of(StarCreated) == [StarCreated(parse_cell("c3")), StarCreated(parse_cell("d3"))]
