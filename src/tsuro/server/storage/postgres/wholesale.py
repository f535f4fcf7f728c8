"""Everything PostgreSQL holds, a portion at a time, on its way from or to another store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tsuro.server.storage.store import Session, StoredTable, Whole

if TYPE_CHECKING:
    import asyncpg

ROWS: Final = ("game", "seq", "kind", "seat", "command", "body", "at", "seal")
TABLES: Final = ("id", "document", "status", "public", "updated", "seal")
HEADS: Final = ("game", "seq", "seal")
PLAYERS: Final = ("secret", "created", "seen", "seal")


async def whole(connection: asyncpg.Connection[Any], game: str) -> Whole | None:
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        found = await connection.fetchrow(
            "SELECT id, document, status, public, updated, seal FROM tables WHERE id=$1", game
        )
        rows = await connection.fetch(
            "SELECT seq, kind, seat, command, body, at, seal FROM log WHERE game=$1 ORDER BY seq",
            game,
        )
        head = await head_of(connection, game)
    if found is None:
        return None
    name, document, status, public, updated, seal = tuple(found)
    table = StoredTable(name, document, status, public)
    return Whole(table, updated, seal, [tuple(row) for row in rows], head)


async def head_of(connection: asyncpg.Connection[Any], game: str) -> tuple[int, bytes] | None:
    found = await connection.fetchrow("SELECT seq, seal FROM heads WHERE game=$1", game)
    return None if found is None else (found[0], found[1])


async def adopt(
    connection: asyncpg.Connection[Any], tables: Sequence[Whole], sessions: Sequence[Session]
) -> None:
    facts = [
        (t.table.id, t.table.document, t.table.status, t.table.public, t.updated, t.seal)
        for t in tables
    ]
    heads = [(each.table.id, *each.head) for each in tables if each.head is not None]
    rows = [(each.table.id, *row) for each in tables for row in each.rows]
    async with connection.transaction():
        for name, columns, records in (
            ("players", PLAYERS, sessions),
            ("tables", TABLES, facts),
            ("log", ROWS, rows),
            ("heads", HEADS, heads),
        ):
            await connection.copy_records_to_table(
                name, records=records, columns=columns, schema_name="tsuro"
            )


async def mark(connection: asyncpg.Connection[Any], name: str, value: str | None) -> None:
    async with connection.transaction():
        await connection.execute("DELETE FROM meta WHERE name=$1", name)
        if value is not None:
            await connection.execute("INSERT INTO meta VALUES($1, $2)", name, value)
