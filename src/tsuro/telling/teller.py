"""From a match to the messages and replays that viewers get; the only way out for game data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tsuro.core.events import Event
from tsuro.core.geometry import Stop
from tsuro.core.ids import PawnId, Seat
from tsuro.telling.log import Chronicle
from tsuro.telling.match import Match, Move
from tsuro.telling.messages import (
    Actor,
    Asks,
    ClockInfo,
    LogLine,
    Looked,
    StepMessage,
    Undone,
)
from tsuro.server.requests import ReplayStep
from tsuro.telling.views import (
    Scene,
    Viewer,
    events_json,
    events_seen,
    hidden_action,
    pawn_ends,
)

LUCK = Actor("luck")


def actor_of(move: Move) -> Actor:
    return LUCK if move.seat is None else Actor("seat", move.seat)


@dataclass(slots=True)
class Teller:
    """Tells one match to its viewers, step by step."""

    match: Match
    chronicle: Chronicle
    _ends: list[dict[PawnId, Stop]] = field(default_factory=lambda: [{}])
    """Where pawns' ways ended after each number of moves."""

    def scene(self, index: int) -> Scene:
        """The position after `index` moves."""
        for move in self.match.moves[len(self._ends) - 1 : index]:
            self._ends.append(pawn_ends(self._ends[-1], move.step.events))
        return Scene.of(self.match.edition, self.match.before(index), self._ends[index])

    def forget(self, keep: int) -> None:
        """Moves were taken back; `keep` are left."""
        del self._ends[keep + 1 :]

    def present(self) -> Scene:
        return self.scene(len(self.match.moves))

    def asks(self, scene: Scene, viewer: Viewer, *, previews: bool) -> Asks | None:
        """What is awaited at present; nothing before the game has begun."""
        return scene.asks(viewer, previews=previews) if self.match.started else None

    def log(self, viewer: Viewer, upto: int) -> list[LogLine]:
        """Everything a viewer has read after `upto` moves."""
        lines = self._lines(viewer, 0, None, self.match.opening.events)
        for n, move in enumerate(self.match.moves[:upto], 1):
            lines += self._lines(viewer, n, move.seat, move.step.events)
        return lines

    def _lines(
        self, viewer: Viewer, number: int, seat: Seat | None, events: Sequence[Event]
    ) -> list[LogLine]:
        return self.chronicle.lines(number, seat, events_seen(events, viewer))

    def step(
        self,
        index: int,
        scene: Scene,
        viewer: Viewer,
        *,
        asks: Asks | None,
        clock: ClockInfo | None,
        undo: bool,
    ) -> StepMessage:
        """The message about the move that led to `scene`."""
        move = self.match.moves[index]
        events = move.step.events
        hidden = hidden_action(events, viewer)
        return StepMessage(
            seq=self.match.seqs[index],
            version=self.match.seqs[index],
            actor=actor_of(move),
            action=None if hidden else str(move.action),
            events=events_json(events_seen(events, viewer)),
            view=scene.view(viewer),
            asks=asks,
            log=self._lines(viewer, index + 1, move.seat, events),
            clock=clock,
            undo=undo,
        )

    def undone(
        self, viewer: Viewer, *, previews: bool, clock: ClockInfo | None, undo: bool
    ) -> Undone:
        scene = self.present()
        return Undone(
            seq=self.match.seq,
            version=self.match.seq,
            to=len(self.match.moves),
            view=scene.view(viewer),
            asks=self.asks(scene, viewer, previews=previews),
            log=self.log(viewer, len(self.match.moves)),
            clock=clock,
            undo=undo,
        )

    def looked(self, viewer: Seat | None, *, previews: bool, undo: bool) -> Looked:
        scene = self.present()
        return Looked(
            looking=viewer,
            seq=self.match.seq,
            version=self.match.seq,
            view=scene.view(viewer),
            asks=self.asks(scene, viewer, previews=previews),
            log=self.log(viewer, len(self.match.moves)),
            undo=undo,
        )

    def replay(self, viewer: Viewer) -> Iterator[ReplayStep]:
        """The whole game so far as a viewer saw it, the opening first."""
        yield self._replay_step(0, None, viewer)
        for n, move in enumerate(self.match.moves, 1):
            yield self._replay_step(n, move, viewer)

    def _replay_step(self, n: int, move: Move | None, viewer: Viewer) -> ReplayStep:
        events = self.match.before(n).events
        seat = None if move is None else move.seat
        shown = move is not None and not hidden_action(events, viewer)
        return ReplayStep(
            n=n,
            actor=None if move is None else actor_of(move),
            action=str(move.action) if move is not None and shown else None,
            seat=seat,
            events=events_json(events_seen(events, viewer)),
            view=self.scene(n).view(viewer),
            log=self._lines(viewer, n, seat, events),
        )
