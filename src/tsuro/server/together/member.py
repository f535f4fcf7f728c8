"""This process as one of those that share a store: it says that it lives, and watches the others.

Whether another one lives is told by the number it raises twice a second. It is looked at as often,
and only looks that succeeded count: whoever has not raised it for `DEAD` looks is struck from the
list, and so is whoever does not listen any more on this machine; their tables are free. No time of
day is compared, so clocks may be wrong and may jump.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import secrets
import socket
from collections.abc import Coroutine
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Protocol

from tsuro.server.clock import Alarm, Timekeeper
from tsuro.server.play.owning import Elsewhere
from tsuro.server.storage.store import Lease, Process, Registry
from tsuro.telling.refusals import Refusal

BEAT: Final = 0.5
"""Seconds between two beats."""
DEAD: Final = 8
"""Looks in a row without a new beat after which a process is taken to be dead."""
LOST: Final = 3.0
"""Seconds without a beat that was taken after which a process has nothing more to tell: before the
others take its tables over, so that nobody is shown a past that it takes for the present."""
BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
log = logging.getLogger("tsuro.server")


class House(Protocol):
    """What a member does with the tables of its process."""

    def tables(self) -> int:
        """How many are in memory."""

    def news(self) -> bytes:
        """What the others have to know of the last half second."""

    def hear(self, news: bytes) -> None:
        """What another one tells."""

    async def take_up(self) -> None:
        """Go on with games that nobody owns."""

    async def give_up(self) -> None:
        """Forget all tables: they belong to others now."""

    async def cut_off(self) -> None:
        """The store has not answered for long: others may own the tables by now."""

    async def come_back(self) -> None:
        """The store answers again: go on with what is still ours."""


def this_machine() -> str:
    """The same for processes that can hand each other open connections."""
    boot = BOOT.read_text().strip() if BOOT.exists() else ""
    user = os.getuid() if hasattr(os, "getuid") else 0
    return f"{socket.gethostname()} {boot} {user}"


class Member:
    def __init__(
        self,
        registry: Registry,
        time: Timekeeper,
        house: House,
        *,
        machine: str | None,
        door: str,
        relay: str,
    ) -> None:
        self._registry = registry
        self._time = time
        self._house = house
        self._machine = machine or this_machine()
        self._door = door
        self._relay = relay
        self._looks: dict[str, tuple[int, int]] = {}
        """By process: its last beat, and how many looks it has been the same."""
        self._looking = asyncio.Lock()
        self._looked = 0
        """How often it was looked who else there is."""
        self._taken = 0.0
        """When the latest beat began that the store took."""
        self._cut_off = False
        self._beating: asyncio.Task[None] | None = None
        self._alarm: Alarm | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.others: dict[str, Process] = {}
        self.process = self._new()

    def _new(self) -> Process:
        name = f"{os.getpid()}-{secrets.token_hex(6)}"
        return Process(name, self._machine, self._door, self._relay)

    @property
    def me(self) -> str | None:
        return self.process.id

    @property
    def leaving(self) -> bool:
        return self.process.leaving

    @property
    def is_cut_off(self) -> bool:
        """Asked at every arrival: who was stopped for a while must not answer before it looks."""
        return self._cut_off or self._time.now() - self._taken > LOST

    async def join(self) -> None:
        """Become one of them, and learn who the others are."""
        self._taken = self._time.now()
        await self._enrol()
        await self.look()

    async def _enrol(self) -> None:
        self.process = replace(self._new(), leaving=self.leaving)
        await self._registry.enrol(self.process)

    def start(self) -> None:
        self._alarm = self._time.call_at(self._time.now() + BEAT, self._due)

    def _due(self) -> None:
        self.start()
        if self.is_cut_off and not self._cut_off:
            self._cut_off = True
            self._do(self._house.cut_off())
        if self._beating is None or self._beating.done():
            self._beating = self._do(self._beat())

    def _do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _beat(self) -> None:
        try:
            await self.look()
        except Refusal:
            # Nobody's beat could be seen, so nobody is to blame.
            self._looks.clear()
        except Exception:
            log.exception("a beat failed")

    async def look(self) -> None:
        """Say that one is alive, and see who else is; who comes meanwhile sees the same."""
        asked = self._looked
        async with self._looking:
            if self._looked == asked:
                await self._look()
                self._looked += 1

    async def _look(self) -> None:
        began = self._time.now()
        process = replace(
            self.process,
            beat=self.process.beat + 1,
            tables=self._house.tables(),
            news=self._house.news(),
        )
        everybody = await self._registry.beat(process)
        if everybody is None:
            log.warning("the others took this process for dead; it begins anew")
            self._cut_off = True  # Nothing is taken up under the name that has been struck.
            await self._house.give_up()
            await self._enrol()
            process = self.process
            everybody = await self._registry.beat(process) or []
        self._taken = began
        if self._cut_off:
            self._cut_off = False
            self._do(self._house.come_back())
        self.process = process
        self.others = {each.id: each for each in everybody if each.id != process.id}
        if not self.leaving:
            await self._watch()

    async def _watch(self) -> None:
        for each in self.others.values():
            beat, looks = self._looks.get(each.id, (-1, 0))
            if beat == each.beat:
                self._looks[each.id] = beat, looks + 1
            else:
                self._looks[each.id] = each.beat, 0
                self._house.hear(each.news)
        self._looks = {name: seen for name, seen in self._looks.items() if name in self.others}
        dead = [name for name, (_, looks) in self._looks.items() if self._is_dead(name, looks)]
        for name in dead:
            if await self._registry.strike(self.others.pop(name)):
                log.warning("a process has gone; its tables are taken over")
                self._do(self._house.take_up())

    def _is_dead(self, name: str, looks: int) -> bool:
        """At once if nobody listens at a door of this machine any more."""
        process = self.others[name]
        return looks >= DEAD or (looks > 0 and self.is_near(process) and is_shut(process.door))

    async def lease(self, name: str) -> Lease | None:
        """The right to write a table, taken over if nobody alive has it."""
        if self.is_cut_off:
            raise Refusal("table_moved", "This server cannot reach its games; try again.")
        heir = self.process.id
        if self.leaving:
            heir = await self._heir(name)
        lease = await self._registry.acquire(name, heir)
        if lease is None:
            raise Refusal("no_such_table", "There is no such table.")
        if lease.owner == self.process.id and not (self.leaving or self.is_cut_off):
            return lease
        if lease.owner == heir and not self.leaving:
            raise Refusal("table_moved", "This server has begun anew meanwhile; try again.")
        process = self.others.get(lease.owner)
        if process is None:
            await self.look()
            process = self.others.get(lease.owner)
        if process is None:
            raise Refusal("table_moved", "This table is being taken over; try again.")
        raise Elsewhere(process)

    async def _heir(self, name: str) -> str:
        """Who is to have a table that nobody else has, now that this process goes."""
        await self.look()  # Others may have come or gone since.
        # It may have been taken just before everything was given up.
        await self._registry.release(self.process.id, [name])
        process = self.successor(name)
        if process is None:
            raise Refusal("table_moved", "This server is going; try again.")
        return process.id

    def successor(self, name: str) -> Process | None:
        """Who of this machine is to have a table when this process goes: the same for all of it."""
        stay = [each for each in self.others.values() if self.is_near(each) and not each.leaving]
        return max(stay, key=lambda each: _lot(each.id, name), default=None)

    def is_near(self, process: Process) -> bool:
        """Whether open connections can be handed to it."""
        return process.machine == self.process.machine

    async def announce_leaving(self) -> None:
        """From now on nothing new comes here."""
        self.process = replace(self.process, leaving=True)
        await self.look()

    async def leave(self) -> None:
        """Not to be missed: nobody has to wait for this process to be taken for dead."""
        self._stop()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._registry.release(self.process.id)
            await self._registry.strike(self.process)
        except Refusal:
            log.warning("the store does not answer; the others will notice that this process left")

    def _stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()


def is_shut(door: str) -> bool:
    """Whether nobody listens there: whoever did has ended."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knock:
        knock.setblocking(False)
        return knock.connect_ex(door) in (errno.ECONNREFUSED, errno.ENOENT)


def _lot(process: str, table: str) -> bytes:
    """Draws lots, the same wherever it is done."""
    return blake2b(f"{process} {table}".encode(), digest_size=8).digest()
