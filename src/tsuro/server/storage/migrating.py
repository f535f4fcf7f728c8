"""From older formats of the database to the present one, with a copy of the old one first.

The present database is written anew beside the old one and takes its place in one step, so that a
migration that is interrupted has done nothing.
"""

from __future__ import annotations

import logging
import os
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Final

import apsw

from tsuro.server.storage import database
from tsuro.server.storage.copying import copy_pages, sync_folder
from tsuro.server.storage.sealing import UNKEYED, chained, first_seal, player_seal, table_seal
from tsuro.server.storage.trouble import damaged
from tsuro.telling.match import Line

log = logging.getLogger("tsuro.server")
COPIED: Final = ("players", "tables", "log")


def migrate(path: Path, old: apsw.Connection) -> Path:
    """Bring a database of an older format up to date; closes `old`, returns the copy of it."""
    found = database.format_of(old)
    if (state := old.execute("PRAGMA integrity_check").get) != "ok":
        raise damaged(path, str(state).splitlines()[0])
    copy = _free_name(path.with_name(f"{path.stem}-format{found}{path.suffix}"))
    copy_pages(old, copy)
    new_path = path.with_name(path.name + ".new")
    new_path.unlink(missing_ok=True)
    database.make_file(new_path)
    with closing(database.connect(new_path, patience=0)) as new:
        database.create_schema(new)
        with new:
            STEPS[found](old, new)
        _compare(path, old, new)
    old.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
    old.close()
    for suffix in ("-wal", "-shm"):
        # Empty since it was closed; a log of the old database must not meet the new one.
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    os.replace(new_path, path)
    sync_folder(path.parent)
    log.warning(
        "the database was brought from format %d to %d; the old one is kept as %s",
        found, database.FORMAT, copy.name,
    )  # fmt: skip
    return copy


def _free_name(wanted: Path) -> Path:
    number, path = 1, wanted
    while path.exists():
        number += 1
        path = wanted.with_stem(f"{wanted.stem}-{number}")
    return path


def _compare(path: Path, old: apsw.Connection, new: apsw.Connection) -> None:
    for name in COPIED:
        counted = [each.execute(f"SELECT count(*) FROM {name}").get for each in (old, new)]
        if counted[0] != counted[1]:
            raise damaged(path, f"{counted[0] - counted[1]} rows of {name} cannot be read")


def _from_1(old: apsw.Connection, new: apsw.Connection) -> None:
    """Before rows had seals, and before it was noted when somebody was last seen."""
    new.executemany(
        "INSERT INTO players(secret, created, seen, seal) VALUES(?,?,?,?)",
        (
            (secret, created, created, player_seal(secret, created, key=UNKEYED))
            for secret, created in old.execute("SELECT secret, created FROM players")
        ),
    )
    new.executemany(
        "INSERT INTO tables(id, document, status, public, updated, seal) VALUES(?,?,?,?,?,?)",
        (
            (*row, table_seal(*row, key=UNKEYED))
            for row in old.execute("SELECT id, document, status, public, updated FROM tables")
        ),
    )
    rows = old.execute(
        "SELECT game, seq, kind, seat, command, body, at FROM log ORDER BY game, seq"
    )
    for game, own in groupby(rows, key=lambda row: row[0]):
        previous = first_seal(game, key=UNKEYED)
        for _, seq, *line, at in own:
            [previous] = chained(previous, game, seq - 1, [Line(*line)], at, key=UNKEYED)
            new.execute(
                "INSERT INTO log(game, seq, kind, seat, command, body, at, seal) "
                "VALUES(?,?,?,?,?,?,?,?)",
                (game, seq, *line, at, previous),
            )


STEPS: Final = {1: _from_1}
"""By the format they begin with; each leads to the present one."""
