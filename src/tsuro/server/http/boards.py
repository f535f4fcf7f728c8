"""Pictures of the editions for the home page: drawn once by a worker, then kept."""

from __future__ import annotations

import asyncio
import logging

from tsuro.editions.registry import EDITIONS
from tsuro.server.http.pictures import late_position
from tsuro.server.thinking.workers import Workers

log = logging.getLogger("tsuro.server")


class Boards:
    def __init__(self) -> None:
        self._workers = Workers(1)
        self._drawn: dict[tuple[str, bool], asyncio.Future[str]] = {}

    async def get(self, edition: str, *, dark: bool) -> str:
        key = (edition, dark)
        if key not in self._drawn:
            work = self._workers.run(late_position, edition, dark)
            self._drawn[key] = asyncio.ensure_future(work)
        try:
            return await asyncio.shield(self._drawn[key])
        except Exception:
            self._drawn.pop(key, None)
            raise

    async def prepare(self) -> None:
        """Draw all of them before anybody asks, then let the worker go."""
        for dark in (False, True):
            for edition in EDITIONS:
                try:
                    await self.get(edition, dark=dark)
                except Exception:
                    # It may come from outside; the others have their pictures.
                    log.exception("the board of %s cannot be drawn", edition)
        self._workers.close()

    def close(self) -> None:
        for drawing in self._drawn.values():
            drawing.cancel()
        self._workers.close()
