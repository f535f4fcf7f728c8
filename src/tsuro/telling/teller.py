"""From a match to the messages that viewers get; the only way out for game data."""

from __future__ import annotations

from dataclasses import dataclass, field

from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.engine.course import Move
from tsuro.telling.asking import asks_of
from tsuro.telling.log import Chronicle
from tsuro.telling.match import Match
from tsuro.telling.messages import (
    Asks,
    Change,
    ClockInfo,
    Language,
    LogLine,
    MoveInfo,
    Played,
    Shown,
)
from tsuro.telling.position import Ends, change_for, ends_after, open_change, view_of
from tsuro.telling.viewers import Viewer, events_for, hides_action


@dataclass(slots=True)
class Teller:
    """Tells one match to its viewers."""

    match: Match
    chronicle: Chronicle
    _ends: list[Ends] = field(default_factory=lambda: [{}])
    """Where pawns' ways ended after each number of moves."""

    def ends(self, moves: int) -> Ends:
        for move in self.match.moves[len(self._ends) - 1 : moves]:
            self._ends.append(ends_after(self._ends[-1], move.step.events))
        return self._ends[moves]

    def forget(self, keep: int) -> None:
        """Moves were taken back; `keep` are left."""
        del self._ends[keep + 1 :]

    def log(self, viewer: Viewer, language: Language, upto: int) -> list[LogLine]:
        """Everything a viewer has read after `upto` moves."""
        events = events_for(self.match.opening.events, viewer)
        lines = self.chronicle.lines(0, None, events, language)
        for n, move in enumerate(self.match.moves[:upto], 1):
            events = events_for(move.step.events, viewer)
            lines += self.chronicle.lines(n, move.seat, events, language)
        return lines

    def asks(self, viewer: Viewer, language: Language) -> Asks | None:
        """What is awaited at present; nothing before the game has begun."""
        decide = self.match.decide
        if decide is None:
            return None
        return asks_of(decide, self.match.state.cursor.phase, viewer, language)

    def shown(
        self,
        viewer: Seat | None,
        language: Language,
        *,
        moves: int | None = None,
        clock: ClockInfo | None,
        undo: bool,
    ) -> Shown:
        """The whole position, at present or after some moves of the past."""
        now = len(self.match.moves)
        at = now if moves is None else moves
        return Shown(
            version=self.match.version_after(at),
            looking=viewer,
            view=view_of(self.match.before(at).state, viewer, self.ends(at)),
            asks=self.asks(viewer, language) if at == now else None,
            log=self.log(viewer, language, at),
            clock=clock if at == now else None,
            undo=undo and at == now,
        )

    def telling(self, start: int, end: int) -> Telling:
        """Tell of the moves from `start` up to `end`, which one decision brought about."""
        return Telling(self, start, end)


class Telling:
    """One decision as everybody is told of it; what viewers see alike is made once."""

    def __init__(self, teller: Teller, start: int, end: int) -> None:
        match = teller.match
        self._teller = teller
        self._before = match.before(start).state
        self._after = match.before(end).state
        self._end = end
        self._now = end == len(match.moves)
        self._moves = [_Told(teller.chronicle, n + 1, match.moves[n]) for n in range(start, end)]
        self._change = open_change(self._before, self._after, teller.ends(end))

    def message(
        self,
        viewer: Seat | None,
        language: Language,
        *,
        answers: str | None,
        clock: ClockInfo | None,
        undo: bool,
    ) -> Played:
        return Played(
            version=self._teller.match.version_after(self._end),
            id=answers,
            moves=[move.info(viewer) for move in self._moves],
            change=self._change_for(viewer),
            asks=self._teller.asks(viewer, language) if self._now else None,
            log=[line for move in self._moves for line in move.lines(viewer, language)],
            clock=clock if self._now else None,
            undo=undo and self._now,
        )

    def _change_for(self, viewer: Viewer) -> Change:
        return change_for(self._change, self._before, self._after, viewer)


class _Told:
    """One move as viewers see it: seldom in more than two ways."""

    def __init__(self, chronicle: Chronicle, number: int, move: Move) -> None:
        self._chronicle = chronicle
        self._number = number
        self._move = move
        self._infos: dict[tuple[Event, ...], MoveInfo] = {}
        self._lines: dict[tuple[Language, tuple[Event, ...]], list[LogLine]] = {}

    def info(self, viewer: Viewer) -> MoveInfo:
        seen = events_for(self._move.step.events, viewer)
        if seen not in self._infos:
            hidden = hides_action(self._move.step.events, viewer)
            action = None if hidden else str(self._move.action)
            self._infos[seen] = MoveInfo(seat=self._move.seat, action=action, events=seen)
        return self._infos[seen]

    def lines(self, viewer: Viewer, language: Language) -> list[LogLine]:
        seen = events_for(self._move.step.events, viewer)
        key = language, seen
        if key not in self._lines:
            told = self._chronicle.lines(self._number, self._move.seat, seen, language)
            self._lines[key] = told
        return self._lines[key]
