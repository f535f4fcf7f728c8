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

from tsuro.editions.edition import EditionInfo
from tsuro.editions.registry import EDITIONS, OURS, register_edition
from tsuro.errors import TsuroError

ResultT = TypeVar("ResultT")
ATTEMPTS = 3
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
POLITENESS = 5
"""Where cores are scarce, telling people of moves goes before thinking about them."""
log = logging.getLogger("tsuro.server")


def _begin(editions: Sequence[EditionInfo]) -> None:
    """What a worker does first."""
    if hasattr(os, "nice"):  # Not every system has it.
        os.nice(POLITENESS)
    learn(editions)
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
        loop = asyncio.get_running_loop()
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin,
                initargs=(strangers(),),
            )
            self.pid = await loop.run_in_executor(self._pool, os.getpid)
        work = loop.run_in_executor(self._pool, function, *arguments)
        try:
            return await asyncio.wait_for(work, seconds)
        except TimeoutError:
            self._kill()
            raise Overdue("This took too long and was given up.") from None
        except BrokenProcessPool:
            self.close()
            raise

    def _kill(self) -> None:
        if self.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, KILL)
        self.close()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self.pid = None


class Workers:
    """Work is done in the order it comes; a worker that dies or takes too long is replaced."""

    def __init__(self, count: int, *, seconds: float | None = None) -> None:
        """`seconds` is the longest that any work may take once it has begun."""
        self._seconds = seconds
        self._all = [Worker() for _ in range(count)]
        self._free = list(self._all)
        self._places = asyncio.Semaphore(count)

    @property
    def pids(self) -> list[int]:
        """The processes that have been started."""
        return [worker.pid for worker in self._all if worker.pid is not None]

    async def run(self, function: Callable[..., ResultT], *arguments: Any) -> ResultT:
        """Whoever stops waiting does not stop the work: until it is done its worker is not free."""
        return await asyncio.shield(asyncio.ensure_future(self._in_turn(function, arguments)))

    async def _in_turn(self, function: Callable[..., ResultT], arguments: Sequence[Any]) -> ResultT:
        async with self._places:
            worker = self._free.pop()
            try:
                return await self._tried(worker, function, arguments)
            finally:
                self._free.append(worker)

    async def _tried(
        self, worker: Worker, function: Callable[..., ResultT], arguments: Sequence[Any]
    ) -> ResultT:
        """A process that dies is not the fault of the work, unless it goes on dying."""
        for _ in range(ATTEMPTS - 1):
            with suppress(BrokenProcessPool):
                return await worker.do(function, arguments, self._seconds)
        return await worker.do(function, arguments, self._seconds)

    def close(self) -> None:
        for worker in self._all:
            worker.close()
