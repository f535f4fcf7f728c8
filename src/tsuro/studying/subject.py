"""A game that is analysed, and what of it may be used."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.course import Move
from tsuro.engine.determinize import determinize
from tsuro.engine.play import resume
from tsuro.engine.views import PlayerView, seen_state, view
from tsuro.telling.documents import TableDocument
from tsuro.telling.match import Match
from tsuro.telling.refusals import Refusal
from tsuro.telling.standing import can_study
from tsuro.telling.viewers import EVERYTHING, Viewer


def viewer_for_study(document: TableDocument, match: Match, identity: Collection[str]) -> Viewer:
    """Whose knowledge an analysis may use; refused about a running game with people."""
    if not can_study(document, match, identity):
        raise Refusal(
            "study_refused",
            "A running game is analysed only for the one person who plays it against bots.",
        )
    if match.over:
        return EVERYTHING
    (seat,) = document.owned(identity)
    return Seat(seat)


@dataclass(frozen=True, slots=True)
class Subject:
    """A game to be analysed, and whose knowledge may be used for it."""

    match: Match
    viewer: Viewer

    def decision_from(self, at: int | None) -> int | None:
        """The first decision at or after a step; None if none came any more."""
        last = len(self.match.moves)
        at = last if at is None else at
        if at > last:
            raise Refusal("no_such_step", f"The game has {last} steps, not {at}.")
        return next((n for n in range(at, last + 1) if self.decide(n) is not None), None)

    def decisions(self) -> list[int]:
        """All decisions that were made."""
        return [n for n in range(len(self.match.moves)) if self.decide(n) is not None]

    def decide(self, at: int) -> Decide | None:
        ask = self.match.asked(at)
        return ask if isinstance(ask, Decide) else None

    def seat(self, at: int) -> Seat:
        """Who decides there."""
        decide = self.decide(at)
        assert decide is not None
        return decide.seat

    def may_see(self, seat: Seat) -> bool:
        """Whether the options of a seat may be told."""
        return self.viewer in (EVERYTHING, seat)

    def played(self, at: int) -> Move | None:
        return self.match.moves[at] if at < len(self.match.moves) else None

    def view(self, at: int) -> PlayerView:
        """The position as the deciding seat sees it."""
        state, decide = self.match.before(at).state, self.decide(at)
        assert decide is not None
        events = tuple(e for move in self.match.moves[:at] for e in move.step.events)
        return view(self.match.edition, state, decide, viewer=decide.seat, events=events)

    def seen(self, at: int) -> tuple[GameState, Seat]:
        """Another seat's decision as the viewer sees it: neither the hand nor the options."""
        assert isinstance(self.viewer, int)
        return seen_state(self.match.before(at).state, self.viewer), self.viewer


def imagined(edition: Edition, seen: GameState, viewer: Seat, rng: Random) -> PlayerView:
    """What a deciding seat sees in one of the worlds that an onlooker cannot tell apart."""
    step = resume(edition, determinize(view(edition, seen, None, viewer=viewer), rng))
    assert isinstance(step.ask, Decide)
    return view(edition, step.state, step.ask, viewer=step.ask.seat)
