"""What waits to be sent to one connection: bounded, so that a slow reader harms only itself."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Protocol

from tsuro.server.settings import Limits

SLOW_READER = 4408
"""Close code: the queue ran over; reconnect and resume."""


class Line(Protocol):
    """Where messages leave."""

    @property
    def free(self) -> bool:
        """Whether it takes more at once."""

    def write(self, message: bytes) -> None: ...


class Outbox:
    """Filled by tables without waiting; what the line does not take at once waits here."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._line: Line | None = None
        self._waiting: OrderedDict[object, bytes] = OrderedDict()
        """By a name of its own, or the kind of those messages of which only the latest matters."""
        self._bytes = 0
        self._over = asyncio.Event()
        self._empty = asyncio.Event()
        self.closing: int | None = None
        """The code to close with, once everything before it is sent."""

    def open(self, line: Line) -> None:
        """From now on messages can leave."""
        self._line = line
        self.flush()

    def put(self, message: bytes, *, kind: str | None = None) -> None:
        """A waiting message of the same `kind` is replaced: it is out of date."""
        if self.closing is not None:
            return
        if not self._waiting and self._line is not None and self._line.free:
            self._line.write(message)
            return
        limits = self._limits
        self._bytes += len(message)
        if kind is not None:
            self._bytes -= len(self._waiting.pop(kind, b""))
        if len(self._waiting) >= limits.outbox_messages or self._bytes > limits.outbox_bytes:
            self.drop(SLOW_READER)
            return
        self._waiting[object() if kind is None else kind] = message

    def flush(self) -> None:
        """Send what waits, as far as the line takes it."""
        while self._waiting and self._line is not None and self._line.free:
            _, message = self._waiting.popitem(last=False)
            self._bytes -= len(message)
            self._line.write(message)
        if not self._waiting and self.closing is not None:
            self._empty.set()

    def __len__(self) -> int:
        """How many messages wait."""
        return len(self._waiting)

    def close(self, code: int) -> None:
        """Close the connection after what is already waiting."""
        if self.closing is None:
            self.closing = code
            self._over.set()
            self.flush()

    def drop(self, code: int) -> None:
        """Close the connection; what waits is not sent any more."""
        self._waiting.clear()
        self._bytes = 0
        self.close(code)
        self.flush()

    async def wait_closed(self) -> None:
        """Until somebody decides to close, whether or not everything has been sent."""
        await self._over.wait()

    async def wait_empty(self) -> None:
        """Until nothing waits any more; to be asked once it is closed."""
        await self._empty.wait()
