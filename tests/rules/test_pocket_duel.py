"""Pocket Tsuro for two players, and turns without a tile (PO-16, PO-17)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.support.rules import rule
from tests.support.tables import Table, tiles
from tsuro.core.actions import PlaceTile
from tsuro.core.events import Passed, SeatOut, TurnBegan
from tsuro.core.ids import Seat
from tsuro.core.state import Fate
from tsuro.game import Game
from tsuro.rules.placing import AvoidOwnLoss
from tsuro.rules.travel import Collide, Travel

FAR = "f6.4+f1.1"


def table_of(
    pawns: Sequence[str], hands: Sequence[str], pile: str = "", at: str = "place", turn: int = 0
) -> Table:
    return Table("pocket", pawns=pawns, hands=hands, pile=pile, at=at, turn=turn)


@rule("PO-16")
def test_two_beads_and_one_hand_each_set_alternately() -> None:
    game = Game("pocket", seats=2, seed=0)
    assert [pawn.seat for pawn in game.state.pawns] == [0, 0, 1, 1]
    assert [len(hand) for hand in game.state.hands] == [3, 3]
    order = []
    for mark in ("a1.0", "b1.0", "c1.0", "d1.0"):
        order.append(game.to_act)
        game.play(mark)
    assert order == [0, 1, 0, 1]
    assert [str(pawn.stop) for pawn in game.state.pawns] == ["a1.0", "c1.0", "b1.0", "d1.0"]


@rule("PO-16")
def test_all_three_parts_for_one_bead_then_for_the_other() -> None:
    table = table_of(["a1.0+c1.0", FAR], ["T34 T32", "T34"], "T05 T06")
    assert table.options == ["a:T34/0", "a:T32/0", "b:T34/0", "b:T32/0"]
    table.play("b:T34/0", "*T05")
    assert {option[0] for option in table.options} == {"a"}
    table.play("a:T05/1", "*T06")
    assert table.state.hands[0] == tiles("T32 T06")
    assert table.to_act == 1


@rule("PO-16")
def test_a_lost_bead_takes_its_half_turn_with_it() -> None:
    table = table_of(["a1.0+a1.1", FAR], ["T28 T34", "T34"], "T05").play("a:T28/0")
    assert table.lost == {1: Fate.EDGE}
    table.play("*T05")
    assert table.to_act == 1


@rule("PO-16")
def test_own_beads_collide_and_the_other_player_wins() -> None:
    table = table_of(["a1.0+a1.6", FAR], ["T02", "T03"]).play("a:T02/1")
    assert table.of(SeatOut) == [SeatOut(Seat(0), Fate.COLLISION)]
    assert table.winners == (1,)


@rule("PO-17", "GEN-21")
def test_each_half_turn_without_a_tile_is_passed_by_itself() -> None:
    table = table_of(["a1.0+c1.0", FAR], ["T34", "T34 T34"]).play("b:T34/0")
    assert table.of(Passed) == [Passed(Seat(0))]
    began = [(e.seat, e.half) for e in table.events if isinstance(e, TurnBegan)]
    assert began == [(0, 1), (1, 0)]
    assert table.to_act == 1
    assert table.stop(0) == "a1.0"


@rule("PO-17", "KO-21")
def test_a_passed_first_half_turn_leaves_the_second_to_either_bead() -> None:
    table = table_of(["a1.0+c1.0", "x+f6.4"], ["", "T34"], "T34 T06", at="begin", turn=1)
    assert table.of(Passed) == [Passed(Seat(0))]
    table.play("*T34")
    assert table.to_act == 0
    assert table.options == ["a:T34/0", "b:T34/0"]
    table.play("a:T34/0", "*T06")
    assert table.to_act == 1


@rule("PO-17", "KO-21")
def test_a_single_bead_that_passes_has_no_second_half_turn() -> None:
    table = table_of(["a1.0+x", "x+f6.4"], ["", "T34"], at="begin", turn=1)
    assert table.of(Passed) == [Passed(Seat(0))]
    assert table.to_act == 1


@rule("PO-17")
def test_turns_without_a_tile_happen_with_eight_careful_players() -> None:
    """Players who lose their own bead only if they must; they pass in about one game of seven."""
    assert any(_has_pass(seed) for seed in range(20))


def _has_pass(seed: int) -> bool:
    game, rng = Game("pocket", seats=8, seed=seed), Random(seed)
    travel = Travel(game.edition.tiles, Collide())
    careful = AvoidOwnLoss(travel, frozenset({Fate.EDGE, Fate.COLLISION}))
    while not game.over:
        placements = [option for option in game.options if isinstance(option, PlaceTile)]
        safe, _ = careful.split(game.state, placements)
        game.play(rng.choice(safe or game.options))
    return any(isinstance(event, Passed) for event in game.events)


@rule("PO-16", "PO-12")
def test_only_the_bead_goes_while_its_owner_is_in() -> None:
    """Seat 1 loses a bead to seat 0's tile and keeps its hand; with the second one the tiles go."""
    table = table_of(["a1.0+c1.0", "a1.1+b1.0"], ["T28 T28", "T03 T04"], "T05").play("a:T28/0")
    assert table.lost == {2: Fate.EDGE}
    assert table.state.hands[1] == tiles("T03 T04")
    assert table.outcomes == {"*T05": 1}
