"""What an option would do, without luck and without secrets: the ghost of a move."""

from __future__ import annotations

from tsuro.core.actions import Decision
from tsuro.core.asks import Ask
from tsuro.core.events import Event
from tsuro.core.pile import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step, advance
from tsuro.engine.views import seen_events


def preview(
    edition: Edition, state: GameState, ask: Ask, option: Decision, *, viewer: Seat | None
) -> tuple[Event, ...]:
    """The events that `option` would cause before luck or another decision comes in.

    They are what `viewer` would see; moves on the board do not depend on hidden tiles, so a view's
    own state or any world that agrees with it gives the same answer.
    """
    step = advance(edition, Step(state, (), ask), option)
    return seen_events(step.events, viewer)
