"""A position is one in which somebody, or luck, has to decide: or else the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.core.asks import Decide
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.engine.determinize import filled, unseen_tiles
from tsuro.engine.views import PlayerView
from tsuro.rules.phases import AskingPhase


def somebody_is_asked(edition: Edition, state: GameState) -> Iterator[Violation]:
    if state.result is not None:
        return
    phase = edition.phase(state.cursor)
    ask = phase.ask(_world(edition, state)) if isinstance(phase, AskingPhase) else None
    if ask is None:
        yield Violation("GEN-15", "at", f"nobody has to decide in the phase {state.cursor.phase!r}")
    elif isinstance(ask, Decide):
        if not ask.options:
            yield Violation(ask.rule, "at", f"seat {ask.seat} has nothing to choose from")
        if not state.is_in(ask.seat) and ask.seat not in state.out_now():
            yield Violation(ask.rule, "at", f"seat {ask.seat} is out and does not decide")
    elif not ask.outcomes:
        yield Violation(ask.rule, "at", "nothing can come up")


def _world(edition: Edition, state: GameState) -> GameState:
    """The state itself or, if it hides tiles, any full one that looks the same."""
    if not state.hides_tiles():
        return state
    seen = PlayerView(edition, viewer=None, state=state, decide=None, to_act=None)
    return filled(state, unseen_tiles(seen))
