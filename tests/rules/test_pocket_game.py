"""Pocket Tsuro: components, the turn and the end of the game (PO-1 to PO-15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from tests.support.rules import rule
from tests.support.tables import Table, tiles
from tsuro.core.asks import Chance
from tsuro.core.events import HandShuffledIn, PawnMoved, TileDrawn, TilePlaced
from tsuro.core.geometry import cells
from tsuro.core.ids import Seat
from tsuro.core.state import Fate, Reason
from tsuro.editions.registry import build_edition
from tsuro.engine.play import begin
from tsuro.game import Game
from tsuro.rules.dragon import Dragon
from tsuro.rules.exchange import Exchange

AWAY, FAR = "f6.4", "f1.1"


def table_of(pawns: Sequence[str], hands: Sequence[str], pile: str = "", turn: int = 0) -> Table:
    return Table("pocket", pawns=pawns, hands=hands, pile=pile, turn=turn)


@rule("PO-1")
def test_the_box_holds_36_tiles_eight_beads_and_no_dragon() -> None:
    edition = build_edition("pocket", seats=8)
    opening = edition.opening(Seat(0))
    assert len(edition.bag) == 36
    assert len(opening.pawns) == 8
    assert not opening.has_part(Dragon)


@rule("PO-2")
def test_six_by_six_with_48_marks() -> None:
    game = Game("pocket", seats=3, seed=0)
    assert game.edition.size == 6
    assert len({str(option) for option in game.options}) == 48


@rule("PO-3")
def test_every_pattern_once_and_one_of_them_twice() -> None:
    counts = Counter(build_edition("pocket", seats=3).bag)
    assert len(counts) == 35
    assert {tile: count for tile, count in counts.items() if count > 1} == {"T02": 2}


@rule("PO-4")
def test_a_draw_is_uniform_over_the_stash() -> None:
    step = begin(build_edition("pocket", seats=3))
    assert isinstance(step.ask, Chance)
    weights = {str(outcome): weight for outcome, weight in step.ask.outcomes}
    assert weights == {f"*T{number:02}": 1 + (number == 2) for number in range(1, 36)}


@rule("PO-5")
def test_everybody_draws_three_and_never_holds_more() -> None:
    game = Game("pocket", seats=5, seed=0)
    assert [len(hand) for hand in game.state.hands] == [3] * 5
    assert len(game.state.pile) == 36 - 15
    table = table_of(["c1.0", FAR, AWAY], ["T34 T01 T02", "T34", ""], "T05 T06").play("T34/0")
    assert len(table.play("*T05").state.hands[0]) == 3


@rule("PO-6")
def test_beads_are_set_clockwise_one_to_a_mark() -> None:
    game = Game("pocket", seats=3, seed=0, first=1)
    order = []
    for mark in ("a1.0", "a1.1", "a1.7"):
        order.append(game.to_act)
        assert mark in map(str, game.options)
        game.play(mark)
        if not game.state.turn.number:
            assert mark not in map(str, game.options)
    assert order == [1, 2, 0]
    assert game.to_act == 1


@rule("PO-7")
def test_a_turn_is_place_move_draw() -> None:
    table = table_of(["c1.0", FAR, AWAY], ["T34", "T34", ""], "T05").play("T34/0", "*T05")
    kinds = [type(event) for event in table.events][:3]
    assert kinds == [TilePlaced, PawnMoved, TileDrawn]
    assert table.to_act == 1


@rule("PO-8")
def test_a_tile_goes_on_the_front_cell_in_any_rotation_for_good() -> None:
    table = table_of(["c1.0", FAR, AWAY], ["T04 T32", "T34", "T03"])
    assert table.options == ["T04/0", "T04/1", "T04/2", "T04/3", "T32/0"]
    table.play("T32/0")
    laid = dict(table.state.board.occupied())
    assert [str(cell) for cell in laid] == ["c1"]
    table.play("T34/0")
    assert laid.items() <= dict(table.state.board.occupied()).items()


@rule("PO-9")
def test_no_placement_is_forbidden() -> None:
    table = table_of(["a1.0", FAR, AWAY], ["T01 T34", "T03", ""])
    assert table.options == ["T01/0", "T34/0"]
    assert table.barred == {}
    assert table.play("T01/0").lost == {0: Fate.EDGE}


@rule("PO-10")
def test_the_active_bead_moves_then_all_others_next_to_the_tile() -> None:
    table = table_of(["a1.0", "a1.1", AWAY], ["T03", "T34", ""], turn=1).play("T34/0")
    moves = [(e.pawn, str(e.stop)) for e in table.events if isinstance(e, PawnMoved)]
    assert moves == [(1, "a2.1"), (0, "a2.0")]


@rule("PO-11")
@pytest.mark.parametrize(
    ("pawns", "laid", "fates"),
    [
        (["a1.0", "a1.1", AWAY], "T28/0", {1: Fate.EDGE}),
        (["a1.0", "a1.6", FAR, AWAY], "T02/1", {0: Fate.COLLISION, 1: Fate.COLLISION}),
    ],
)
def test_the_frame_and_joined_paths_eliminate(
    pawns: list[str], laid: str, fates: dict[int, Fate]
) -> None:
    table = table_of(pawns, [laid[:3], *["T03"] * (len(pawns) - 1)]).play(laid)
    assert table.lost == fates


@rule("EX-PO-1", "PO-12", "PO-13")
def test_tiles_of_the_eliminated_return_at_once_and_may_be_drawn() -> None:
    table = table_of(["a1.0", "a1.1", AWAY], ["T28", "T03 T04", "T34"]).play("T28/0")
    assert table.of(HandShuffledIn) == [HandShuffledIn(Seat(1), 2)]
    assert table.outcomes == {"*T03": 1, "*T04": 1}
    assert not table.state.has_part(Exchange)
    table.play("*T04")
    drawn = [event.seat for event in table.events if isinstance(event, TileDrawn)]
    assert drawn == [0]
    assert table.state.hands == (tiles("T04"), (), tiles("T34"))
    assert table.state.pile.bag == tiles("T03")
    assert table.to_act == 2


@rule("PO-13")
def test_an_eliminated_active_player_does_not_draw() -> None:
    table = table_of(["a1.0", FAR, AWAY], ["T01", "T34", ""], "T05").play("T01/0")
    assert table.to_act == 1
    assert table.state.pile.bag == tiles("T05")


@rule("PO-13")
def test_a_missed_draw_is_never_made_up() -> None:
    """Seat 0 finds the stash empty; later it draws one tile a turn as ever."""
    table = table_of(["c1.0", "a1.1", "a1.0"], ["T34 T34", "T03 T04", "T28"])
    table.play("T34/0")
    assert not table.of(TileDrawn)
    assert table.to_act == 1
    table = table_of(["c2.0<c1", "x", "a1.0"], ["T34", "", "T28"], "T05 T06 T07")
    table.play("T34/0", "*T05")
    assert table.state.hands[0] == tiles("T05")
    assert table.to_act == 2


@rule("PO-14")
@pytest.mark.parametrize(
    ("pawns", "laid", "winners", "reason"),
    [
        (["a1.0", "a1.1", "x"], "T28/0", (0,), Reason.LAST_STANDING),
        (["a1.0", "a1.6", "x"], "T02/1", (0, 1), Reason.ALL_OUT),
    ],
)
def test_the_last_bead_wins_and_the_last_to_go_together_tie(
    pawns: list[str], laid: str, winners: tuple[int, ...], reason: Reason
) -> None:
    table = table_of(pawns, [f"{laid[:3]} T05", "T03", ""], "T06").play(laid)
    assert table.winners == winners
    assert table.state.result is not None
    assert table.state.result.reason is reason
    assert not table.of(TileDrawn)


@rule("PO-15")
def test_the_36th_tile_sends_every_bead_off() -> None:
    board = {str(cell): "T32/0" for cell in cells(6) if str(cell) != "d3"}
    table = Table(
        "pocket",
        pawns=["d3.0<d2", "d3.2<e3", "d3.7<c3"],
        board=board,
        hands=["T32", "", ""],
        pile="",
    ).play("T32/0")
    assert len(table.lost) == 3
    assert table.winners == (0, 1, 2)
