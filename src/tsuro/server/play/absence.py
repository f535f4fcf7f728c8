"""Since when people at a table have been gone, so that nobody waits for them for ever."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from tsuro.server.clock import Timekeeper

PATIENCE: Final = 60
"""Seconds after which the others may let a bot play for somebody who is gone."""


class Absence:
    """By seat, counted from when its last connection closed, or since a table was first asked."""

    def __init__(self, time: Timekeeper) -> None:
        self._time = time
        self._since: dict[int, float] = {}

    def note(self, people: Iterable[int], connected: Collection[int]) -> None:
        """Who sits at the table, and who of them is there."""
        now = self._time.now()
        self._since = {seat: self._since.get(seat, now) for seat in people if seat not in connected}

    def seconds(self, seat: int) -> int | None:
        """How long a seat has been gone; None while somebody is there."""
        since = self._since.get(seat)
        return None if since is None else int(self._time.now() - since)
