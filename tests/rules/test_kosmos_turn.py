"""Kosmos Tsuro: the turn and the end of the game (KO-9 to KO-17)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support.rules import rule
from tests.support.tables import Table, tiles
from tsuro.core.events import HandLaidDown, PawnEntered, PawnMoved, TileDrawn
from tsuro.core.ids import Seat
from tsuro.core.pile import Buried
from tsuro.core.state import Fate, Reason
from tsuro.engine.views import seen_state
from tsuro.formats.notation import parse_laid
from tsuro.rules.exchange import Exchange
from tsuro.rules.piles import Heaps, PileChosen

AWAY, FAR = "f6.4", "f1.1"


def table_of(
    pawns: Sequence[str],
    hands: Sequence[str],
    *,
    pile: str = "",
    heaps: tuple[int, ...] | None = None,
    turn: int = 0,
    board: dict[str, str] | None = None,
    piles: str = "2",
) -> Table:
    count = len(pile.split())
    return Table(
        "kosmos",
        pawns=pawns,
        hands=hands,
        pile=pile,
        turn=turn,
        board=board,
        parts=[Heaps(heaps if heaps is not None else (count, 0))],
        switches={"piles": piles},
    )


@rule("KO-9")
def test_one_card_on_the_front_cell_in_any_rotation() -> None:
    table = table_of(["c3.0<c2", AWAY, FAR], ["T04 T28", "", ""], board={"c2": "T34/0"})
    assert table.options == ["T04/0", "T04/1", "T04/2", "T04/3", "T28/0"]
    table.play("T28/0")
    occupied = {str(cell): laid for cell, laid in table.state.board.occupied()}
    assert occupied == {"c2": parse_laid("T34/0"), "c3": parse_laid("T28/0")}
    assert table.state.hands[0] == tiles("T04")


@rule("EX-KO-1", "KO-11")
@pytest.mark.parametrize(("port", "stop"), [(0, "c2.1"), (1, "c2.0")])
def test_the_first_move_chooses_one_of_two_ports(port: int, stop: str) -> None:
    table = table_of(["c1.n", AWAY, FAR], ["T32", "", ""]).play("T32/0")
    assert table.options == ["in:0", "in:1"]
    assert table.to_act == 0
    table.play(f"in:{port}")
    assert table.stop() == stop


@rule("KO-11")
@pytest.mark.parametrize(
    ("place", "ports"),
    [("a3.w", ["in:6", "in:7"]), ("f3.e", ["in:2", "in:3"]), ("c6.s", ["in:4", "in:5"])],
)
def test_the_two_ports_are_those_of_the_pawns_own_side(place: str, ports: list[str]) -> None:
    table = table_of([place, "a1.0", FAR], ["T32", "", ""]).play("T32/0")
    assert table.options == ports


@rule("KO-11")
def test_a_pawn_chooses_only_once() -> None:
    table = table_of(["c1.n", AWAY, FAR], ["T34 T34", "", ""]).play("T34/0", "in:0")
    assert table.of(PawnEntered)
    while table.to_act != 0:  # Seats 1 and 2 have no tile and pass.
        table.play("T34/0")
    table.play("T34/0")
    assert not table.of(PawnEntered)
    assert table.stop() == "c3.0"


@rule("EX-KO-2", "KO-10")
@pytest.mark.parametrize("port", [0, 1])
def test_no_placement_is_forbidden(port: int) -> None:
    table = table_of(["a1.n", AWAY, FAR], ["T01 T34", "", ""])
    assert table.options == ["T01/0", "T34/0"]
    assert table.barred == {}
    table.play("T01/0", f"in:{port}")
    assert table.lost == {0: Fate.EDGE}


@rule("KO-12")
def test_the_own_pawn_moves_first_then_those_lengthened() -> None:
    table = table_of(["b1.7<a1", "b1.n", FAR], ["", "T32", ""], board={"a1": "T34/0"}, turn=1).play(
        "T32/0", "in:0"
    )
    moves = [(e.pawn, str(e.stop)) for e in table.events if isinstance(e, PawnMoved)]
    assert moves == [(1, "b2.1"), (0, "c1.6")]


@rule("KO-13")
def test_the_rim_eliminates() -> None:
    table = table_of(["a1.0", "a1.1", FAR], ["T28", "", ""]).play("T28/0")
    assert table.lost == {1: Fate.EDGE}


@rule("KO-13")
def test_joined_paths_eliminate_both() -> None:
    table = table_of(["a1.0", "a1.6", FAR, AWAY], ["T02", "", "", ""]).play("T02/1")
    assert table.lost == {0: Fate.COLLISION, 1: Fate.COLLISION}


@rule("KO-14")
def test_the_cards_of_an_eliminated_player_leave_the_game() -> None:
    table = table_of(["a1.0", "a1.1", FAR], ["T28 T05", "T03 T04", ""], pile="T06").play("T28/0")
    assert table.of(HandLaidDown) == [HandLaidDown(Seat(1), 2, tiles("T03 T04"))]
    assert table.state.hands[1] == ()
    assert [buried.tile for buried in table.state.box] == ["T03", "T04"]
    assert all(isinstance(buried, Buried) for buried in table.state.box)
    assert table.outcomes == {"*T06": 1}
    assert not table.state.has_part(Exchange)


@rule("KO-15")
def test_the_active_player_chooses_a_pile_and_draws_one_card() -> None:
    table = table_of(
        ["c1.0", FAR, AWAY], ["T34", "", ""], pile="T05 T06 T07", heaps=(1, 0, 2), piles="3"
    ).play("T34/0")
    assert table.to_act == 0
    assert table.options == ["pile:1", "pile:3"]
    table.play("pile:3")
    assert table.outcomes == {"*T05": 1, "*T06": 1, "*T07": 1}
    table.play("*T06")
    assert table.state.hands[0] == tiles("T06")
    assert table.state.part(Heaps) == Heaps((1, 0, 1))
    drawn = [event.seat for event in table.events if isinstance(event, TileDrawn)]
    assert drawn == [0]
    assert table.state.turn.seat == 1


@rule("KO-15")
def test_a_single_pile_left_needs_no_choice() -> None:
    table = table_of(["c1.0", FAR, AWAY], ["T34", "", ""], pile="T05 T06", heaps=(0, 2))
    table.play("T34/0")
    assert table.outcomes == {"*T05": 1, "*T06": 1}
    table.play("*T05")
    assert table.of(PileChosen) == [PileChosen(1)]
    assert table.state.hands[0] == tiles("T05")


@rule("KO-15")
def test_an_eliminated_active_player_does_not_draw() -> None:
    table = table_of(["a1.0", FAR, AWAY], ["T01", "T34", ""], pile="T05 T06", heaps=(1, 1)).play(
        "T01/0"
    )
    assert not table.of(TileDrawn)
    assert table.to_act == 1
    assert table.options == ["T34/0"]


@rule("KO-15")
def test_no_draw_when_all_piles_are_empty() -> None:
    table = table_of(["c1.0", FAR, AWAY], ["T34", "T34", ""], heaps=(0, 0)).play("T34/0")
    assert not table.of(TileDrawn)
    assert table.to_act == 1


@rule("KO-16")
def test_the_last_pawn_wins() -> None:
    table = table_of(["a1.0", "a1.1", "x"], ["T28", "T03", ""], pile="T06").play("T28/0")
    assert table.winners == (0,)
    assert table.state.result is not None
    assert table.state.result.reason is Reason.LAST_STANDING
    assert not table.of(TileDrawn)


@rule("KO-16")
def test_those_who_go_out_on_the_same_move_share() -> None:
    table = table_of(["a1.0", "a1.6", "x"], ["T02", "T03", ""], pile="T06").play("T02/1")
    assert table.winners == (0, 1)
    assert table.state.result is not None
    assert table.state.result.reason is Reason.ALL_OUT


@rule("KO-17")
def test_survivors_share_when_no_card_is_left_to_draw_or_play() -> None:
    table = table_of(["a1.0", FAR, AWAY, "x"], ["T34", "", "", ""], heaps=(0, 0)).play("T34/0")
    assert table.winners == (0, 1, 2)
    assert table.state.result is not None
    assert table.state.result.reason is Reason.TILES_OUT


@rule("KO-17")
def test_a_card_in_hand_or_pile_keeps_the_game_going() -> None:
    in_hand = table_of(["a1.0", FAR, AWAY], ["T34", "T05", ""], heaps=(0, 0)).play("T34/0")
    assert in_hand.winners is None
    in_pile = table_of(["a1.0", FAR, AWAY], ["T34", "", ""], pile="T05", heaps=(0, 1))
    assert in_pile.play("T34/0", "*T05").winners is None


@rule("KO-25", "GEN-18")
@pytest.mark.parametrize(("laid_down", "seen"), [("open", ["T03", "T04"]), ("hidden", ["?", "?"])])
def test_whether_laid_down_cards_lie_open_is_a_switch(laid_down: str, seen: list[str]) -> None:
    table = Table(
        "kosmos", pawns=["a1.0", "a1.1", FAR], hands=["T28 T05", "T03 T04", ""], pile="T06",
        parts=[Heaps((1, 0))], switches={"laid_down": laid_down},
    ).play("T28/0")  # fmt: skip
    for viewer in (Seat(0), Seat(2), None):
        assert [each.tile for each in seen_state(table.state, viewer).box] == seen
    own = seen_state(table.state, Seat(1)).box
    assert [each.tile for each in own] == ["T03", "T04"], "they were the own cards"
    (event,) = table.of(HandLaidDown)
    assert isinstance(event, HandLaidDown)
    assert list(event.shown) == (seen if laid_down == "open" else [])
