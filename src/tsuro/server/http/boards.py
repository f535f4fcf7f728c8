"""Pictures of the editions, for the home page and for their guides: drawn once, then kept."""

from __future__ import annotations

import asyncio
import logging

from tsuro.editions.registry import EDITIONS
from tsuro.server.http.pictures import guide_picture, late_position
from tsuro.server.thinking.workers import Workers

log = logging.getLogger("tsuro.server")


class Boards:
    def __init__(self) -> None:
        self._workers = Workers(1)
        self._drawn: dict[tuple[str, bool], asyncio.Future[str]] = {}
        self._pages: dict[tuple[str, int, bool], str] = {}

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

    async def page(self, edition: str, number: int, *, dark: bool) -> str:
        """The picture of a page of an edition's guide; there are few of them."""
        key = (edition, number, dark)
        if key not in self._pages:
            self._pages[key] = await asyncio.to_thread(guide_picture, *key)
        return self._pages[key]

    async def prepare(self) -> None:
        """Draw all of them before anybody asks, then let the worker go."""
        for dark in (False, True):
            for edition in EDITIONS:
                try:
                    await self.get(edition, dark=dark)
                except Exception:
                    # It may come from outside; the others have their pictures.
                    log.exception("the board of %s cannot be drawn", edition)
        self._workers.rest()

    async def close(self) -> None:
        for drawing in self._drawn.values():
            drawing.cancel()
        await self._workers.close()
