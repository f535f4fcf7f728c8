"""As `storage.resealing`, in PostgreSQL: whoever comes first seals what is there, others wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tsuro.server.storage.postgres.schema import LOCK
from tsuro.server.storage.resealing import new_player_seal, new_seals, new_table_seal
from tsuro.server.storage.sealing import SEALED, fingerprint, wrong_key

if TYPE_CHECKING:
    import asyncpg


async def make_sealed(place: str, connection: asyncpg.Connection[Any]) -> None:
    """See to it that all of a database is sealed with the key of this process."""
    async with connection.transaction():
        marker = await _marker(connection)
        if marker is None:
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            marker = await _marker(connection)
        if marker is None:
            await _seal_anew(place, connection)
            await connection.execute(
                "INSERT INTO meta(name, value) VALUES($1, $2)", SEALED, fingerprint()
            )
        elif marker != fingerprint():
            raise wrong_key(place)


async def _marker(connection: asyncpg.Connection[Any]) -> str | None:
    found = await connection.fetchval("SELECT value FROM meta WHERE name=$1", SEALED)
    return None if found is None else str(found)


async def _seal_anew(place: str, connection: asyncpg.Connection[Any]) -> None:
    for secret, created, seal in await connection.fetch(
        "SELECT secret, created, seal FROM players"
    ):
        new = new_player_seal(place, secret, created, seal)
        await connection.execute("UPDATE players SET seal=$1 WHERE secret=$2", new, secret)
    for (game,) in await connection.fetch("SELECT id FROM tables"):
        row = await connection.fetchrow(
            "SELECT id, document, status, public, updated, seal FROM tables WHERE id=$1", game
        )
        new = new_table_seal(place, tuple(row or ()))
        await connection.execute("UPDATE tables SET seal=$1 WHERE id=$2", new, game)
        rows = await connection.fetch(
            "SELECT seq, kind, seat, command, body, at, seal FROM log WHERE game=$1 ORDER BY seq",
            game,
        )
        seals, head = new_seals(place, game, [tuple(each) for each in rows])
        await connection.executemany(
            "UPDATE log SET seal=$1 WHERE game=$2 AND seq=$3",
            [(seal, game, each[0]) for seal, each in zip(seals, rows, strict=True)],
        )
        await connection.execute("INSERT INTO heads VALUES($1,$2,$3)", game, *head)
