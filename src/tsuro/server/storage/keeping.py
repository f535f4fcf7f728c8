"""Deleting what nobody has touched for longer than the operator wants to keep it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from tsuro.server.clock import Alarm, Timekeeper
from tsuro.server.storage.store import DAY, Store
from tsuro.telling.refusals import Refusal

log = logging.getLogger("tsuro.server")


class Keeper:
    """Looks once a day, beginning when the server starts."""

    def __init__(self, store: Store, timekeeper: Timekeeper, days: int | None) -> None:
        self._store = store
        self._time = timekeeper
        self._days = days
        self._alarm: Alarm | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_loaded: Callable[[str], bool] = lambda name: False

    def start(self, is_loaded: Callable[[str], bool]) -> None:
        """`is_loaded` tells which tables are in memory; they stay."""
        self._is_loaded = is_loaded
        if self._days is not None:
            self._look()

    def _look(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._tidy())
        self._alarm = self._time.call_at(self._time.now() + DAY, self._look)

    async def _tidy(self) -> None:
        assert self._days is not None
        before = time.time() - self._days * DAY
        try:
            tables, players = await self.forget(before)
        except Refusal as refusal:
            log.error("old games could not be deleted: %s", refusal.message)
            return
        if tables or players:
            log.info(
                "deleted %d games and %d sessions that nobody touched for %d days",
                tables, players, self._days,
            )  # fmt: skip

    async def forget(self, before: float) -> tuple[int, int]:
        """Delete games and sessions not touched since a moment; returns how many of each."""
        tables, after = 0, ""
        while names := await self._store.old_tables(before, after):
            after = names[-1]
            gone = [name for name in names if not self._is_loaded(name)]
            await self._store.delete_tables(gone)
            tables += len(gone)
        return tables, await self._store.delete_players(before)

    async def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
