"""When garbage is searched for: in quiet moments, and never twice for nothing."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from tests.server.house import HandTime
from tsuro.server.memory import LONGEST, PAUSE, QUIET, TICK, Memory


class Knot:
    """Refers to itself, so that only a search finds out that nobody needs it."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def usual() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


async def passing(time: HandTime, seconds: float) -> None:
    """Let time go by, tick by tick."""
    for _ in range(int(seconds / TICK)):
        time.advance(TICK)
        await asyncio.sleep(0)


def test_everything_is_searched_through_when_nobody_wants_anything(usual: None) -> None:
    async def live() -> None:
        time = HandTime()
        memory = Memory(time)
        memory.start()
        knot = Knot()
        gone = weakref.ref(knot)
        gc.freeze()
        del knot
        for _ in range(int(2 * PAUSE)):
            memory.stir()
            await passing(time, TICK)
        assert memory.searches == 1
        assert gone() is not None, "somebody played all the time"
        await passing(time, QUIET * TICK)
        assert memory.searches == 2
        assert gone() is None
        await passing(time, 3 * PAUSE)
        assert memory.searches == 2, "nothing has happened since"
        memory.stop()

    asyncio.run(live())


def test_a_loop_that_was_held_up_does_not_take_that_for_quiet(usual: None) -> None:
    async def live() -> None:
        time = HandTime()
        memory = Memory(time)
        memory.start()
        memory.stir()
        for _ in range(QUIET - 1):
            # Messages have come meanwhile, but nobody has got round to them.
            time.advance(PAUSE)
            await asyncio.sleep(0)
        assert memory.searches == 1
        memory.stop()

    asyncio.run(live())


def test_a_server_that_is_never_quiet_searches_once_an_hour(usual: None) -> None:
    async def live() -> None:
        time = HandTime()
        memory = Memory(time)
        memory.start()
        for _ in range(int(LONGEST)):
            memory.stir()
            await passing(time, TICK)
        assert memory.searches == 2
        memory.stop()

    asyncio.run(live())


def test_everything_is_left_as_it_was(usual: None) -> None:
    async def live() -> None:
        before = gc.get_threshold()
        memory = Memory(HandTime())
        memory.start()
        assert gc.get_threshold() != before
        assert gc.get_freeze_count()
        memory.stop()
        assert gc.get_threshold() == before
        assert gc.get_freeze_count() == 0

    asyncio.run(live())
