"""JSON values of events, actions and views."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import pytest

from tsuro.core.actions import Axis, Decision, Enter, Flip, Keep, PlaceTile
from tsuro.core.board import Crossing
from tsuro.core.events import PawnLost, PawnMoved, TileDrawn
from tsuro.core.geometry import Cell, Side, Stop
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.state import Fate, Reason, Result, Status
from tsuro.core.tiles import Laid
from tsuro.editions.registry import EDITIONS
from tsuro.formats.wire.values import to_wire
from tsuro.formats.wire.views import (
    action_to_wire,
    ask_to_wire,
    event_to_wire,
    state_to_wire,
    view_to_wire,
)
from tsuro.game import Game


def played(edition: str, decisions: int = 12) -> Game:
    game = Game(edition, seats=3, seed=2)
    rng = Random(2)
    for _ in range(decisions):
        if not game.over:
            game.play(rng.choice(game.options))
    return game


def test_events_carry_their_type_and_fields() -> None:
    route = (Crossing(Cell(0, 0), 0, 3),)
    assert event_to_wire(PawnMoved(PawnId(1), route, Stop(Cell(1, 0), 6))) == {
        "type": "pawn_moved",
        "pawn": 1,
        "route": [[0, 0, 0, 3]],
        "stop": [1, 0, 6],
    }
    assert event_to_wire(PawnLost(PawnId(0), Fate.EDGE)) == {
        "type": "pawn_lost",
        "pawn": 0,
        "fate": "edge",
        "others": [],
    }
    assert event_to_wire(TileDrawn(Seat(1), None)) == {
        "type": "tile_drawn",
        "seat": 1,
    }


def test_words_that_others_rely_on_stay_as_they_are() -> None:
    """Pages, programs and files know them."""
    assert list(Status) == ["unset", "waiting", "on", "off", "lost"]
    assert list(Fate) == ["edge", "collision", "loop", "daikaiju", "stranded", "withdrawn"]
    assert list(Reason) == ["last_standing", "all_out", "tiles_out", "board_full", "stars"]
    assert list(Axis) == ["lr", "tb"]
    assert str(Result((Seat(0), Seat(2)), Reason.STARS)) == "0+2 stars"


def test_actions_carry_their_notation() -> None:
    assert action_to_wire(PlaceTile(Laid(TileId("T05"), 1))) == {
        "type": "place_tile",
        "notation": "T05/1",
        "laid": ["T05", 1, 0],
    }
    assert action_to_wire(Flip(Cell(3, 2), Axis.LEFT_RIGHT))["axis"] == "lr"
    assert action_to_wire(Keep()) == {"type": "keep", "notation": "keep"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_of_a_game_is_json(edition: str) -> None:
    game = played(edition, 60)
    values: list[Any] = [event_to_wire(event) for event in game.events]
    values += [action_to_wire(action) for action in game.actions]
    values += [ask_to_wire(step.ask) for step in game.steps]
    values += [state_to_wire(game.state), view_to_wire(game.view(0)), view_to_wire(game.view(None))]
    for value in values:
        assert json.loads(json.dumps(value)) == value


def test_a_view_tells_its_owner_what_may_be_done() -> None:
    game = played("classic", 5)
    seat = game.to_act
    assert seat is not None
    wire = view_to_wire(game.view(seat))
    assert [each["notation"] for each in wire["decide"]["options"]] == list(map(str, game.options))
    assert wire["to_act"] == seat
    assert wire["edition"]["switches"] == {"draw": "holder_first", "ban": "edge"}
    assert set(wire["state"]["parts"]) == {"dragon", "exchange"}
    assert "decide" not in view_to_wire(game.view((seat + 1) % 3))


def test_a_view_hides_the_hands_of_others() -> None:
    hands = view_to_wire(played("classic", 5).view(1))["state"]["hands"]
    assert "?" not in hands[1]
    assert set(hands[0]) == set(hands[2]) == {"?"}


def test_luck_is_told_with_its_weights() -> None:
    asks = [ask_to_wire(step.ask) for step in played("seas").steps]
    luck = [ask for ask in asks if ask is not None and ask["type"] == "chance"]
    assert luck
    assert all(outcome["weight"] > 0 for ask in luck for outcome in ask["outcomes"])
    assert ask_to_wire(None) is None


class Route(NamedTuple):
    """Of somebody else's edition."""

    length: int
    stop: Stop
    side: Side


@dataclass(frozen=True)
class Wander(Decision):
    """Nothing that a set could hold."""

    steps: list[int]

    def __str__(self) -> str:
        return "wander"


def test_named_tuples_are_flat_whatever_they_hold() -> None:
    route = Route(3, Stop(Cell(1, 2), 6), Side.SOUTH)
    assert json.dumps(to_wire(route)) == "[3, 1, 2, 6, 2]"


def test_what_was_written_is_the_reader_s_own() -> None:
    """Neither what equals it nor what somebody does to it changes how a value is written."""
    written = action_to_wire(Wander([1, 2]))
    written["steps"].append(3)
    assert action_to_wire(Wander([1, 2]))["steps"] == [1, 2]
    assert action_to_wire(Enter(True))["point"] is True
    assert action_to_wire(Enter(1))["point"] is not True
