"""What waits to be sent to one connection: bounded, so that a slow reader harms only itself."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from tsuro.server.settings import Limits

SLOW_READER = 4408
"""Close code: the queue ran over; reconnect and resume."""


class Outbox:
    """Filled by tables without waiting, emptied by the connection's own writer."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: OrderedDict[object, bytes] = OrderedDict()
        """By a name of its own, or the kind of those messages of which only the latest matters."""
        self._bytes = 0
        self._changed = asyncio.Event()
        self._over = asyncio.Event()
        self.closing: int | None = None
        """The code to close with, once everything before it is sent."""

    def put(self, message: bytes, *, kind: str | None = None) -> None:
        """A waiting message of the same `kind` is replaced: it is out of date."""
        if self.closing is not None:
            return
        limits = self._limits
        self._bytes += len(message)
        if kind is not None:
            self._bytes -= len(self._waiting.pop(kind, b""))
        if len(self._waiting) >= limits.outbox_messages or self._bytes > limits.outbox_bytes:
            self._waiting.clear()
            self._bytes = 0
            self.close(SLOW_READER)
            return
        self._waiting[object() if kind is None else kind] = message
        self._changed.set()

    def __len__(self) -> int:
        """How many messages wait."""
        return len(self._waiting)

    def close(self, code: int) -> None:
        """Close the connection after what is already waiting."""
        if self.closing is None:
            self.closing = code
            self._changed.set()
            self._over.set()

    async def wait_closed(self) -> None:
        """Until somebody decides to close, whether or not the writer gets on."""
        await self._over.wait()

    async def get(self) -> bytes | None:
        """The next message; None when it is time to close."""
        while not self._waiting:
            if self.closing is not None:
                return None
            self._changed.clear()
            await self._changed.wait()
        _, message = self._waiting.popitem(last=False)
        self._bytes -= len(message)
        return message
