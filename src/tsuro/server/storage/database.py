"""The SQLite file: how it is opened, which format it has, and whether it is all there.

Every page carries a checksum of SQLite's own (`cksumvfs`), so that a flipped bit anywhere in the
file is an error when the page is read; the log beside it is watched over by `tally.py`, and every
row has a seal (`sealing.py`).
"""

from __future__ import annotations

import os
import secrets
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final

import apsw
import apsw.sqlite_extra

from tsuro.server.storage.tally import noted_commits
from tsuro.server.storage.trouble import (
    NEWER,
    UNUSABLE,
    StorageTrouble,
    damaged,
    of_database,
    of_system,
)

FORMAT: Final = 2
CHECKSUM_BYTES: Final = 8
"""At the end of every page."""
CHECKSUMS: Final = "cksmvfs"
SCHEMA: Final = """
CREATE TABLE meta(
    name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE players(
    secret TEXT PRIMARY KEY, created REAL NOT NULL, seen REAL NOT NULL,
    seal BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX players_by_seen ON players(seen);
CREATE TABLE tables(
    id TEXT PRIMARY KEY, document BLOB NOT NULL, status TEXT NOT NULL,
    public INTEGER NOT NULL, updated REAL NOT NULL, seal BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX tables_by_status ON tables(status, public, updated);
CREATE INDEX tables_by_time ON tables(updated);
CREATE TABLE log(
    game TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER,
    command TEXT, body TEXT NOT NULL, at REAL NOT NULL, seal BLOB NOT NULL,
    PRIMARY KEY(game, seq), UNIQUE(game, seat, command)) WITHOUT ROWID;
"""


@cache
def load_checksums() -> None:
    """Make SQLite's page checksums available in this process."""
    with closing(apsw.Connection(":memory:")) as connection:
        try:
            apsw.sqlite_extra.load(connection, "cksumvfs")
        except (apsw.sqlite_extra.NotAvailable, apsw.ExtensionLoadingError) as error:
            raise StorageTrouble(
                UNUSABLE,
                f"SQLite's page checksums are missing here ({error}); install apsw from a wheel: "
                "pip install --only-binary apsw --force-reinstall apsw",
            ) from None


def make_file(path: Path) -> None:
    """See to it that the file is there and only its owner can read it."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for each in (path, path.with_name(path.name + "-wal")):
            if each.exists():
                each.chmod(0o600)
    except OSError as error:
        raise of_system(path, error) from None


def connect(
    path: Path, *, patience: int, flags: int = apsw.SQLITE_OPEN_READWRITE
) -> apsw.Connection:
    """A connection to a file that exists; nothing is moved out of the log before it was checked."""
    load_checksums()
    connection = apsw.Connection(str(path), flags=flags, vfs=CHECKSUMS)
    connection.set_busy_timeout(patience)
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    return connection


def format_of(connection: apsw.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").get
    return version


def is_empty(connection: apsw.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema").get is None


def create_schema(connection: apsw.Connection, *, commits: int = 0) -> None:
    """A new database in an empty file, or in memory."""
    connection.reserve_bytes("main", CHECKSUM_BYTES)
    with connection:
        connection.execute(SCHEMA)
        connection.executemany(
            "INSERT INTO meta VALUES(?,?)",
            [("identity", secrets.token_hex(8)), ("commits", commits)],
        )
        connection.execute(f"PRAGMA user_version={FORMAT}")


def write_ahead(connection: apsw.Connection) -> None:
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


def meta(connection: apsw.Connection, name: str) -> Any:
    return connection.execute("SELECT value FROM meta WHERE name=?", (name,)).get


def require_known_format(path: Path, connection: apsw.Connection) -> None:
    found = format_of(connection)
    if not 0 < found <= FORMAT:
        raise StorageTrouble(
            NEWER,
            f"{path} has the unknown format {found}, and this version knows those up to {FORMAT}; "
            "start the version that wrote it.",
        )


def lost_commits(path: Path, connection: apsw.Connection) -> int:
    """How many commits were noted that the database does not have."""
    # The note first: a server that runs meanwhile only adds to the database.
    noted = noted_commits(path, meta(connection, "identity"))
    return max(0, (noted or 0) - int(meta(connection, "commits")))


def require_whole(path: Path, connection: apsw.Connection) -> None:
    """Refuse a database whose log was cut, or whose pages have lost their checksums."""
    if connection.reserve_bytes("main") != CHECKSUM_BYTES:
        raise damaged(path, "its pages have no checksums any more")
    if lost := lost_commits(path, connection):
        raise damaged(path, f"its log has lost {lost} of the commits that were made")


def open_to_read(path: Path, *, patience: int = 5_000) -> apsw.Connection:
    """A database as it is, whether a server runs or not; nothing is changed."""
    if not path.is_file():
        raise StorageTrouble(UNUSABLE, f"There is no database {path}.")
    try:
        connection = connect(path, patience=patience)
        connection.execute("PRAGMA query_only=1")
        require_known_format(path, connection)
    except apsw.Error as error:
        raise of_database(path, error) from None
    return connection
