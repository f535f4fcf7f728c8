"""Edge tiles drawn and discarded, and the Phoenix tile (PR-37 to PR-42, PR-49)."""

from __future__ import annotations

import pytest

from tests.support.phoenix import full_ring, phoenix
from tests.support.rules import rule
from tests.support.tables import Table
from tsuro.core.events import Event, TileDrawn
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried
from tsuro.rules.phoenix.edge_stack import (
    PhoenixHandedOver,
    PhoenixReturned,
    PhoenixTaken,
    PhoenixTile,
    TileDiscarded,
    TileRobbed,
)

A, B, C, D, E = map(Seat, range(5))
ABOUT_TILES = (
    PhoenixHandedOver,
    PhoenixReturned,
    PhoenixTaken,
    TileDiscarded,
    TileDrawn,
    TileRobbed,
)
BOARD = {
    "a3": "E18a/0", "f3": "E16a/0", "b1": "E17a/0", "b6": "E15a/0", "a5": "E20a/0",
    "b4": "C02a/0",
}  # fmt: skip
"""Empty cells to face: a4 from a3, f4 from f3, c1 from b1 and c6 from b6.

E12a/0 on a4 sends a pawn from port 0 to a dead end before b4.
"""
AT_A4, AT_F4, AT_C1, AT_C6 = "a4.0<a3", "f4.0<f3", "c1.7<b1", "c6.7<b6"


def about_tiles(table: Table) -> list[Event]:
    return [event for event in table.events if isinstance(event, ABOUT_TILES)]


def holder(table: Table) -> int | None:
    return table.state.part(PhoenixTile).holder


def discarded(seat: Seat, tile: str, heir: Seat | None = None) -> TileDiscarded:
    return TileDiscarded(seat, TileId(tile), heir)


@rule("EX-PR-7", "PR-37", "PR-38", "PR-49")
def test_the_example_of_two_pawns_before_one_empty_cell() -> None:
    table = phoenix(
        AT_A4, "a4.1<a3", board={"a3": "E18a/0"}, hands=["E16 E01", "E02 E03"], pile="E04 E05"
    )
    table.play("E16a/0")
    assert about_tiles(table) == [discarded(A, "E01"), discarded(B, "E02"), discarded(B, "E03")]
    assert table.state.pile.bottom == (
        Buried(TileId("E01"), (A,)),
        Buried(TileId("E02"), (B,)),
        Buried(TileId("E03"), (B,)),
    )
    assert (table.stop(A), table.stop(B)) == ("a5.1", "a5.0")
    assert table.phase == "refill"
    table.play("*E05", "*E04")
    assert table.state.hands[B] == ("E05", "E04")
    assert table.phase == "prepare"
    table.play("*E01", "*E02")
    assert table.state.hands[A] == ("E01", "E02")


@rule("PR-37")
def test_who_faces_another_cell_keeps_the_tiles() -> None:
    table = phoenix(AT_A4, AT_F4, board=BOARD, hands=["E12 E01", "E02 E03"], pile="E04 E05").play(
        "E12a/0"
    )
    assert table.state.hands[B] == ("E02", "E03")
    assert about_tiles(table) == [discarded(A, "E01")]


@rule("PR-38")
def test_no_draw_before_a_tile() -> None:
    table = phoenix(AT_A4, AT_F4, board=BOARD, hands=["E12 E01", "E02 E03"]).play("E12a/0")
    assert table.stop(A) == "b4.6"
    assert table.state.hands[A] == ()
    assert table.to_act == B


@rule("PR-38")
def test_a_pawn_that_left_draws_nothing() -> None:
    table = phoenix(AT_A4, AT_F4, board=BOARD, hands=["E19 E01", "E02 E03"]).play("E19a/0")
    assert table.state.hands[A] == ()
    assert table.to_act == B


@rule("PR-39")
def test_who_cannot_draw_two_takes_the_phoenix_tile() -> None:
    table = phoenix(AT_A4, AT_F4, board={"a3": "E18a/0"}, hands=["E16", "E02 E03"], pile="E04")
    table.play("E16a/0", "*E04")
    assert about_tiles(table) == [TileDrawn(A, TileId("E04")), PhoenixTaken(A)]
    assert table.state.hands[A] == ("E04",)


@rule("PR-38", "PR-39", "PR-40")
def test_a_player_moved_by_another_draws_and_falls_short_before_the_active_one() -> None:
    table = phoenix(
        AT_A4, "a4.1<a3", AT_F4, board={"a3": "E18a/0"}, hands=["E16", "", "E02 E03"], pile="E04"
    )
    table.play("E16a/0", "*E04")
    assert about_tiles(table)[:2] == [TileDrawn(B, TileId("E04")), PhoenixTaken(B)]
    assert table.state.hands[A] == ()


