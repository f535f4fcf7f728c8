"""Processes for work that takes time, so that the event loop stays free."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from tsuro.editions.edition import EditionInfo
from tsuro.editions.registry import EDITIONS, OURS, register_edition
from tsuro.errors import TsuroError

ResultT = TypeVar("ResultT")
ATTEMPTS = 3
log = logging.getLogger("tsuro.server")


def _begin(editions: Sequence[EditionInfo]) -> None:
    """What a worker does first."""
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


class Workers:
    """Started when the first work comes; one that dies is replaced."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, function: Callable[..., ResultT], *arguments: Any) -> ResultT:
        for _ in range(ATTEMPTS - 1):
            try:
                return await self._once(function, *arguments)
            except BrokenProcessPool:
                self.close()
        return await self._once(function, *arguments)

    async def _once(self, function: Callable[..., ResultT], *arguments: Any) -> ResultT:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._count,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin,
                initargs=(strangers(),),
            )
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, function, *arguments)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
