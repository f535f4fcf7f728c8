"""One WebSocket: hello, then commands in and everything that happens out."""

from __future__ import annotations

import asyncio
import base64
import logging
from collections import deque
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tsuro.core.ids import Seat
from tsuro.errors import TsuroError
from tsuro.formats.wire.reading import Misfit, read_one_of
from tsuro.server.clock import Alarm
from tsuro.server.hall import Hall
from tsuro.server.http.endpoint import claimed_identity, problem
from tsuro.server.http.security import Budget, address_of
from tsuro.server.play.attachment import Attachment
from tsuro.server.play.attachment import read as read_attachment
from tsuro.server.play.connection import Connection, encoded
from tsuro.server.play.frames import Frames
from tsuro.server.play.outbox import Outbox
from tsuro.server.play.places import Here, Place
from tsuro.server.play.table import Table
from tsuro.server.storage.sessions import COOKIE, hashed
from tsuro.server.storage.store import lost_lease
from tsuro.server.together.following import RESTARTING, Errand, Follower
from tsuro.server.together.inside import RESUME, is_inside
from tsuro.server.together.relaying import GONE, MarkedLine, marked
from tsuro.telling.log import Speech
from tsuro.telling.messages import (
    PROTOCOL,
    ClientMessage,
    Foresee,
    Hello,
    Look,
    Refresh,
    Refused,
    Speak,
    Undo,
)
from tsuro.telling.refusals import Refusal, rule_of

DECODER: Final[msgspec.json.Decoder[object]] = msgspec.json.Decoder()
NORMAL, BAD_MESSAGES, REFUSED, NO_TABLE, TOO_MANY = 1000, 4400, 4403, 4404, 4429
CLOSING_SECONDS: Final = 5.0
UNREAD: Final = 8
"""Messages that wait while another one is carried out; what comes after waits in the network."""
COSTS: Final[Mapping[type, float]] = {Hello: 5, Undo: 4, Look: 2, Speak: 2, Refresh: 2, Foresee: 2}
"""What messages cost that are dearer than a move: somebody has to be told everything."""
RESUMING: Final = 15
"""A hello after which all that was missed is told, decision by decision."""
log = logging.getLogger("tsuro.server")


