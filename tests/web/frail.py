"""A network between browser and server that can die as real ones do: silently, nothing closed."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Final

CHUNK: Final = 65_536


class FrailNetwork:
    """Forwards every connection; while it is dead, bytes go nowhere and sockets stay open."""

    def __init__(self, server: str) -> None:
        host, port = server.removeprefix("http://").split(":")
        self._server = (host, int(port))
        self._alive = threading.Event()
        self._alive.set()
        self._drops = True
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def die(self, *, drops: bool) -> None:
        """What is sent from now on is lost, or comes late: once the network is back."""
        self._drops = drops
        self._alive.clear()

    def recover(self) -> None:
        self._alive.set()

    def close(self) -> None:
        self._listener.close()
        self._alive.set()
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._join, args=(client,), daemon=True).start()

    def _join(self, client: socket.socket) -> None:
        self._open.append(client)
        # A connection that is begun while the network is dead finds nobody until it is back.
        self._alive.wait()
        server = socket.create_connection(self._server)
        self._open.append(server)
        for source, goal in ((client, server), (server, client)):
            threading.Thread(target=self._forward, args=(source, goal), daemon=True).start()

    def _forward(self, source: socket.socket, goal: socket.socket) -> None:
        lossy = False
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if not self._alive.is_set():
                    lossy = lossy or self._drops
                    self._alive.wait()
                # What lost a part of itself is never whole again: all the rest goes nowhere, too.
                if not lossy:
                    goal.sendall(data)
            goal.shutdown(socket.SHUT_WR)
