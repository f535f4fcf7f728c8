"""Several workers behind one listening socket: started, replaced one by one, started again.

Each is `tsuro serve` itself, told which socket to listen on. `SIGHUP` replaces all of them, one
after the other, by processes of the code that is installed by then: the new one is ready before the
old one is told to go, and whoever is connected is handed over. `SIGTERM` and Ctrl+C end all.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

PARTING: Final = 60.0
"""Seconds after which a worker that does not end is killed."""
AGAIN: Final = 0.5
"""Seconds before a worker that died is started again."""
HOPELESS: Final = 5
"""Workers in a row that died before they were ready, after which nothing is started any more."""
log = logging.getLogger("tsuro.server")


class Supervisor:
    def __init__(self, listener: socket.socket, count: int, command: Sequence[str]) -> None:
        """`command` starts a worker; its last word is followed by two file descriptors."""
        self._listener = listener
        self._count = count
        self._command = command
        self._workers: list[_Worker] = []
        self._ending = asyncio.Event()
        self._failed = 0
        self._asked = 0
        """How often all were to be replaced."""
        self._rolling: asyncio.Task[None] | None = None
        self._keepers: set[asyncio.Task[None]] = set()

    def run(self) -> int:
        """Until it is told to end; returns the exit status."""
        return asyncio.run(self._run())

    async def _run(self) -> int:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGHUP, self._roll)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._ending.set)
        for _ in range(self._count):
            await self._add()
        await self._ending.wait()
        if self._rolling is not None:
            self._rolling.cancel()
        await asyncio.gather(*(each.end(signal.SIGINT) for each in self._workers))
        return 1 if self._failed >= HOPELESS else 0

    async def _add(self) -> _Worker:
        worker = await _Worker.started(self._command, self._listener)
        self._workers.append(worker)
        task = asyncio.ensure_future(self._keep(worker))
        self._keepers.add(task)
        task.add_done_callback(self._keepers.discard)
        return worker

    async def _keep(self, worker: _Worker) -> None:
        """When a worker ends that was not told to, start another one."""
        status = await worker.process.wait()
        self._workers.remove(worker)
        if self._ending.is_set() or worker.told:
            return
        self._failed = 0 if worker.ready.done() and worker.ready.result() else self._failed + 1
        if self._failed >= HOPELESS:
            log.error("workers end before they are ready; this server ends, too")
            self._ending.set()
            return
        log.error("a worker ended with status %s; another one takes its place", status)
        await asyncio.sleep(AGAIN)
        if not self._ending.is_set():
            await self._add()

    def _roll(self) -> None:
        """Replace all, once more if that is under way: what is installed may be newer by now."""
        self._asked += 1
        if self._rolling is None or self._rolling.done():
            self._rolling = asyncio.ensure_future(self._replace_while_asked())

    async def _replace_while_asked(self) -> None:
        done = 0
        while done != self._asked:
            done = self._asked
            await self._replace_all()

    async def _replace_all(self) -> None:
        """One after the other: a new one first, then the old one goes."""
        for old in tuple(self._workers):
            new = await self._add()
            if not await new.ready:
                log.error("a new worker did not start; the others stay as they are")
                return
            await old.end(signal.SIGTERM)
        log.info("all workers have been replaced")


class _Worker:
    def __init__(self, process: asyncio.subprocess.Process, ready: asyncio.Future[bool]) -> None:
        self.process = process
        self.ready = ready
        """True once it serves; False if it ended before."""
        self.told = False
        """Whether it was told to go."""

    @classmethod
    async def started(cls, command: Sequence[str], listener: socket.socket) -> _Worker:
        here, there = os.pipe()
        process = await asyncio.create_subprocess_exec(
            *command,
            f"{listener.fileno()}:{there}",
            stdin=asyncio.subprocess.PIPE,  # It ends when this process does.
            pass_fds=(listener.fileno(), there),
        )
        os.close(there)
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[bool] = loop.create_future()

        def look() -> None:
            said = os.read(here, 1)
            loop.remove_reader(here)
            os.close(here)
            if not ready.done():
                ready.set_result(bool(said))

        loop.add_reader(here, look)
        return cls(process, ready)

    async def end(self, number: int) -> None:
        self.told = True
        with suppress(ProcessLookupError):
            self.process.send_signal(number)
        try:
            async with asyncio.timeout(PARTING):
                await self.process.wait()
        except TimeoutError:
            log.error("a worker did not end and was killed")
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


def leave_with_supervisor() -> None:
    """In a worker: end when whoever started it has gone, however that came."""
    loop = asyncio.get_running_loop()

    def look() -> None:
        if not os.read(0, 64):
            loop.remove_reader(0)
            os.kill(os.getpid(), signal.SIGINT)

    loop.add_reader(0, look)
