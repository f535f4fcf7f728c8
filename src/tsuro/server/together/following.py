"""Where a connection goes whose table is with another process, or was a moment ago."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tsuro.server.play.attachment import Attachment, Parcel
from tsuro.server.play.frames import Frames
from tsuro.server.play.outbox import Outbox
from tsuro.server.play.owning import Elsewhere
from tsuro.server.play.places import Place, There
from tsuro.server.play.table import Table
from tsuro.server.storage.store import Process, lost_lease
from tsuro.server.together.forwarding import Unanswered
from tsuro.server.together.handing import hand_over
from tsuro.server.together.relaying import NOT_HERE, Relay
from tsuro.telling.refusals import Refusal

if TYPE_CHECKING:
    from tsuro.server.hall import Hall

TRIES: Final = 40
PAUSE: Final = 0.25
"""Seconds between two tries to find out where a table is now: ten seconds in all."""
CALM: Final = 2.0
"""Seconds in which everything half said or half heard has to be finished."""
DONE: Final = 1000
RESTARTING: Final = 1012
log = logging.getLogger("tsuro.server")


@dataclass(frozen=True, slots=True)
class Errand:
    """What a connection wants of a table, wherever that is."""

    here: Callable[[Table], None]
    """Sit down, if the table is in this process."""
    present: Attachment
    """Who it is, and where it was."""
    resumed: bool
    """Whether it has been at the table before, with another process."""
    ended: Callable[[int | None], None]
    """Told how the way to another machine ends. `Follower` does not keep it: it would hold whoever
    holds it, and both would wait for a search of garbage."""
    hello: str | None = None
    """The message that began it, if that has not been answered yet."""


class Follower:
    """Brings one connection to its table."""

    def __init__(
        self,
        hall: Hall,
        *,
        table: str,
        address: str,
        frames: Frames,
        outbox: Outbox,
        headers: Mapping[str, str],
        unread: deque[str | bytes | None],
        inside: bool,
    ) -> None:
        """`unread` is what it has said that nobody has answered, and None once it has gone.

        `inside`: another process asks for it.
        """
        self._hall = hall
        self._table = table
        self._address = address
        self._frames = frames
        self._outbox = outbox
        self._headers = headers
        self._unread = unread
        self._inside = inside
        self.given_away = False
        """Whether the connection is another process's now."""

    async def find(self, errand: Errand) -> Place | None:
        """Have it sit down here, or go where the table is; returns its place on another machine."""
        company = self._hall.company
        for _ in range(TRIES):
            try:
                errand.here(await self._hall.table(self._table, self._address))
                return None
            except Elsewhere as elsewhere:
                try:
                    return await self._go(elsewhere.process, errand)
                except Unanswered:
                    log.debug("a process does not answer; its table will be taken over")
            except Refusal as refusal:
                if company is None or company.lost(refusal):
                    raise
            await asyncio.sleep(PAUSE)
        raise lost_lease()

    async def _go(self, process: Process, errand: Errand) -> Place | None:
        company = self._hall.company
        assert company is not None
        if self._inside:
            self._outbox.close(NOT_HERE)  # The process between finds its own way.
            return None
        if company.is_near(process):
            before = errand.present if errand.resumed else None
            await self._hand_over(process, before, errand.hello)
            return None
        relay = await Relay.to(
            process,
            self._table,
            self._headers,
            self._outbox.put,
            errand.ended,
            secret=company.secret,
            address=self._address,
            attachment=errand.present if errand.resumed else None,
        )
        place = There(relay, errand.present)
        if errand.hello is not None:
            await relay.greet(errand.hello)
        return place

    async def _hand_over(
        self, process: Process, before: Attachment | None, hello: str | None
    ) -> None:
        """Give the connection itself to a process of this machine."""
        await self._calm()
        if None in self._unread:
            self._outbox.drop(DONE)  # Whoever it was has gone.
            return
        self._frames.pause()
        unread = [hello, *self._unread]
        said = tuple(each for each in unread if isinstance(each, str))
        parcel = Parcel(self._frames.head, before, said)
        if not await hand_over(process, self._frames.handle, parcel):
            raise Unanswered
        self._frames.let_go()
        self.given_away = True
        self._outbox.drop(DONE)

    async def _calm(self) -> None:
        """Wait until nothing is half said or half heard; who keeps us waiting is left behind."""
        try:
            async with asyncio.timeout(CALM):
                while (len(self._outbox) or not self._frames.calm) and None not in self._unread:
                    self._frames.go_on()
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise Unanswered from None

    async def leave(self) -> None:
        """This process goes before it has heard a hello: another one will."""
        company = self._hall.company
        assert company is not None
        process = company.successor(self._table)
        try:
            if process is not None:
                await self._hand_over(process, None, None)
                return
        except Unanswered:
            log.debug("a connection stays behind")
        self._outbox.close(RESTARTING)
