"""What a process needs to serve together with others, put together once."""

from __future__ import annotations

import asyncio
import logging
import shutil
import socket
import tempfile
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from tsuro.formats.wire.values import Json, to_wire
from tsuro.server.clock import Timekeeper
from tsuro.server.play.attachment import Parcel
from tsuro.server.play.elsewhere import is_played_elsewhere
from tsuro.server.play.frames import Frames
from tsuro.server.play.owning import Elsewhere
from tsuro.server.settings import Sharing
from tsuro.server.storage.store import Lease, Process
from tsuro.server.together.forwarding import NOT_HERE, Forwarder, Unanswered, gone
from tsuro.server.together.handing import SUFFIX, Taker
from tsuro.server.together.inside import Entrance, is_inside, unix_listener
from tsuro.server.together.member import Member
from tsuro.telling.refusals import Refusal

if TYPE_CHECKING:
    from tsuro.server.hall import Hall

TRIES: Final = 24
PAUSE: Final = 0.25
"""Seconds between two tries of a request whose table is being taken over: six seconds in all."""
WOKEN: Final = 2_000
PARTING: Final = 8.0
"""Seconds in which all connections have to be handed over."""
ARRIVING: Final = 0.3
"""Seconds in which those who were let in last say what they want."""
AHEAD: Final = 8
"""Tables a process may have more than another before new ones are made there."""
INFO: Final = "/together/info"
PLAYED: Final = "/together/played"
log = logging.getLogger("tsuro.server")


