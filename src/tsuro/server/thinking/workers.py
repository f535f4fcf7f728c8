"""Processes for work that takes time, so that the event loop stays free."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, TypeVar

from tsuro.bots.registry import BotInfo, offer_bot, offered_bots
from tsuro.editions.edition import EditionInfo
from tsuro.editions.registry import EDITIONS, OURS, register_edition
from tsuro.errors import TsuroError
from tsuro.server.reporting import Format, chosen_form, report_to_stderr
from tsuro.server.thinking.turns import NOBODY, Asker, Turns

ResultT = TypeVar("ResultT")
ATTEMPTS = 3
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
POLITENESS = 5
"""Where cores are scarce, telling people of moves goes before thinking about them."""
LEAST_SHARE = 0.05
"""Seconds that work is given however many wait: in less it would find out nothing."""
log = logging.getLogger("tsuro.server")


def _begin(
    editions: Sequence[EditionInfo], bots: Sequence[BotInfo], form: Format, level: str
) -> None:
    """What a worker does first."""
    report_to_stderr(form, level)
    # Whoever interrupts the server by its keyboard interrupts its workers with it; it ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # Not every system has it.
        os.nice(POLITENESS)
    learn(editions)
    for info in bots:
        offer_bot(info)
    _leave_with_parent()


def learn(editions: Sequence[EditionInfo]) -> None:
    """Register editions that the server knows; their modules may have done so when they came."""
    for info in editions:
        if info.id not in EDITIONS:
            register_edition(info)


def _leave_with_parent() -> None:
    """A worker must not outlive a server that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def strangers() -> list[EditionInfo]:
    """Editions from outside, as far as another process can be told of them."""
    found = []
    for name in EDITIONS:
        if name in OURS:
            continue
        try:
            pickle.dumps(EDITIONS[name])
        except (TsuroError, pickle.PicklingError, AttributeError, TypeError) as error:
            log.error("bots and pictures cannot know the edition %s: %s", name, error)
        else:
            found.append(EDITIONS[name])
    return found


class Overdue(TsuroError):
    """Work that took longer than it may; its process was ended."""

    code = "overdue"


class Worker:
    """A process that does one piece of work at a time; started when the first comes."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self.pid: int | None = None

    async def do(
        self, function: Callable[..., ResultT], arguments: Sequence[Any], seconds: float | None
    ) -> ResultT:
        """The result, if it comes in time."""
        try:
            pool = await self._started()
            work = asyncio.get_running_loop().run_in_executor(pool, function, *arguments)
            return await asyncio.wait_for(work, seconds)
        except TimeoutError:
            self.end()
            raise Overdue("This took too long and was given up.") from None
        except BrokenProcessPool:
            # A pool breaks while it starts, when it is handed work or while it works: whichever it
            # was, the next piece of work needs another.
            self.close()
            raise

    async def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin,
                initargs=(strangers(), offered_bots(), *chosen_form()),
            )
            self.pid = await asyncio.get_running_loop().run_in_executor(self._pool, os.getpid)
        return self._pool

    def end(self) -> None:
        """Let the process go, in the middle of its work if need be."""
        if self.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, KILL)
        self.close()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self.pid = None


class Workers:
    """Everybody's work is done in turn; a worker that dies or takes too long is replaced."""

    def __init__(self, count: int, *, seconds: float | None = None) -> None:
        """`seconds` is the longest that any work may take once it has begun."""
        self._seconds = seconds
        self._all = [Worker() for _ in range(count)]
        self._free = list(self._all)
        self._closed = False
        self._going: set[asyncio.Future[Any]] = set()
        self.turns = Turns(count)

    @property
    def pids(self) -> list[int]:
        """The processes that have been started."""
        return [worker.pid for worker in self._all if worker.pid is not None]

    async def run(
        self, function: Callable[..., ResultT], *arguments: Any, asker: Asker = NOBODY
    ) -> ResultT:
        """Whoever stops waiting for a turn gives it up; work that has begun is done to its end."""
        await self.turns.take(asker)
        return await self._begun(function, arguments)

    async def think(
        self, function: Callable[..., ResultT], *arguments: Any, asker: Asker, seconds: float
    ) -> ResultT:
        """Work that is told last how many seconds it has: fewer, the more addresses wait.

        Whoever comes next thus waits no longer than `seconds`, however many are there already.
        """
        await self.turns.take(asker)
        share = max(LEAST_SHARE, seconds * len(self._all) / (self.turns.addresses + 1))
        return await self._begun(function, (*arguments, min(seconds, share)))

    async def _begun(self, function: Callable[..., ResultT], arguments: Sequence[Any]) -> ResultT:
        """Until the work is done its worker is not free, whoever still waits for it."""
        work = asyncio.ensure_future(self._done(function, arguments))
        self._going.add(work)
        work.add_done_callback(self._going.discard)
        return await asyncio.shield(work)

    async def _done(self, function: Callable[..., ResultT], arguments: Sequence[Any]) -> ResultT:
        worker = self._free.pop()
        try:
            return await self._tried(worker, function, arguments)
        finally:
            self._free.append(worker)
            self.turns.give_back()

    async def _tried(
        self, worker: Worker, function: Callable[..., ResultT], arguments: Sequence[Any]
    ) -> ResultT:
        """A process that dies is not the fault of the work, unless it goes on dying."""
        for _ in range(ATTEMPTS - 1):
            self._require_open()
            with suppress(BrokenProcessPool):
                return await worker.do(function, arguments, self._seconds)
        self._require_open()
        return await worker.do(function, arguments, self._seconds)

    def _require_open(self) -> None:
        if self._closed:
            raise Overdue("The server is being closed.")

    def rest(self) -> None:
        """Let all processes go; the next piece of work needs another."""
        for worker in self._all:
            worker.end()

    async def close(self) -> None:
        """End all processes, whatever they are doing: nobody waits for it any more."""
        self._closed = True
        self.rest()
        await asyncio.gather(*self._going, return_exceptions=True)
