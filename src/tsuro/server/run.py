"""Starting the server: which port, where the games are kept, and the link to open."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn
from starlette.applications import Starlette

from tsuro.errors import TsuroError
from tsuro.server.app import create_app
from tsuro.server.configuring import PublicAddress
from tsuro.server.hall import Hall
from tsuro.server.http.doorway import doorway, room_for_connections
from tsuro.server.play.frames import Frames
from tsuro.server.quiet import be_quiet
from tsuro.server.settings import IN_MEMORY, LOOPBACK_NAMES, Animate, Limits, Settings, Sharing
from tsuro.server.storage.postgres.schema import is_address, prepare
from tsuro.server.storage.sqlite import SqliteStore
from tsuro.server.storage.store import Store
from tsuro.server.storage.trouble import (
    UNFINISHED,
    UNUSABLE,
    StorageTrouble,
    of_system,
    unfinished,
)
from tsuro.server.together.supervisor import leave_with_supervisor

TRIED_PORTS: Final = 20
BOT_PACE: Final = 0.2
"""Longer than any bot needs that does not search, and shorter than a move is shown."""
ANYWHERE: Final = ("0.0.0.0", "::")
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
SOMEWHERE: Final = ("192.0.2.1", 9)
"""An address set aside for examples: outside every network, so that the way to it leads out."""
OURS: Final = "tsuro"
"""How the names of our own files in a data folder begin."""


class CannotListen(TsuroError):
    """An address or port that the system does not give us."""

    code = "cannot_listen"


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
                raise CannotListen(
                    f"Cannot listen on {host}, port {candidate}: {error.strerror}."
                ) from None
        else:
            listener.listen()  # From here on the link works, if only after the server has started.
            return listener
    raise CannotListen(f"Port {port} of {host} is taken; choose another with --port.")


def link_to(host: str, port: int) -> str:
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def reachable_at(host: str, port: int) -> str | None:
    """The link for others in the network; None if they cannot come in, or there is no network."""
    if host in ANYWHERE:
        found = network_address()
        return None if found is None else link_to(found, port)
    return None if host in LOOPBACK else link_to(host, port)


def network_address() -> str | None:
    """The address of this machine in its network. Nothing is sent: only the way there is asked."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def make_private(folder: Path) -> Path:
    """A folder for games that nobody else can look into; returns where the database goes."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # A folder that holds other things as well, such as a home, is not ours to close.
        if all(each.name.startswith(OURS) for each in folder.iterdir()):
            folder.chmod(0o700)
    except OSError as error:
        raise of_system(folder, error) from None
    return folder / DATABASE


def games_in(data: str, database: str | None) -> str:
    """Where games are kept: a file in a folder made for it, or the address of a database."""
    if database is not None:
        return database
    return data if data == IN_MEMORY else str(make_private(Path(data)))


def settings_for(
    host: str,
    database: str,
    *,
    sharing: Sharing | None = None,
    workers: int | None = None,
    think_elsewhere: bool = False,
    limits: Limits,
    hosts: frozenset[str] = frozenset(),
    public: PublicAddress | None = None,
    trusted_proxies: tuple[str, ...] = (),
    metrics_from: tuple[str, ...] = (),
    keep_days: int | None = None,
    alone: Path | None = None,
    animate: Animate | None = None,
) -> Settings:
    """On the loopback the server answers to loopback names only, unless told others."""
    if public is not None:
        hosts |= {public.host}
    local = host in LOOPBACK
    answered = hosts | LOOPBACK_NAMES if local or hosts else None
    return Settings(
        database=database,
        sharing=sharing,
        think_elsewhere=think_elsewhere,
        web=WEB,
        alone=alone,
        hosts=answered,
        secure_cookie=public is not None and public.secure,
        bot_workers=max(1, ((os.cpu_count() or 2) - 1) // (workers or 1)),
        bot_pace=BOT_PACE,
        limits=limits,
        prepare=True,
        tidy=True,
        animate=animate,
        trusted_proxies=trusted_proxies,
        metrics_from=metrics_from,
        keep_days=keep_days,
    )


def server_config(app: Starlette, settings: Settings) -> uvicorn.Config:
    """No compression of messages: it doubles a connection's memory."""
    config = uvicorn.Config(
        app,
        http=doorway(app.state.hall.door),
        ws=Frames,
        ws_max_size=settings.limits.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=5,
    )
    be_quiet()
    return config


def fitted(settings: Settings) -> Settings:
    """No more connections than the system has room for."""
    room = room_for_connections()
    if room is None or room >= settings.limits.connections + settings.limits.standing:
        return settings
    standing = min(settings.limits.standing, room // 4)
    limits = replace(settings.limits, connections=room - standing, standing=standing)
    return replace(settings, limits=limits)


async def _require_finished(store: Store) -> None:
    """Half of the games must not be taken for all of them."""
    if await store.marked(UNFINISHED) is not None:
        await store.stop()
        raise unfinished(store.path)


def prepared(settings: Settings, address: str) -> Starlette:
    """The application with its database open; whoever comes second is told this address."""
    app = create_app(settings)
    if settings.sharing is None:
        asyncio.run(_require_finished(app.state.hall.store))
    app.state.hall.store.announce(address)
    return app


def require_database(settings: Settings) -> None:
    """Find out whether a database can be used before anybody is told that games are served."""
    if is_address(settings.database):
        prepare(settings.database)


def require_place(database: str) -> None:
    """For whoever joins servers: their games have to be there already."""
    if is_address(database):
        prepare(database, sealed=False)
    elif not Path(database).is_file():
        raise StorageTrouble(
            UNUSABLE, f"There is no database {database}; start `tsuro serve --workers` first."
        )


@contextmanager
def owned(settings: Settings, link: str) -> Iterator[None]:
    """Hold the games for workers to come: a file is looked through, and nobody else may have it."""
    if is_address(settings.database):
        prepare(settings.database)
        yield
        return
    store = SqliteStore(settings.database)
    asyncio.run(_require_finished(store))
    store.announce(link)
    try:
        yield
    finally:
        store.close()


def _be_done(number: int, frame: FrameType | None) -> None:
    """All has been closed by now."""


class Server(uvicorn.Server):
    """One of several processes hands over what it has before it ends."""

    def __init__(self, config: uvicorn.Config, hall: Hall, ready: int | None = None) -> None:
        """`ready` is a file descriptor of whoever wants to know when this worker serves."""
        super().__init__(config)
        self._company = hall.company
        self._ready = ready
        self.hands_over = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Whoever interrupts a server by its keyboard wants all of it to end."""
        self.hands_over = sig != signal.SIGINT
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self._company is not None:
            Frames.remembers = True
        await super().startup(sockets)
        if self._company is not None:
            self._company.receive = {
                "config": self.config,
                "server_state": self.server_state,
                "app_state": self.lifespan.state,
            }
        if self._ready is not None:
            os.write(self._ready, b"y")
            os.close(self._ready)
            leave_with_supervisor()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._company is not None and self.hands_over:
            for server in self.servers:
                server.close()
            await self._company.leave()
        await super().shutdown(sockets)


def serve(
    listener: socket.socket, app: Starlette, settings: Settings, *, ready: int | None = None
) -> None:
    """Serve until interrupted; games go on where they stopped when started again."""
    # When all is closed uvicorn sends itself the signal it came by, which would end this process
    # before its helpers have been told.
    signal.signal(signal.SIGTERM, _be_done)
    if ready is not None:
        signal.signal(signal.SIGINT, _be_done)  # It is whoever started it that was interrupted.
    Server(server_config(app, settings), app.state.hall, ready).run(sockets=[listener])
