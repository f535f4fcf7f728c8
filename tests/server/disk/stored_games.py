"""Databases as a server leaves them, for tests that damage, copy or migrate them."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import apsw

from tsuro.server.storage.database import open_to_read
from tsuro.server.storage.sqlite import SqliteStore
from tsuro.server.storage.store import AddPlayer, Append, Create, Store, StoredTable
from tsuro.telling.match import Line

NAME = "tsuro.db"
GAMES, MOVES = 12, 9


def lines(game: int, start: int, count: int) -> list[Line]:
    return [
        Line("seat", n % 3, f"id-{game}-{n}", f"T{n:02}/{game % 4}")
        for n in range(start, start + count)
    ]


async def fill(store: Store, games: int) -> None:
    for game in range(games):
        name = f"game{game}"
        await store.write(AddPlayer(f"{game:040x}", at=5.5 + game))
        table = StoredTable(name, b"document" * 20, "playing", game % 2 == 0)
        await store.write(Create(table, lines(game, 0, 4), at=10.25 + game))
    for game in range(games):
        await store.write(Append(f"game{game}", 4, lines(game, 4, MOVES - 4), at=50.0))


def stopped(folder: Path, *, games: int = GAMES) -> Path:
    """A database whose server was stopped properly: everything is in one file."""
    path = folder / NAME
    store = SqliteStore(str(path))
    asyncio.run(fill(store, games))
    store.close()
    return path


def killed(folder: Path, *, games: int = GAMES) -> Path:
    """A database whose server was killed: the last moves are in the log beside it."""
    running = folder / "running"
    running.mkdir()
    store = SqliteStore(str(running / NAME))
    asyncio.run(fill(store, games))
    for suffix in ("", "-wal", "-tally"):
        shutil.copy(running / (NAME + suffix), folder / (NAME + suffix))
    store.close()
    shutil.rmtree(running)
    return folder / NAME


def rows(path: Path) -> list[object]:
    """Everything that players and tables have."""
    connection = open_to_read(path)
    try:
        return [
            row
            for table in ("players", "tables", "log")
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
        ]
    finally:
        connection.close()


OLD_SCHEMA = """
CREATE TABLE players(
    secret TEXT PRIMARY KEY, created REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE tables(
    id TEXT PRIMARY KEY, document BLOB NOT NULL, status TEXT NOT NULL,
    public INTEGER NOT NULL, updated REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX tables_by_status ON tables(status, public, updated);
CREATE TABLE log(
    game TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER,
    command TEXT, body TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY(game, seq), UNIQUE(game, seat, command)) WITHOUT ROWID;
PRAGMA user_version=1;
"""


def of_format_1(folder: Path) -> Path:
    """A database from before rows had seals."""
    path = folder / NAME
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(OLD_SCHEMA)
    connection.execute("INSERT INTO players VALUES('somebody', 1)")
    connection.execute("INSERT INTO tables VALUES('old', x'80', 'playing', 1, 2)")
    for seq, line in enumerate(lines(0, 0, 5), 1):
        connection.execute("INSERT INTO log VALUES('old',?,?,?,?,?,3)", (seq, *line))
    connection.close()
    return path
