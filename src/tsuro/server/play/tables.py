"""All tables: made, found, brought back from disk, put aside when nobody looks."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from random import Random
from typing import Any, Final, TypeVar

import msgspec

from tsuro.bots.base import require_fit
from tsuro.editions.edition import RULES_VERSION
from tsuro.editions.registry import EDITIONS
from tsuro.errors import TsuroError
from tsuro.formats.record import Record
from tsuro.formats.wire.values import Json
from tsuro.server import luck
from tsuro.server.clock import Alarm
from tsuro.server.play.documents import read_document, stored
from tsuro.server.play.owning import Elsewhere
from tsuro.server.play.table import CAUTIOUS, Nap, Services, Table
from tsuro.server.storage.store import Create, Lease, lost_lease
from tsuro.server.thinking.bots import table_bot
from tsuro.telling.documents import TableDocument, table_info
from tsuro.telling.match import Line, Match, lines_of
from tsuro.telling.messages import RematchOffered, TableInfo
from tsuro.telling.opening import (
    branch_document,
    continued,
    copied_lines,
    lesson_document,
    new_document,
    recorded_document,
    refuse_beyond,
    rematch_document,
)
from tsuro.telling.refusals import Refusal
from tsuro.telling.requests import NewLesson, NewTable, SeatRequest

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH: Final = 13
"""64 bits: nobody comes upon somebody else's table by trying."""
LISTED: Final = 100
MINE: Final = 20
"""Own tables that are shown on the home page."""
WOKEN: Final = 2_000
"""Unfinished games taken up again when a server starts."""
log = logging.getLogger("tsuro.server")

ResultT = TypeVar("ResultT")


