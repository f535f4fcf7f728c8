"""Who looks at a game, and what of it they may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from tsuro.core.events import Event
from tsuro.core.ids import Seat, TileId
from tsuro.core.state import GameState, Part
from tsuro.engine.course import Move
from tsuro.engine.views import seen_events, seen_hand, seen_state

EVERYTHING: Final = "everything"
"""The viewer of a finished game, from whom nothing is hidden any more."""

Viewer = Seat | None | Literal["everything"]
"""A seat, a spectator (None), or `EVERYTHING`."""


def state_for(state: GameState, viewer: Viewer) -> GameState:
    return state if viewer == EVERYTHING else seen_state(state, _seat(viewer))


def hand_for(state: GameState, viewer: Viewer, seat: Seat) -> tuple[TileId, ...]:
    return state.hands[seat] if viewer == EVERYTHING else seen_hand(state, _seat(viewer), seat)


def part_for(part: Part, viewer: Viewer) -> Part:
    return part if viewer == EVERYTHING else part.seen_by(_seat(viewer))


def events_for(events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    return tuple(events) if viewer == EVERYTHING else seen_events(events, _seat(viewer))


def veiled(events: Sequence[Event]) -> list[Event]:
    """Those that some see otherwise than others."""
    return [event for event in events if type(event).seen_by is not Event.seen_by]


def action_for(move: Move, seen: Sequence[Event]) -> str | None:
    """The notation of an action, unless it tells more than the events that a viewer sees of it."""
    return str(move.action) if seen == move.step.events else None


def _seat(viewer: Viewer) -> Seat | None:
    assert viewer != EVERYTHING
    return viewer
