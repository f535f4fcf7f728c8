"""When Python looks for garbage: never for long while somebody plays.

Tables and their games are given back as soon as nobody holds them any more. Only what refers to
itself in a circle has to be searched for, and a search through everything a busy server keeps holds
the event loop for a quarter of a second. So what has lasted is set aside (`gc.freeze`), searches
look only at what is new, and everything is searched through when nobody has asked for anything for
a while, or once an hour.
"""

from __future__ import annotations

import gc
from typing import Final

from tsuro.server.clock import Alarm, Timekeeper

TICK: Final = 1.0
QUIET: Final = 3
"""Looks in a row without a message after which nobody minds a pause. Not seconds: a loop that was
held up for long has not heard yet who has been waiting for it."""
PAUSE: Final = 60.0
"""Seconds between two searches through everything, at least."""
LONGEST: Final = 3600.0
"""Seconds between two of them, at most."""
NEVER: Final = 1_000_000_000
ROOM: Final = 50_000
"""Objects that may come before the new ones are searched through, between two seconds. While many
move at once, more than Python's 700 are only on their way, and would be looked at for nothing."""
YOUNG: Final = 1
"""What has come since the last second: looking through it takes about a millisecond."""


class Memory:
    def __init__(self, time: Timekeeper) -> None:
        self._time = time
        self._alarm: Alarm | None = None
        self._usual = gc.get_threshold()
        self._stirred = self._used = False
        """Whether somebody has wanted something since the last look, and since the last search."""
        self._quiet = 0
        """Looks in a row at which nobody had."""
        self._searched = 0.0
        self.searches = 0
        """How often everything was searched through."""

    def start(self) -> None:
        _, middle, _ = self._usual
        gc.set_threshold(ROOM, middle, NEVER)
        self._search()
        self._wait()

    def stop(self) -> None:
        """Leave things as they were."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
            gc.unfreeze()
            gc.set_threshold(*self._usual)

    def stir(self) -> None:
        """Somebody wants something."""
        self._stirred = self._used = True

    def _wait(self) -> None:
        self._alarm = self._time.call_at(self._time.now() + TICK, self._tick)

    def _tick(self) -> None:
        since = self._time.now() - self._searched
        self._quiet = 0 if self._stirred else self._quiet + 1
        self._stirred = False
        if since >= LONGEST or (self._quiet >= QUIET and since >= PAUSE and self._used):
            self._search()
        else:
            # What is set aside with the rest is garbage no more, however long nobody is quiet.
            gc.collect(YOUNG)
            gc.freeze()
        self._wait()

    def _search(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._searched, self._used = self._time.now(), False
        self.searches += 1
