"""Tsuro of the Seas: the elimination bonus, returning and drawing tiles (SE-30, SE-31, GEN-21)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.rules import rule
from tests.support.seas import sea
from tests.support.tables import Table
from tsuro.core.events import HandBuried, Passed, TileDrawn
from tsuro.core.ids import Seat
from tsuro.core.state import Fate
from tsuro.core.tiles import HIDDEN
from tsuro.engine.views import seen_state
from tsuro.rules.exchange import ExchangeOpened


def pushing(*daikaiju: str, hands: Sequence[str], pile: str | None = None) -> Table:
    """Seat 1 can play T34/0 at d4 and go on to c4.

    That sends seat 0 by d5 into the daikaiju at e5, and seat 3 by d5 off the western rim.
    """
    return Table(
        "seas",
        pawns=["d4.0<d3", "d4.3<e4", "g7.4", "d4.1<d3", "g7.5"],
        board={"d3": "T34/0", "e4": "T32/0", "d5": "T28/0"}
        | {"c5": "T34/0", "b5": "T34/0", "a5": "T34/0"},
        hands=hands,
        pile=pile,
        parts=[sea("G1@e5", *daikaiju)],
        turn=1,
    )


def bottom(table: Table) -> list[tuple[str, tuple[int, ...] | None]]:
    return [(buried.tile, buried.known_to) for buried in table.state.pile.bottom]


HANDS = ["T05 T06", "T34 T01 T02", "T09", "T07 T08", "T10"]


@rule("SE-30", "GEN-18")
def test_ships_driven_off_or_into_a_daikaiju_give_the_bonus() -> None:
    table = pushing(hands=HANDS).play("T34/0")
    assert table.lost == {0: Fate.DAIKAIJU, 3: Fate.EDGE}
    assert table.of(ExchangeOpened) == [ExchangeOpened(Seat(1), (Seat(3), Seat(0)))]
    assert table.phase == "exchange"
    assert table.to_act == 1
    assert table.options[0] == "keep"
    assert set(table.options[1:]) == {
        f"swap:{give}>{take}" for give in ("T01", "T02") for take in ("T05", "T06", "T07", "T08")
    }
    assert seen_state(table.state, Seat(1)).hands[3] == ("T07", "T08")
    assert seen_state(table.state, Seat(2)).hands[3] == (HIDDEN, HIDDEN)


@rule("SE-30")
def test_the_rest_of_the_pool_goes_under_the_pile_clockwise_and_the_active_seat_still_draws() -> (
    None
):
    table = pushing(hands=HANDS).play("T34/0", "swap:T01>T05", "keep")
    assert bottom(table) == [("T07", (1,)), ("T08", (1,)), ("T01", (1,)), ("T06", (1,))]
    assert table.state.hands[1] == ("T05", "T02")
    assert table.phase == "draw"
    seen = [buried.tile for buried in seen_state(table.state, Seat(1)).pile.bottom]
    assert seen == ["T07", "T08", "T01", "T06"]
    for other in (0, 2, 3):
        hidden = [buried.tile for buried in seen_state(table.state, Seat(other)).pile.bottom]
        assert hidden == [HIDDEN] * 4


@rule("SE-30")
def test_without_a_tile_to_give_there_is_no_exchange_and_the_hands_stay_secret() -> None:
    table = pushing(hands=["T05 T06", "T34", "T09", "T07 T08", "T10"]).play("T34/0")
    assert table.of(ExchangeOpened) == []
    assert bottom(table) == [("T07", (3,)), ("T08", (3,)), ("T05", (0,)), ("T06", (0,))]


@rule("SE-30")
def test_an_active_player_who_is_out_gets_no_bonus_and_buries_the_own_hand_first() -> None:
    """A second daikaiju at c4 takes the active ship as well."""
    hands = ["T05 T06", "T34 T34", "T09", "T07 T08", "T10"]
    table = pushing("G2@c4", hands=hands).play("T34/0")
    assert table.lost == {1: Fate.DAIKAIJU, 3: Fate.EDGE, 0: Fate.DAIKAIJU}
    assert table.of(ExchangeOpened) == []
    assert [event.seat for event in table.events if isinstance(event, HandBuried)] == [1, 3, 0]
    assert [tile for tile, _ in bottom(table)] == ["T34", "T07", "T08", "T05", "T06"]
    assert table.of(TileDrawn) == []
    assert table.state.turn.seat == 2


@rule("SE-31")
def test_the_active_seat_draws_up_to_three_and_nobody_else_does() -> None:
    table = Table(
        "seas",
        pawns=["d4.0<d3", "g7.4", "g7.5"],
        board={"d3": "T34/0"},
        hands=["T34 T01", "T02", ""],
        pile="T05 T06 T07",
        parts=[sea("G1@a1", "G2@b1", "G3@c1")],
    )
    table.play("T34/0", "*T06", "*T05")
    assert table.state.hands == (("T01", "T06", "T05"), ("T02",), ())
    assert table.state.turn.seat == 1


@rule("SE-31")
def test_drawing_stops_with_an_empty_pile() -> None:
    table = Table(
        "seas",
        pawns=["d4.0<d3", "g7.4", "g7.5"],
        board={"d3": "T34/0"},
        hands=["T34", "T02", "T03"],
        pile="T05",
        parts=[sea("G1@a1", "G2@b1", "G3@c1")],
    )
    table.play("T34/0", "*T05")
    assert table.state.hands[0] == ("T05",)
    assert table.state.turn.seat == 1


@rule("SE-31", "SE-17")
def test_tiles_under_the_pile_come_up_last_and_in_order() -> None:
    table = pushing(hands=HANDS, pile="").play("T34/0", "keep")
    assert table.outcomes == {"*T07": 1}


@rule("GEN-21", "SE-31")
def test_a_seat_without_a_tile_passes_and_still_draws() -> None:
    table = Table(
        "seas",
        pawns=["d4.0<d3", "g7.4"],
        board={"d3": "T34/0"},
        hands=["", "T02"],
        parts=[sea("G1@a1", "G2@b1", "G3@c1")],
        at="roll",
    )
    table.play("*g1b1")
    assert table.of(Passed) == [Passed(Seat(0))]
    assert table.phase == "draw"
    table.play("*T05", "*T06", "*T07")
    assert len(table.state.hands[0]) == 3
    assert table.stop(0) == "d4.0"
    assert table.state.turn.seat == 1


@rule("GEN-21", "SE-21")
def test_a_seat_without_a_tile_is_not_safe_from_daikaiju() -> None:
    table = Table(
        "seas",
        pawns=["d4.0<d3", "g7.4", "g7.5"],
        board={"d3": "T34/0"},
        hands=["", "T02", "T03"],
        parts=[sea("G1@d4")],
        at="roll",
    )
    table.play("*g1b1")
    assert table.lost == {0: Fate.DAIKAIJU}
    assert table.of(Passed) == []
