"""Processes and leases in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tsuro.server.storage.store import Lease, Process

if TYPE_CHECKING:
    import asyncpg

    from tsuro.server.storage.postgres.store import PostgresStore

ONE_BEAT: Final = 1.5
"""Seconds in which every server that lives has beaten."""
BEAT: Final = """
UPDATE processes SET machine=$2, door=$3, relay=$4, beat=$5, leaving=$6, tables=$7, news=$8
WHERE id=$1
"""
ACQUIRE: Final = """
INSERT INTO leases(game, owner, fence) SELECT $1, $2, 1 FROM tables WHERE id=$1
ON CONFLICT(game) DO UPDATE SET owner=excluded.owner, fence=leases.fence+1
WHERE leases.owner <> excluded.owner
AND NOT EXISTS (SELECT 1 FROM processes WHERE id=leases.owner)
"""
ORPHANS: Final = """
SELECT id FROM tables WHERE status='playing' AND NOT EXISTS (
    SELECT 1 FROM leases JOIN processes ON processes.id=leases.owner WHERE leases.game=tables.id)
ORDER BY updated DESC LIMIT $1
"""


class PostgresRegistry:
    def __init__(self, store: PostgresStore) -> None:
        self._store = store

    async def secret(self) -> str:
        return str(
            await self._store.read(
                lambda connection: connection.fetchval(
                    "SELECT value FROM meta WHERE name='relay_secret'"
                )
            )
        )

    async def enrol(self, process: Process) -> None:
        await self._store.read(
            lambda connection: connection.execute(
                "INSERT INTO processes(id, machine, door, relay, beat, leaving, tables, news) "
                "VALUES($1,$2,$3,$4,$5,$6,$7,$8)",
                *_row(process),
            )
        )

    async def beat(self, process: Process) -> list[Process] | None:
        async def work(connection: asyncpg.Connection[Any]) -> list[Process] | None:
            if await connection.execute(BEAT, *_row(process)) == "UPDATE 0":
                return None
            rows = await connection.fetch(
                "SELECT id, machine, door, relay, beat, leaving, tables, news FROM processes"
            )
            return [Process(**dict(row)) for row in rows]

        return await self._store.read(work)

    async def is_alive(self) -> bool:
        """Whether any server beats: it does so twice a second."""
        statement = "SELECT id, beat FROM processes ORDER BY id"
        first = await self._store.read(lambda connection: connection.fetch(statement))
        if not first:
            return False
        await asyncio.sleep(ONE_BEAT)
        return first != await self._store.read(lambda connection: connection.fetch(statement))

    async def strike(self, process: Process) -> bool:
        done = await self._store.read(
            lambda connection: connection.execute(
                "DELETE FROM processes WHERE id=$1 AND beat=$2", process.id, process.beat
            )
        )
        return done == "DELETE 1"

    async def acquire(self, game: str, owner: str) -> Lease | None:
        async def work(connection: asyncpg.Connection[Any]) -> Lease | None:
            await connection.execute(ACQUIRE, game, owner)
            found = await connection.fetchrow(
                "SELECT game, owner, fence FROM leases WHERE game=$1", game
            )
            return None if found is None else Lease(*tuple(found))

        return await self._store.read(work)

    async def release(self, owner: str, games: Sequence[str] | None = None) -> None:
        async def work(connection: asyncpg.Connection[Any]) -> None:
            if games is None:
                await connection.execute("UPDATE leases SET owner='' WHERE owner=$1", owner)
            else:
                await connection.execute(
                    "UPDATE leases SET owner='' WHERE owner=$1 AND game = ANY($2::text[])",
                    *(owner, list(games)),
                )

        await self._store.read(work)

    async def orphans(self, limit: int) -> list[str]:
        rows = await self._store.read(lambda connection: connection.fetch(ORPHANS, limit))
        return [row[0] for row in rows]


def _row(process: Process) -> tuple[Any, ...]:
    return (
        *(process.id, process.machine, process.door, process.relay),
        *(process.beat, process.leaving, process.tables, process.news),
    )
