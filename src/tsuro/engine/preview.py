"""What an option would do, without luck and without secrets: the ghost of a move."""

from __future__ import annotations

from tsuro.core.actions import Decision
from tsuro.core.asks import Ask, Chance, Decide
from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.core.state import Cursor, GameState
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step, advance, require_playable
from tsuro.engine.views import seen_events
from tsuro.errors import Unplayable
from tsuro.rules.phases import AskingPhase, Draft


def preview(
    edition: Edition, state: GameState, ask: Ask, option: Decision, *, viewer: Seat | None
) -> tuple[Event, ...]:
    """The events that `option` would cause before luck or another decision comes in.

    They are what `viewer` would see. Moves on the board do not depend on hidden tiles, so any full
    state that agrees with the viewer's knowledge (`determinize`) gives the same answer.
    """
    require_playable(edition, state)
    if not isinstance(ask, Decide | Chance):
        raise Unplayable(f"What the state waits for is wanted, as `waiting` tells, not {ask!r}.")
    step = advance(edition, Step(state, (), ask), option)
    return seen_events(step.events, viewer)


def foresee(edition: Edition, state: GameState, option: Decision) -> tuple[Event, ...]:
    """What an option, legal or barred, would do in its own turn; the next turn is not looked into.

    Cheaper than `preview`: what the next seat could choose is not worked out.
    """
    require_playable(edition, state)
    return tried(edition, state, option)


def tried(edition: Edition, state: GameState, option: Decision) -> tuple[Event, ...]:
    """As `foresee`, for callers who know that the state can be played on from."""
    draft, following = Draft(state), state.cursor  # A phase is asked again after each answer.
    phase = edition.phase(following)
    if not isinstance(phase, AskingPhase):
        raise Unplayable(f"Nobody decides anything in the phase {state.cursor.phase!r}.")
    phase.answer(draft, option)
    while draft.state.result is None and draft.state.turn.number == state.turn.number:
        cursor = following if draft.jump is None else Cursor("turn", draft.jump)
        draft.jump = None
        phase, following = edition.at(cursor)
        if isinstance(phase, AskingPhase):
            if phase.ask(draft.state) is not None:
                break
        else:
            phase.run(draft)
    return tuple(draft.events)
