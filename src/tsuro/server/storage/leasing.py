"""Processes and leases in SQLite, for the workers of one machine.

The tables are made when several processes share the file for the first time; a file of one process
does without.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import apsw

from tsuro.server.storage.store import Lease, Process

if TYPE_CHECKING:
    from tsuro.server.storage.sqlite import SqliteStore

SECRET: Final = "relay_secret"
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS processes(
    id TEXT PRIMARY KEY, machine TEXT NOT NULL, door TEXT NOT NULL, relay TEXT NOT NULL,
    beat INTEGER NOT NULL, leaving INTEGER NOT NULL, tables INTEGER NOT NULL,
    news BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS leases(
    game TEXT PRIMARY KEY, owner TEXT NOT NULL, fence INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS leases_by_owner ON leases(owner);
CREATE TABLE IF NOT EXISTS questions(
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, version TEXT NOT NULL,
    hurried INTEGER NOT NULL, taken INTEGER NOT NULL DEFAULT 0, body BLOB NOT NULL, answer BLOB);
"""
ACQUIRE: Final = """
INSERT INTO leases(game, owner, fence) SELECT ?1, ?2, 1 FROM tables WHERE id=?1
ON CONFLICT(game) DO UPDATE SET owner=excluded.owner, fence=leases.fence+1
WHERE leases.owner != excluded.owner
AND NOT EXISTS (SELECT 1 FROM processes WHERE id=leases.owner)
"""
ORPHANS: Final = """
SELECT id FROM tables INDEXED BY tables_by_status WHERE status='playing' AND NOT EXISTS (
    SELECT 1 FROM leases JOIN processes ON processes.id=leases.owner WHERE leases.game=tables.id)
ORDER BY updated DESC LIMIT ?
"""
HELD: Final = "EXISTS (SELECT 1 FROM leases WHERE game=? AND owner=? AND fence=?)"


def create_schema(connection: apsw.Connection) -> None:
    connection.execute(SCHEMA)
    connection.execute(
        "INSERT OR IGNORE INTO meta VALUES(?,?)", (SECRET, secrets.token_urlsafe(32))
    )


class SqliteRegistry:
    def __init__(self, store: SqliteStore) -> None:
        self._do = store.do

    async def secret(self) -> str:
        def work(connection: apsw.Connection) -> str:
            found = connection.execute("SELECT value FROM meta WHERE name=?", (SECRET,)).get
            return str(found)

        return await self._do(work)

    async def enrol(self, process: Process) -> None:
        row = (*_facts(process), process.id)
        await self._do(
            lambda connection: connection.execute(
                "INSERT INTO processes(machine, door, relay, beat, leaving, tables, news, id) "
                "VALUES(?,?,?,?,?,?,?,?)",
                row,
            ).fetchall()
        )

    async def beat(self, process: Process) -> list[Process] | None:
        return await self._do(_beat(process))

    async def strike(self, process: Process) -> bool:
        def work(connection: apsw.Connection) -> bool:
            connection.execute(
                "DELETE FROM processes WHERE id=? AND beat=?", (process.id, process.beat)
            )
            return connection.changes() == 1

        return await self._do(work)

    async def acquire(self, game: str, owner: str) -> Lease | None:
        def work(connection: apsw.Connection) -> Lease | None:
            connection.execute(ACQUIRE, (game, owner))
            found = connection.execute(
                "SELECT game, owner, fence FROM leases WHERE game=?", (game,)
            ).fetchone()
            return None if found is None else Lease(*found)

        return await self._do(work)

    async def release(self, owner: str, games: Sequence[str] | None = None) -> None:
        def work(connection: apsw.Connection) -> None:
            if games is None:
                connection.execute("UPDATE leases SET owner='' WHERE owner=?", (owner,))
                return
            for game in games:
                connection.execute(
                    "UPDATE leases SET owner='' WHERE game=? AND owner=?", (game, owner)
                )

        await self._do(work)

    async def orphans(self, limit: int) -> list[str]:
        return await self._do(
            lambda connection: [name for (name,) in connection.execute(ORPHANS, (limit,))]
        )


def _facts(process: Process) -> tuple[object, ...]:
    return (
        *(process.machine, process.door, process.relay, process.beat),
        *(process.leaving, process.tables, process.news),
    )


def _beat(process: Process) -> Callable[[apsw.Connection], list[Process] | None]:
    def work(connection: apsw.Connection) -> list[Process] | None:
        connection.execute(
            "UPDATE processes SET machine=?, door=?, relay=?, beat=?, leaving=?, tables=?, news=? "
            "WHERE id=?",
            (*_facts(process), process.id),
        )
        if connection.changes() == 0:
            return None
        rows = connection.execute(
            "SELECT id, machine, door, relay, beat, leaving, tables, news FROM processes"
        )
        return [
            Process(name, machine, door, relay, count, bool(leaving), tables, news)
            for name, machine, door, relay, count, leaving, tables, news in rows
        ]

    return work
