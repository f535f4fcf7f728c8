"""A socket whose table is on another machine: a second one is opened to it, and messages copied.

Each message of the owner comes with the version it leads to, how many messages of the client have
been answered, and which seat it looks from. So if the owner goes, whoever owns the table next can
be told where the client was, and what nobody has answered is said once more.
"""

from __future__ import annotations

import asyncio
import base64
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tsuro.server.play.attachment import Attachment, written
from tsuro.server.play.outbox import Line
from tsuro.server.storage.store import Process
from tsuro.server.together.forwarding import PATIENCE, Unanswered
from tsuro.server.together.inside import FOR, RESUME, SECRET

GONE: Final = frozenset({None, 1001, 1006, 1011, 1012, 1013, 4421})
"""How the way to an owner ends when the client is to be brought to the next one."""
NOT_HERE: Final = 4421
"""Close code between processes: the table is not here."""
PASSED_ON: Final = ("cookie", "authorization", "host")


def marked(message: bytes, *, version: int, answered: int, looking: int | None) -> bytes:
    """A message with what the process between has to know."""
    seat = "-" if looking is None else looking
    return f"{version} {answered} {seat}\n".encode() + message


class MarkedLine:
    """Where an owner's messages leave for a process between."""

    def __init__(self, line: Line, mark: Callable[[bytes], bytes]) -> None:
        self._line = line
        self._mark = mark

    @property
    def free(self) -> bool:
        return self._line.free

    def write(self, message: bytes) -> None:
        self._line.write(self._mark(message))


class Relay:
    """The way of one client to the process that owns its table."""

    def __init__(
        self,
        way: ClientConnection,
        tell: Callable[[bytes], None],
        ended: Callable[[int | None], None],
    ) -> None:
        """`tell` takes messages for the client; `ended` is told the close code."""
        self._way = way
        self._tell = tell
        self._ended = ended
        self.version = -1
        """Everything up to it has been told; -1 before the owner has said anything."""
        self.looking: int | None = None
        self.unanswered: deque[str] = deque()
        self._hello: str | None = None
        self._answered = 0
        self._task = asyncio.ensure_future(self._copy())

    @classmethod
    async def to(
        cls,
        process: Process,
        table: str,
        headers: Mapping[str, str],
        tell: Callable[[bytes], None],
        ended: Callable[[int | None], None],
        *,
        secret: str,
        address: str,
        attachment: Attachment | None,
    ) -> Relay:
        if not process.relay:
            raise Unanswered
        said = {name: headers[name] for name in PASSED_ON if name in headers and name != "host"}
        said |= {SECRET: secret, FOR: address}
        if attachment is not None:
            said[RESUME] = base64.b64encode(written(attachment)).decode()
        try:
            async with asyncio.timeout(PATIENCE):
                way = await connect(
                    f"ws://{process.relay}/ws/{table}",
                    additional_headers=said,
                    compression=None,
                    max_size=None,
                    open_timeout=None,
                    ping_interval=1.0,
                    ping_timeout=3.0,
                    proxy=None,
                )
        except (OSError, TimeoutError, WebSocketException) as error:
            raise Unanswered from error
        relay = cls(way, tell, ended)
        if attachment is not None:
            relay.version, relay.looking = attachment.version, attachment.looking
        return relay

    async def greet(self, hello: str) -> None:
        """The message that a welcome answers; whoever was welcomed says it no more."""
        self._hello, self._answered = hello, 1
        with suppress(ConnectionClosed):
            await self._way.send(hello)

    def unheard(self) -> tuple[str, ...]:
        """What has to be said once more to whoever owns the table next."""
        first = (self._hello,) if self._hello is not None and self.version < 0 else ()
        return (*first, *self.unanswered)

    async def send(self, frame: str) -> None:
        self.unanswered.append(frame)
        with suppress(ConnectionClosed):  # Whoever copies notices, too.
            await self._way.send(frame)

    async def _copy(self) -> None:
        try:
            while True:
                data = await self._way.recv(decode=False)
                assert isinstance(data, bytes)
                self._take(data)
        except ConnectionClosed:
            self._ended(self._way.close_code)

    def _take(self, data: bytes) -> None:
        mark, _, message = data.partition(b"\n")
        version, answered, seat = mark.split()
        self.version = int(version)
        self.looking = None if seat == b"-" else int(seat)
        for _ in range(min(int(answered) - self._answered, len(self.unanswered))):
            self.unanswered.popleft()
        self._answered = max(self._answered, int(answered))
        self._tell(message)

    def end(self) -> None:
        """Nobody is there any more."""
        if not self._task.done():
            self._task.cancel()
            self._task = asyncio.ensure_future(self._close())

    async def _close(self) -> None:
        with suppress(OSError, TimeoutError, WebSocketException):
            async with asyncio.timeout(PATIENCE):
                await self._way.close()