class Company:
    def __init__(self, hall: Hall, sharing: Sharing, time: Timekeeper) -> None:
        self._hall = hall
        hall.budgets.shared = True
        self._folder = Path(tempfile.mkdtemp(prefix="tsuro-"))
        self._listeners: list[socket.socket] = []
        relay = self._listen(sharing.relay)
        self.member = Member(
            hall.store.registry,
            time,
            self,
            machine=sharing.machine,
            door=str(self._folder / "door"),
            relay=relay,
        )
        self._forwarder = Forwarder(self.member.process.machine)
        self._taker = Taker(self._take)
        self._entrance: Entrance | None = None
        self._adopted: set[asyncio.Task[Any]] = set()
        self.receive: dict[str, Any] = {}
        """What a connection that is handed over is made with: the server's own."""

    def _listen(self, relay: tuple[str, int] | None) -> str:
        if relay is None:
            return ""
        host, port = relay
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(512)
        listener.setblocking(False)
        self._listeners.append(listener)
        named = f"[{host}]" if ":" in host else host
        return f"{named}:{listener.getsockname()[1]}"

    @property
    def secret(self) -> str:
        return self._forwarder.secret

    async def open(self, app: ASGIApp) -> None:
        """Become one of those who share the store; returns when the others can be found."""
        self._forwarder.secret = await self._hall.store.registry.secret()
        self._entrance = Entrance(app, self._hall.limits)
        self._entrance.inside.secret = self._forwarder.secret
        door = self._folder / "door"
        await self._entrance.open([unix_listener(door), *self._listeners])
        self._taker.open(unix_listener(door.with_name(door.name + SUFFIX)))
        await self.member.join()
        self.member.start()

    # What the member does with the tables of this process.

    def tables(self) -> int:
        return len(self._hall.tables)

    def news(self) -> bytes:
        return self._hall.budgets.news()

    def hear(self, news: bytes) -> None:
        self._hall.budgets.hear(news)

    async def take_up(self) -> None:
        names = await self._hall.store.registry.orphans(WOKEN)
        await self._hall.tables.take_up_orphans(names)

    async def give_up(self) -> None:
        await self._hall.tables.give_up()

    async def cut_off(self) -> None:
        log.error("the store has not answered for long; people are sent elsewhere")
        await self._hall.tables.cut_off()

    async def come_back(self) -> None:
        await self._hall.tables.come_back()

    # Where things are.

    def is_near(self, process: Process) -> bool:
        return self.member.is_near(process)

    def successor(self, table: str) -> Process | None:
        return self.member.successor(table)

    def lost(self, refusal: Refusal) -> bool:
        """Whether there is no use in asking again in a moment."""
        if refusal.code not in ("table_moved", "storage_failed"):
            return True
        return self.member.leaving

    def lighter(self) -> Process | None:
        """Who of this machine has so many fewer tables that a new one is better made there."""
        near = [each for each in self.member.others.values() if self.is_near(each)]
        near = [each for each in near if not each.leaving]
        least = min(near, key=lambda each: each.tables, default=None)
        if least is None or least.tables + AHEAD >= self.tables():
            return None
        return least

    async def forward(self, process: Process, request: Request, body: bytes) -> Response:
        """Pass a request on, again if the table is just being taken over."""
        for _ in range(TRIES):
            try:
                return await self._forwarder.forward(process, request, body)
            except Unanswered:
                await asyncio.sleep(PAUSE)
            name = request.path_params.get("id")
            if name is None:
                raise Retry  # A new table can as well be made here.
            try:
                await self.member.lease(name)
            except Elsewhere as elsewhere:
                process = elsewhere.process
            except Refusal as refusal:
                if self.lost(refusal):
                    raise
            else:
                raise Retry
        raise gone()

    @property
    def me(self) -> str | None:
        return self.member.me

    @property
    def is_cut_off(self) -> bool:
        return self.member.is_cut_off

    async def lease(self, name: str) -> Lease | None:
        return await self.member.lease(name)

    async def info(self, process: Process, name: str, identity: Collection[str]) -> Json | None:
        try:
            found: Json = await self._forwarder.call(process, INFO, [name, *sorted(identity)])
        except Unanswered:
            return None
        return found

    async def is_played(self, record: str) -> bool:
        """Whether another process has a game going on that a record is of."""
        others = tuple(self.member.others.values())
        try:
            calls = (self._forwarder.call(each, PLAYED, [record]) for each in others)
            return any(await asyncio.gather(*calls))
        except Unanswered:
            # What cannot be found out must not be analysed.
            raise gone() from None

    def routes(self) -> list[Route]:
        """What only other processes may ask."""

        async def info(request: Request) -> Response:
            name, *identity = await self._question(request)
            try:
                table = await self._hall.tables.get(name)
            except Elsewhere:
                return Response(status_code=NOT_HERE)
            return json_of(to_wire(table.audience.info(frozenset(identity))))

        async def played(request: Request) -> Response:
            (record,) = await self._question(request)
            _, match = await self._hall.reader.game(record, address="")
            return json_of(is_played_elsewhere(match, self._hall.tables.running))

        return [
            Route(INFO, self._kept_in(info), methods=["POST"]),
            Route(PLAYED, self._kept_in(played), methods=["POST"]),
        ]

    async def _question(self, request: Request) -> list[str]:
        return msgspec.json.decode(await request.body(), type=list[str])

    def _kept_in(
        self, asked: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            if not is_inside(request.scope):
                raise HTTPException(404)
            return await asked(request)

        return answer

    # Coming and going.

    def _take(self, guest: socket.socket, parcel: Parcel) -> bool:
        """Go on with a connection that another process began."""
        if self.member.leaving or not self.receive:
            return False
        loop = asyncio.get_running_loop()
        task = loop.create_task(
            loop.connect_accepted_socket(
                lambda: Frames.go_on_with(parcel, **self.receive), sock=guest
            )
        )
        self._adopted.add(task)
        task.add_done_callback(self._adopted.discard)
        return True

    async def leave(self) -> None:
        """Give everything to others before this process ends."""
        await self.member.announce_leaving()
        await self._hall.tables.give_up(between=self._release)
        with suppress(TimeoutError):  # Whoever is left then is told to come again.
            async with asyncio.timeout(PARTING):
                await asyncio.sleep(ARRIVING)
                while self._hall.sockets or self._is_awaited():
                    if self._hall.tables:  # One was just being loaded or made.
                        await self._hall.tables.give_up(between=self._release)
                    await asyncio.gather(*(each.move_on() for each in tuple(self._hall.sockets)))
                    await asyncio.sleep(0.05)

    def _is_awaited(self) -> bool:
        """Whether a connection is just becoming a socket of a table."""
        state = self.receive.get("server_state")
        return state is not None and any(isinstance(each, Frames) for each in state.connections)

    async def _release(self) -> None:
        await self._hall.store.registry.release(self.member.process.id)

    async def close(self) -> None:
        # First, so that nobody finds a shut door of somebody who is on the list.
        await self.member.leave()
        await self._taker.close()
        if self._entrance is not None:
            await self._entrance.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def json_of(answer: object) -> Response:
    return Response(msgspec.json.encode(answer), media_type="application/json")


class Retry(Exception):
    """The table is this process's own by now: whoever passed a request on does it itself."""
