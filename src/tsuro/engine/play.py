"""The engine: answers the waiting phase, then runs phases until one asks again or the game ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tsuro.core.actions import Action
from tsuro.core.asks import Ask, Decide
from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.core.replacing import replace
from tsuro.core.state import Cursor, GameState
from tsuro.editions.edition import Edition
from tsuro.engine.explain import explain_refusal
from tsuro.engine.misfits import alike, shown
from tsuro.errors import BadSetting, GameOver, Unplayable
from tsuro.rules.phases import AskingPhase, Draft

PATIENCE: Final = 10_000
"""Phases in a row in which nobody is asked anything; real games stay far below a thousand."""


@dataclass(frozen=True, slots=True)
class Step:
    """A state, the events that led to it from the one before, and what it waits for."""

    state: GameState
    events: tuple[Event, ...]
    ask: Ask | None
    """None once the game has a result."""


def begin(edition: Edition, *, first: int = 0) -> Step:
    """Start a game with the seat that begins (GEN-16)."""
    _require_edition(edition)
    if type(first) is not int or not 0 <= first < edition.seats:
        raise BadSetting(f"The first seat must be 0 to {edition.seats - 1}, not {first!r}.")
    return _settle(edition, Draft(edition.opening(Seat(first))))


def waiting(edition: Edition, state: GameState) -> Ask | None:
    """What a state that the engine has settled waits for."""
    require_playable(edition, state)
    if state.result is not None:
        return None
    phase = edition.phase(state.cursor)
    ask = phase.ask(state) if isinstance(phase, AskingPhase) else None
    if ask is None:
        raise Unplayable(
            f"Nobody is asked anything in the phase {state.cursor.phase!r} of this state; "
            "`resume` goes on to the next question."
        )
    return ask


def resume(edition: Edition, state: GameState) -> Step:
    """Go on from any state: run the phases that just happen, up to the next ask."""
    require_playable(edition, state)
    return _settle(edition, Draft(state))


def play(edition: Edition, state: GameState, action: Action) -> Step:
    """The same state and action always give the same step; an illegal action changes nothing."""
    return advance(edition, Step(state, (), waiting(edition, state)), action)


def advance(edition: Edition, step: Step, action: Action) -> Step:
    """As `play`, for callers who kept the last step and so need not ask again."""
    _require_edition(edition)
    if not isinstance(step, Step):
        raise Unplayable(f"A step is wanted, such as `begin` gives, not {step!r}.")
    if step.ask is None:
        raise GameOver(f"The game is over; {shown(action)} comes too late.")
    chosen = _offered(step.ask, action)
    if chosen is None:
        raise explain_refusal(edition, step.state, step.ask, action)
    if not edition.has_phase(step.state.cursor):
        require_state_of(edition, step.state)
    draft = Draft(step.state)
    phase = edition.phase(step.state.cursor)
    assert isinstance(phase, AskingPhase)
    phase.answer(draft, chosen)
    return _settle(edition, draft)


def require_playable(edition: Edition, state: GameState) -> None:
    """Refuse what is no full state of this edition. Whether it can be is not looked into."""
    require_state_of(edition, state)
    if state.hides_tiles():
        raise Unplayable(
            "This state hides tiles, so nobody can play on from it; `determinize` fills them in."
        )


def require_state_of(edition: Edition, state: GameState) -> None:
    """Refuse what is no state of this edition, full or hidden."""
    _require_edition(edition)
    if not isinstance(state, GameState):
        raise Unplayable(f"A state is wanted, such as `parse_position` gives, not {state!r}.")
    fits = (
        state.seats == edition.seats
        and len(state.pawns) == edition.seats * edition.pawns_per_seat
        and state.board.size == edition.size
        and tuple(map(type, state.parts)) == tuple(map(type, edition.parts))
        and edition.has_phase(state.cursor)
    )
    if not fits:
        raise Unplayable(
            f"This state belongs to another game than {edition.title} for {edition.seats} seats "
            "with these switches; a `Position` keeps state and edition together."
        )


def _require_edition(edition: Edition) -> None:
    if not isinstance(edition, Edition):
        raise BadSetting(f"An edition made by `build_edition` is wanted, not {edition!r}.")


def _offered(ask: Ask, action: Action) -> Action | None:
    """The option or outcome that an action names, out of the ask itself.

    Not what the caller holds: `Enter(True)` equals `Enter(1)`, but no game can go on with it.
    """
    offered = ask.options if isinstance(ask, Decide) else [each for each, _ in ask.outcomes]
    for option in offered:
        if option is action:
            return option
    for option in offered:
        if option == action and alike(option, action):
            return option
    return None


def _settle(edition: Edition, draft: Draft) -> Step:
    """Run phases from the cursor on until one asks or the game has a result.

    Rules do not know where the cursor stands, so it is put down only where the game waits.
    """
    cursor = draft.state.cursor
    for _ in range(PATIENCE):
        if draft.state.result is not None:
            return _stopped(draft, cursor, None)
        if draft.jump is not None:
            cursor, draft.jump = Cursor("turn", draft.jump), None
        phase, following = edition.at(cursor)
        if isinstance(phase, AskingPhase):
            ask = phase.ask(draft.state)
            if ask is not None:
                _require_answer(cursor, ask)
                return _stopped(draft, cursor, ask)
        else:
            phase.run(draft)
        if draft.jump is None:
            cursor = following
    raise Unplayable(
        f"This game of {edition.title} goes round for ever without asking anybody anything: "
        "nobody has a tile to place, and no rule ends it."
    )


def _stopped(draft: Draft, cursor: Cursor, ask: Ask | None) -> Step:
    state = draft.state
    if state.cursor is not cursor:
        state = replace(state, cursor=cursor)
    return Step(state, tuple(draft.events), ask)


def _require_answer(cursor: Cursor, ask: Ask) -> None:
    if isinstance(ask, Decide):
        if not ask.options:
            raise Unplayable(
                f"Seat {ask.seat} must decide in the phase {cursor.phase!r} ({ask.rule}), "
                "but has nothing to choose from."
            )
    elif not ask.outcomes:
        raise Unplayable(
            f"Luck must decide in the phase {cursor.phase!r} ({ask.rule}), but nothing can "
            "come up: there are too few tiles."
        )
