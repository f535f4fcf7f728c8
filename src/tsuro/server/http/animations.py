"""Moving pictures of whole games: drawn once, kept for a while, and only some at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any, Final

from tsuro.server.http.pictures import animation
from tsuro.server.settings import Animate, Limits
from tsuro.server.thinking.turns import Asker
from tsuro.server.thinking.workers import Workers
from tsuro.telling.refusals import Refusal

LONGEST: Final = 60.0
"""Seconds after which a picture is given up."""

Key = tuple[str, bool]
"""A game that is over, and whether it is drawn for dark rooms."""


class Animations:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._workers = Workers(1, seconds=LONGEST)
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._going: dict[Key, asyncio.Future[bytes]] = {}

    @property
    def waiting(self) -> int:
        """Animations that somebody waits for."""
        return len(self._going)

    async def draw(self, key: Key, animate: Animate, record: str, *, address: str) -> bytes:
        """The picture of a game; several who ask for the same one wait for one drawing."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._going:
            if len(self._going) > self._limits.pictures_waiting:
                raise Refusal("too_many_requests", "Too many animations are waited for; try later.")
            work = self._workers.run(
                animation, animate, record, key[1], asker=Asker(address, key[0])
            )
            self._going[key] = asyncio.ensure_future(self._drawn(key, work))
        return await asyncio.shield(self._going[key])

    async def _drawn(self, key: Key, work: Coroutine[Any, Any, bytes]) -> bytes:
        try:
            data = await work
        finally:
            del self._going[key]
        self._keep(key, data)
        return data

    def _keep(self, key: Key, data: bytes) -> None:
        self._kept[key] = data
        self._bytes += len(data)
        while self._bytes > self._limits.picture_bytes:
            self._bytes -= len(self._kept.popitem(last=False)[1])

    async def close(self) -> None:
        await self._workers.close()