class Socket:
    """Lives as long as its connection, or until that is handed to another process."""

    def __init__(self, hall: Hall, socket: WebSocket) -> None:
        self._hall = hall
        self._socket = socket
        self._frames = Frames.of(socket.scope)
        self._outbox = Outbox(hall.limits)
        self._unread: deque[str | bytes | None] = deque()
        """Messages that came while another one was carried out; None once nothing more comes."""
        self._reader: asyncio.Task[None] | None = None
        self._place: Place | None = None
        self._from: Attachment | None = None
        """Where it was before its table moved; None while it has a place, or has had none."""
        self._inside = is_inside(socket.scope)
        self._answered = 0
        self._address = address_of(socket.scope)
        self._follower = Follower(
            hall,
            table=self.table,
            address=self._address,
            frames=self._frames,
            outbox=self._outbox,
            headers=socket.headers,
            unread=self._unread,
            inside=self._inside,
        )
        self._budget = Budget(hall.limits.messages, hall.time.now())
        self._bad = 0
        self._doorman: Alarm | None = None
        """Shows the door to whoever says nothing."""

    @property
    def table(self) -> str:
        """The id of the table it asks for."""
        name: str = self._socket.path_params["id"]
        return name

    async def run(self) -> None:
        try:
            self._admit()
        except Refusal as refusal:
            self._hall.metrics.refused(refusal.code)
            await self._socket.send_denial_response(problem(refusal))
            return
        self._hall.sockets.add(self)
        try:
            self._expect_hello()
            await self._socket.accept()
            self._outbox.open(
                MarkedLine(self._frames, self._marked) if self._inside else self._frames
            )
            self._frames.listen(self)
            self._go_on_from_elsewhere()
            await self._outbox.wait_closed()
            self._leave()
            await self._say_goodbye()
        finally:
            self._hall.sockets.discard(self)
            self._frames.ignore()
            self._stop_expecting()
            if not self._inside:
                self._hall.budgets.disconnect(self._address)
            self._leave()

    def _go_on_from_elsewhere(self) -> None:
        """What another process knew of this connection."""
        parcel, resumed = self._frames.continued, self._socket.headers.get(RESUME)
        if parcel is not None:
            self._from = parcel.attachment
            self._unread.extendleft(reversed(parcel.unread))
        elif self._inside and resumed is not None:
            self._from = resumed_from(resumed)
        if self._from is not None or self._unread:
            self._stop_expecting()
            self._stir()

    def _marked(self, message: bytes) -> bytes:
        """For the process between: what it has to know if this one goes."""
        told = None if self._place is None else self._place.attachment()
        version = -1 if told is None else told.version
        looking = None if told is None else told.looking
        return marked(message, version=version, answered=self._answered, looking=looking)

    def _expect_hello(self) -> None:
        end = self._hall.time.now() + self._hall.limits.hello_seconds
        self._doorman = self._hall.time.call_at(end, lambda: self._outbox.close(NORMAL))

    def _stop_expecting(self) -> None:
        if self._doorman is not None:
            self._doorman.cancel()
            self._doorman = None

    def _leave(self) -> None:
        place, self._place = self._place, None
        if place is not None:
            place.leave()

    def _admit(self) -> None:
        """Refuses a connection that may not come in."""
        if self._inside:
            return
        headers = self._socket.headers
        self._hall.guard.check_host(headers)
        needed = COOKIE in self._socket.cookies
        self._hall.guard.check_origin(headers, needed=needed)
        self._hall.budgets.spend(self._address, "requests")
        self._hall.budgets.connect(self._address)

    async def _say_goodbye(self) -> None:
        """Send what is left, but not for ever: a slow reader may be the reason."""
        # The last two are Starlette's ways to say that the other side has gone.
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(CLOSING_SECONDS):
                await self._outbox.wait_empty()
                if not self._follower.given_away:
                    await self._socket.close(self._outbox.closing or NORMAL)

    def heard(self, message: str | bytes) -> None:
        self._stop_expecting()
        self._take(message)
        if len(self._unread) >= UNREAD:
            self._frames.pause()

    def writable(self) -> None:
        self._outbox.flush()

    def gone(self) -> None:
        """Whatever was said before is still carried out, but nobody is left to be answered."""
        self._take(None)
        if self._outbox.closing is not None:
            self._outbox.drop(NORMAL)

    def _take(self, message: str | bytes | None) -> None:
        if self._outbox.closing is None:
            self._unread.append(message)
            self._stir()

    def _stir(self) -> None:
        if self._reader is None:
            self._reader = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        """Carry out what has come, one after the other; nobody breaks it off."""
        while self._outbox.closing is None:
            if self._from is not None:
                await self._settle(self._from)
            elif not self._unread:
                break
            elif (message := self._unread.popleft()) is None:
                self._outbox.drop(NORMAL)
            else:
                await self._received(message)
        self._unread.clear()
        self._reader = None
        self._frames.go_on()

    async def _received(self, frame: str | bytes) -> None:
        identifier: str | None = None
        try:
            await self._pay(1)
            self._hall.memory.stir()
            message = _decoded(frame)
            await self._pay(cost_of(message) - 1)
            identifier = getattr(message, "id", None)
            await self._obey(message, str(frame))
        except Refusal as refusal:
            if refusal.code == lost_lease().code and self._connected_here:
                # Nothing was done: it is said once more where the table is now.
                self._unread.appendleft(frame)
                self._table_moved()
                return
            self._refuse(identifier, refusal)
            if refusal.code in ("bad_message", "bad_protocol"):
                self._count_bad()
            elif refusal.code == "too_many_requests":
                self._outbox.close(TOO_MANY)
            if self._place is not None:
                self._place.check()
        except TsuroError as error:
            self._refuse(identifier, error)
        except Exception:
            log.exception("a message could not be carried out")
            self._refuse(identifier, Refusal("internal", "Something went wrong on the server."))
        finally:
            self._answered += 1

    @property
    def _connected_here(self) -> bool:
        return self._hall.company is not None and isinstance(self._place, Here)

    async def _pay(self, cost: float) -> None:
        """A connection that wants too much is closed; an address that does is heard later."""
        if not cost:
            return
        if not self._budget.spend(self._hall.time.now(), cost):
            raise Refusal("too_many_requests", "Too many messages; wait.")
        await self._hall.budgets.afford(self._address, "talk", cost)

    def _count_bad(self) -> None:
        self._bad += 1
        if self._place is None or self._bad >= self._hall.limits.bad_messages:
            self._outbox.close(BAD_MESSAGES)

    def _refuse(self, identifier: str | None, error: TsuroError) -> None:
        self._hall.metrics.refused(error.code)
        message = Refused(
            id=identifier, code=error.code, message=error.message, rule=rule_of(error)
        )
        self._outbox.put(encoded(message))

    async def _obey(self, message: ClientMessage, frame: str) -> None:
        if self._place is not None:
            await self._place.carry_out(message, frame)
        elif isinstance(message, Hello):
            await self._hello(message, frame)
        else:
            raise Refusal("bad_protocol", "The first message must be hello.")

    async def _hello(self, hello: Hello, frame: str) -> None:
        if hello.protocol != PROTOCOL:
            raise Refusal("bad_protocol", f"This server speaks protocol {PROTOCOL}.")
        try:
            player = await self._hall.sessions.identify(self._socket.cookies.get(COOKIE))
            found = self._claimed(hello, player)
            present = Attachment(
                self.table, tuple(found), hello.language, hello.exact, looking=None, version=0
            )
            here = partial(self._sit_down, hello, found)
            errand = Errand(here, present, resumed=False, ended=self._way_ended, hello=frame)
            await self._find(errand)
        except Refusal as refusal:
            self._leave()
            self._refuse(None, refusal)
            self._outbox.close(NO_TABLE if refusal.code == "no_such_table" else REFUSED)

    async def _find(self, errand: Errand) -> None:
        place = await self._follower.find(errand)
        if place is not None:
            self._place = place

    def _claimed(self, hello: Hello, player: str | None) -> frozenset[str]:
        found = claimed_identity(player, self._socket.headers.get("authorization"))
        return found if hello.token is None else found | {hashed(hello.token)}

    def _sit_down(self, hello: Hello, found: frozenset[str], table: Table) -> None:
        """Nothing is waited for: meanwhile the table might be put aside."""
        bearing = hello.token is not None or "authorization" in self._socket.headers
        owned = table.document.owned(found)
        if bearing and not owned:
            raise Refusal("bad_token", "This token fits no seat of this table.")
        if not owned:
            self._hall.budgets.refuse_onlookers_if_crowded()
        else:
            table.attend(self._address)
        connection = self._take_place(table, found, Speech(hello.language, hello.exact))
        limit = self._hall.limits.connections_per_table
        table.audience.admit(connection, hello.after, limit=limit)

    def _take_place(self, table: Table, identity: Collection[str], speech: Speech) -> Connection:
        connection = Connection(identity, self._outbox, speech)
        if self._hall.company is not None:
            connection.moved = self._table_moved
        self._place = Here(table, connection)
        return connection

    def _table_moved(self) -> None:
        """The table is no longer where it was: go after it."""
        place = self._place
        if place is not None:
            self._from = place.attachment()
            self._unread.extendleft(reversed(place.unanswered()))
            self._leave()
            self._stir()

    def _way_ended(self, code: int | None) -> None:
        """The socket to another machine was closed."""
        if code in GONE:
            self._table_moved()
        else:
            self._outbox.close(code or NORMAL)

    async def _settle(self, before: Attachment) -> None:
        """Go on, wherever the table is now, as if nothing had happened."""
        self._from = None
        try:
            here = partial(self._sit_again, before)
            await self._find(Errand(here, before, resumed=True, ended=self._way_ended))
        except Refusal as refusal:
            log.debug("a connection could not go on: %s", refusal.message)
            self._outbox.close(RESTARTING)

    def _sit_again(self, before: Attachment, table: Table) -> None:
        connection = self._take_place(table, before.identity, Speech(before.language, before.exact))
        connection.told = before.version
        owned = table.document.owned(connection.identity)
        looking = before.looking if before.looking in owned else None
        table.audience.readmit(connection, None if looking is None else Seat(looking))

    async def move_on(self) -> None:
        """This process goes: whoever has not said hello yet is brought to another one, too."""
        if self._place is None and self._from is None and self._reader is None:
            await self._follower.leave()


def resumed_from(header: str) -> Attachment:
    return read_attachment(base64.b64decode(header))


def cost_of(message: ClientMessage) -> float:
    if isinstance(message, Hello) and message.after is not None:
        return RESUMING
    return COSTS.get(type(message), 1)


def _decoded(frame: str | bytes) -> ClientMessage:
    if not isinstance(frame, str):
        raise Refusal("bad_message", "Messages are JSON texts.")
    try:
        message: ClientMessage = read_one_of(ClientMessage, DECODER.decode(frame))
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refusal("bad_message", f"This message cannot be read: {error}.") from None
    except Misfit as error:
        raise Refusal("bad_message", f"This message cannot be read: {error.message}") from None
    return message
