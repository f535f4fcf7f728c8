"""Plain JSON values of events, actions and views, derived from the fields of their classes.

Dataclasses become objects, tuples and named tuples lists, enums their values. Events and actions
carry their class in `type`; an action also its notation, which is the way to send it back.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from tsuro.core.actions import Action
from tsuro.core.asks import Ask, Chance
from tsuro.core.events import Event
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView

Json = dict[str, Any]


@cache
def _tag(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def type_tag(value: Event | Action) -> str:
    """A `TilePlaced` is tagged `tile_placed`."""
    return _tag(type(value).__name__)


def to_wire(value: Any) -> Any:
    """Any value that states, events and actions are made of, as JSON knows it."""
    match value:
        case Enum():
            return value.value
        case Event():
            return event_to_wire(value)
        case Action():
            return action_to_wire(value)
        case tuple() | frozenset():
            return [to_wire(item) for item in value]
        case _ if is_dataclass(value):
            return _fields(value)
        case _:
            return value


def _fields(value: Any) -> Json:
    return {each.name: to_wire(getattr(value, each.name)) for each in fields(value)}


def event_to_wire(event: Event) -> Json:
    return {"type": type_tag(event), **_fields(event)}


def action_to_wire(action: Action) -> Json:
    return {"type": type_tag(action), "notation": str(action), **_fields(action)}


def edition_to_wire(edition: Edition) -> Json:
    """What a reader needs to know of the game being played."""
    return {
        "id": edition.id,
        "title": edition.title,
        "seats": edition.seats,
        "size": edition.size,
        "hand_size": edition.hand_size,
        "pawns_per_seat": edition.pawns_per_seat,
        "switches": dict(edition.switches),
    }


def state_to_wire(state: GameState) -> Json:
    """A state, full or as a viewer sees it; parts go by their keys."""
    parts = {part.key: _fields(part) for part in state.parts}
    return {**_fields(state), "parts": parts}


def ask_to_wire(ask: Ask | None) -> Json | None:
    """What is waited for: options and barred actions, or the outcomes of luck with weights."""
    if ask is None:
        return None
    if isinstance(ask, Chance):
        outcomes = [
            {**action_to_wire(outcome), "weight": weight} for outcome, weight in ask.outcomes
        ]
        return {"type": "chance", "rule": ask.rule, "outcomes": outcomes}
    return {"type": "decide", **_fields(ask)}


def view_to_wire(view: PlayerView) -> Json:
    """Everything one viewer may know."""
    return {
        "edition": edition_to_wire(view.edition),
        "viewer": view.viewer,
        "to_act": view.to_act,
        "decide": ask_to_wire(view.decide),
        "state": state_to_wire(view.state),
        "events": [event_to_wire(event) for event in view.events],
    }
