"""Games in PostgreSQL: one connection that writes, one transaction for many moves."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tsuro.server.storage.checking import chain_complaint
from tsuro.server.storage.postgres import wholesale
from tsuro.server.storage.postgres.asking import PostgresQuestions
from tsuro.server.storage.postgres.batches import Batch
from tsuro.server.storage.postgres.leasing import PostgresRegistry
from tsuro.server.storage.postgres.resealing import make_sealed
from tsuro.server.storage.postgres.schema import (
    PATIENCE,
    connect,
    make_ready,
    require_driver,
    without_password,
)
from tsuro.server.storage.sealing import table_seal
from tsuro.server.storage.store import (
    AT_ONCE,
    DAY,
    Change,
    Lease,
    Session,
    Whole,
    damage,
    not_written,
    unwatched,
    written_already,
)
from tsuro.server.storage.trouble import IN_USE, StorageTrouble
from tsuro.telling.match import Line
from tsuro.telling.refusals import Refusal

if TYPE_CHECKING:
    import asyncpg

ResultT = TypeVar("ResultT")
BATCH: Final = 512
"""Most pieces of work that share one commit."""
READERS: Final = 3
"""Connections for looking things up."""
KNOWN_SEALS: Final = 20_000
"""Games whose last seal is remembered."""
ROW: Final = "SELECT id, document, status, public, updated, seal FROM tables WHERE id=$1"
log = logging.getLogger("tsuro.server")


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    changes: Sequence[Change]
    lease: Lease | None
    future: asyncio.Future[None]


class NotWritten(Refusal):
    """Nobody can say whether it was: the database, or the way to it, failed."""

    code = "storage_failed"

    def __init__(self) -> None:
        super().__init__(self.code, not_written().message)


class PostgresStore:
    """What is asked for while one commit is under way shares the next."""

    def __init__(self, address: str, *, patience: float = PATIENCE, sealed: bool = True) -> None:
        """`sealed`: games are read or written, for which the key is needed if there is one."""
        require_driver()
        self.path = without_password(address)
        self.commits = 0
        self.writes = 0
        self.failures = 0
        self.failing = False
        self.watch: Callable[[float], None] = unwatched
        self.registry = PostgresRegistry(self)
        self.questions = PostgresQuestions(self)
        self._address = address
        self._sealed = sealed
        self._patience = patience
        self._jobs: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._connection: asyncpg.Connection[Any] | None = None
        self._readers: asyncio.LifoQueue[asyncpg.Connection[Any] | None] = asyncio.LifoQueue()
        self._seals: OrderedDict[str, tuple[int, bytes]] = OrderedDict()

    @property
    def waiting(self) -> int:
        return self._jobs.qsize()

    def announce(self, address: str) -> None:
        """Many servers may share a database; nobody is told of one."""

    async def start(self) -> None:
        seal = partial(make_sealed, self.path)
        await make_ready(self._address, seal if self._sealed else None)
        for _ in range(READERS):
            self._readers.put_nowait(None)
        self._writer = asyncio.ensure_future(self._write_on())

    async def stop(self) -> None:
        self._jobs.put_nowait(None)
        if self._writer is not None:
            await self._writer
        connections = [self._connection]
        while not self._readers.empty():
            connections.append(self._readers.get_nowait())
        for connection in connections:
            if connection is not None:
                connection.terminate()

    async def _write_on(self) -> None:
        stopping = False
        while not stopping:
            batch = [await self._jobs.get()]
            while len(batch) < BATCH and not self._jobs.empty():
                batch.append(self._jobs.get_nowait())
            stopping = None in batch
            await self._commit([job for job in batch if job is not None])

    async def _commit(self, jobs: Sequence[_Job]) -> None:
        """All work in one transaction; if any of it is refused, each for itself."""
        if not jobs:
            return
        try:
            await self._together(jobs)
        except NotWritten as refusal:
            _settle(jobs, refusal)
        except Refusal as refusal:
            if len(jobs) == 1:
                _settle(jobs, refusal)
                return
            for job in jobs:
                await self._commit([job])
        else:
            _settle(jobs, None)

    async def _together(self, jobs: Sequence[_Job]) -> None:
        began, batch = monotonic(), Batch()

        async def work(connection: asyncpg.Connection[Any]) -> None:
            async with connection.transaction():
                for job in jobs:
                    await batch.add(connection, job.changes, job.lease, self._seals)
                await batch.write(connection)

        await self._carefully(work)
        for game, last in batch.seals.items():
            self._seals[game] = last
            self._seals.move_to_end(game)
        while len(self._seals) > KNOWN_SEALS:
            self._seals.popitem(last=False)
        self.writes += len(jobs)
        self.commits += 1
        self.failing = False
        self.watch(monotonic() - began)

    async def _carefully(self, work: Callable[[asyncpg.Connection[Any]], Awaitable[None]]) -> None:
        """With the connection that writes; one that failed is not used again."""
        import asyncpg

        try:
            async with asyncio.timeout(self._patience):
                if self._connection is None or self._connection.is_closed():
                    self._connection = await connect(self._address)
                await work(self._connection)
        except asyncpg.UniqueViolationError as error:
            raise written_already() from error
        except _failures() as error:
            # Whether the commit came through nobody can say: whoever wants to know reads.
            if self._connection is not None:
                self._connection.terminate()
                self._connection = None
            self._note_failure(error)
            raise NotWritten from error

    def _note_failure(self, error: Exception) -> None:
        self.failures += 1
        self.failing = True
        log.error("PostgreSQL failed: %s: %s", type(error).__name__, error)

    async def write(self, *changes: Change, lease: Lease | None = None) -> None:
        job = _Job(changes, lease, asyncio.get_running_loop().create_future())
        self._jobs.put_nowait(job)
        await job.future

    async def read(self, work: Callable[[asyncpg.Connection[Any]], Awaitable[ResultT]]) -> ResultT:
        """Look something up, or change what is no game, with a connection of the others."""
        reader = await self._readers.get()
        kept = None
        try:
            async with asyncio.timeout(self._patience):
                if reader is None or reader.is_closed():
                    reader = await connect(self._address)
                found = await work(reader)
            kept = reader
        except Refusal:
            kept = reader
            raise
        except _failures() as error:
            log.error("PostgreSQL failed: %s: %s", type(error).__name__, error)
            raise Refusal("storage_failed", "The games could not be read.") from error
        finally:
            if kept is None and reader is not None:
                reader.terminate()
            self._readers.put_nowait(kept)
        return found

    async def try_again(self) -> None:
        if self.failing and not self.waiting:
            with suppress(Refusal):
                await self.write()

    async def load(self, game: str) -> tuple[bytes, list[Line]] | None:
        async def work(
            connection: asyncpg.Connection[Any],
        ) -> tuple[bytes, list[Line]] | None:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                row = await connection.fetchrow(ROW, game)
                if row is None:
                    return None
                rows = await connection.fetch(
                    "SELECT game, seq, kind, seat, command, body, at, seal FROM log "
                    "WHERE game=$1 ORDER BY seq",
                    game,
                )
                head = await wholesale.head_of(connection, game)
            document = _sealed(tuple(row))
            if chain_complaint(game, map(tuple, rows), head) is not None:
                raise damage("The moves of this table are damaged on disk")
            return document, [Line(*tuple(each)[2:6]) for each in rows]

        return await self.read(work)

    async def document_of(self, game: str) -> bytes | None:
        row = await self.read(lambda connection: connection.fetchrow(ROW, game))
        return None if row is None else _sealed(tuple(row))

    async def list_ids(self, *, status: Sequence[str], public_only: bool, limit: int) -> list[str]:
        also = " AND public" if public_only else ""
        return await self._names(
            f"SELECT id FROM tables WHERE status = ANY($1::text[]){also} "
            "ORDER BY updated DESC LIMIT $2",
            *(list(status), limit),
        )

    async def list_ids_of(self, player: str, limit: int) -> list[str]:
        return await self._names(
            "SELECT id FROM tables WHERE status <> 'lesson' "
            "AND position($1::bytea in document) > 0 ORDER BY updated DESC LIMIT $2",
            *(player.encode(), limit),
        )

    async def _names(self, statement: str, *values: object) -> list[str]:
        rows = await self.read(lambda connection: connection.fetch(statement, *values))
        return [row[0] for row in rows]

    async def knows_player(self, secret: str, *, at: float) -> bool:
        async def work(connection: asyncpg.Connection[Any]) -> bool:
            seen = await connection.fetchval("SELECT seen FROM players WHERE secret=$1", secret)
            if seen is not None and at - seen > DAY:
                await connection.execute("UPDATE players SET seen=$1 WHERE secret=$2", at, secret)
            return seen is not None

        return await self.read(work)

    async def old_tables(self, before: float, after: str) -> list[str]:
        return await self._names(
            "SELECT id FROM tables WHERE updated < $1 AND id > $2 AND "
            "coalesce((SELECT at FROM log WHERE game=id ORDER BY seq DESC LIMIT 1), 0) < $1 "
            "ORDER BY id LIMIT $3",
            *(before, after, AT_ONCE),
        )

    async def delete_tables(self, names: Sequence[str]) -> None:
        async def work(connection: asyncpg.Connection[Any]) -> None:
            async with connection.transaction():
                for statement in (
                    "DELETE FROM log WHERE game = ANY($1::text[])",
                    "DELETE FROM heads WHERE game = ANY($1::text[])",
                    "DELETE FROM tables WHERE id = ANY($1::text[])",
                    "DELETE FROM leases WHERE game = ANY($1::text[])",
                ):
                    await connection.execute(statement, list(names))

        await self.read(work)

    async def delete_players(self, before: float) -> int:
        done = await self.read(
            lambda connection: connection.execute("DELETE FROM players WHERE seen < $1", before)
        )
        return int(done.rpartition(" ")[2])

    async def sessions(self, after: str, limit: int) -> list[Session]:
        rows = await self.read(
            lambda connection: connection.fetch(
                "SELECT secret, created, seen, seal FROM players WHERE secret > $1 "
                "ORDER BY secret LIMIT $2",
                *(after, limit),
            )
        )
        return [(row[0], row[1], row[2], row[3]) for row in rows]

    async def names(self, after: str, limit: int) -> list[str]:
        statement = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2"
        return await self._names(statement, after, limit)

    async def whole(self, game: str) -> Whole | None:
        return await self.read(lambda connection: wholesale.whole(connection, game))

    async def adopt(self, tables: Sequence[Whole], sessions: Sequence[Session]) -> None:
        await self.read(lambda connection: wholesale.adopt(connection, tables, sessions))

    async def require_unused(self) -> None:
        if await self.registry.is_alive():
            raise StorageTrouble(
                IN_USE, f"Servers use {self.path}; stop all of them, and then try again."
            )

    async def mark(self, name: str, value: str | None) -> None:
        await self.read(lambda connection: wholesale.mark(connection, name, value))

    async def marked(self, name: str) -> str | None:
        statement = "SELECT value FROM meta WHERE name=$1"
        found = await self.read(lambda connection: connection.fetchval(statement, name))
        return None if found is None else str(found)


def _settle(jobs: Sequence[_Job], error: Refusal | None) -> None:
    for job in jobs:
        if job.future.done():
            continue  # Whoever waited was cancelled.
        if error is None:
            job.future.set_result(None)
        else:
            job.future.set_exception(error)


def _failures() -> tuple[type[Exception], ...]:
    """What is raised when the database, or the way to it, is not well."""
    import asyncpg

    driver = asyncpg.PostgresError, asyncpg.InterfaceError
    return (StorageTrouble, OSError, TimeoutError, *driver)


def _sealed(row: tuple[Any, ...]) -> bytes:
    *facts, seal = row
    if seal != table_seal(*facts):
        raise damage("This table is damaged on disk")
    document: bytes = facts[1]
    return document