async def uninterrupted(work: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Carry a command out to its end, even if whoever sent it has gone."""
    return await asyncio.shield(asyncio.ensure_future(work))


class Tables:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._loaded: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._aside: dict[str, Refusal] = {}
        """Tables that cannot be read, and what is said about them."""
        self._asleep: dict[str, tuple[Nap, Alarm]] = {}
        """Tables put aside while somebody's time runs."""
        self._waking: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._loaded)

    @property
    def running(self) -> Iterator[Table]:
        """Tables in memory at which a game is going on."""
        return (each for each in self._loaded.values() if each.match.decide is not None)

    async def get(self, name: str) -> Table:
        """A table by its id, from memory or from disk."""
        if self._services.owners.is_cut_off:
            raise lost_lease()
        table = self._loaded.get(name)
        if table is not None and not self._is_ours(table.lease):
            table.broken = table.moved = True
        if table is not None and not table.broken:
            self._loaded.move_to_end(name)
            return table
        if table is not None:
            table.send_off_if_broken()
            del self._loaded[name]
        if name not in self._loading:
            task = asyncio.ensure_future(self._load(name))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> Table:
        if name in self._aside:
            raise self._aside[name]
        lease = await self._services.owners.lease(name)
        try:
            found = await self._services.store.load(name)
            if found is None:
                raise Refusal("no_such_table", "There is no such table.")
            document, lines = read_document(found[0]), found[1]
            # Replaying a long game takes a while; other tables go on meanwhile.
            table = await asyncio.to_thread(self._replayed, document, lines, lease)
        except TsuroError as error:
            if error.code == "data_damaged":
                raise self._set_aside(name, error) from error
            raise
        except Exception as error:
            # Whatever is wrong with this one, it must not keep the others from waking.
            raise self._set_aside(name, error) from error
        if not self._is_ours(lease):
            raise lost_lease()
        self._keep(table)
        table.wake_up(self._woken_from(name))
        return table

    def _is_ours(self, lease: Lease | None) -> bool:
        """Whether the others have not taken this process for dead since."""
        return lease is None or lease.owner == self._services.owners.me

    def _woken_from(self, name: str) -> Nap | None:
        nap, alarm = self._asleep.pop(name, (None, None))
        if alarm is not None:
            alarm.cancel()
        return nap

    def _replayed(
        self, document: TableDocument, lines: Sequence[Line], lease: Lease | None
    ) -> Table:
        """A table with its game; one of earlier rules is refused if it goes differently today."""
        changed = Refusal(
            "rules_changed",
            "This game was begun under earlier rules and goes differently under today's; "
            "it is kept, but only the server's previous version can show it.",
        )
        try:
            table = Table(document, lines, self._services, lease)
        except TsuroError as error:
            if document.rules_version == RULES_VERSION:
                raise
            raise changed from error
        if document.status == "finished" and not table.match.over:
            raise changed
        return table

    def _keep(self, table: Table) -> None:
        self._loaded[table.id] = table
        self._loaded.move_to_end(table.id)
        excess = len(self._loaded) - self._services.limits.loaded_tables
        if excess > 0:
            others = [each for each in self._loaded.values() if each is not table]
            idle = (each for each in others if each.idle)
            thinking = (each for each in others if not each.idle and not each.watched)
            for each in list(islice(chain(idle, thinking), excess)):
                self._put_aside(each)

    def _put_aside(self, table: Table) -> None:
        """Forget a table; if somebody's time runs at it, it is taken up again when it is over."""
        del self._loaded[table.id]
        nap = table.fall_asleep()
        if nap is not None:
            ring = partial(self._ring, table.id)
            self._asleep[table.id] = nap, self._services.time.call_at(nap.deadline, ring)

    def _ring(self, name: str) -> None:
        task = asyncio.ensure_future(self._take_up(name))
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    async def _take_up(self, name: str) -> None:
        """Have a game go on; one that cannot is kept, and whoever asks for it is told why."""
        try:
            await self.get(name)
        except Elsewhere:
            pass  # It goes on there.
        except TsuroError as error:
            if name not in self._aside:
                log.error("table %s cannot go on: %s", name, error.message)

    def _refuse_if_full(self, *, seated: bool) -> None:
        """Somebody looks at every table there is room for; the last are for people with a seat."""
        limits = self._services.limits
        room = limits.loaded_tables
        if not seated:
            room = max(1, int(room * (1 - limits.reserved)))
        if len(self._loaded) >= room and sum(t.watched for t in self._loaded.values()) >= room:
            raise Refusal("too_many_tables", "The server is full; try again later.")

    async def create(self, request: NewTable, player: str | None, address: str) -> Table:
        document = new_document(request, player, luck.game_seed(), luck.game_secret())
        _require_bots(document)
        return await self._open(document, [], address)

    async def _open(
        self,
        document: TableDocument,
        lines: Sequence[Line],
        address: str,
        *,
        seated: bool = False,
    ) -> Table:
        """Write a new table down and begin to play if nobody is missing.

        `seated` is who asks from a seat of another table.
        """
        self._refuse_if_full(seated=seated)
        if self._services.owners.is_cut_off:
            raise lost_lease()
        document.id = "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))
        started = document.is_full and not document.awaited
        document.status = "playing" if started else "waiting"
        me = self._services.owners.me
        lease = None if me is None else Lease(document.id, me, 1)
        table = await asyncio.to_thread(Table, document, lines, self._services, lease)
        table.address = address
        moves = table.match.luck() if started else []
        dealt = lines_of(moves, None)
        now = time.time()
        if table.match.over:
            document.status = "finished"
        await self._services.store.write(
            Create(stored(document), [*lines, *dealt], at=now, owner=me)
        )
        if not self._is_ours(lease):
            raise lost_lease()
        table.match.take_over(moves, dealt)
        self._keep(table)
        table.go_on()
        return table

    async def rematch(self, table: Table, identity: Collection[str], address: str) -> str:
        """The same seats again, the next seat first; asked twice, it is the same table."""
        async with table.lock:
            document = table.document
            if not table.match.over:
                raise Refusal("still_running", "The game is not over yet.")
            owns = document.owned(identity) or document.creator in identity
            if not owns:
                raise Refusal("not_your_seat", "Only who sat at the table may ask for a rematch.")
            if document.rematch is not None:
                return document.rematch
            again = rematch_document(document, luck.game_seed(), luck.game_secret())
            new = await self._open(again, [], address, seated=True)
            draft = table.draft()
            draft.rematch = new.id
            await table.reseat(draft)
            table.audience.tell_all(RematchOffered(table=new.id))
            return new.id

    async def branch(
        self,
        table: Table,
        at: int,
        seats: Sequence[SeatRequest],
        *,
        player: str | None,
        identity: Collection[str],
        address: str,
    ) -> Table:
        """A private what-if from a step of a game, knowing no more than the one who asks."""
        if not table.audience.can_branch(identity):
            raise Refusal("still_running", "What-if lines of this game are not open to you yet.")
        match = table.match
        refuse_beyond(at, len(match.moves))
        document = branch_document(table.document, at, seats, player, luck.game_seed())
        _require_bots(document)
        document.others_play_on = not table.audience.can_study(identity)
        owned = table.document.owned(identity)
        begun = continued(
            document,
            table.document,
            match,
            at,
            seat=owned[0] if owned else 0,
            luck=Random(luck.thinking_seed()),
        )
        return await self._open(*begun, address, seated=not match.over)

    async def branch_record(
        self,
        record: Record,
        match: Match,
        at: int,
        seats: Sequence[SeatRequest],
        *,
        player: str | None,
        address: str,
        is_played: bool,
    ) -> Table:
        """A what-if from a step of a recorded game; `is_played` if it is going on here."""
        refuse_beyond(at, len(record.actions))
        origin = recorded_document(record)
        document = branch_document(origin, at, seats, player, luck.game_seed())
        _require_bots(document)
        document.others_play_on = is_played
        return await self._open(document, copied_lines(match, at), address)

    async def lesson(self, request: NewLesson, player: str | None, address: str) -> Table:
        """A table that begins at a step of a tutorial."""
        return await self._open(lesson_document(request, player), [], address)

    async def public(self, identity: Collection[str]) -> list[TableInfo]:
        """Public tables that wait for players or are being played, latest first."""
        names = await self._services.store.list_ids(
            status=("waiting", "playing"), public_only=True, limit=LISTED
        )
        found = [await self._listed(name, identity) for name in names if name not in self._aside]
        return [info for info in found if info is not None]

    async def of_player(self, player: str) -> list[TableInfo | Json]:
        """Tables that somebody sits at or made, latest first; running ones are brought back."""
        names = await self._services.store.list_ids_of(player, MINE)
        found: list[TableInfo | Json] = []
        for name in names:
            info = None if name in self._aside else await self._listed(name, {player})
            if info is None:
                continue
            if info.state == "playing" and name not in self._loaded:
                try:
                    info = (await self.get(name)).audience.info({player})
                except Elsewhere as elsewhere:
                    owners = self._services.owners
                    found.append(await owners.info(elsewhere.process, name, {player}) or info)
                    continue
                except TsuroError as error:
                    # It is kept, and whoever opens it is told why; the list goes on.
                    log.error("table %s cannot go on: %s", name, error.message)
            found.append(info)
        return found

    async def _listed(self, name: str, identity: Collection[str]) -> TableInfo | None:
        if name in self._loaded:
            return self._loaded[name].audience.info(identity)
        try:
            stored = await self._services.store.document_of(name)
            document = None if stored is None else read_document(stored)
        except (Refusal, msgspec.DecodeError) as error:
            self._set_aside(name, error)
            return None
        # An edition that came from outside may have gone since.
        if document is None or document.edition not in EDITIONS:
            return None
        return table_info(document, identity)

    async def wake(self) -> None:
        """Take up the games that were going on when the server stopped, latest first."""
        limit = min(WOKEN, self._services.limits.loaded_tables)
        store = self._services.store
        if self._services.owners.me is None:
            names = await store.list_ids(status=("playing",), public_only=False, limit=limit)
        else:
            names = await store.registry.orphans(limit)
        for name in names:
            await self._take_up(name)

    def _set_aside(self, name: str, error: Exception) -> Refusal:
        """Leave a table that cannot be read as it is on disk, and say so once."""
        refusal = Refusal(
            "data_damaged",
            "This table cannot be read any more; whoever runs this server has been told.",
        )
        self._aside[name] = refusal
        said = error.message if isinstance(error, TsuroError) else type(error).__name__
        log.error("table %s is set aside until the next start: %s", name, said)
        return refusal

    def is_loaded(self, name: str) -> bool:
        """Whether a table is in memory, or about to be."""
        return name in self._loaded or name in self._loading

    @property
    def set_aside(self) -> int:
        """Tables that cannot be read."""
        return len(self._aside)

    async def take_up_orphans(self, names: Sequence[str]) -> None:
        """Go on with games whose process has gone, unless another one was faster."""
        for name in names:
            await self._take_up(name)

    async def give_up(self, between: Callable[[], Awaitable[None]] | None = None) -> None:
        """Hold no table any more; who sits at one goes where it goes.

        `between`: what is done when nothing is written any more and nobody has gone yet.
        """
        for _, alarm in self._asleep.values():
            alarm.cancel()
        self._asleep.clear()
        tables = tuple(self._loaded.values())
        self._loaded.clear()
        for table in tables:
            await table.give_up()
        if between is not None:
            await between()
        for table in tables:
            table.send_off_if_broken()

    async def cut_off(self) -> None:
        """Send everybody away: whether these tables are still ours nobody can say."""
        for table in tuple(self._loaded.values()):
            table.broken = True
            table.send_off_if_broken()

    async def come_back(self) -> None:
        """Go on with the games that were broken off, as far as they are still ours."""
        for table in tuple(self._loaded.values()):
            if table.broken and table.match.decide is not None:
                await self._take_up(table.id)

    async def close(self) -> None:
        for _, alarm in self._asleep.values():
            alarm.cancel()
        await asyncio.gather(*self._waking)
        for table in tuple(self._loaded.values()):
            await table.close()


def _require_bots(document: TableDocument) -> None:
    """Refuse a table with a bot that cannot be had, or cannot play there."""
    edition = document.build()
    for seat in document.seats:
        if seat.kind == "bot":
            require_fit(table_bot(seat.bot or CAUTIOUS), edition)
