"""Games from before ends of logs were sealed, or before there was a key, are sealed anew, once.

With a key nothing is sealed that had no good seal before; without one rows keep what they have, so
that what is wrong with them stays in sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import apsw

from tsuro.server.storage import database
from tsuro.server.storage.checking import chain_complaint
from tsuro.server.storage.sealing import (
    SEALED,
    UNKEYED,
    Head,
    fingerprint,
    first_seal,
    head_seal,
    is_keyed,
    player_seal,
    row_seal,
    table_seal,
    wrong_key,
)
from tsuro.server.storage.trouble import damaged

HEADS: Final = """
CREATE TABLE IF NOT EXISTS heads(
    game TEXT PRIMARY KEY, seq INTEGER NOT NULL, seal BLOB NOT NULL) WITHOUT ROWID;
"""


def new_seals(
    place: Path | str, game: str, rows: Sequence[Sequence[Any]]
) -> tuple[list[bytes], Head]:
    """For a game's rows (number, kind, seat, command, body, time, seal), and for its end."""
    old = ((game, *row) for row in rows)
    if is_keyed() and (complaint := chain_complaint(game, old, None, headed=False, key=UNKEYED)):
        raise damaged(place, complaint.rstrip("."))
    seals, previous = [], first_seal(game)
    for seq, *line, at, seal in rows:
        previous = row_seal(previous, game, seq, line, at) if is_keyed() else seal
        seals.append(previous)
    return seals, (len(rows), head_seal(game, len(rows), previous))


def new_table_seal(place: Path | str, row: Sequence[Any]) -> bytes:
    """For a table as it lies there: its facts, and the seal it has."""
    *facts, seal = row
    if is_keyed():
        if seal != table_seal(*facts, key=UNKEYED):
            raise damaged(place, f"the table {facts[0]} is not as it was written")
        return table_seal(*facts)
    return bytes(seal)


def new_player_seal(place: Path | str, secret: str, created: float, seal: bytes) -> bytes:
    if is_keyed():
        if seal != player_seal(secret, created, key=UNKEYED):
            raise damaged(place, "a session is not as it was written")
        return player_seal(secret, created)
    return seal


def make_sealed(place: Path | str, connection: apsw.Connection) -> None:
    """See to it that all of a database is sealed with the key of this process."""
    with connection:
        connection.execute(HEADS)
        marker = database.meta(connection, SEALED)
        if marker == fingerprint():
            return
        if marker is not None:
            raise wrong_key(place)
        _seal_anew(place, connection)
        connection.execute("INSERT INTO meta VALUES(?,?)", (SEALED, fingerprint()))


def _seal_anew(place: Path | str, connection: apsw.Connection) -> None:
    for secret, created, seal in _all(connection, "SELECT secret, created, seal FROM players"):
        new = new_player_seal(place, secret, created, seal)
        connection.execute("UPDATE players SET seal=? WHERE secret=?", (new, secret))
    for (game,) in _all(connection, "SELECT id FROM tables"):
        [row] = connection.execute(
            "SELECT id, document, status, public, updated, seal FROM tables WHERE id=?", (game,)
        ).fetchall()
        new = new_table_seal(place, row)
        connection.execute("UPDATE tables SET seal=? WHERE id=?", (new, game))
        rows: list[Any] = connection.execute(
            "SELECT seq, kind, seat, command, body, at, seal FROM log WHERE game=? ORDER BY seq",
            (game,),
        ).fetchall()
        seals, head = new_seals(place, game, rows)
        connection.executemany(
            "UPDATE log SET seal=? WHERE game=? AND seq=?",
            [(seal, game, row[0]) for seal, row in zip(seals, rows, strict=True)],
        )
        connection.execute("INSERT OR REPLACE INTO heads VALUES(?,?,?)", (game, *head))


def _all(connection: apsw.Connection, statement: str) -> list[Any]:
    return connection.execute(statement).fetchall()
