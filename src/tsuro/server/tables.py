"""All tables: made, found, brought back from disk, put aside when nobody looks."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Collection, Coroutine, Sequence
from random import Random
from typing import Any, Final, TypeVar

from tsuro.bots.base import require_fit
from tsuro.core.ids import Seat
from tsuro.editions.edition import RULES_VERSION
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.determinize import determinize
from tsuro.engine.play import begin
from tsuro.engine.views import view
from tsuro.errors import TsuroError
from tsuro.formats.position import format_position
from tsuro.formats.record import Record
from tsuro.server import luck
from tsuro.server.bots import table_bot
from tsuro.server.documents import (
    Seating,
    TableDocument,
    clean_name,
    read_document,
    table_info,
)
from tsuro.server.requests import NewTable, SeatRequest
from tsuro.server.seating import bot_name
from tsuro.server.store import create, list_tables, load
from tsuro.server.table import Services, Table
from tsuro.telling.match import Line, Match, lines_of
from tsuro.telling.messages import BranchInfo, RematchOffered, TableInfo
from tsuro.telling.refusals import Refusal

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH: Final = 8
LISTED: Final = 100
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

    def __len__(self) -> int:
        return len(self._loaded)

    async def get(self, name: str) -> Table:
        """A table by its id, from memory or from disk."""
        table = self._loaded.get(name)
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
        found = await self._services.store.do(load(name))
        if found is None:
            raise Refusal("no_such_table", "There is no such table.")
        document, lines = read_document(found[0]), found[1]
        # Replaying a long game takes a while; other tables go on meanwhile.
        table = await asyncio.to_thread(self._replayed, document, lines)
        self._keep(table)
        table.go_on()
        return table

    def _replayed(self, document: TableDocument, lines: Sequence[Line]) -> Table:
        """A table with its game; one of earlier rules is refused if it goes differently today."""
        changed = Refusal(
            "rules_changed",
            "This game was begun under earlier rules and goes differently under today's; "
            "it is kept, but only the server's previous version can show it.",
        )
        try:
            table = Table(document, lines, self._services)
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
            idle = [each for each in self._loaded.values() if each.idle and each is not table]
            for each in idle[:excess]:
                del self._loaded[each.id]

    def _refuse_if_full(self) -> None:
        tables = self._loaded
        if len(tables) >= self._services.limits.loaded_tables and not any(
            table.idle for table in tables.values()
        ):
            raise Refusal("too_many_tables", "The server is full; try again later.")

    async def create(self, request: NewTable, player: str | None) -> Table:
        if request.seed is not None and any(seat.kind == "open" for seat in request.seats):
            raise Refusal("seed_not_allowed", "A seed is only for tables without open seats.")
        edition = build_edition(
            request.edition, seats=len(request.seats), switches=request.switches
        )
        begin(edition, first=request.first)
        for seat in request.seats:
            if seat.kind == "bot":
                require_fit(table_bot(seat.bot), edition)
        document = TableDocument(
            id="",
            edition=request.edition,
            switches=dict(edition.switches),
            seats=seatings(request.seats, player),
            first=request.first,
            seed=luck.game_seed() if request.seed is None else str(request.seed),
            public=request.public,
            clock=request.clock,
            creator=player,
            rules_version=RULES_VERSION,
        )
        return await self._open(document, [])

    async def _open(self, document: TableDocument, lines: Sequence[Line]) -> Table:
        """Write a new table down and begin to play if nobody is missing."""
        self._refuse_if_full()
        document.id = "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))
        started = all(seat.kind != "open" for seat in document.seats)
        document.status = "playing" if started else "waiting"
        table = await asyncio.to_thread(Table, document, lines, self._services)
        moves = table.match.luck() if started else []
        dealt = lines_of(moves, None)
        now = time.time()
        if table.match.over:
            document.status = "finished"
        work = create(document.stored(), [*lines, *dealt], at=now)
        await self._services.store.do(work)
        table.match.take_over(moves, dealt)
        self._keep(table)
        table.go_on()
        return table

    async def rematch(self, table: Table, identity: Collection[str]) -> str:
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
            again = TableDocument(
                id="",
                edition=document.edition,
                switches=document.switches,
                seats=table.draft().seats,
                first=(document.first + 1) % len(document.seats),
                seed=luck.game_seed(),
                public=document.public,
                clock=document.clock,
                creator=document.creator,
                rules_version=RULES_VERSION,
            )
            new = await self._open(again, [])
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
    ) -> Table:
        """A private what-if from a step of a game, knowing no more than the one who asks."""
        if not table.audience.can_branch(identity):
            raise Refusal("still_running", "What-if lines of this game are not open to you yet.")
        match = table.match
        if at > len(match.moves):
            raise Refusal("no_such_step", f"The game has {len(match.moves)} steps, not {at}.")
        document = self._branch_document(table.document, at, seats, player)
        document.others_play_on = not table.audience.can_study(identity)
        if match.over:
            document.position = table.document.position
            return await self._open(document, copied_lines(match, at))
        seat = Seat(table.document.owned(identity)[0])
        document.position = _possible_position(match, at, seat)
        return await self._open(document, [])

    async def branch_record(
        self, record: Record, at: int, seats: Sequence[SeatRequest], player: str | None
    ) -> Table:
        """A what-if from a step of a recorded game."""
        if at > len(record.actions):
            raise Refusal("no_such_step", f"The game has {len(record.actions)} steps, not {at}.")
        origin = TableDocument(
            id="",
            edition=record.edition.id,
            switches=dict(record.edition.switches),
            seats=[Seating(kind="bot")] * record.edition.seats,
            first=record.first,
            seed="",
            public=False,
            clock=None,
            creator=None,
            rules_version=record.rules_version,
        )
        document = self._branch_document(origin, at, seats, player)
        match = await asyncio.to_thread(Match.of_record, record)
        return await self._open(document, copied_lines(match, at))

    def _branch_document(
        self,
        origin: TableDocument,
        at: int,
        seats: Sequence[SeatRequest],
        player: str | None,
    ) -> TableDocument:
        if len(seats) != len(origin.seats):
            raise Refusal("bad_request", f"This game has {len(origin.seats)} seats.")
        return TableDocument(
            id="",
            edition=origin.edition,
            switches=origin.switches,
            seats=seatings(seats, player),
            first=origin.first,
            seed=luck.game_seed(),
            public=False,
            clock=None,
            creator=player,
            branched_from=BranchInfo(origin.id or None, at),
            rules_version=origin.rules_version,
        )

    async def public(self, identity: Collection[str]) -> list[TableInfo]:
        """Public tables that wait for players or are being played, latest first."""
        rows = await self._services.store.do(
            list_tables(status=("waiting", "playing"), public_only=True, limit=LISTED)
        )
        return [
            self._loaded[name].audience.info(identity)
            if name in self._loaded
            else table_info(document, identity)
            for name, document in ((name, read_document(stored)) for name, stored in rows)
            # An edition that came from outside may have gone since.
            if document.edition in EDITIONS
        ]

    async def wake(self) -> None:
        """Take up the games that were going on when the server stopped, latest first."""
        limit = min(WOKEN, self._services.limits.loaded_tables)
        rows = await self._services.store.do(
            list_tables(status=("playing",), public_only=False, limit=limit)
        )
        for name, _ in rows:
            try:
                await self.get(name)
            except TsuroError as error:
                # It is kept, and whoever asks for it is told; the others go on.
                log.error("table %s cannot go on: %s", name, error.message)

    async def close(self) -> None:
        for table in tuple(self._loaded.values()):
            await table.close()


def seatings(seats: Sequence[SeatRequest], player: str | None) -> list[Seating]:
    """Seats as a new table begins with them."""
    return [_seating(number, seat, player) for number, seat in enumerate(seats)]


def _seating(number: int, seat: SeatRequest, player: str | None) -> Seating:
    name = clean_name(seat.name)
    if seat.kind == "open":
        return Seating(kind="open")
    if seat.kind == "bot":
        table_bot(seat.bot)
        return Seating(kind="bot", bot=seat.bot, name=name or bot_name(seat.bot))
    if player is None:
        raise Refusal("no_session", "Open a session first (POST /api/session).")
    return Seating(
        kind="person",
        owner=player,
        name=name or f"Player {number}",
        hotseat=seat.kind == "hotseat",
    )


def copied_lines(match: Match, at: int) -> list[Line]:
    """The log of a game's first steps, without the ids of the commands."""
    return lines_of(match.moves[:at], None)


def _possible_position(match: Match, at: int, seat: Seat) -> str:
    """A position that a seat cannot tell from the real one: what it has not seen is dealt anew."""
    step = match.before(at)
    seen = view(match.edition, step.state, match.asked(at), viewer=seat)
    world = determinize(seen, Random(luck.thinking_seed()))
    return format_position(match.edition, world)
