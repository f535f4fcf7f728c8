"""Time as tables see it, and what runs out: real in a server, moved by hand in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Timekeeper(Protocol):
    """Never the wall clock: setting the machine's time must not cost anybody a game."""

    def now(self) -> float: ...

    def call_at(self, when: float, callback: Callable[[], None]) -> Alarm: ...


class LoopTime:
    """The event loop's monotonic clock."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def call_at(self, when: float, callback: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_at(when, callback)


async def pause(time: Timekeeper, until: float) -> None:
    """Wait for a moment; one that has passed is not waited for."""
    if until <= time.now():
        return
    over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    alarm = time.call_at(until, lambda: None if over.done() else over.set_result(None))
    try:
        await over
    finally:
        alarm.cancel()


class MoveClock:
    """Counts down one decision at a time."""

    def __init__(self, time: Timekeeper, seconds: int) -> None:
        self.seconds = seconds
        self._time = time
        self._deadline: float | None = None
        self._alarm: Alarm | None = None
        self._running: tuple[int, int] | None = None

    def start(
        self, seat: int, version: int, ring: Callable[[], None], *, deadline: float | None = None
    ) -> None:
        """Give a seat its time for the decision of this version; once per version.

        A `deadline` is what is left of a time that began earlier.
        """
        if self._running == (seat, version):
            return
        self.stop()
        self._running = (seat, version)
        self._deadline = self._time.now() + self.seconds if deadline is None else deadline
        self._alarm = self._time.call_at(self._deadline, ring)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._deadline = self._running = None

    @property
    def deadline(self) -> float | None:
        """When the time of the present decision is up; None while nobody's time runs."""
        return self._deadline

    def left(self) -> float | None:
        if self._deadline is None:
            return None
        return max(0.0, self._deadline - self._time.now())
