"""Classic Tsuro: placing, moving, elimination and the end of the game (CL-8 to CL-17, CL-29)."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.rules import rule
from tests.support.tables import Table, tiles
from tsuro.core.board import Ending, walk
from tsuro.core.events import PawnLost, PawnMoved, TileDrawn, TilePlaced
from tsuro.core.state import Fate, Reason
from tsuro.errors import IllegalAction
from tsuro.formats.notation import parse_cell, parse_stop
from tsuro.game import Game
from tsuro.rules.exchange import ExchangeOpened

AWAY = "f6.4"
"""A start mark far from where things happen."""


def ending(table: Table, stop: str) -> Ending:
    return walk(table.state.board, table.edition.tiles, parse_stop(stop)).ending


@rule("EX-CL-1", "CL-8", "CL-12")
def test_a_first_placement() -> None:
    table = Table("classic", pawns=["c1.0", AWAY], hands=["T32 T01", "T02"]).play("T32/0")
    assert table.stop() == "c2.1"
    assert table.state.pawns[0].behind == parse_cell("c1")
    assert table.state.hands[0] == tiles("T01")


@rule("EX-CL-2")
def test_running_over_two_tiles() -> None:
    table = Table(
        "classic",
        pawns=["c2.1<c1", AWAY],
        board={"c1": "T32/0", "d2": "T34/0"},
        hands=["T35", "T02"],
    ).play("T35/0")
    assert table.stop() == "e2.7"
    assert table.state.pawns[0].behind == parse_cell("d2")


@rule("CL-8")
def test_any_tile_of_the_hand_in_any_rotation() -> None:
    table = Table("classic", pawns=["c3.0<c2", AWAY], board={"c2": "T34/0"}, hands=["T04 T29", ""])
    assert table.options == [f"{tile}/{turns}" for tile in ("T04", "T29") for turns in range(4)]
    with pytest.raises(IllegalAction, match="does not hold T05"):
        table.play("T05/0")


@rule("CL-8")
def test_a_placed_tile_never_moves_again() -> None:
    rng = Random(8)
    game = Game("classic", seats=5, seed=8)
    laid = {}
    while not game.over:
        game.play(rng.choice(game.options))
        laid.update({e.cell: e.laid for e in game.last_events if isinstance(e, TilePlaced)})
        assert dict(game.state.board.occupied()) == laid
    assert len(laid) > 10


@rule("EX-CL-3", "CL-9")
def test_two_barred_tiles_and_a_safe_one() -> None:
    table = Table("classic", pawns=["a1.0", AWAY], hands=["T01 T35 T28", "T02"])
    assert table.options == ["T28/0"]
    assert table.barred == {"T01/0": "CL-9", "T35/0": "CL-9"}
    with pytest.raises(IllegalAction, match="forbidden by CL-9") as refused:
        table.play("T01/0")
    assert refused.value.rule == "CL-9"
    assert table.play("T28/0").stop() == "b1.6"


@rule("EX-CL-3", "CL-9")
def test_everything_is_legal_when_every_placement_leads_to_the_rim() -> None:
    table = Table("classic", pawns=["a1.0", AWAY], hands=["T01 T35 T35", "T02"])
    assert table.options == ["T01/0", "T35/0"]
    assert table.barred == {}
    assert table.play("T35/0").lost == {0: Fate.EDGE}


@rule("CL-9")
def test_the_rim_is_barred_even_if_an_opponent_goes_too() -> None:
    """T01 would take both pawns off the north side."""
    table = Table("classic", pawns=["a1.0", "b1.0", AWAY], hands=["T01 T34", "", ""])
    assert table.options == ["T34/0"]
    assert table.barred == {"T01/0": "CL-9"}


@rule("EX-CL-4", "CL-14")
def test_a_wilful_collision() -> None:
    table = Table("classic", pawns=["a1.0", "a1.6", AWAY], hands=["T02 T28", "T03", "T04"])
    assert {"T02/1", "T28/0"} <= set(table.options)
    table.play("T02/1")
    assert table.lost == {0: Fate.COLLISION, 1: Fate.COLLISION}
    assert [event.others for event in table.events if isinstance(event, PawnLost)] == [(1,), (0,)]
    assert (ending(table, "a1.0"), ending(table, "a1.6")) == (Ending.EDGE, Ending.EDGE)


@rule("EX-CL-4", "CL-10")
def test_a_wilful_collision_can_be_banned() -> None:
    table = Table(
        "classic",
        pawns=["a1.0", "a1.6", AWAY],
        hands=["T02 T28", "T03", "T04"],
        switches={"ban": "any_self_elimination"},
    )
    assert table.options == ["T02/2", "T28/0"]
    assert table.barred == {"T02/0": "CL-9", "T02/1": "CL-10", "T02/3": "CL-9"}


@rule("CL-9", "CL-10")
def test_a_collision_counts_as_another_move() -> None:
    """Over an occupied start mark is a collision, not the rim, and so the rim stays barred."""
    pawns, board = ["a1.0", "a1.6", AWAY], {"b1": "T01/0"}
    table = Table("classic", pawns=pawns, board=board, hands=["T14", "", ""])
    assert table.options == ["T14/1"]
    assert table.barred == {"T14/0": "CL-9"}
    strict = Table(
        "classic",
        pawns=pawns,
        board=board,
        hands=["T14", "", ""],
        switches={"ban": "any_self_elimination"},
    )
    assert strict.options == ["T14/0", "T14/1"]
    assert strict.play("T14/0").lost == {0: Fate.EDGE}


@rule("CL-11")
def test_eliminating_an_opponent_is_never_barred() -> None:
    table = Table("classic", pawns=["a1.0", "a1.1", AWAY], hands=["T28 T34", "T03", "T04"])
    assert table.options == ["T28/0", "T34/0"]
    assert table.play("T28/0").lost == {1: Fate.EDGE}


@rule("CL-12")
def test_the_active_pawn_moves_first_then_the_others_clockwise() -> None:
    table = Table(
        "classic",
        pawns=["c3.2<d3", "c3.0<c2", "c3.1<c2"],
        board={"c2": "T34/0", "d3": "T34/0"},
        hands=["", "T32", ""],
        pile="",
        turn=1,
    ).play("T32/0")
    moves = [(e.pawn, str(e.stop)) for e in table.events if isinstance(e, PawnMoved)]
    assert moves == [(1, "c4.1"), (2, "c4.0"), (0, "b3.3")]


@rule("EX-CL-5", "CL-13")
def test_pushing_an_opponent_off_before_its_first_turn() -> None:
    table = Table("classic", pawns=["a1.0", "a1.1", AWAY], hands=["T28 T02 T03", "T04 T05 T06", ""])
    table.play("T28/0")
    assert table.stop() == "b1.6"
    assert table.lost == {1: Fate.EDGE}
    assert table.to_act == 0
    swaps = [f"swap:{give}>{take}" for give in ("T02", "T03") for take in ("T04", "T05", "T06")]
    assert table.options == ["keep", *swaps]


@rule("EX-CL-5", "CL-16")
def test_the_last_pawn_wins_at_once() -> None:
    table = Table("classic", pawns=["a1.0", "a1.1"], hands=["T28 T02 T03", "T04 T05 T06"])
    table.play("T28/0")
    assert table.winners == (0,)
    assert table.state.result is not None
    assert table.state.result.reason is Reason.LAST_STANDING
    assert not any(isinstance(event, ExchangeOpened | TileDrawn) for event in table.events)
    assert table.state.hands == (tiles("T02 T03"), tiles("T04 T05 T06"))


@rule("CL-17")
def test_when_nobody_is_left_only_the_last_to_go_share() -> None:
    table = Table("classic", pawns=["a1.0", "a1.1", "b1.0"], hands=["T28", "", "T02"], pile="")
    table.play("T28/0")
    assert table.lost == {1: Fate.EDGE}
    table.play("T02/1")
    assert table.lost == {2: Fate.COLLISION, 0: Fate.COLLISION}
    assert table.winners == (0, 2)
    assert table.state.result is not None
    assert table.state.result.reason is Reason.ALL_OUT


@rule("CL-17")
def test_pawns_lost_in_different_ways_by_one_placement_share() -> None:
    """T01 sends each of the two off by its own way."""
    table = Table("classic", pawns=["a1.0", "a1.6"], hands=["T01", ""]).play("T01/0")
    assert table.lost == {0: Fate.EDGE, 1: Fate.EDGE}
    assert table.winners == (0, 1)


@rule("EX-CL-6", "CL-15")
def test_side_by_side_is_no_collision() -> None:
    table = Table("classic", pawns=["a1.0", "a1.1"], hands=["T34", "T02"]).play("T34/0")
    assert [table.stop(0), table.stop(1)] == ["a2.0", "a2.1"]
    assert table.lost == {}


@rule("CL-15")
def test_crossing_paths_do_not_collide() -> None:
    table = Table(
        "classic",
        pawns=["d3.0<d2", "d3.2<e3"],
        board={"d2": "T34/0", "e3": "T34/0"},
        hands=["T32", "T02"],
    ).play("T32/0")
    assert table.lost == {}
    assert [table.stop(0), table.stop(1)] == ["d4.1", "c3.3"]


@rule("EX-CL-7", "CL-13")
def test_one_tile_crossed_twice() -> None:
    table = Table("classic", pawns=["c1.0", AWAY], board={"c2": "T01/0"}, hands=["T32", ""])
    table.play("T32/0")
    (moved,) = (event for event in table.events if isinstance(event, PawnMoved))
    assert [(str(step.cell), step.entry, step.exit) for step in moved.route] == [
        ("c1", 0, 4),
        ("c2", 1, 0),
        ("c1", 5, 1),
    ]
    assert table.lost == {0: Fate.EDGE}


@rule("CL-14")
def test_joined_paths_in_mid_board_eliminate_both_where_they_meet() -> None:
    table = Table(
        "classic",
        pawns=["d3.0<d2", "d3.5<d4", AWAY],
        board={"d2": "T34/0", "d4": "T34/0"},
        hands=["T34", "T02", "T03"],
    ).play("T34/0")
    assert table.lost == {0: Fate.COLLISION, 1: Fate.COLLISION}
    routes = [event.route for event in table.events if isinstance(event, PawnMoved)]
    assert [len(route) for route in routes] == [1, 1]


@rule("CL-14")
def test_paths_joined_by_way_of_another_tile_eliminate_both() -> None:
    """Pawn 0 runs 0→2, is turned back by e3 and runs 3→5 into pawn 1."""
    table = Table(
        "classic",
        pawns=["d3.0<d2", "d3.5<d4", AWAY],
        board={"d2": "T34/0", "d4": "T34/0", "e3": "T01/0"},
        hands=["T04", "T02", "T03"],
    ).play("T04/3")
    assert table.lost == {0: Fate.COLLISION, 1: Fate.COLLISION}
    routes = [event.route for event in table.events if isinstance(event, PawnMoved)]
    assert [len(route) for route in routes] == [3, 3]


@rule("CL-25")
def test_a_cell_that_cannot_be_reached_has_no_effect() -> None:
    """Walls of turned-back paths round c3; then play goes on as if they were not there."""
    walls = dict.fromkeys(("b3", "c2", "c4", "d3"), "T01/0")
    games = [
        Table("classic", pawns=["a1.0", AWAY], board=board, hands=["T34", "T34"], pile="T05 T06")
        for board in ({}, walls)
    ]
    events = [table.play("T34/0", "*T05", "*T06").events for table in games]
    assert events[0] == events[1]
    assert all(table.state.result is None for table in games)


@rule("CL-29", "CL-12")
def test_a_lengthened_pawn_keeps_to_its_own_path_and_keeps_its_turn() -> None:
    table = Table("classic", pawns=["a1.0", "a1.1"], hands=["T34 T02", "T03 T04"], pile="T05")
    table.play("T34/0")
    assert table.stop(1) == "a2.1"
    assert table.state.hands[1] == tiles("T03 T04")
    table.play("*T05")
    assert table.to_act == 1
    assert {option[:3] for option in table.options} == {"T03", "T04"}
