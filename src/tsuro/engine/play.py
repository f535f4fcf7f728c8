"""The engine: answers the waiting phase, then runs phases until one asks again or the game ends."""

from __future__ import annotations

from dataclasses import dataclass

from tsuro.core.actions import Action
from tsuro.core.asks import Ask, Decide
from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.core.replacing import replace
from tsuro.core.state import Cursor, GameState
from tsuro.editions.edition import Edition
from tsuro.engine.explain import explain_refusal
from tsuro.errors import BadSetting, GameOver
from tsuro.rules.phases import AskingPhase, Draft


@dataclass(frozen=True, slots=True)
class Step:
    """A state, the events that led to it from the one before, and what it waits for."""

    state: GameState
    events: tuple[Event, ...]
    ask: Ask | None
    """None once the game has a result."""


def begin(edition: Edition, *, first: int = 0) -> Step:
    """Start a game with the seat that begins (GEN-16)."""
    if not 0 <= first < edition.seats:
        raise BadSetting(f"The first seat must be 0 to {edition.seats - 1}, not {first}.")
    return _settle(edition, Draft(edition.opening(Seat(first))))


def waiting(edition: Edition, state: GameState) -> Ask | None:
    """What a state that the engine has settled waits for."""
    if state.result is not None:
        return None
    phase = edition.phase(state.cursor)
    assert isinstance(phase, AskingPhase)
    return phase.ask(state)


def resume(edition: Edition, state: GameState) -> Step:
    """Go on from any state: run the phases that just happen, up to the next ask."""
    return _settle(edition, Draft(state))


def play(edition: Edition, state: GameState, action: Action) -> Step:
    """The same state and action always give the same step; an illegal action changes nothing."""
    return advance(edition, Step(state, (), waiting(edition, state)), action)


def advance(edition: Edition, step: Step, action: Action) -> Step:
    """As `play`, for callers who kept the last step and so need not ask again."""
    if step.ask is None:
        raise GameOver(f"The game is over; {action} comes too late.")
    if isinstance(step.ask, Decide):
        offered = action in step.ask.options
    else:
        offered = any(action == outcome for outcome, _ in step.ask.outcomes)
    if not offered:
        raise explain_refusal(edition, step.state, step.ask, action)
    draft = Draft(step.state)
    phase = edition.phase(step.state.cursor)
    assert isinstance(phase, AskingPhase)
    phase.answer(draft, action)
    return _settle(edition, draft)


def _settle(edition: Edition, draft: Draft) -> Step:
    """Run phases from the cursor on until one asks or the game has a result.

    Rules do not know where the cursor stands, so it is put down only where the game waits.
    """
    cursor = draft.state.cursor
    while draft.state.result is None:
        if draft.jump is not None:
            cursor, draft.jump = Cursor("turn", draft.jump), None
        phase = edition.phase(cursor)
        if isinstance(phase, AskingPhase):
            ask = phase.ask(draft.state)
            if ask is not None:
                return Step(replace(draft.state, cursor=cursor), tuple(draft.events), ask)
        else:
            phase.run(draft)
        if draft.jump is None:
            cursor = edition.after(cursor)
    return Step(replace(draft.state, cursor=cursor), tuple(draft.events), None)
