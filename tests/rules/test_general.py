"""What all editions share at the table: seats, luck, secrets, passing (GEN-15 to GEN-21)."""

from __future__ import annotations

import pytest

from tests.support.rules import rule
from tests.support.tables import Table, tiles
from tsuro.core.asks import Chance
from tsuro.core.events import Passed, TileDrawn, TilePlaced
from tsuro.core.ids import Seat
from tsuro.core.state import Fate, Reason
from tsuro.core.tiles import (
    HIDDEN,
)
from tsuro.editions.registry import build_edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.play import begin
from tsuro.engine.views import view
from tsuro.errors import BadSetting, IllegalAction
from tsuro.formats.notation import parse_laid
from tsuro.game import Game

CLASSIC = build_edition("classic", seats=3)
PATHS = CLASSIC.tiles
A, B, C = Seat(0), Seat(1), Seat(2)


@rule("GEN-15")
@pytest.mark.parametrize("seats", [-1, 0, 1, 9])
def test_two_to_eight_players(seats: int) -> None:
    with pytest.raises(BadSetting, match="2 to 8"):
        build_edition("classic", seats=seats)


@rule("GEN-15")
def test_turns_pass_clockwise_and_skip_the_eliminated() -> None:
    table = Table(
        "pocket",
        pawns=["a1.0", "x", "f1.1", "f6.4"],
        hands=["T34", "", "T34", "T34"],
        pile="",
        turn=3,
        at="begin",
    )
    seen = [table.to_act]
    for _ in range(2):
        table.play("T34/0")
        seen.append(table.to_act)
    assert seen == [0, 2, 3]


@rule("GEN-16")
def test_the_first_seat_is_an_input() -> None:
    game = Game("classic", seats=3, seed=1, first=2)
    drawers = [event.seat for event in game.events if isinstance(event, TileDrawn)]
    assert drawers == [2] * 3 + [0] * 3 + [1] * 3
    order = []
    while game.state.turn.number == 0:
        order.append(game.to_act)
        game.play(game.options[8 * len(order)])
    assert order == [2, 0, 1]
    assert game.to_act == 2


@rule("GEN-16")
@pytest.mark.parametrize("first", [-1, 3])
def test_the_first_seat_must_exist(first: int) -> None:
    with pytest.raises(BadSetting, match="0 to 2"):
        begin(CLASSIC, first=first)


@rule("GEN-17")
def test_luck_is_asked_for_and_comes_from_one_seed() -> None:
    step = begin(CLASSIC)
    assert isinstance(step.ask, Chance)
    assert step == begin(CLASSIC)
    picks = [
        [str(source.pick(step.ask)) for _ in range(35)]
        for source in (SeededChance(5), SeededChance(5), SeededChance(6))
    ]
    assert picks[0] == picks[1] != picks[2]


@rule("GEN-18")
def test_hands_are_private_and_the_pile_is_unknown_to_all() -> None:
    game = Game("classic", seats=3, seed=3)
    for viewer in (A, B, C, None):
        seen = game.view(viewer).state
        assert [hand == game.state.hands[seat] for seat, hand in enumerate(seen.hands)] == [
            seat == viewer for seat in range(3)
        ]
        assert set(seen.pile.bag) == {HIDDEN}
        assert [len(hand) for hand in seen.hands] == [3, 3, 3]
        assert len(seen.pile) == 26
        assert seen.board == game.state.board


@rule("GEN-18")
def test_eliminated_hands_are_open_to_the_active_seat_during_an_exchange() -> None:
    table = Table(
        "classic", pawns=["a1.0", "a1.1", "f6.4"], hands=["T28 T02", "T03 T04", "T05"]
    ).play("T28/0")
    hands = {
        viewer: view(table.edition, table.state, table.step.ask, viewer=viewer).state.hands[B]
        for viewer in (A, B, C, None)
    }
    hidden = (HIDDEN, HIDDEN)
    assert hands == {A: tiles("T03 T04"), B: hidden, C: hidden, None: hidden}


@rule("GEN-19")
def test_symmetric_rotations_and_copies_are_one_placement() -> None:
    table = Table(
        "pocket",
        pawns=["c3.0<c2", "f6.4", "a6.5"],
        board={"c2": "T34/0"},
        hands=["T01 T10 T02", "T03", "T04"],
    )
    assert table.options == ["T01/0", "T10/0", "T10/1", "T02/0", "T02/1", "T02/2", "T02/3"]
    with pytest.raises(IllegalAction, match=r"T10/2 lies exactly as T10/0") as refused:
        table.play("T10/2")
    assert refused.value.rule == "GEN-19"
    twice = Table(
        "pocket",
        pawns=["c3.0<c2", "f6.4", "a6.5"],
        board={"c2": "T34/0"},
        hands=["T02 T02 T02", "T03", "T04"],
    )
    assert len(twice.options) == 4


@rule("GEN-19")
def test_three_tiles_give_at_most_twelve_placements() -> None:
    table = Table(
        "pocket",
        pawns=["c3.0<c2", "f6.4", "a6.5"],
        board={"c2": "T34/0"},
        hands=["T02 T03 T04", "T05", "T06"],
    )
    assert len(table.options) == 12
    pairings = {PATHS.wiring(parse_laid(option)) for option in table.options}
    assert len(pairings) == 12


@rule("GEN-20")
def test_the_same_move_is_the_same_placement() -> None:
    """Seat 1 goes out by one placement, seats 0 and 2 by the next: only those two share."""
    table = Table("classic", pawns=["a1.0", "a1.1", "b1.0"], hands=["T28", "", "T02"], pile="")
    table.play("T28/0").play("T02/1")
    assert [(out.seat, out.fate) for out in table.state.exits] == [
        (1, Fate.EDGE),
        (2, Fate.COLLISION),
        (0, Fate.COLLISION),
    ]
    assert table.state.exits[1].moment == table.state.exits[2].moment
    assert table.state.exits[0].moment != table.state.exits[1].moment
    assert table.winners == (0, 2)
    assert table.state.result is not None
    assert table.state.result.reason is Reason.ALL_OUT


@rule("GEN-21")
def test_a_player_without_a_tile_passes_and_still_draws() -> None:
    table = Table(
        "pocket",
        pawns=["a1.0", "f1.1", "f6.4"],
        hands=["", "T34", "T34"],
        pile="T05",
        turn=2,
        at="begin",
    )
    before = table.state.pawns
    assert [event.seat for event in table.events if isinstance(event, Passed)] == [0]
    table.play("*T05")
    assert table.state.hands[0] == tiles("T05")
    assert table.state.pawns == before
    assert table.to_act == 1
    assert not any(isinstance(event, TilePlaced) for event in table.events)
