"""Phases: the steps a set-up or a turn is made of. A phase either asks or just happens."""

from __future__ import annotations

from typing import ClassVar

from tsuro.core.actions import Action
from tsuro.core.asks import Ask
from tsuro.core.events import Event
from tsuro.core.state import GameState


class Draft:
    """A state in progress. Emitting an event is the only way a rule changes anything."""

    __slots__ = ("events", "jump", "state")

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: list[Event] = []
        self.jump: str | None = None

    def emit(self, event: Event) -> None:
        self.state = event.fold(self.state)
        self.events.append(event)

    def goto(self, phase: str) -> None:
        """Ask the engine to go on with a named phase of the turn instead of the next one."""
        self.jump = phase


class AskingPhase:
    """A phase that needs answers: it is asked again after each, until it asks for nothing."""

    name: ClassVar[str]

    def ask(self, state: GameState) -> Ask | None:
        raise NotImplementedError

    def answer(self, draft: Draft, action: Action) -> None:
        """Carry out an answer that `ask` offered; the engine has checked that it did."""
        raise NotImplementedError


class AutomaticPhase:
    """A phase without a choice."""

    name: ClassVar[str]

    def run(self, draft: Draft) -> None:
        raise NotImplementedError


Phase = AskingPhase | AutomaticPhase
"""A step of set-up or turn."""
