"""Everybody connected to a table, and what each of them is told."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from tsuro.core.ids import Seat
from tsuro.formats.wire.values import Json, Memo, Tagged, to_wire
from tsuro.server.clock import MoveClock, Timekeeper
from tsuro.server.play.absence import Absence
from tsuro.server.play.connection import Connection, encoded
from tsuro.telling import standing
from tsuro.telling.documents import TableDocument, table_info
from tsuro.telling.introducing import introduced
from tsuro.telling.log import Chronicle, Speech
from tsuro.telling.match import Match
from tsuro.telling.messages import (
    PROTOCOL,
    ClockInfo,
    Guess,
    Look,
    Played,
    Refresh,
    Shown,
    Speak,
    TableChanged,
    TableInfo,
    Welcome,
)
from tsuro.telling.refusals import Refusal
from tsuro.telling.teller import Teller

REPLAYED = 32
"""A client further behind than this gets the present instead of all it missed."""
GUESSES = 2_000
TRY_AGAIN = 1013
"""Close code: the server could not write, or the table has gone; reconnect."""
CROWD_SECONDS = 1.0
"""How long the coming and going of onlookers is gathered before it is told."""


class Audience:
    """Reads the match and the seats, never changes them."""

    def __init__(
        self, document: TableDocument, match: Match, clock: MoveClock | None, time: Timekeeper
    ) -> None:
        self.match = match
        self.connections: set[Connection] = set()
        self._document = document
        self._clock = clock
        self._guesses: dict[str, int] = {}
        self._crowd_changed = False
        self._shown_at = -1
        """The version that the answers below show."""
        self._answers: dict[tuple[Seat | None, Speech], tuple[Shown, Json]] = {}
        """What whoever looks is shown, but for the clock, and how it is written."""
        self._teller = self._new_teller()
        self._time = time
        self._absence = Absence(time)

    def _new_teller(self) -> Teller:
        return Teller(self.match, Chronicle(self.match.edition, self._document.names))

    @property
    def teller(self) -> Teller:
        return self._teller

    def info(self, identity: Collection[str]) -> TableInfo:
        self._note_absence()
        owned = [self._document.owned(each.identity) for each in self.connections]
        decide = self.match.decide
        return table_info(
            self._document,
            identity,
            version=self.match.version,
            result=self.match.state.result,
            connected=frozenset(seat for seats in owned for seat in seats),
            away={
                seat: gone
                for seat in self._document.people
                if (gone := self._absence.seconds(seat)) is not None
            },
            to_act=None if decide is None else decide.seat,
            guesses=self._guesses.values(),
            spectators=sum(not seats for seats in owned),
            can_branch=self.can_branch(identity),
            can_study=self.can_study(identity),
        )

    def away(self, seat: int) -> int | None:
        """How many seconds nobody has been there for a seat; None if somebody is."""
        self._note_absence()
        return self._absence.seconds(seat)

    def _note_absence(self) -> None:
        here = {n for each in self.connections for n in self._document.owned(each.identity)}
        self._absence.note(self._document.people, here)

    def can_branch(self, identity: Collection[str]) -> bool:
        return standing.can_branch(self._document, self.match, identity)

    def can_study(self, identity: Collection[str]) -> bool:
        return standing.can_study(self._document, self.match, identity)

    def is_out(self, identity: Collection[str]) -> bool:
        return standing.is_out(self._document, self.match, identity)

    def admit(self, connection: Connection, after: int | None, *, limit: int) -> None:
        """Let a connection watch: the position, then everything as it happens."""
        if len(self.connections) >= limit:
            raise Refusal("too_many_connections", "This table has too many onlookers.")
        owned = self._document.owned(connection.identity)
        connection.looking = Seat(owned[0]) if len(owned) == 1 else None
        self.connections.add(connection)
        self._note_absence()
        self._welcome(connection, after)
        self._tell_of(connection)

    def readmit(self, connection: Connection, looking: Seat | None) -> None:
        """Let a connection go on that was with another process: it is told what it missed."""
        connection.looking = looking
        self.connections.add(connection)
        self._note_absence()
        known = self.match.moves_after(connection.told)
        total = len(self.match.moves)
        behind = known is None or total - known > REPLAYED
        if behind or self._clock is not None:
            # A clock begins anew with whoever has taken the table over.
            self.show(connection)
        elif known is not None:
            self._send_played([connection], known)
        connection.outbox.put(encoded(TableChanged(table=self.info(connection.identity))))
        self._tell_of(connection)

    def dismiss(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.discard(connection)
            self._note_absence()
            self._tell_of(connection)

    def _tell_of(self, connection: Connection) -> None:
        """Somebody came or went: of players everybody hears at once, of onlookers in a while."""
        if self._document.owned(connection.identity):
            self.tell_table(but=connection)
        else:
            self._gather()

    def _gather(self) -> None:
        """What onlookers do is told in a while, once for all of them."""
        if not self._crowd_changed:
            self._crowd_changed = True
            self._time.call_at(self._time.now() + CROWD_SECONDS, self._tell_crowd)

    def _tell_crowd(self) -> None:
        self._crowd_changed = False
        self.tell_table()

    def _welcome(self, connection: Connection, after: int | None) -> None:
        total = len(self.match.moves)
        known = None if after is None else self.match.moves_after(after)
        if known is None or total - known > REPLAYED:
            known = total
        game, tiles = introduced(self.match.edition)
        shown, memo = self._shown(connection, known)
        welcome = Welcome(
            protocol=PROTOCOL,
            table=self.info(connection.identity),
            you=self._document.owned(connection.identity),
            game=game,
            tiles=tiles,
            shown=shown,
        )
        connection.told = shown.version
        connection.outbox.put(encoded(welcome, memo))
        self._send_played([connection], known)

    def _shown(self, connection: Connection, moves: int) -> tuple[Shown, Memo]:
        """A position, and how it is written; that of the present is made once for all who look."""
        viewer, speech = connection.looking, connection.speech
        if moves != len(self.match.moves):
            told = self._teller.shown(viewer, speech, moves=moves, clock=None, undo=False)
            return told, {}
        if self._shown_at != self.match.version:
            self._answers.clear()
            self._shown_at = self.match.version
        kind = viewer, speech
        if kind not in self._answers:
            undo = self.may_undo(viewer)
            told = self._teller.shown(viewer, speech, clock=None, undo=undo)
            self._answers[kind] = told, to_wire(told)
        shown, written = self._answers[kind]
        clock = self._clock_info()
        if clock is not None:
            shown, written = replace(shown, clock=clock), {**written, "clock": to_wire(clock)}
        return shown, {id(shown): (shown, written)}

    def tell_played(self, start: int, answers: tuple[Connection, str] | None = None) -> None:
        """Tell everybody all moves from index `start` on, and one of them that it was its own."""
        if not self.connections:
            return
        before = self.match.before(start).state
        self._send_played(self.connections, start, answers)
        out = {each.seat for each in self.match.state.exits[len(before.exits) :]}
        if out:
            # Whoever is out may do other things now.
            self._tell_table(
                each for each in self.connections if out & {*self._document.owned(each.identity)}
            )

    def _send_played(
        self,
        connections: Collection[Connection],
        start: int,
        answers: tuple[Connection, str] | None = None,
    ) -> None:
        """One message a decision; those who look the same way share the bytes."""
        clock = self._clock_info()
        for end in self.match.decision_ends(start):
            telling = self._teller.telling(start, end)
            memo: Memo = {}
            told: dict[tuple[Seat | None, Speech, str | None], Played] = {}
            ready: dict[int, bytes] = {}
            for connection in connections:
                viewer, speech = connection.looking, connection.speech
                command = answers[1] if answers and answers[0] is connection else None
                kind = viewer, speech, command
                if kind not in told:
                    undo = self.may_undo(viewer)
                    told[kind] = telling.message(
                        viewer, speech, answers=command, clock=clock, undo=undo
                    )
                message = told[kind]
                if id(message) not in ready:
                    ready[id(message)] = encoded(message, memo)
                connection.told = message.version
                connection.outbox.put(ready[id(message)])
            start = end

    def tell_undone(self) -> None:
        self._teller.forget(len(self.match.moves))
        self.show_all()

    def tell_table(self, *, but: Connection | None = None) -> None:
        """Tell everybody how the table is."""
        self._tell_table(self.connections - {but})

    def _tell_table(self, connections: Iterable[Connection]) -> None:
        """Those to whom it looks the same share the bytes."""
        messages: dict[tuple[object, ...], bytes] = {}
        for connection in connections:
            identity = connection.identity
            creator = self._document.creator
            kind = (
                *self._document.owned(identity),
                creator is not None and creator in identity,
                self.can_branch(identity),
                self.can_study(identity),
            )
            if kind not in messages:
                messages[kind] = encoded(TableChanged(table=self.info(identity)))
            connection.outbox.put(messages[kind], kind="table")

    def send_off(self, code: int) -> None:
        """Close all connections."""
        for connection in self.connections:
            connection.outbox.close(code)

    def move(self) -> None:
        """The table is another process's: have everybody go there, or come back."""
        for connection in tuple(self.connections):
            if connection.moved is None:
                connection.outbox.close(TRY_AGAIN)
            else:
                connection.moved()

    def tell_all(self, message: Tagged) -> None:
        data = encoded(message)
        for connection in self.connections:
            connection.outbox.put(data)

    def reseated(self, document: TableDocument) -> None:
        """After seats changed hands: nobody goes on seeing a hand that is not theirs."""
        self._document = document
        self._note_absence()
        self._teller = self._new_teller()
        self._answers.clear()
        for connection in self.connections:
            owned = document.owned(connection.identity)
            kept = connection.looking if connection.looking in owned else None
            looking = Seat(owned[0]) if len(owned) == 1 else kept
            if looking != connection.looking:
                connection.looking = looking
                self.show(connection)
        self.tell_table()

    def answer(self, connection: Connection, message: Look | Speak | Refresh | Guess) -> None:
        """What concerns nobody's game."""
        match message:
            case Look():
                self._look(connection, message)
            case Speak():
                connection.speech = Speech(message.language, message.exact)
                self.show(connection)
            case Refresh():
                self.show(connection)
            case Guess():
                self._guess(connection, message)

    def _look(self, connection: Connection, message: Look) -> None:
        if message.seat is not None and message.seat not in self._document.owned(
            connection.identity
        ):
            raise Refusal("not_your_seat", f"Seat {message.seat} is not yours.")
        connection.looking = None if message.seat is None else Seat(message.seat)
        self.show(connection)

    def show(self, connection: Connection) -> None:
        """The whole position, decision and log once more."""
        shown, memo = self._shown(connection, len(self.match.moves))
        connection.told = shown.version
        connection.outbox.put(encoded(shown, memo))

    def show_all(self) -> None:
        for connection in self.connections:
            self.show(connection)

    def _guess(self, connection: Connection, message: Guess) -> None:
        """For those who do not play any more; a second guess replaces the first."""
        self._document.seat(message.seat)
        playing = self._document.owned(connection.identity) and not self.is_out(connection.identity)
        if self.match.over or playing:
            raise Refusal("guess_refused", "Only onlookers guess, and only while the game runs.")
        key = min(connection.identity, default=f"visitor {id(connection)}")
        if key not in self._guesses and len(self._guesses) >= GUESSES:
            raise Refusal("guess_refused", "Too many have guessed already.")
        self._guesses[key] = message.seat
        self._gather()

    def undo_to(self, seat: int) -> int:
        return standing.undo_to(self._document, self.match, seat)

    def may_undo(self, viewer: Seat | None) -> bool:
        return standing.may_undo(self._document, self.match, viewer)

    def _clock_info(self) -> ClockInfo | None:
        decide = self.match.decide
        if self._clock is None or decide is None or (left := self._clock.left()) is None:
            return None
        return ClockInfo(seat=decide.seat, left=round(left, 1), seconds=self._clock.seconds)
