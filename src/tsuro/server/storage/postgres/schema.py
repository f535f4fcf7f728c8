"""The tables in PostgreSQL, and what it says when they cannot be reached, in words."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from tsuro.server.storage.trouble import NEWER, UNFINISHED, UNUSABLE, StorageTrouble, unfinished

if TYPE_CHECKING:
    import asyncpg

FORMAT: Final = 1
SCHEMES: Final = ("postgresql", "postgres")
PATIENCE: Final = 5.0
"""Seconds in which PostgreSQL has to answer."""
SETTINGS: Final = {
    "search_path": "tsuro",
    # What is told must be on disk, whatever somebody chose for other databases.
    "synchronous_commit": "on",
}
SCHEMA: Final = """
CREATE SCHEMA IF NOT EXISTS tsuro;
CREATE TABLE IF NOT EXISTS meta(
    name text COLLATE "C" PRIMARY KEY, value text NOT NULL);
CREATE TABLE IF NOT EXISTS players(
    secret text COLLATE "C" PRIMARY KEY, created float8 NOT NULL, seen float8 NOT NULL,
    seal bytea NOT NULL);
CREATE INDEX IF NOT EXISTS players_by_seen ON players(seen);
CREATE TABLE IF NOT EXISTS tables(
    id text COLLATE "C" PRIMARY KEY, document bytea NOT NULL, status text NOT NULL,
    public boolean NOT NULL, updated float8 NOT NULL, seal bytea NOT NULL);
CREATE INDEX IF NOT EXISTS tables_by_status ON tables(status, public, updated);
CREATE INDEX IF NOT EXISTS tables_by_time ON tables(updated);
CREATE TABLE IF NOT EXISTS log(
    game text COLLATE "C" NOT NULL, seq integer NOT NULL, kind text NOT NULL, seat integer,
    command text, body text NOT NULL, at float8 NOT NULL, seal bytea NOT NULL,
    PRIMARY KEY(game, seq));
CREATE UNIQUE INDEX IF NOT EXISTS log_commands ON log(game, seat, command)
    WHERE command IS NOT NULL;
CREATE TABLE IF NOT EXISTS heads(
    game text COLLATE "C" PRIMARY KEY, seq integer NOT NULL, seal bytea NOT NULL);
CREATE TABLE IF NOT EXISTS processes(
    id text COLLATE "C" PRIMARY KEY, machine text NOT NULL, door text NOT NULL,
    relay text NOT NULL, beat bigint NOT NULL, leaving boolean NOT NULL,
    tables integer NOT NULL, news bytea NOT NULL);
CREATE TABLE IF NOT EXISTS leases(
    game text COLLATE "C" PRIMARY KEY, owner text COLLATE "C" NOT NULL, fence bigint NOT NULL);
CREATE INDEX IF NOT EXISTS leases_by_owner ON leases(owner);
CREATE TABLE IF NOT EXISTS questions(
    number bigserial PRIMARY KEY, id text NOT NULL UNIQUE, version text NOT NULL,
    hurried boolean NOT NULL, taken boolean NOT NULL DEFAULT false, body bytea NOT NULL,
    answer bytea);
CREATE INDEX IF NOT EXISTS questions_to_take ON questions(version, hurried, number)
    WHERE NOT taken;
"""
LOCK: Final = 7_480_551
"""Whoever makes the tables holds this advisory lock: several processes may start at once."""
MISSING: Final = (
    "Games in PostgreSQL need the extra `scale`: pip install 'tsuro[scale]', or leave --database "
    "out for SQLite."
)


def is_address(database: str) -> bool:
    """Whether games are to be kept in PostgreSQL."""
    return database.partition("://")[0] in SCHEMES


def without_password(address: str) -> str:
    """An address as it may be shown and logged."""
    parts = urlsplit(address)
    if parts.password is None:
        return address
    return address.replace(f":{parts.password}@", ":***@", 1)


def require_driver() -> None:
    if find_spec("asyncpg") is None:
        raise StorageTrouble(UNUSABLE, MISSING)


async def connect(address: str) -> asyncpg.Connection[Any]:
    require_driver()
    import asyncpg

    try:
        # Who looks at PostgreSQL's activity sees which process asks.
        settings = {**SETTINGS, "application_name": f"tsuro {os.getpid()}"}
        return await asyncpg.connect(address, timeout=PATIENCE, server_settings=settings)
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError) as error:
        raise unreachable(address, error) from None


def unreachable(address: str, error: Exception) -> StorageTrouble:
    said = str(error).strip().splitlines()
    reason = said[0].rstrip(".") if said else type(error).__name__
    return StorageTrouble(
        UNUSABLE, f"PostgreSQL at {without_password(address)} cannot be used: {reason}."
    )


async def make_ready(
    address: str, also: Callable[[asyncpg.Connection[Any]], Awaitable[None]] | None = None
) -> str:
    """See to it that the tables are there, and what else; returns the secret of the processes."""
    connection = await connect(address)
    try:
        # Making tables, even those that are there, locks them against whoever plays.
        if await connection.fetchval("SELECT to_regclass('tsuro.heads')") is None:
            await _make_tables(connection)
        if also is not None:
            await also(connection)
        facts = dict(await connection.fetch("SELECT name, value FROM meta"))
    finally:
        await connection.close()
    if int(facts["format"]) > FORMAT:
        raise StorageTrouble(
            NEWER,
            f"{without_password(address)} has the unknown format {facts['format']}, and this "
            f"version knows those up to {FORMAT}; start the version that wrote it.",
        )
    return str(facts["relay_secret"])


async def _make_tables(connection: asyncpg.Connection[Any]) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        await connection.execute(SCHEMA)
        await connection.executemany(
            "INSERT INTO meta(name, value) VALUES($1, $2) ON CONFLICT DO NOTHING",
            [("format", str(FORMAT)), ("relay_secret", secrets.token_urlsafe(32))],
        )


def prepare(address: str, *, sealed: bool = True) -> None:
    """For a server that has no event loop yet: one sentence if it cannot use the database.

    `sealed`: it reads games, for which the key is needed if there is one.
    """
    asyncio.run(_prepare(address, sealed=sealed))


async def _prepare(address: str, *, sealed: bool) -> None:
    from tsuro.server.storage.postgres.resealing import make_sealed

    seal = partial(make_sealed, without_password(address))
    await make_ready(address, seal if sealed else None)
    connection = await connect(address)
    try:
        if await connection.fetchval("SELECT 1 FROM meta WHERE name=$1", UNFINISHED):
            raise unfinished(without_password(address))
    finally:
        await connection.close()