@rule("PR-39", "PR-49")
def test_the_holder_gets_what_others_discard_until_there_are_two() -> None:
    table = phoenix(
        AT_A4, AT_F4, "a4.1<a3", board=BOARD,
        hands=["E12 E01", "E04", "E02 E03"], pile="", holder=1,
    )  # fmt: skip
    table.play("E12a/0")
    assert about_tiles(table) == [
        discarded(A, "E01", B),
        PhoenixReturned(B),
        discarded(C, "E02"),
        discarded(C, "E03"),
    ]
    assert table.state.hands[B] == ("E04", "E01")
    assert holder(table) is None


@rule("PR-40", "PR-49")
def test_the_phoenix_tile_passes_along_the_queue() -> None:
    """B holds it, C and E wait: what A and D give up serves B, then C."""
    table = phoenix(
        AT_A4, AT_F4, AT_C1, "a4.1<a3", AT_C6, board={**BOARD, "a5": "E20b/0"},
        hands=["E12 E01", "", "", "E02 E03", ""], pile="", holder=1,
    )  # fmt: skip
    table.play("E12a/0")
    assert about_tiles(table) == [
        discarded(A, "E01", B),
        discarded(D, "E02", B),
        PhoenixReturned(B),
        PhoenixTaken(C),
        discarded(D, "E03", C),
    ]
    assert table.state.hands == ((), ("E01", "E02"), ("E03",), (), ())
    assert holder(table) == C


@rule("PR-40")
def test_the_queue_goes_clockwise_from_the_last_holder() -> None:
    """C has it, B and E wait: E comes first."""
    table = phoenix(
        AT_A4, AT_F4, AT_C1, "a4.1<a3", AT_C6, board={**BOARD, "a5": "E20b/0"},
        hands=["E12 E01", "", "E04", "E02 E03", ""], pile="", holder=2,
    )  # fmt: skip
    table.play("E12a/0")
    assert about_tiles(table)[:7] == [
        discarded(A, "E01", C),
        PhoenixReturned(C),
        PhoenixTaken(E),
        discarded(D, "E02", E),
        discarded(D, "E03", E),
        PhoenixReturned(E),
        PhoenixTaken(B),
    ]


@rule("PR-40", "PR-49")
def test_a_placing_holder_gives_it_up_first() -> None:
    table = phoenix(
        AT_A4, AT_F4, "a4.1<a3", board={**BOARD, "a5": "E20b/0"},
        hands=["E12", "", "E02 E03"], pile="", holder=0,
    )  # fmt: skip
    table.play("E12a/0")
    assert about_tiles(table) == [
        PhoenixReturned(A),
        PhoenixTaken(B),
        discarded(C, "E02", B),
        discarded(C, "E03", B),
        PhoenixReturned(B),
    ]


@rule("PR-40", "PR-49")
def test_a_holder_whose_front_was_filled_gives_it_up_before_any_discard() -> None:
    """No tile goes to D, whose own tiles have to go: everything reaches B."""
    table = phoenix(
        AT_A4, AT_F4, AT_C1, "a4.1<a3", board={**BOARD, "a5": "E20b/0"},
        hands=["E12 E01", "", "E04 E05", "E02"], pile="", holder=3,
    )  # fmt: skip
    table.play("E12a/0")
    assert about_tiles(table) == [
        PhoenixReturned(D),
        PhoenixTaken(B),
        discarded(A, "E01", B),
        discarded(D, "E02", B),
        PhoenixReturned(B),
    ]


LANE = {"b3": "C03a/0", "c3": "C05a/0", "d3": "C12b/0", "e3": "C14b/0"}


@rule("PR-40", "PR-26")
def test_a_struck_holder_gives_it_up() -> None:
    table = phoenix(
        "a3.w", "f3.6<e3", AT_C1, board={**LANE, "b1": "E17a/0"},
        hands=["E18", "E04", ""], pile="", holder=1,
    )  # fmt: skip
    table.play("E18a/0", "in:6")
    assert about_tiles(table) == [PhoenixReturned(B), PhoenixTaken(C), discarded(B, "E04", C)]


@rule("PR-40", "PR-18")
def test_a_holder_who_leaves_by_choice_gives_it_up() -> None:
    table = phoenix(AT_A4, AT_C1, board=BOARD, hands=["E04", ""], pile="", holder=0)
    table.play("withdraw")
    assert about_tiles(table) == [PhoenixReturned(A), PhoenixTaken(B), discarded(A, "E04", B)]


@rule("PR-38", "PR-40")
def test_while_pawns_travel_the_active_player_does_not_wait_in_the_queue() -> None:
    """B strikes the holder C while A, who draws last, already stands before an empty cell."""
    table = phoenix(
        "a4.3<b4", "a4.1<a3", "a6.1<a5",
        board={"a3": "E18a/0", "a5": "E16a/0", "b4": "C02b/0"},
        hands=["E12", "", "E04"], pile="", holder=2,
    )  # fmt: skip
    table.play("E12a/0")
    assert table.stop(A) == "a2.5"
    assert about_tiles(table) == [PhoenixReturned(C), discarded(C, "E04")]
    assert table.phase == "prepare"
    table.play("*E04")
    assert about_tiles(table) == [TileDrawn(A, TileId("E04")), PhoenixTaken(A)]


