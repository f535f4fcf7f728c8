"""Starting the server: which port, where the games are kept, and the link to open."""

from __future__ import annotations

import errno
import os
import socket
import sys
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette

from tsuro.server.app import create_app
from tsuro.server.settings import LOOPBACK_NAMES, Animate, Limits, Settings
from tsuro.telling.refusals import Refusal

TRIED_PORTS: Final = 20
DATABASE: Final = "tsuro.db"
WEB: Final = Path(__file__).parent.parent / "web"


def data_folder() -> Path:
    """Where programs keep what belongs to their user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "tsuro"


def bind(host: str, port: int, *, search: bool) -> socket.socket:
    """A listening socket; if the port is taken and `search` is on, the next free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + (TRIED_PORTS if search and port else 1)):
        # With the protocol named, asyncio turns off Nagle's delay, 40 ms for every answer.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                raise Refusal(
                    "bad_request", f"Cannot listen on {host}: {error.strerror}."
                ) from None
        else:
            listener.listen()  # From here on the link works, if only after the server has started.
            return listener
    raise Refusal("bad_request", f"Port {port} of {host} is taken; choose another with --port.")


def link_to(host: str, port: int) -> str:
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def settings_for(
    host: str,
    data: str,
    *,
    limits: Limits,
    hosts: frozenset[str] = frozenset(),
    animate: Animate | None = None,
) -> Settings:
    """On the loopback the server answers to loopback names only, unless told others."""
    if data != ":memory:":
        folder = Path(data)
        folder.mkdir(parents=True, exist_ok=True)
        data = str(folder / DATABASE)
    local = host in ("127.0.0.1", "::1", "localhost")
    answered = hosts | LOOPBACK_NAMES if local or hosts else None
    return Settings(
        database=data,
        web=WEB,
        hosts=answered,
        bot_workers=max(1, (os.cpu_count() or 2) - 1),
        limits=limits,
        prepare=True,
        tidy=True,
        animate=animate,
    )


def server_config(app: Starlette, settings: Settings) -> uvicorn.Config:
    """No compression of messages (it doubles a connection's memory), no guessing behind proxies."""
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=settings.limits.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )


def serve(listener: socket.socket, settings: Settings) -> None:
    """Serve until interrupted; games go on where they stopped when started again."""
    uvicorn.Server(server_config(create_app(settings), settings)).run(sockets=[listener])
