"""One WebSocket: hello, then commands in and everything that happens out."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tsuro.errors import TsuroError
from tsuro.formats.wire.reading import Misfit, read_one_of
from tsuro.server.clock import Alarm
from tsuro.server.hall import Hall
from tsuro.server.http.endpoint import claimed_identity, problem
from tsuro.server.http.security import Budget, address_of
from tsuro.server.play.connection import Connection, encoded
from tsuro.server.play.frames import Frames
from tsuro.server.play.outbox import Outbox
from tsuro.server.play.table import Table
from tsuro.server.storage.sessions import COOKIE, hashed
from tsuro.telling.log import Speech
from tsuro.telling.messages import (
    PROTOCOL,
    Act,
    ClientMessage,
    Foresee,
    Hello,
    Look,
    Ping,
    Pong,
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
    """Lives as long as its connection."""

    def __init__(self, hall: Hall, socket: WebSocket) -> None:
        self._hall = hall
        self._socket = socket
        self._frames = Frames.of(socket.scope)
        self._outbox = Outbox(hall.limits)
        self._unread: deque[str | bytes | None] = deque()
        """Messages that came while another one was carried out; None once nothing more comes."""
        self._reader: asyncio.Task[None] | None = None
        self._table: Table | None = None
        self._connection: Connection | None = None
        self._address = address_of(socket.scope)
        self._budget = Budget(hall.limits.messages, hall.time.now())
        self._bad = 0
        self._doorman: Alarm | None = None
        """Shows the door to whoever says nothing."""

    async def run(self) -> None:
        try:
            self._admit()
        except Refusal as refusal:
            self._hall.metrics.refused(refusal.code)
            await self._socket.send_denial_response(problem(refusal))
            return
        try:
            self._expect_hello()
            await self._socket.accept()
            self._outbox.open(self._frames)
            self._frames.listen(self)
            await self._outbox.wait_closed()
            self._leave()
            await self._say_goodbye()
        finally:
            self._frames.ignore()
            self._stop_expecting()
            self._hall.budgets.disconnect(self._address)
            self._leave()

    def _expect_hello(self) -> None:
        end = self._hall.time.now() + self._hall.limits.hello_seconds
        self._doorman = self._hall.time.call_at(end, lambda: self._outbox.close(NORMAL))

    def _stop_expecting(self) -> None:
        if self._doorman is not None:
            self._doorman.cancel()
            self._doorman = None

    def _leave(self) -> None:
        if self._table is not None and self._connection is not None:
            self._table.audience.dismiss(self._connection)

    def _admit(self) -> None:
        """Refuses a connection that may not come in."""
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
            if self._reader is None:
                self._reader = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        """Carry out what has come, one after the other; nobody breaks it off."""
        while self._unread and self._outbox.closing is None:
            message = self._unread.popleft()
            if message is None:
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
            await self._obey(message)
        except Refusal as refusal:
            self._refuse(identifier, refusal)
            if refusal.code in ("bad_message", "bad_protocol"):
                self._count_bad()
            elif refusal.code == "too_many_requests":
                self._outbox.close(TOO_MANY)
            if self._table is not None:
                self._table.send_off_if_broken()
        except TsuroError as error:
            self._refuse(identifier, error)
        except Exception:
            log.exception("a message could not be carried out")
            self._refuse(identifier, Refusal("internal", "Something went wrong on the server."))

    async def _pay(self, cost: float) -> None:
        """A connection that wants too much is closed; an address that does is heard later."""
        if not cost:
            return
        if not self._budget.spend(self._hall.time.now(), cost):
            raise Refusal("too_many_requests", "Too many messages; wait.")
        await self._hall.budgets.afford(self._address, "talk", cost)

    def _count_bad(self) -> None:
        self._bad += 1
        if self._table is None or self._bad >= self._hall.limits.bad_messages:
            self._outbox.close(BAD_MESSAGES)

    def _refuse(self, identifier: str | None, error: TsuroError) -> None:
        self._hall.metrics.refused(error.code)
        message = Refused(
            id=identifier, code=error.code, message=error.message, rule=rule_of(error)
        )
        self._outbox.put(encoded(message))

    async def _obey(self, message: ClientMessage) -> None:
        if self._table is not None and self._connection is not None:
            await self._carry_out(message, self._table, self._connection)
        elif isinstance(message, Hello):
            await self._hello(message)
        else:
            raise Refusal("bad_protocol", "The first message must be hello.")

    async def _carry_out(
        self, message: ClientMessage, table: Table, connection: Connection
    ) -> None:
        match message:
            case Act():
                await table.act(connection, message)
            case Undo():
                await table.undo(connection, message)
            case Foresee():
                await table.foresee(connection, message)
            case Ping():
                connection.send(Pong())
            case Hello():
                raise Refusal("bad_protocol", "Hello has been said already.")
            case _:
                table.audience.answer(connection, message)

    async def _hello(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            raise Refusal("bad_protocol", f"This server speaks protocol {PROTOCOL}.")
        try:
            player = await self._hall.sessions.identify(self._socket.cookies.get(COOKIE))
            table = await self._hall.table(self._socket.path_params["id"], self._address)
            # From here on nothing is waited for: meanwhile the table might be put aside.
            connection = self._identified(hello, table, player)
            if not table.document.owned(connection.identity):
                self._hall.budgets.refuse_onlookers_if_crowded()
            else:
                table.attend(self._address)
            limit = self._hall.limits.connections_per_table
            table.audience.admit(connection, hello.after, limit=limit)
        except Refusal as refusal:
            self._refuse(None, refusal)
            self._outbox.close(NO_TABLE if refusal.code == "no_such_table" else REFUSED)
            return
        self._table, self._connection = table, connection

    def _identified(self, hello: Hello, table: Table, player: str | None) -> Connection:
        headers = self._socket.headers
        found = claimed_identity(player, headers.get("authorization"))
        if hello.token is not None:
            found |= {hashed(hello.token)}
        bearing = hello.token is not None or "authorization" in headers
        if bearing and not table.document.owned(found):
            raise Refusal("bad_token", "This token fits no seat of this table.")
        return Connection(found, self._outbox, Speech(hello.language, hello.exact))


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
