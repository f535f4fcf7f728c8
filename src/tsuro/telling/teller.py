"""From a match to the messages that viewers get; the only way out for game data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.engine.course import Move
from tsuro.telling.asking import asks_of
from tsuro.telling.log import Chronicle, Sentences, Speech
from tsuro.telling.match import Match
from tsuro.telling.messages import (
    Asks,
    ClockInfo,
    Language,
    LogLine,
    MoveInfo,
    Played,
    Shown,
)
from tsuro.telling.position import Difference, Ends, ends_after, view_of
from tsuro.telling.viewers import Viewer, action_for, events_for, veiled


class _Log(NamedTuple):
    """The lines that some number of moves have made."""

    moves: int
    lines: list[LogLine]


@dataclass(slots=True)
class Teller:
    """Tells one match to its viewers."""

    match: Match
    chronicle: Chronicle
    _ends: list[Ends] = field(default_factory=lambda: [{}])
    """Where pawns' ways ended after each number of moves."""
    _logs: dict[tuple[Viewer, Speech], _Log] = field(default_factory=dict)
    """What has been told already to those who asked for the whole log."""

    def ends(self, moves: int) -> Ends:
        for move in self.match.moves[len(self._ends) - 1 : moves]:
            self._ends.append(ends_after(self._ends[-1], move.step.events))
        return self._ends[moves]

    def forget(self, keep: int) -> None:
        """Moves were taken back; `keep` are left."""
        del self._ends[keep + 1 :]
        self._logs.clear()

    def log(self, viewer: Viewer, speech: Speech, upto: int) -> list[LogLine]:
        """Everything a viewer has read after `upto` moves."""
        known = self._logs.get((viewer, speech))
        if known is None or known.moves > upto:
            events = events_for(self.match.opening.events, viewer)
            known = _Log(0, self.chronicle.lines(0, None, events, speech))
        lines = list(known.lines)
        for n in range(known.moves, upto):
            move = self.match.moves[n]
            events = events_for(move.step.events, viewer)
            lines += self.chronicle.lines(n + 1, move.seat, events, speech)
        self._logs[viewer, speech] = _Log(upto, lines)
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
        speech: Speech,
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
            asks=self.asks(viewer, speech.language) if at == now else None,
            log=self.log(viewer, speech, at),
            clock=clock if at == now else None,
            undo=undo and at == now,
        )

    def telling(self, start: int, end: int) -> Telling:
        """Tell of the moves from `start` up to `end`, which one decision brought about."""
        return Telling(self, start, end)


class Telling:
    """One decision as everybody is told of it; what viewers see alike is made once.

    Most of them see exactly the same: whoever moved sees what was drawn, whoever decides next the
    options, and all others get one and the same message.
    """

    def __init__(self, teller: Teller, start: int, end: int) -> None:
        match = teller.match
        self._teller = teller
        self._version = match.version_after(end)
        self._now = end == len(match.moves)
        self._moves = [_Told(teller.chronicle, n + 1, match.moves[n]) for n in range(start, end)]
        before, after = match.before(start).state, match.before(end).state
        self._difference = Difference(before, after, teller.ends(end))
        self._asks: dict[Language, Asks | None] = {}
        """What whoever decides is asked, by the language of the reasons."""
        self._deciding = teller.asks(None, "en") if self._now else None
        """What all others hear of that."""
        self._made: dict[tuple[object, ...], Played] = {}

    def message(
        self,
        viewer: Seat | None,
        speech: Speech,
        *,
        answers: str | None,
        clock: ClockInfo | None,
        undo: bool,
    ) -> Played:
        moves = [move.seen_by(viewer) for move in self._moves]
        change, asks = self._difference.seen_by(viewer), self._asks_for(viewer, speech.language)
        kind = (speech, answers, undo, id(change), id(asks), *map(id, moves))
        made = self._made.get(kind)
        if made is None:
            made = self._made[kind] = Played(
                version=self._version,
                id=answers,
                moves=[move.info for move in moves],
                change=change,
                asks=asks,
                log=self._log(moves, speech),
                clock=clock if self._now else None,
                undo=undo and self._now,
            )
        return made

    def _log(self, moves: Sequence[_Seen], speech: Speech) -> list[LogLine]:
        lines: list[LogLine] = []
        for told, seen in zip(self._moves, moves, strict=True):
            lines += told.lines(seen, speech)
        return lines

    def _asks_for(self, viewer: Viewer, language: Language) -> Asks | None:
        deciding = self._deciding
        if deciding is None or viewer != deciding.seat:
            return deciding
        if language not in self._asks:
            self._asks[language] = self._teller.asks(viewer, language)
        return self._asks[language]


class _Told:
    """One move, and the ways in which viewers see it: seldom more than two."""

    def __init__(self, chronicle: Chronicle, number: int, move: Move) -> None:
        self._chronicle = chronicle
        self._number = number
        self._move = move
        self._veiled = veiled(move.step.events)
        self._seen: list[tuple[list[Event | None], _Seen]] = []
        self._lines: dict[Speech, Sentences] = {}

    def seen_by(self, viewer: Seat | None) -> _Seen:
        if self._seen and not self._veiled:
            return self._seen[0][1]  # It lies open, and has been told to somebody.
        shown = [event.seen_by(viewer) for event in self._veiled]
        for known, seen in self._seen:
            if known == shown:
                return seen
        move = self._move
        events = events_for(move.step.events, viewer) if shown else move.step.events
        action = action_for(move, events)
        seen = _Seen(MoveInfo(seat=move.seat, action=action, events=events))
        self._seen.append((shown, seen))
        return seen

    def lines(self, seen: _Seen, speech: Speech) -> list[LogLine]:
        lines = seen.lines.get(speech)
        if lines is None:
            told, info = self._lines.setdefault(speech, {}), seen.info
            lines = self._chronicle.lines(self._number, info.seat, info.events, speech, told)
            seen.lines[speech] = lines
        return lines


class _Seen:
    """One move as some viewers see it.

    It does not know whose it is: what refers to itself waits for a search of garbage.
    """

    def __init__(self, info: MoveInfo) -> None:
        self.info = info
        self.lines: dict[Speech, list[LogLine]] = {}
