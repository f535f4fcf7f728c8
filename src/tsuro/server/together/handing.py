"""Open connections handed to another process of the same machine: the file, and what is known.

The client notices nothing: the connection is the same one, and nothing of it stays behind.
"""

from __future__ import annotations

import array
import asyncio
import logging
import os
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

import msgspec

from tsuro.server.play.attachment import Parcel, packed, unpacked
from tsuro.server.storage.store import Process

SUFFIX: Final = ".hand"
PATIENCE: Final = 5.0
"""Seconds in which the other side has to take a connection."""
SIZE: Final = 4
MOST: Final = 1 << 20
TAKEN: Final = b"y"
REFUSED: Final = b"n"
THREADS: Final = 4
_givers: Final = ThreadPoolExecutor(THREADS, "tsuro-giver")
_takers: Final = ThreadPoolExecutor(THREADS, "tsuro-taker")
"""Threads of their own: two that give each other connections must both be able to take some."""
log = logging.getLogger("tsuro.server")


async def hand_over(process: Process, handle: int, parcel: Parcel) -> bool:
    """Give a connection away; False if it has certainly not been taken."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_givers, _given, process, handle, packed(parcel))


def _given(process: Process, handle: int, data: bytes) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as way:
        way.settimeout(PATIENCE)
        try:
            way.connect(process.door + SUFFIX)
            socket.send_fds(way, [len(data).to_bytes(SIZE, "big")], [handle])
            way.sendall(data)
        except OSError:
            return False  # Without all of it nobody can go on with the connection.
        try:
            return way.recv(1) != REFUSED
        except OSError:
            # It may have been taken. Two must never speak on one connection, so it is let go;
            # if nobody has it, the client comes again.
            return True


Take = Callable[[socket.socket, Parcel], bool]
"""Goes on with a connection, in the event loop; False if it cannot be taken here."""


class Taker:
    """Takes what others hand over."""

    def __init__(self, take: Take) -> None:
        self._take = take
        self._listener: socket.socket | None = None
        self._task: asyncio.Task[None] | None = None
        self._going: set[asyncio.Task[None]] = set()

    def open(self, listener: socket.socket) -> None:
        self._listener = listener
        self._task = asyncio.ensure_future(self._accept(listener))

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            way, _ = await loop.sock_accept(listener)
            task = asyncio.ensure_future(self._receive(way))
            self._going.add(task)
            task.add_done_callback(self._going.discard)

    async def _receive(self, way: socket.socket) -> None:
        with way:
            way.settimeout(PATIENCE)
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(_takers, _received, way)
            if found is None:
                return
            guest, parcel = found
            taken = self._take(guest, parcel)
            if not taken:
                guest.close()
            with suppress(OSError):
                way.sendall(TAKEN if taken else REFUSED)  # One byte never has to wait.

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        await asyncio.gather(*self._going, return_exceptions=True)
        if self._listener is not None:
            self._listener.close()


def _received(way: socket.socket) -> tuple[socket.socket, Parcel] | None:
    handles = array.array("i")
    try:
        head, ancillary, _, _ = way.recvmsg(SIZE, socket.CMSG_LEN(handles.itemsize))
        for level, kind, data in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                handles.frombytes(data[: len(data) - len(data) % handles.itemsize])
        if len(handles) != 1:
            raise OSError("no connection came along")
        head += _exactly(way, SIZE - len(head))
        size = int.from_bytes(head, "big")
        if size > MOST:
            raise OSError("too long")
        parcel = unpacked(_exactly(way, size))
    except (OSError, msgspec.MsgspecError) as error:
        log.warning("a connection that was handed over did not arrive: %s", error)
        for handle in handles:
            os.close(handle)
        return None
    guest = socket.socket(fileno=handles[0])
    guest.setblocking(False)
    return guest, parcel


def _exactly(way: socket.socket, size: int) -> bytes:
    found = bytearray()
    while len(found) < size:
        part = way.recv(size - len(found))
        if not part:
            raise OSError("it was broken off")
        found += part
    return bytes(found)
