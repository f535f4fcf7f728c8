"""Work in processes: in order, replaced if they die, ended if they never return."""

from __future__ import annotations

import asyncio
import gc
import os
import threading

import pytest

from tests.support.waiting import is_gone, until
from tsuro.server.thinking.workers import KILL, Overdue, Workers


def hang() -> None:
    """Never returns, however fast the machine is."""
    threading.Event().wait()


def die() -> None:
    os._exit(1)


def test_work_that_never_returns_is_given_up_and_the_next_is_done() -> None:
    async def work() -> None:
        workers = Workers(1, seconds=0.2)
        with pytest.raises(Overdue):
            await workers.run(hang)
        assert workers.pids == []
        workers._seconds = None
        assert await workers.run(abs, -3) == 3
        await workers.close()

    asyncio.run(work())


def test_work_that_kills_its_worker_fails_after_some_attempts_and_harms_nobody() -> None:
    async def work() -> None:
        workers = Workers(1)
        with pytest.raises(Exception, match="terminated abruptly"):
            await workers.run(die)
        assert await workers.run(abs, -4) == 4
        await workers.close()

    asyncio.run(work())


def test_a_worker_that_dies_while_nothing_is_asked_is_replaced() -> None:
    async def work() -> None:
        workers = Workers(1)
        first = await workers.run(os.getpid)
        os.kill(first, KILL)
        await asyncio.to_thread(until, lambda: is_broken(workers), "the death is noticed")
        assert await workers.run(os.getpid) != first
        assert first not in workers.pids
        await workers.close()

    asyncio.run(work())


def is_broken(workers: Workers) -> bool:
    """Whether the death has been noticed: from then on work cannot even be handed over."""
    pool = workers._all[0]._pool
    assert pool is not None
    return bool(pool._broken)


def test_workers_that_are_closed_end_in_the_middle_of_their_work_and_say_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        workers = Workers(1)
        first = await workers.run(os.getpid)
        waiting = asyncio.ensure_future(workers.run(hang))
        await asyncio.sleep(0)
        waiting.cancel()
        await workers.close()
        await asyncio.to_thread(until, lambda: is_gone(first), "the process has ended")
        assert workers.turns._free == 1

    asyncio.run(work())
    gc.collect()
    assert [each.getMessage() for each in caplog.records] == []


def test_whoever_stops_waiting_leaves_the_worker_to_its_work() -> None:
    async def work() -> None:
        workers = Workers(1)
        started = asyncio.ensure_future(workers.run(sum, range(10)))
        await asyncio.sleep(0)
        started.cancel()
        assert await workers.run(abs, -5) == 5
        assert len(workers.pids) == 1
        await workers.close()

    asyncio.run(work())
