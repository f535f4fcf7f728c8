"""Whose turn it is to use what there is little of: every address in turn, and in it every table."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Final, NamedTuple


class Asker(NamedTuple):
    """On whose behalf something is worked out."""

    address: str
    table: str


NOBODY: Final = Asker("", "")
"""The server itself."""

_Waiting = OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]]


class Turns:
    """A number of places; whoever asks often waits behind whoever asks seldom."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: _Waiting = OrderedDict()

    @property
    def addresses(self) -> int:
        """How many addresses wait for a place."""
        return len(self._waiting)

    def __len__(self) -> int:
        """How many wait for a place."""
        return sum(len(each) for tables in self._waiting.values() for each in tables.values())

    async def take(self, asker: Asker) -> None:
        """Wait for a place; whoever takes one gives it back."""
        if self._free:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tables = self._waiting.setdefault(asker.address, OrderedDict())
        tables.setdefault(asker.table, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.cancelled():
                self._withdraw(asker, place)
            else:  # The place came in the same moment.
                self.give_back()
            raise

    def give_back(self) -> None:
        """The place goes to the next who still wants it."""
        while self._waiting:
            place = self._next()
            if not place.done():  # Whoever gave up a moment ago has not withdrawn yet.
                place.set_result(None)
                return
        self._free += 1

    def _next(self) -> asyncio.Future[None]:
        """The first table of the first address, which both go behind all others."""
        address, tables = self._waiting.popitem(last=False)
        table, places = tables.popitem(last=False)
        place = places.popleft()
        if places:
            tables[table] = places
        if tables:
            self._waiting[address] = tables
        return place

    def _withdraw(self, asker: Asker, place: asyncio.Future[None]) -> None:
        """Whoever gave up waits no longer, unless the turn has come and gone since."""
        tables = self._waiting.get(asker.address)
        places = tables and tables.get(asker.table)
        if not tables or not places or place not in places:
            return
        places.remove(place)
        if not places:
            del tables[asker.table]
        if not tables:
            del self._waiting[asker.address]
