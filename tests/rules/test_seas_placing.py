"""Tsuro of the Seas: which placements are barred, and how ships move (SE-23 to SE-29, SE-41)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.support.rules import rule
from tests.support.seas import sea
from tests.support.tables import Table
from tsuro.core.actions import PlaceTile
from tsuro.core.events import PawnMoved
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat, TileId
from tsuro.core.state import Fate, GameState
from tsuro.core.tiles import Laid
from tsuro.editions.registry import build_edition
from tsuro.errors import IllegalAction
from tsuro.formats.notation import parse_laid
from tsuro.rules.placing import PlacePhase
from tsuro.rules.seas.placing import LAST_RESORT, STRICT, AvoidPeril, Peril, Tolerance
from tsuro.rules.travel import PassThrough, Travel


def afloat(
    pawns: Sequence[str],
    board: Mapping[str, str],
    *daikaiju: str,
    hand: str,
    turn: int = 0,
    same_direction: str = "strict",
) -> Table:
    hands = ["T34 T34 T34"] * len(pawns)
    hands[turn] = hand
    return Table(
        "seas",
        pawns=pawns,
        board=board,
        hands=hands,
        parts=[sea(*daikaiju)],
        turn=turn,
        switches={"same_direction": same_direction},
    )


def peril(table: Table, laid: str) -> Peril:
    (phase,) = (each for each in table.edition.turn if isinstance(each, PlacePhase))
    assert isinstance(phase.legality, AvoidPeril)
    return phase.legality.peril(table.state, PlaceTile(parse_laid(laid)))


def reasons(table: Table) -> dict[str, str]:
    return {str(each.action): each.why for each in table.decide.barred}


@rule("SE-41")
def test_one_tile_of_the_hand_on_the_front_cell_in_any_rotation() -> None:
    table = afloat(["d4.0<d3", "a7.4"], {"d3": "T34/0"}, hand="T19 T05 T05")
    assert table.options == ["T19/0", "T19/1", "T05/0", "T05/1", "T05/2", "T05/3"]
    table.play("T19/1")
    assert table.state.board[Cell(3, 3)] == Laid(parse_laid("T19/1").tile, 1)
    assert table.state.hands[0] == ("T05", "T05")


@rule("SE-23")
def test_the_rim_is_barred_while_something_else_is_left() -> None:
    table = afloat(["a1.0", "g7.4"], {}, hand="T01 T35 T28")
    assert table.options == ["T28/0"]
    assert table.barred == {"T01/0": "SE-23", "T35/0": "SE-23"}
    assert "off the board" in reasons(table)["T01/0"]
    with pytest.raises(IllegalAction, match="forbidden by SE-23: it would take your own ship off"):
        table.play("T01/0")


@rule("SE-23", "SE-28")
def test_the_rim_is_allowed_when_nothing_else_is_left() -> None:
    table = afloat(["a1.0", "g7.4", "g7.5"], {}, hand="T01 T35")
    assert table.options == ["T01/0", "T35/0"]
    assert table.play("T01/0").lost == {0: Fate.EDGE}


LOOP = {"d3": "T24/0", "c3": "T02/0"}


@rule("SE-23", "EX-SE-4")
def test_a_closed_loop_is_barred() -> None:
    table = afloat(["d4.0<d3", "a7.4"], LOOP, hand="T09 T34")
    assert table.barred["T09/0"] == "SE-23"
    assert "closed loop" in reasons(table)["T09/0"]
    assert "T34/0" in table.options


@rule("SE-23", "SE-28", "EX-SE-4")
def test_a_forced_loop_loses_the_ship() -> None:
    """Daikaiju on the other three sides: every way is a loop or leads to one of them."""
    table = afloat(["d4.0<d3", "a7.4", "b7.4"], LOOP, "G1@c4", "G2@e4", "G3@d5", hand="T09")
    assert "T09/0" in table.options
    table.play("T09/0")
    assert table.lost == {0: Fate.LOOP}
    (moved,) = table.of(PawnMoved)
    assert isinstance(moved, PawnMoved)
    assert str(moved.stop) == "d4.0"
    assert len(moved.route) == 4


@rule("SE-23", "SE-28")
def test_a_daikaiju_is_barred_and_deadly() -> None:
    table = afloat(["d4.0<d3", "a7.4"], {"d3": "T34/0"}, "G1@d5", hand="T34 T28")
    assert table.barred == {"T34/0": "SE-23"}
    assert "into a daikaiju" in reasons(table)["T34/0"]
    forced = afloat(["d4.0<d3", "a7.4", "b7.4"], {"d3": "T34/0"}, "G1@d5", hand="T34")
    assert forced.play("T34/0").lost == {0: Fate.DAIKAIJU}


SHARED_WAKE = {"d3": "T01/0", "e4": "T32/0"}
"""A faces d4 from e4, B from d3, where the wake turns back."""


@rule("SE-23", "SE-25", "EX-SE-5")
@pytest.mark.parametrize("turn", [0, 1])
def test_two_ships_on_one_wake_in_one_direction_are_barred_for_either_owner(turn: int) -> None:
    table = afloat(["d4.2<e4", "d4.0<d3"], SHARED_WAKE, hand="T30 T34", turn=turn)
    assert table.barred["T30/0"] == "SE-23"
    assert "same wake in the same direction" in reasons(table)["T30/0"]
    assert peril(table, "T30/0") == Peril(None, True)


@rule("SE-23", "SE-25")
def test_the_bar_protects_two_other_ships_as_well() -> None:
    """Seat 0 faces d4 from the south; its T30 would set seats 1 and 2 on one wake."""
    board = SHARED_WAKE | {"d5": "T32/0"}
    table = afloat(["d4.5<d5", "d4.2<e4", "d4.0<d3"], board, hand="T30 T34")
    assert peril(table, "T30/0").sharing
    assert table.barred["T30/0"] == "SE-23"


@rule("SE-25")
def test_a_ship_that_does_not_move_counts() -> None:
    """Seat 1 lies on e4 before f4; its trail is cut at d4, where seat 0 joins it from behind."""
    board = {"c4": "T32/0", "e4": "T32/0"}
    table = afloat(["d4.7<c4", "f4.7<e4"], board, hand="T32")
    assert peril(table, "T32/0") == Peril(None, True)


@rule("SE-25")
def test_a_common_way_out_counts() -> None:
    """Both would leave the board by the same port of a4."""
    board = {"b4": "T01/0", "a3": "T32/0"}
    table = afloat(["a4.0<a3", "a4.2<b4"], board, hand="T34 T34")
    # 0-3 joins seat 0 to the turn at b4, which leads back to port 2 and, by 2-6, to the rim.
    shared = peril(table, "T25/0")
    assert shared == Peril(Fate.EDGE, True)


TURNING_BACK = {"d3": "T01/0", "e4": "T01/0"}
"""T14/0 at d4 closes a loop that passes it twice."""


@rule("SE-25")
def test_ships_in_one_loop_share_it_only_in_the_same_direction() -> None:
    same = afloat(["d4.0<d3", "d4.3<e4"], TURNING_BACK, hand="T14")
    assert peril(same, "T14/0") == Peril(Fate.LOOP, True)
    opposite = afloat(["d4.0<d3", "d4.1<d3"], TURNING_BACK, hand="T14")
    assert peril(opposite, "T14/0") == Peril(Fate.LOOP, False)


@rule("SE-25")
def test_ships_that_shared_a_front_before_may_go_on_together() -> None:
    table = afloat(["d4.0<d3", "d4.0<d3"], {"d3": "T34/0"}, hand="T34 T32")
    assert peril(table, "T34/0") == Peril(None, False)
    assert {"T34/0", "T32/0"} == set(table.options)


@rule("SE-24")
def test_strict_gives_up_the_own_ship_before_it_shares_a_wake() -> None:
    """T30/0 shares the wake, T30/1 ends at the daikaiju: nothing is free of peril."""
    pawns = ["d4.2<e4", "d4.0<d3"]
    strict = afloat(pawns, SHARED_WAKE, "G1@c4", hand="T30")
    assert strict.options == ["T30/1"]
    assert strict.barred == {"T30/0": "SE-23"}
    assert "same wake" in reasons(strict)["T30/0"]


@rule("SE-24")
def test_last_resort_shares_a_wake_before_it_gives_up_the_own_ship() -> None:
    pawns = ["d4.2<e4", "d4.0<d3"]
    table = afloat(pawns, SHARED_WAKE, "G1@c4", hand="T30", same_direction="last_resort")
    assert table.options == ["T30/0"]
    assert table.barred == {"T30/1": "SE-23"}
    assert "into a daikaiju" in reasons(table)["T30/1"]


@rule("SE-24")
@pytest.mark.parametrize("same_direction", ["strict", "last_resort"])
def test_free_of_peril_comes_first_and_anything_goes_last(same_direction: str) -> None:
    pawns = ["d4.2<e4", "d4.0<d3"]
    free = afloat(pawns, SHARED_WAKE, "G1@c4", hand="T30 T34 T28", same_direction=same_direction)
    assert not {"T30/0", "T30/1"} & set(free.options)
    assert set(free.barred) >= {"T30/0", "T30/1"}
    # T35 has one rotation: it shares the wake and ends at the daikaiju.
    all_bad = afloat(pawns, SHARED_WAKE, "G1@c4", hand="T35", same_direction=same_direction)
    assert peril(all_bad, "T35/0") == Peril(Fate.DAIKAIJU, True)
    assert all_bad.options == ["T35/0"]
    assert all_bad.barred == {}


@rule("SE-29", "SE-24", "SE-25")
def test_ships_forced_onto_one_front_stay_in_and_move_together() -> None:
    pawns = ["d4.2<e4", "d4.0<d3", "g7.4"]
    table = afloat(pawns, SHARED_WAKE, hand="T35")
    assert table.options == ["T35/0"]
    table.play("T35/0")
    assert table.lost == {}
    assert table.stop(0) == table.stop(1) == "c4.2"
    after = Table(
        "seas",
        pawns=["c4.2<d4", "c4.2<d4", "g7.4"],
        board=SHARED_WAKE | {"d4": "T35/0"},
        hands=["T34", "T32", "T34"],
        turn=1,
    ).play("T32/0")
    assert after.stop(0) == after.stop(1) == "b4.3"


@rule("SE-26")
def test_every_ship_before_the_new_tile_moves_to_the_open_end_of_its_wake() -> None:
    board = {"d3": "T34/0", "e4": "T32/0", "d5": "T34/0"}
    table = afloat(["d4.0<d3", "d4.2<e4", "d4.1<d3", "a7.4"], board, hand="T34")
    table.play("T34/0")
    moved = [event.pawn for event in table.events if isinstance(event, PawnMoved)]
    assert moved == [0, 1, 2]
    assert [table.stop(seat) for seat in range(4)] == ["d6.0", "c4.2", "d6.1", "a7.4"]
    assert [str(ship.behind) for ship in table.state.pawns[:3]] == ["d5", "d4", "d5"]


@rule("SE-28")
def test_another_ship_that_the_tile_steers_into_a_daikaiju_is_lost() -> None:
    board = {"d3": "T34/0", "c4": "T32/0"}
    table = afloat(["d4.7<c4", "d4.0<d3", "a7.4"], board, "G1@d5", hand="T34")
    table.play("T34/0")
    assert table.lost == {1: Fate.DAIKAIJU}


CUT_TRAILS = {"d3": "T34/0", "d5": "T34/0"}


@rule("SE-27", "EX-SE-3")
def test_meeting_ships_pass_each_other_to_the_far_ends_of_the_joined_wake() -> None:
    table = afloat(["d4.0<d3", "d4.5<d5"], CUT_TRAILS, hand="T34")
    table.play("T34/0")
    assert table.lost == {}
    assert [table.stop(0), table.stop(1)] == ["d6.0", "d2.5"]
    assert [str(ship.behind) for ship in table.state.pawns] == ["d5", "d3"]


@rule("SE-27", "SE-28", "EX-SE-3")
def test_with_their_trails_intact_meeting_ships_leave_the_board() -> None:
    trails = {f"d{row}": "T34/0" for row in (1, 2, 3, 5, 6, 7)}
    table = afloat(["d4.0<d3", "d4.5<d5", "a7.4", "b7.4"], trails, hand="T34")
    table.play("T34/0")
    assert table.lost == {0: Fate.EDGE, 1: Fate.EDGE}


@rule("SE-24")
@pytest.mark.parametrize(
    ("order", "perils", "legal"),
    [
        (STRICT, "- edge both share", "-"),
        (STRICT, "edge both share", "edge"),
        (STRICT, "both share", "share"),
        (STRICT, "both", "both"),
        (LAST_RESORT, "- edge both share", "-"),
        (LAST_RESORT, "edge both share", "share"),
        (LAST_RESORT, "edge both", "edge"),
        (LAST_RESORT, "both", "both"),
    ],
)
def test_the_least_peril_that_cannot_be_avoided_is_legal(
    order: tuple[Tolerance, ...], perils: str, legal: str
) -> None:
    """Losing the own ship, sharing a wake, or both; `-` is no peril at all."""
    known = {
        "-": Peril(None, sharing=False),
        "edge": Peril(Fate.EDGE, sharing=False),
        "share": Peril(None, sharing=True),
        "both": Peril(Fate.EDGE, sharing=True),
    }
    tried = perils.split()
    candidates = [PlaceTile(Laid(TileId("T01"), turn)) for turn in range(len(tried))]

    class Judged(AvoidPeril):
        def perils(self, state: GameState, actions: Sequence[PlaceTile]) -> list[Peril]:
            return [known[tried[action.laid.rotation]] for action in actions]

    edition = build_edition("seas", seats=2)
    travel = Travel(edition.tiles, PassThrough())
    allowed, barred = Judged(travel, order).split(edition.opening(Seat(0)), candidates)
    assert [tried[each.laid.rotation] for each in allowed] == [legal]
    assert len(barred) == len(tried) - 1
