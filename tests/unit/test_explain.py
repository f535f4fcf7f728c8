"""Refusals name the rule or the way out."""

from __future__ import annotations

import pytest

from tests.support.tables import Table
from tsuro.core.actions import PlaceTile
from tsuro.core.ids import TileId
from tsuro.core.tiles import Laid
from tsuro.engine.explain import explain_refusal
from tsuro.errors import GameOver, IllegalAction


def refused(table: Table, action: str) -> IllegalAction:
    before = table.state
    with pytest.raises(IllegalAction) as error:
        table.play(action)
    assert table.state == before
    return error.value


@pytest.fixture
def table() -> Table:
    return Table(
        "classic", pawns=["a1.0", "f6.4"], hands=["T01 T28 T04", "T02"], pile="T05 T06 T07 T08 T09"
    )


def test_a_tile_that_is_not_in_the_hand(table: Table) -> None:
    error = refused(table, "T02/0")
    assert error.message == "T02/0 is not possible: seat 0 does not hold T02."
    assert error.rule == "CL-8"


def test_a_barred_placement_names_the_rule(table: Table) -> None:
    error = refused(table, "T01/0")
    assert error.message == (
        "T01/0 is forbidden by CL-9: it would take your own pawn off the board, "
        "and another placement does not."
    )
    assert error.rule == "CL-9"


def test_a_barred_collision_names_its_rule() -> None:
    table = Table(
        "classic",
        pawns=["a1.0", "a1.6"],
        hands=["T02 T28", "T03"],
        switches={"ban": "any_self_elimination"},
    )
    assert refused(table, "T02/1").rule == "CL-10"


@pytest.mark.parametrize(
    ("action", "twin"), [("T28/2", "T28/0"), ("T01/3", "T01/0")], ids=["legal", "barred"]
)
def test_a_rotation_that_shows_the_same_paths_names_its_twin(
    table: Table, action: str, twin: str
) -> None:
    error = refused(table, action)
    assert error.message == f"{action} lies exactly as {twin} does; play {twin} (GEN-19)."
    assert error.rule == "GEN-19"


def test_a_face_that_the_tile_does_not_have(table: Table) -> None:
    action = PlaceTile(Laid(TileId("T28"), 0, face=1))
    error = explain_refusal(table.edition, table.state, table.decide, action)
    assert error.message.startswith("PlaceTile(laid=Laid(tile='T28', rotation=0, face=1), pawn=")
    assert "a face that the tile has, not Laid(" in error.message


def test_a_placement_for_no_pawn_or_for_the_wrong_one(table: Table) -> None:
    assert "not among the options of seat 0: T28/0, T04/" in refused(table, "b:T28/0").message


def test_another_kind_of_decision(table: Table) -> None:
    error = refused(table, "keep")
    assert error.message.startswith("keep is not among the options of seat 0: T28/0, T04/")
    assert error.rule == "CL-8"


def test_many_options_are_cut_short() -> None:
    table = Table(
        "pocket",
        pawns=["c3.0<c2", "f6.4", "a6.5"],
        board={"c2": "T34/0"},
        hands=["T02 T03", "", ""],
    )
    message = refused(table, "stay").message
    assert message.endswith("T02/0, T02/1, T02/2, T02/3, T03/0, T03/1 and 2 more.")


def test_luck_where_a_seat_must_choose(table: Table) -> None:
    assert refused(table, "*T05").message == ("*T05 is an outcome of luck, but seat 0 must choose.")


def test_a_decision_or_a_wrong_outcome_where_luck_decides(table: Table) -> None:
    table.play("T28/0")
    listed = "*T05, *T06, *T07, *T08, *T09"
    for action in ("keep", "*T35"):
        assert refused(table, action).message == (
            f"{action} is not possible: luck decides now, and its outcomes are {listed}."
        )


def test_nothing_can_be_played_after_the_end() -> None:
    table = Table("classic", pawns=["a1.0", "a1.1"], hands=["T28", ""]).play("T28/0")
    with pytest.raises(GameOver, match="T28/0 comes too late"):
        table.play("T28/0")
