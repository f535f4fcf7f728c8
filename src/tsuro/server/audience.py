"""Everybody connected to a table, and what each of them is told."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from tsuro.core.ids import Seat
from tsuro.telling.log import Chronicle
from tsuro.server.clock import MoveClock
from tsuro.server.connection import ENCODER, Connection
from tsuro.server.documents import TableDocument, table_info
from tsuro.telling.introducing import game_info
from tsuro.telling.match import Match
from tsuro.telling.messages import (
    PROTOCOL,
    Asks,
    ClockInfo,
    Ended,
    Guess,
    Look,
    Outbound,
    TableChanged,
    TableInfo,
    Welcome,
)
from tsuro.telling.refusals import Refusal
from tsuro.telling.teller import Teller
from tsuro.telling.views import Scene, catalogue, result_info

REPLAYED = 64
"""A client further behind than this gets the present instead of all it missed."""
GUESSES = 2_000
CROWD_SECONDS = 1.0
"""How long the coming and going of onlookers is gathered before it is told."""


class Audience:
    """Reads the match and the seats, never changes them."""

    def __init__(self, document: TableDocument, match: Match, clock: MoveClock | None) -> None:
        self.match = match
        self.connections: set[Connection] = set()
        self._document = document
        self._clock = clock
        self._guesses: dict[str, int] = {}
        self._crowd_changed = False
        self._teller = self._new_teller()

    def _new_teller(self) -> Teller:
        return Teller(self.match, Chronicle(self.match.edition, self._document.names))

    @property
    def teller(self) -> Teller:
        return self._teller

    def info(self, identity: Collection[str]) -> TableInfo:
        owned = [self._document.owned(each.identity) for each in self.connections]
        return table_info(
            self._document,
            identity,
            seq=self.match.seq,
            result=result_info(self.match.state),
            connected=frozenset(seat for seats in owned for seat in seats),
            guesses=self._guesses.values(),
            spectators=sum(not seats for seats in owned),
            can_branch=self.can_branch(identity),
            can_study=self.can_study(identity),
        )

    def can_branch(self, identity: Collection[str]) -> bool:
        """What-if lines are for finished games, games against bots alone, and who is out."""
        if self.match.over:
            return True
        if self._document.status != "playing":
            return False
        return self._document.alone(identity) is not None or self.is_out(identity)

    def can_study(self, identity: Collection[str]) -> bool:
        """Analysis is for finished games and for who plays against bots alone."""
        if self._document.others_play_on:
            return False
        return self.match.over or self._document.alone(identity) is not None

    def is_out(self, identity: Collection[str]) -> bool:
        owned = self._document.owned(identity)
        return bool(owned) and not any(self.match.state.is_in(Seat(seat)) for seat in owned)

    def admit(self, connection: Connection, after: int | None, *, limit: int) -> None:
        """Let a connection watch: the position, then everything as it happens."""
        if len(self.connections) >= limit:
            raise Refusal("too_many_connections", "This table has too many onlookers.")
        owned = self._document.owned(connection.identity)
        connection.looking = Seat(owned[0]) if len(owned) == 1 else None
        self.connections.add(connection)
        self._welcome(connection, after)
        self._tell_of(connection)

    def dismiss(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.discard(connection)
            self._tell_of(connection)

    def _tell_of(self, connection: Connection) -> None:
        """Somebody came or went: of players everybody hears at once, of onlookers in a while."""
        if self._document.owned(connection.identity):
            self.tell_table(but=connection)
        elif not self._crowd_changed:
            self._crowd_changed = True
            asyncio.get_running_loop().call_later(CROWD_SECONDS, self._tell_crowd)

    def _tell_crowd(self) -> None:
        self._crowd_changed = False
        self.tell_table()

    def _welcome(self, connection: Connection, after: int | None) -> None:
        total = len(self.match.moves)
        known = None if after is None else self.match.moves_after(after)
        if known is None or total - known > REPLAYED:
            known = total
        viewer, current = connection.looking, known == total
        scene = self._teller.present() if current else self._teller.scene(known)
        seq = self.match.seq if current else self.match.seqs[known - 1] if known else 0
        connection.send(
            Welcome(
                protocol=PROTOCOL,
                table=self.info(connection.identity),
                you=self._document.owned(connection.identity),
                looking=viewer,
                seq=seq,
                version=seq,
                game=game_info(self.match.edition),
                tiles=catalogue(self.match.edition),
                view=scene.view(viewer),
                asks=self._asks(scene, connection) if current else None,
                log=self._teller.log(viewer, known),
                clock=self._clock_info() if current else None,
                undo=current and self.may_undo(viewer),
            )
        )
        if not current:
            self._send_steps([connection], known)

    def tell_steps(self, start: int) -> None:
        """Tell everybody all moves from index `start` on."""
        if not self.connections:
            return
        self._send_steps(self.connections, start)
        if len(self.match.state.exits) > len(self.match.before(start).state.exits):
            self.tell_table()  # Whoever is out may do other things now.

    def _send_steps(self, connections: Collection[Connection], start: int) -> None:
        for index in range(start, len(self.match.moves)):
            scene = self._teller.scene(index + 1)
            messages: dict[tuple[Seat | None, bool], bytes] = {}
            for connection in connections:
                kind = (connection.looking, connection.previews)
                if kind not in messages:
                    messages[kind] = self._step(index, scene, connection)
                connection.outbox.put(messages[kind])
        result = result_info(self.match.state)
        if result is not None:
            self._send_all(Ended(result=result), connections)

    def _asks(self, scene: Scene, connection: Connection) -> Asks | None:
        return self._teller.asks(scene, connection.looking, previews=connection.previews)

    def _step(self, index: int, scene: Scene, connection: Connection) -> bytes:
        """The bytes of one move, for a connection and all that look the same way."""
        viewer, present = connection.looking, index == len(self.match.moves) - 1
        message = self._teller.step(
            index,
            scene,
            viewer,
            asks=self._asks(scene, connection) if present else None,
            clock=self._clock_info() if present else None,
            undo=present and self.may_undo(viewer),
        )
        return ENCODER.encode(message)

    def tell_undone(self) -> None:
        self._teller.forget(len(self.match.moves))
        for each in self.connections:
            each.send(
                self._teller.undone(
                    each.looking,
                    previews=each.previews,
                    clock=self._clock_info(),
                    undo=self.may_undo(each.looking),
                )
            )

    def tell_table(self, *, but: Connection | None = None) -> None:
        """Tell everybody how the table is; those to whom it looks the same share the bytes."""
        messages: dict[tuple[object, ...], bytes] = {}
        for connection in self.connections - {but}:
            identity = connection.identity
            creator = self._document.creator
            standing = (
                *self._document.owned(identity),
                creator is not None and creator in identity,
                self.can_branch(identity),
                self.can_study(identity),
            )
            if standing not in messages:
                messages[standing] = ENCODER.encode(TableChanged(table=self.info(identity)))
            connection.outbox.put(messages[standing])

    def send_off(self, code: int) -> None:
        """Close all connections."""
        for connection in self.connections:
            connection.outbox.close(code)

    def tell_all(self, message: Outbound) -> None:
        self._send_all(message, self.connections)

    def _send_all(self, message: Outbound, connections: Collection[Connection]) -> None:
        data = ENCODER.encode(message)
        for connection in connections:
            connection.outbox.put(data)

    def reseated(self, document: TableDocument) -> None:
        """After seats changed hands: nobody goes on seeing a hand that is not theirs."""
        self._document = document
        self._teller = self._new_teller()
        for connection in self.connections:
            owned = document.owned(connection.identity)
            kept = connection.looking if connection.looking in owned else None
            looking = Seat(owned[0]) if len(owned) == 1 else kept
            if looking != connection.looking:
                connection.looking = looking
                self._show(connection)
        self.tell_table()

    def look(self, connection: Connection, message: Look) -> None:
        if message.seat is not None and message.seat not in self._document.owned(
            connection.identity
        ):
            raise Refusal("not_your_seat", f"Seat {message.seat} is not yours.")
        connection.looking = None if message.seat is None else Seat(message.seat)
        self._show(connection)

    def _show(self, connection: Connection) -> None:
        viewer, undo = connection.looking, self.may_undo(connection.looking)
        connection.send(self._teller.looked(viewer, previews=connection.previews, undo=undo))

    def show_all(self) -> None:
        """The present position and decision once more, to everybody."""
        for connection in self.connections:
            self._show(connection)

    def guess(self, connection: Connection, message: Guess) -> None:
        """For those who do not play any more; a second guess replaces the first."""
        self._document.seat(message.seat)
        playing = self._document.owned(connection.identity) and not self.is_out(connection.identity)
        if self.match.over or playing:
            raise Refusal("guess_refused", "Only onlookers guess, and only while the game runs.")
        key = min(connection.identity, default=f"visitor {id(connection)}")
        if key not in self._guesses and len(self._guesses) >= GUESSES:
            raise Refusal("guess_refused", "Too many have guessed already.")
        self._guesses[key] = message.seat
        self.tell_table()

    def undo_to(self, seat: int) -> int:
        """How many moves an undo by a seat would keep; refuses if it may not."""
        seats = self._document.seats
        others = [n for n, other in enumerate(seats) if n != seat and other.kind != "bot"]
        return self.match.undo_to(seat, bots=self._document.bots, alone=not others)

    def may_undo(self, viewer: Seat | None) -> bool:
        if viewer is None:
            return False
        try:
            self.undo_to(viewer)
        except Refusal:
            return False
        return True

    def _clock_info(self) -> ClockInfo | None:
        decide = self.match.decide
        if self._clock is None or decide is None or (left := self._clock.left()) is None:
            return None
        return ClockInfo(seat=decide.seat, left=round(left, 1), seconds=self._clock.seconds)
