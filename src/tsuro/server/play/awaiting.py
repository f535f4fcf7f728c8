"""Before a game: how long it waits for what people add to its luck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tsuro.server.clock import Alarm, Timekeeper
from tsuro.telling.documents import TableDocument

SILENCE: Final = 10.0
"""Seconds after which a game begins without what somebody was to add to its luck."""


def awaits_parts(document: TableDocument) -> bool:
    """Whether nothing is missing but what somebody adds to the luck."""
    return document.status == "waiting" and document.is_full and bool(document.awaited)


class Waiting:
    """Whoever says nothing adds nothing: a game does not wait for them for long."""

    def __init__(self, time: Timekeeper, give_up: Callable[[], None]) -> None:
        self._time = time
        self._give_up = give_up
        self._alarm: Alarm | None = None

    def look(self, document: TableDocument) -> None:
        """Begin to wait, or stop, as the table is now."""
        if not awaits_parts(document):
            self.stop()
        elif self._alarm is None:
            self._alarm = self._time.call_at(self._time.now() + SILENCE, self._ring)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None

    def _ring(self) -> None:
        self._alarm = None
        self._give_up()
