"""Classic Tsuro: exchange, the dragon tile, returning and drawing tiles (CL-18 to CL-24)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support.rules import rule
from tests.support.tables import Table, tiles
from tsuro.core.events import HandShuffledIn, Passed, TileDrawn
from tsuro.core.ids import Seat
from tsuro.core.state import Fate, Reason
from tsuro.errors import IllegalAction
from tsuro.rules.dragon import Dragon, DragonPassed, DragonReturned, DragonTaken
from tsuro.rules.exchange import ExchangeClosed, ExchangeOpened

AWAY, FAR = "f6.4", "f1.1"


def table_of(
    pawns: Sequence[str],
    hands: Sequence[str],
    *,
    pile: str = "",
    turn: int = 0,
    holder: int | None = None,
    dragon: Dragon | None = None,
    draw: str = "holder_first",
) -> Table:
    return Table(
        "classic",
        pawns=pawns,
        hands=hands,
        pile=pile,
        turn=turn,
        parts=[dragon or Dragon(None if holder is None else Seat(holder))],
        switches={"draw": draw},
    )


def drawers(table: Table) -> list[int]:
    return [event.seat for event in table.events if isinstance(event, TileDrawn)]


def sizes(table: Table) -> list[int]:
    return [len(hand) for hand in table.state.hands]


@rule("CL-18")
def test_tiles_are_swapped_one_for_one_until_a_side_has_none_left() -> None:
    table = table_of(["a1.0", "a1.1", AWAY], ["T28 T02 T03", "T04 T05 T06", "T07"])
    table.play("T28/0", "swap:T02>T05")
    assert table.options == ["keep", "swap:T03>T04", "swap:T03>T06"]
    table.play("swap:T03>T04")
    assert table.state.hands[0] == tiles("T05 T04")
    assert table.of(ExchangeClosed)
    assert set(table.outcomes) == {"*T02", "*T03", "*T06"}


@rule("CL-18")
def test_a_small_pool_limits_the_exchange() -> None:
    table = table_of(["a1.0", "a1.1", AWAY], ["T28 T02 T03", "T04", "T07 T08 T09"])
    table.play("T28/0", "swap:T03>T04")
    assert table.state.hands[0] == tiles("T02 T04")
    assert table.outcomes == {"*T03": 1}


@rule("CL-18")
def test_the_hands_of_all_players_just_eliminated_are_pooled() -> None:
    """T23 takes both neighbours of the active pawn off the corner."""
    table = table_of(["a1.0", "a1.1", "a1.7", AWAY], ["T23 T02", "T03", "T04", "T05"])
    table.play("T23/0")
    assert table.lost == {1: Fate.COLLISION, 2: Fate.COLLISION}
    assert table.options == ["keep", "swap:T02>T03", "swap:T02>T04"]


@rule("CL-18")
def test_nothing_need_be_swapped() -> None:
    table = table_of(["a1.0", "a1.1", AWAY], ["T28 T02 T03", "T04 T05 T06", "T07 T08 T09"])
    table.play("T28/0", "keep")
    assert table.state.hands[0] == tiles("T02 T03")


@rule("CL-18")
@pytest.mark.parametrize(
    ("pawns", "hands", "laid"),
    [
        (["a1.0", "a1.6", AWAY], ["T02 T05", "T03", "T04"], "T02/1"),
        (["a1.0", FAR, AWAY], ["T34 T05", "T03", "T04"], "T34/0"),
        (["a1.0", "a1.1", AWAY], ["T28", "T03", "T04"], "T28/0"),
        (["a1.0", "a1.1", AWAY], ["T28 T05", "", "T04"], "T28/0"),
    ],
    ids=["active seat out", "nobody out", "own hand empty", "pool empty"],
)
def test_no_exchange_without_two_sides_that_have_tiles(
    pawns: list[str], hands: list[str], laid: str
) -> None:
    table = table_of(pawns, hands, pile="T10").play(laid)
    assert not table.of(ExchangeOpened)


@rule("CL-18")
def test_only_the_hands_lost_by_this_placement_are_open() -> None:
    table = table_of(
        ["a1.0", "a1.1", "f1.2", FAR, AWAY],
        ["T28 T02 T03", "T04 T05 T06", "T35 T34 T07", "", "T08 T09 T10"],
    ).play("T28/0", "keep")
    while table.to_act is None:
        table.play(next(iter(table.outcomes)))
    assert table.to_act == 2
    with pytest.raises(IllegalAction, match="not among the options"):
        table.play("swap:T35>T04")


@rule("EX-CL-8", "CL-21", "CL-22")
def test_the_holder_returns_the_dragon_and_draws_first() -> None:
    table = table_of(["a1.0", AWAY, "a1.1"], ["T28 T01 T02", "T03 T04", "T05 T06"], holder=1).play(
        "T28/0", "keep"
    )
    assert table.of(DragonReturned) == [DragonReturned(Seat(1))]
    assert table.outcomes == {"*T05": 1, "*T06": 1}
    table.play("*T05", "*T06")
    assert drawers(table) == [1, 0]
    assert table.state.hands == (tiles("T01 T02 T06"), tiles("T03 T04 T05"), ())
    assert len(table.state.pile) == 0
    assert table.state.part(Dragon).holder is None
    assert table.to_act == 1


@rule("EX-CL-9", "CL-19")
def test_an_eliminated_holders_dragon_passes_on() -> None:
    table = table_of(
        [FAR, "a1.1", "a1.0", AWAY],
        ["T01 T02 T03", "T04 T05", "T28 T06 T07", "T08 T09 T10"],
        turn=2,
        holder=1,
    ).play("T28/0", "keep")
    assert table.of(DragonPassed) == [DragonPassed(Seat(1), Seat(2))]
    assert table.of(DragonReturned) == [DragonReturned(Seat(2))]
    assert table.outcomes == {"*T04": 1, "*T05": 1}
    table.play("*T04")
    assert drawers(table) == [2]
    assert sizes(table) == [3, 0, 3, 3]
    assert table.state.pile.bag == tiles("T05")
    assert table.state.part(Dragon).holder is None
    assert table.to_act == 3


@rule("EX-CL-10", "CL-19")
def test_the_dragon_goes_under_the_pile_if_the_next_player_has_three_tiles() -> None:
    table = table_of(
        [FAR, "a1.6", "a1.0", AWAY],
        ["T01 T08 T03", "T04 T05", "T02 T06 T07", "T09 T10 T11"],
        turn=2,
        holder=1,
    ).play("T02/1")
    assert table.lost == {2: Fate.COLLISION, 1: Fate.COLLISION}
    assert table.of(DragonPassed) == [DragonPassed(Seat(1), None)]
    assert table.state.pile.bag == tiles("T04 T05 T06 T07")
    assert drawers(table) == []
    assert table.to_act == 3


@rule("CL-19")
def test_the_dragon_does_not_travel_further_round() -> None:
    """Seat 3 has three tiles, seat 0 is short: the dragon goes under the pile all the same."""
    table = table_of(
        [FAR, "a1.6", "a1.0", AWAY], ["T01", "", "T02", "T09 T10 T11"], turn=2, holder=1
    ).play("T02/1")
    assert table.of(DragonPassed) == [DragonPassed(Seat(1), None)]
    assert table.of(DragonTaken) == [DragonTaken(Seat(0))]


@rule("CL-19")
def test_an_heir_keeps_the_dragon_while_the_pile_is_empty() -> None:
    table = table_of([FAR, "a1.1", "a1.0", AWAY], ["T01", "", "T28", "T09"], turn=2, holder=1)
    table.play("T28/0")
    assert table.of(DragonPassed) == [DragonPassed(Seat(1), Seat(2))]
    assert table.of(DragonReturned) == []
    assert table.state.part(Dragon).holder == 2


@rule("EX-CL-11", "CL-22", "CL-23")
def test_drawing_stops_when_the_dragon_is_drawn() -> None:
    table = table_of(["a1.0", FAR, AWAY, "a1.1"], ["T28 T01", "T02", "T03", "T04"], holder=1).play(
        "T28/0", "keep"
    )
    assert table.of(DragonReturned) == [DragonReturned(Seat(1))]
    table.play("*T04")
    assert drawers(table) == [1]
    assert table.of(DragonTaken) == [DragonTaken(Seat(2))]
    assert sizes(table) == [1, 2, 1, 0]
    assert table.state.part(Dragon).holder == 2


@rule("EX-CL-12", "CL-23")
def test_drawing_when_only_the_dragon_is_left_takes_it() -> None:
    table = table_of(["c1.0", AWAY], ["T34 T01 T02", "T03 T04"]).play("T34/0")
    assert table.of(DragonTaken) == [DragonTaken(Seat(0))]
    assert sizes(table) == [2, 2]
    assert drawers(table) == []


@rule("CL-23")
def test_nobody_draws_while_the_dragon_is_held_and_the_pile_is_empty() -> None:
    table = table_of(["c1.0", AWAY], ["T34 T01 T02", "T03 T04"], holder=1).play("T34/0")
    assert table.of(DragonTaken) == []
    assert table.state.part(Dragon).holder == 1
    assert table.to_act == 1


@rule("CL-20")
def test_what_is_left_in_the_pool_is_shuffled_into_the_pile() -> None:
    table = table_of(
        ["a1.0", "a1.1", AWAY], ["T28 T02 T03", "T04 T05 T06", "T07 T08 T09"], pile="T10"
    ).play("T28/0", "swap:T02>T05", "keep")
    assert table.of(HandShuffledIn) == [HandShuffledIn(Seat(1), 3)]
    assert table.outcomes == {"*T02": 1, "*T04": 1, "*T06": 1, "*T10": 1}
    assert table.state.hands[1] == ()


@rule("CL-20")
def test_the_hand_of_an_eliminated_active_player_returns_too() -> None:
    table = table_of(["a1.0", "a1.6", FAR, AWAY], ["T02 T05", "T03 T04", "T06", "T07 T08 T09"])
    table.play("T02/1")
    assert table.outcomes == {"*T03": 1, "*T04": 1, "*T05": 1}


@rule("CL-20")
def test_the_dragon_stays_under_the_returned_tiles() -> None:
    """It lay in the pile when tiles returned; it comes up only after all of them."""
    table = table_of(["a1.0", "a1.1", AWAY], ["T28 T01", "T02", "T03"])
    table.play("T28/0", "keep")
    assert table.outcomes == {"*T02": 1}
    table.play("*T02")
    assert table.of(DragonTaken) == [DragonTaken(Seat(2))]


@rule("CL-21")
def test_without_a_holder_the_active_player_draws_first() -> None:
    table = table_of(
        ["a1.0", FAR, AWAY], ["T34 T01 T02", "T03 T04", "T05 T06"], pile="T07 T08 T09 T10"
    ).play("T34/0", "*T07", "*T08", "*T09")
    assert drawers(table) == [0, 1, 2]


@rule("CL-21")
@pytest.mark.parametrize("draw", ["holder_first", "literal"])
def test_the_next_player_in_takes_the_place_of_an_eliminated_active_player(draw: str) -> None:
    table = table_of(
        ["a1.0", "a1.6", FAR, AWAY], ["T02", "T07 T08", "T03 T04", "T05 T06"], draw=draw
    ).play("T02/1", "*T07", "*T08")
    assert drawers(table) == [2, 3]


@rule("CL-21")
def test_literally_the_active_player_draws_first_and_the_dragon_stays() -> None:
    hands = ["T28 T01 T02", "T03 T04", "T05"]
    table = table_of(["a1.0", AWAY, "a1.1"], hands, holder=1, draw="literal")
    table.play("T28/0", "keep", "*T05")
    assert drawers(table) == [0]
    assert table.of(DragonReturned) == []
    assert table.state.part(Dragon).holder == 1


@rule("CL-21")
def test_literally_the_dragon_returns_on_its_holders_own_turn() -> None:
    table = table_of(
        [FAR, "a1.0", "a1.1"], ["T01 T02", "T28 T03", "T05"], turn=1, holder=1, draw="literal"
    ).play("T28/0", "keep")
    assert table.of(DragonReturned) == [DragonReturned(Seat(1))]
    table.play("*T05")
    assert drawers(table) == [1]
    assert table.of(DragonTaken) == [DragonTaken(Seat(0))]


@rule("CL-21")
def test_literally_the_dragon_returns_for_whom_the_turn_has_passed_to() -> None:
    table = table_of(
        ["a1.0", "a1.6", FAR, AWAY], ["T02", "T07", "T03", "T05"], holder=2, draw="literal"
    ).play("T02/1", "*T07")
    assert drawers(table) == [2]
    assert table.state.part(Dragon).holder == 3


@rule("CL-22")
def test_drawing_goes_round_until_every_hand_is_full() -> None:
    table = table_of(
        ["a1.0", FAR, AWAY], ["T34", "T01", "T02 T03"], pile="T05 T06 T07 T08 T09 T10 T11"
    ).play("T34/0", "*T05", "*T06", "*T07", "*T08", "*T09", "*T10")
    assert drawers(table) == [0, 1, 2, 0, 1, 0]
    assert sizes(table) == [3, 3, 3]
    assert table.to_act == 1
    assert len(table.state.pile) == 1


@rule("CL-24")
def test_all_tiles_placed_is_a_shared_win() -> None:
    table = table_of(["a1.0", FAR, AWAY], ["T34", "", ""], holder=1).play("T34/0")
    assert table.winners == (0, 1, 2)
    assert table.state.result is not None
    assert table.state.result.reason is Reason.TILES_OUT


@rule("CL-24")
def test_the_eliminated_do_not_share_and_their_tiles_must_be_placed_first() -> None:
    table = table_of(["a1.0", "x", AWAY], ["T34", "", "T01"], holder=2).play("T34/0")
    assert table.winners is None
    assert table.to_act == 2
    last = table_of(["a1.0", "x", AWAY], ["T34", "", ""], holder=2).play("T34/0")
    assert last.winners == (0, 2)


@rule("CL-28")
@pytest.mark.parametrize(("draw", "passing"), [("holder_first", []), ("literal", [1, 2])])
def test_only_literally_a_player_can_be_left_without_a_tile(draw: str, passing: list[int]) -> None:
    """From the position of EX-CL-11, one tile each but two for the active player."""
    table = table_of(
        ["a1.0", FAR, AWAY, "a1.1"], ["T28 T34", "T34", "T34", "T34"], holder=1, draw=draw
    ).play("T28/0", "*T34")
    passed: list[int] = []
    while table.winners is None:
        table.play("T34/0")
        passed += [event.seat for event in table.events if isinstance(event, Passed)]
    assert passed == passing
    assert table.winners == (0, 1, 2)


@rule("CL-21", "CL-22")
def test_who_returned_the_dragon_in_an_earlier_turn_does_not_draw_first_for_ever() -> None:
    """Seat 0 acts and draws first, although seat 2, short as well, returned the dragon before."""
    earlier = Dragon(returned_by=Seat(2), returned_in=0)
    table = table_of(
        ["a1.0", "f1.1", AWAY],
        ["T28 T02 T03", "T04 T05 T06", "T07"],
        pile="T08 T09",
        dragon=earlier,
    )
    table.play("T28/0")
    assert table.to_act is None, "a tile is drawn"
    table.play("*T08", "*T09")
    assert drawers(table) == [0, 2]
