"""Whole states and views as JSON, for programs that are told everything at once."""

from __future__ import annotations

from tsuro.core.actions import Action
from tsuro.core.asks import Ask, Chance, Decide
from tsuro.core.events import Event
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView
from tsuro.formats.wire.values import Json, to_wire


def event_to_wire(event: Event) -> Json:
    written: Json = to_wire(event)
    return written


def action_to_wire(action: Action) -> Json:
    written: Json = to_wire(action)
    return written


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
    return {**to_wire(state), "parts": {part.key: to_wire(part) for part in state.parts}}


def ask_to_wire(ask: Ask | None) -> Json | None:
    """What is waited for: options and barred actions, or the outcomes of luck with weights."""
    match ask:
        case Chance():
            outcomes = [
                {**action_to_wire(outcome), "weight": weight} for outcome, weight in ask.outcomes
            ]
            return {"type": "chance", "rule": ask.rule, "outcomes": outcomes}
        case Decide():
            return {"type": "decide", **to_wire(ask)}
    return None


def view_to_wire(view: PlayerView) -> Json:
    """Everything one viewer may know."""
    written = {
        "edition": edition_to_wire(view.edition),
        "viewer": view.viewer,
        "to_act": view.to_act,
        "decide": ask_to_wire(view.decide),
        "state": state_to_wire(view.state),
        "events": to_wire(view.events),
    }
    return {name: value for name, value in written.items() if value is not None}
