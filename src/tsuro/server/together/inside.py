"""The entrance for other processes: the same application, for callers who know the secret.

What comes in here has been looked at by the process it came to first, so that hosts, origins and
budgets are not asked about again. The address of the caller is what that process says it is.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import socket
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tsuro.server.play.frames import Frames
from tsuro.server.settings import Limits

SECRET: Final = "x-tsuro-secret"
FOR: Final = "x-tsuro-for"
RESUME: Final = "x-tsuro-resume"
MARK: Final = "tsuro.inside"


def is_inside(scope: Scope) -> bool:
    """Whether another process asks, and not a stranger."""
    return MARK in scope.get("extensions", {})


class Inside:
    """Lets in who knows the secret, under the address of whom they ask for."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.secret = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        said = headers.get(SECRET, "")
        if not self.secret or not hmac.compare_digest(said.encode(), self.secret.encode()):
            await _refuse(scope, send)
            return
        scope["client"] = headers.get(FOR, ""), 0
        scope["extensions"] = {**scope.get("extensions", {}), MARK: {}}
        await self._app(scope, receive, send)


async def _refuse(scope: Scope, send: Send) -> None:
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 403, "headers": []})
        await send({"type": "http.response.body"})
    else:
        await send({"type": "websocket.close", "code": 1008})


class Entrance:
    """Listens where other processes come in."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.inside = Inside(app)
        self._config = uvicorn.Config(
            self.inside,
            http=H11Protocol,
            ws=Frames,
            ws_max_size=limits.frame_bytes,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
        )
        self._state = ServerState()
        self._servers: list[asyncio.Server] = []

    async def open(self, listeners: Sequence[socket.socket]) -> None:
        self._config.load()
        made = partial(H11Protocol, config=self._config, server_state=self._state, app_state={})
        loop = asyncio.get_running_loop()
        for listener in listeners:
            self._servers.append(await loop.create_server(made, sock=listener))

    async def close(self) -> None:
        for server in self._servers:
            server.close()
        for connection in list(self._state.connections):
            connection.shutdown()
        tasks = tuple(self._state.tasks)
        if tasks:
            await asyncio.wait(tasks, timeout=2)
        for connection in list(self._state.connections):
            connection.transport.abort()


def unix_listener(path: Path) -> socket.socket:
    """A door that only this user can open."""
    with suppress(FileNotFoundError):
        path.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(str(path))
    finally:
        os.umask(before)
    listener.listen(512)
    listener.setblocking(False)
    return listener
