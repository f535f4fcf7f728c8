"""One WebSocket of a player, as light as can be: thousands of them share one core.

It speaks no more of the protocol than this server needs: no extensions, no fragments, and a mask of
zeros, so that nothing has to be masked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

TEXT: Final = 1
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10
NO_MASK: Final = bytes(4)


class Client(asyncio.Protocol):
    def __init__(self, hear: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._hear = hear
        self._lost = lost
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._dropped = False

    async def connect(self, host: str, port: int, path: str) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, host, port)
        assert self._transport is not None
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        ]
        self._transport.write("\r\n".join([*lines, "", ""]).encode())
        await self._open

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if not self._open.done():
            self._open.set_exception(ConnectionError("The server hung up before it answered."))
        elif not self._dropped:
            self._lost()

    def send(self, payload: bytes, opcode: int = TEXT) -> None:
        assert self._transport is not None
        self._transport.write(frame(payload, opcode))

    def drop(self) -> None:
        """Go away without a word, as a device that loses its network."""
        self._dropped = True
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self._open.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                answer = head.partition(b"\r\n")[0].decode()
                self._open.set_exception(ConnectionError(f"The server said {answer}."))
                return
            self._open.set_result(None)
        self._rest = self._read(data)

    def _read(self, data: bytes) -> bytes:
        """Deal with all whole frames; what is left belongs to the next one."""
        at = 0
        while (found := bounds_of(data, at)) is not None:
            start, end = found
            opcode, at = data[at] & 15, end
            if opcode == TEXT:
                self._hear(data[start:end])
            elif opcode == PING:
                self.send(data[start:end], PONG)
            elif opcode == CLOSE:
                self.send(data[start:end], CLOSE)
        return data[at:]


def bounds_of(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame at a place begins and ends; None if not all of it is here."""
    if len(data) < at + 2:
        return None
    length, start = data[at + 1], at + 2
    if length == 126:
        length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
    elif length == 127:
        length, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
    end = start + length
    return (start, end) if end <= len(data) else None


def frame(payload: bytes, opcode: int) -> bytes:
    """A masked frame, as clients must send them; none of ours is longer than two bytes can say."""
    length = len(payload)
    size = bytes([128 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes([128 | opcode]) + size + NO_MASK + payload