@rule("PR-41")
@pytest.mark.parametrize(
    ("who", "hands", "heir"),
    [
        (0, ["", "", "E02 E03", "E04"], 2),
        (1, ["", "", "E02 E03", "E04"], 1),
        (2, ["", "", "E02", "E04 E05"], 2),
    ],
)
def test_who_finds_no_tile_takes_those_of_the_first_to_the_left(
    who: int, hands: list[str], heir: int
) -> None:
    """The needy player hands over the Phoenix tile; anybody else who holds it keeps it."""
    table = phoenix(
        AT_A4, AT_F4, AT_C1, AT_C6, board=BOARD, hands=hands, pile="", holder=who, at="supply"
    )
    taken = hands[2].split()
    robbery: list[Event] = [TileRobbed(A, C, TileId(tile)) for tile in taken]
    handed = [PhoenixHandedOver(A, C)] if who == 0 else []
    assert about_tiles(table) == [*robbery, *handed]
    assert table.state.hands[A] == tuple(taken)
    assert table.state.hands[C] == ()
    assert holder(table) == heir
    assert table.to_act == A


@rule("PR-41", "PR-49")
def test_the_robbed_player_gets_the_unused_tile_back() -> None:
    table = phoenix(
        AT_A4, AT_F4, board=BOARD, hands=["", "E12 E01"], pile="", holder=0, at="supply"
    )
    table.play("E12a/0")
    assert about_tiles(table) == [discarded(A, "E01", B)]
    assert (table.state.hands[B], holder(table)) == (("E01",), B)


@rule("PR-41", "PR-20")
def test_a_holder_with_one_tile_plays_that_one() -> None:
    table = phoenix(
        AT_A4, AT_F4, board=BOARD, hands=["E12", "E02 E03"], pile="", holder=0, at="supply"
    )
    assert not about_tiles(table)
    assert {option[:3] for option in table.options} == {"E12", "wit"}


@rule("PR-41")
def test_a_player_before_a_tile_robs_nobody() -> None:
    table = phoenix("b4.6<a4", AT_F4, board={**BOARD, "a4": "E12a/0"}, hands=["", "E02"], pile="",
                    holder=1, at="supply")  # fmt: skip
    assert not about_tiles(table)
    assert table.options[0].startswith("turn:")


@rule("PR-19", "PR-39", "PR-41")
def test_a_risen_pawns_owner_may_have_to_rob() -> None:
    table = phoenix("off", AT_F4, AT_C1, board=BOARD, hands=["", "E02 E03", "E04 E05"], pile="",
                    at="rise")  # fmt: skip
    table.play("rise:a4.w")
    assert about_tiles(table) == [
        PhoenixTaken(A),
        TileRobbed(A, B, TileId("E02")),
        TileRobbed(A, B, TileId("E03")),
        PhoenixHandedOver(A, B),
    ]


@rule("PR-19", "PR-39", "PR-40")
def test_a_risen_pawns_owner_with_one_tile_gives_the_phoenix_tile_back_when_placing() -> None:
    table = phoenix("off", AT_F4, board=BOARD, hands=["", "E02 E03"], pile="E12", at="rise")
    table.play("rise:a4.w", "*E12")
    assert about_tiles(table) == [TileDrawn(A, TileId("E12")), PhoenixTaken(A)]
    table.play("E12a/0", "in:6")
    assert about_tiles(table)[0] == PhoenixReturned(A)


@rule("PR-42")
def test_the_last_tile_is_placed_without_choice() -> None:
    board = full_ring({"a3": "E18a/0", "b4": "C02a/0"}, empty="a4", hold="E12")
    table = phoenix(AT_A4, "b4.6<a4", board=board, hands=["E12", ""], pile="", holder=0)
    ways = ("E12a/0", "E12a/1")
    assert tuple(table.options[:2]) == ways
    assert {option[:3] for option in table.options} == {"E12", "wit"}
    table.play("E12a/0")
    assert not list(table.state.board.empty_cells())
    assert holder(table) is None


@rule("PR-49", "GEN-18")
def test_only_giver_and_receiver_see_a_discarded_tile() -> None:
    given, buried = discarded(A, "E01", B), discarded(A, "E01")
    assert given.seen_by(A) == given.seen_by(B) == given
    assert given.seen_by(C) == given.seen_by(None) == TileDiscarded(A, None, B)
    assert buried.seen_by(A) == buried
    assert buried.seen_by(B) == buried.seen_by(None) == TileDiscarded(A, None, None)


@rule("PR-41", "GEN-18")
def test_only_robber_and_robbed_see_the_tiles() -> None:
    robbed = TileRobbed(A, B, TileId("E01"))
    assert robbed.seen_by(A) == robbed.seen_by(B) == robbed
    assert robbed.seen_by(C) == robbed.seen_by(None) == TileRobbed(A, B, None)
