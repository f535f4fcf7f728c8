"""Kosmos Tsuro for two players with two pawns each (KO-18 to KO-23)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support.rules import rule
from tests.support.tables import Table, tiles
from tsuro.core.events import SeatOut, TileDrawn
from tsuro.core.ids import Seat
from tsuro.core.state import Fate, Reason
from tsuro.errors import IllegalAction
from tsuro.game import Game
from tsuro.rules.piles import Heaps

FAR = "f6.4+f1.1"
"""Two pawns out of the way."""


def table_of(pawns: Sequence[str], hands: Sequence[str], pile: str = "") -> Table:
    count = len(pile.split())
    return Table("kosmos", pawns=pawns, hands=hands, pile=pile, parts=[Heaps((count, 0))])


@rule("KO-18")
def test_two_pawns_and_one_hand_each() -> None:
    game = Game("kosmos", seats=2, seed=0)
    assert [pawn.seat for pawn in game.state.pawns] == [0, 0, 1, 1]
    assert [len(hand) for hand in game.state.hands] == [3, 3]


@rule("KO-18")
@pytest.mark.parametrize("seats", range(3, 9))
def test_with_more_players_one_pawn_each(seats: int) -> None:
    assert len(Game("kosmos", seats=seats, seed=0).state.pawns) == seats


@rule("KO-19")
def test_pawns_are_set_alternately() -> None:
    game = Game("kosmos", seats=2, seed=0, first=1)
    order = []
    for place in ("a1.n", "b1.n", "c1.n", "d1.n"):
        order.append(game.to_act)
        game.play(place)
    assert order == [1, 0, 1, 0]
    beside = [str(pawn.beside) for pawn in game.state.pawns]
    assert beside == ["b1.n", "d1.n", "a1.n", "c1.n"]


@rule("KO-20")
def test_a_turn_is_a_half_turn_for_each_pawn_with_a_draw_each() -> None:
    table = table_of(["a1.0+c1.0", FAR], ["T34 T32", "T34"], "T05 T06")
    assert table.options == ["a:T34/0", "a:T32/0", "b:T34/0", "b:T32/0"]
    table.play("b:T34/0", "*T05")
    assert [table.stop(0), table.stop(1)] == ["a1.0", "c2.0"]
    assert table.to_act == 0
    assert {option[0] for option in table.options} == {"a"}
    assert "a:T05/0" in table.options
    table.play("a:T32/0", "*T06")
    assert table.stop(0) == "a2.1"
    assert table.state.hands[0] == tiles("T05 T06")
    assert table.to_act == 1


@rule("KO-20")
def test_the_pawn_of_the_first_half_turn_cannot_have_the_second() -> None:
    table = table_of(["a1.0+c1.0", FAR], ["T34 T32", ""]).play("b:T34/0")
    with pytest.raises(IllegalAction):
        table.play("b:T32/0")


@rule("KO-20")
def test_the_order_is_chosen_anew_each_turn() -> None:
    table = table_of(["a1.0+c1.0", FAR], ["T34 T34 T32", "T34 T34"])
    table.play("b:T34/0", "a:T34/0", "a:T34/0", "b:T34/0")
    assert table.to_act == 0
    assert table.options == ["a:T32/0", "b:T32/0"]


@rule("EX-KO-3", "KO-21")
def test_a_first_half_turn_that_loses_the_other_pawn_ends_the_turn() -> None:
    table = table_of(["a1.0+a1.1", FAR], ["T28 T34", "T34 T34"], "T05 T06 T07 T08")
    table.play("a:T28/0")
    assert table.lost == {1: Fate.EDGE}
    assert not table.of(SeatOut)
    table.play("*T05")
    assert [event for event in table.events if isinstance(event, TileDrawn)]
    assert table.to_act == 1
    table.play("a:T34/0", "*T06", "b:T34/0", "*T07")
    assert table.to_act == 0
    assert {option[0] for option in table.options} == {"a"}
    table.play("a:T34/0", "*T08")
    assert table.to_act == 1


@rule("KO-21")
def test_a_first_half_turn_that_loses_its_own_pawn_still_draws_and_goes_on() -> None:
    table = table_of(["a1.0+c1.0", FAR], ["T01 T34", ""], "T05 T06").play("a:T01/0")
    assert table.lost == {0: Fate.EDGE}
    table.play("*T05")
    assert table.state.hands[0] == tiles("T34 T05")
    assert table.to_act == 0
    assert {option[0] for option in table.options} == {"b"}


@rule("KO-21")
def test_the_only_pawn_left_may_be_the_second_one() -> None:
    table = table_of(["x+c1.0", FAR], ["T34", "T34"], "T05").play("b:T34/0", "*T05")
    assert table.to_act == 1


@rule("KO-22")
def test_own_pawns_that_collide_are_both_out() -> None:
    table = table_of(["a1.0+a1.6", FAR], ["T02", "T03"]).play("a:T02/1")
    assert table.lost == {0: Fate.COLLISION, 1: Fate.COLLISION}
    assert table.of(SeatOut) == [SeatOut(Seat(0), Fate.COLLISION)]
    assert table.winners == (1,)


@rule("KO-23")
def test_the_player_who_is_last_to_have_a_pawn_wins_after_any_half_turn() -> None:
    table = table_of(["a1.0+c1.0", "a1.1+x"], ["T28 T34", "T03"], "T05").play("a:T28/0")
    assert table.lost == {2: Fate.EDGE}
    assert table.winners == (0,)
    assert table.state.result is not None
    assert table.state.result.reason is Reason.LAST_STANDING


@rule("KO-23")
def test_one_lost_pawn_of_two_does_not_end_the_game() -> None:
    table = table_of(["a1.0+c1.0", "a1.1+f6.4"], ["T28 T34", "T03"]).play("a:T28/0")
    assert table.lost == {2: Fate.EDGE}
    assert table.winners is None
    assert table.to_act == 0


@rule("KO-23")
def test_last_pawns_lost_in_the_same_half_turn_share() -> None:
    table = table_of(["a1.0+x", "a1.6+x"], ["T02", "T03"]).play("a:T02/1")
    assert table.winners == (0, 1)
    assert table.state.result is not None
    assert table.state.result.reason is Reason.ALL_OUT
