"""Leaving the board by choice and rising from the ashes (PR-16 to PR-19, PR-43)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.support.phoenix import full_ring, phoenix
from tests.support.rules import rule
from tests.support.tables import Table
from tsuro.core.actions import Rise, Withdraw
from tsuro.core.events import PawnLost, SeatOut, TileDrawn, TurnBegan
from tsuro.core.ids import PawnId, Seat
from tsuro.core.state import Fate, Status
from tsuro.errors import IllegalAction
from tsuro.formats.notation import parse_beside
from tsuro.rules.phoenix.edge_stack import TileDiscarded
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.rising import Ashes, LifeSpent, PawnRose
from tsuro.rules.phoenix.soaring import PawnLeft

A, B = Seat(0), Seat(1)
PAWN = PawnId(0)
AT_A4 = "a4.0<a3"
BOARD = {"a3": "E18a/0", "b4": "C02a/0"}


def before_a4(*, lives: Sequence[int] = (0, 1), switches: Mapping[str, str] | None = None) -> Table:
    return phoenix(
        AT_A4, "f4.e", board=BOARD, hands=["E12 E01", "E02 E03"], lives=lives, switches=switches
    )


@rule("PR-16", "PR-18")
def test_the_own_pawn_may_be_taken_off_by_who_can_rise() -> None:
    assert before_a4().options[-1] == "withdraw"
    assert Withdraw() not in before_a4(lives=[1]).decide.options


@rule("PR-16", "PR-18")
def test_without_an_empty_ring_cell_nobody_can_rise() -> None:
    board = full_ring({"a3": "E18a/0", "a4": "E20b/0"})
    table = phoenix(AT_A4, "f4.5<f5", board=board, hands=["", ""], pile="")
    assert Withdraw() not in table.decide.options
    assert table.options


@rule("PR-18")
def test_a_waiting_pawn_cannot_be_taken_off() -> None:
    table = phoenix("a4.w", "f4.e", hands=["E12 E01", "E02 E03"])
    assert Withdraw() not in table.decide.options


@rule("PR-18", "PR-49")
def test_after_leaving_by_choice_the_turn_ends() -> None:
    table = before_a4().play("withdraw")
    assert table.of(PawnLeft) == [PawnLeft(PAWN, Fate.WITHDRAWN)]
    assert len(table.of(TileDiscarded)) == 2
    assert table.state.hands[A] == ()
    assert table.of(TurnBegan) == [TurnBegan(B, 10)]
    assert table.state.part(Ashes).lives == (True, True)
    assert table.to_act == B


@rule("PR-18", "PR-17")
def test_who_left_by_choice_rises_on_the_next_own_turn() -> None:
    table = phoenix("off", "f4.e", board=BOARD, hands=["", "E02 E03"], turn=1, at="begin")
    assert table.to_act == A
    assert all(isinstance(option, Rise) for option in table.decide.options)


@rule("PR-18")
def test_rising_in_the_same_turn() -> None:
    table = before_a4(switches={"immolate": "same_turn"}).play("withdraw")
    assert table.to_act == A
    assert table.decide.rule == "PR-19"
    table.play("rise:c1.n", "*E04", "*E05")
    assert table.of(LifeSpent) == [LifeSpent(A)]
    assert table.to_act == A
    assert {option[:3] for option in table.options} == {"E04", "E05"}


@rule("PR-17")
def test_rising_is_not_optional() -> None:
    table = phoenix("off", "f4.e", board=BOARD, hands=["", "E02 E03"], at="rise")
    assert {type(option) for option in table.decide.options} == {Rise}


@rule("PR-19")
def test_rising_beside_any_empty_ring_cell_where_nobody_waits() -> None:
    table = phoenix("off", "f4.e", board=BOARD, hands=["", "E02 E03"], at="rise")
    assert len(table.options) == 24 - 2
    assert "rise:a3.w" not in table.options
    assert "rise:f4.e" not in table.options
    assert {"rise:a1.n", "rise:a1.w"} <= set(table.options)
    with pytest.raises(IllegalAction):
        table.play("rise:a3.w")


@rule("PR-19")
def test_rising_costs_the_life_token_and_is_like_a_first_move() -> None:
    table = phoenix("off", "f4.e", board=BOARD, hands=["", "E02 E03"], scored=[3, 1], at="rise")
    table.play("rise:a4.w")
    assert table.of(LifeSpent) == [LifeSpent(A)]
    assert table.of(PawnRose) == [PawnRose(PAWN, parse_beside("a4.w"))]
    assert table.state.part(Ashes).lives == (False, True)
    assert table.state.pawns[A].status is Status.WAITING
    table.play("*E16", "*E01")
    assert [event.seat for event in table.events if isinstance(event, TileDrawn)] == [A, A]
    assert Withdraw() not in table.decide.options
    table.play("E16b/0")
    assert table.options == ["in:7", "in:8", "in:11"]
    table.play("in:8")
    assert table.state.pawns[A].status is Status.ON
    assert table.state.part(Lanterns).scored == (3, 1)


@rule("PR-19", "PR-13")
def test_a_life_can_be_spent_once() -> None:
    table = phoenix("off", "f4.e", "c1.n", board=BOARD, hands=["", "E02 E03", "E04 E06"], at="rise")
    table.play("rise:a4.w", "*E05", "*E01", "E05a/0", "in:7")
    assert table.of(PawnLost) == [PawnLost(PAWN, Fate.STRANDED)]
    assert table.of(SeatOut) == [SeatOut(A, Fate.STRANDED)]


@rule("PR-43", "PR-17")
def test_who_cannot_rise_is_out_at_once() -> None:
    table = phoenix(
        AT_A4, "f4.e", "c1.n", board=BOARD, hands=["E19 E01", "E02 E03", "E04 E05"], lives=[1, 2]
    )
    table.play("E19a/0")
    assert table.lost == {0: Fate.STRANDED}
    assert table.to_act == B
    assert not table.state.is_in(A)


@rule("PR-43", "PR-48")
def test_filling_the_last_ring_cell_shuts_out_who_waits_to_rise() -> None:
    board = full_ring({**BOARD, "d2": "C01a/0"}, empty="a4", hold="E12")
    table = phoenix(AT_A4, "off", "d2.8<c1", board=board, hands=["E12", "", ""], pile="", holder=0)
    table.play("E12a/0")
    assert table.lost == {1: Fate.STRANDED}
    assert table.to_act == 2
