"""What the SQLite store does, as pieces of work on its connection; several share a transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import apsw

from tsuro.server.storage.checking import chain_complaint
from tsuro.server.storage.leasing import HELD
from tsuro.server.storage.sealing import (
    Head,
    chained,
    first_seal,
    head_seal,
    player_seal,
    table_seal,
)
from tsuro.server.storage.store import (
    AT_ONCE,
    DAY,
    AddPlayer,
    Append,
    Change,
    Create,
    Lease,
    Save,
    Session,
    StoredTable,
    Whole,
    damage,
    lost_lease,
)
from tsuro.telling.match import Line

Work = Callable[[apsw.Connection], Any]


LOG_ROW: Final = "INSERT INTO log(game, seq, kind, seat, command, body, at, seal) "
HEAD: Final = "INSERT OR REPLACE INTO heads(game, seq, seal)"
TABLE_ROW: Final = "INSERT INTO tables(id, document, status, public, updated, seal) "


def written(
    changes: Sequence[Change], lease: Lease | None = None
) -> Callable[[apsw.Connection], None]:
    """Several changes that are made together or not at all."""

    def work(connection: apsw.Connection) -> None:
        for change in changes:
            match change:
                case Append(game, after, lines, at):
                    _append(connection, game, after, lines, at, lease)
                case Create(table, lines, at, owner):
                    _create(connection, table, lines, at, owner)
                case Save(table, at):
                    _save(connection, table, at, lease)
                case AddPlayer(secret, at):
                    _add_player(connection, secret, at)

    return work


def _held(lease: Lease | None) -> tuple[str, tuple[object, ...]]:
    """What a statement has to ask before it writes."""
    return ("1", ()) if lease is None else (HELD, (lease.game, lease.owner, lease.fence))


def _append(
    connection: apsw.Connection,
    game: str,
    after: int,
    lines: Sequence[Line],
    at: float,
    lease: Lease | None = None,
) -> None:
    """The primary key refuses a second row of the same number."""
    previous = first_seal(game) if after == 0 else _seal_of(connection, game, after)
    seals = chained(previous, game, after, lines, at)
    held, names = _held(lease)
    before = connection.total_changes()
    connection.executemany(
        f"{LOG_ROW} SELECT ?,?,?,?,?,?,?,? WHERE {held}",
        [
            (game, after + n, *line, at, seal, *names)
            for n, (line, seal) in enumerate(zip(lines, seals, strict=True), 1)
        ],
    )
    if connection.total_changes() - before != len(lines):
        raise lost_lease()
    _note_end(connection, game, after + len(lines), seals[-1] if seals else previous)


def _note_end(connection: apsw.Connection, game: str, rows: int, last: bytes) -> None:
    connection.execute(f"{HEAD} VALUES(?,?,?)", (game, rows, head_seal(game, rows, last)))


def _head_of(connection: apsw.Connection, game: str) -> Head | None:
    found = connection.execute("SELECT seq, seal FROM heads WHERE game=?", (game,)).fetchone()
    return None if found is None else (found[0], found[1])


def _seal_of(connection: apsw.Connection, game: str, seq: int) -> bytes:
    found = connection.execute("SELECT seal FROM log WHERE game=? AND seq=?", (game, seq)).get
    if not isinstance(found, bytes):
        raise damage(f"Row {seq} of this game has gone from the disk")
    return found


def _table_row(table: StoredTable, at: float) -> tuple[object, ...]:
    at = float(at)
    seal = table_seal(table.id, table.document, table.status, table.public, at)
    return table.id, table.document, table.status, table.public, at, seal


def _save(connection: apsw.Connection, table: StoredTable, at: float, lease: Lease | None) -> None:
    held, names = _held(lease)
    before = connection.total_changes()
    connection.execute(
        f"{TABLE_ROW} SELECT ?,?,?,?,?,? WHERE {held} "
        "ON CONFLICT(id) DO UPDATE SET document=excluded.document, status=excluded.status, "
        "public=excluded.public, updated=excluded.updated, seal=excluded.seal",
        (*_table_row(table, at), *names),
    )
    if connection.total_changes() == before:
        raise lost_lease()


def _create(
    connection: apsw.Connection,
    table: StoredTable,
    lines: Sequence[Line],
    at: float,
    owner: str | None,
) -> None:
    connection.execute(f"{TABLE_ROW} VALUES(?,?,?,?,?,?)", _table_row(table, at))
    _append(connection, table.id, 0, lines, at)
    if owner is not None:
        connection.execute(
            "INSERT INTO leases(game, owner, fence) VALUES(?,?,1)", (table.id, owner)
        )


def _add_player(connection: apsw.Connection, secret: str, at: float) -> None:
    connection.execute(
        "INSERT INTO players(secret, created, seen, seal) VALUES(?,?,?,?)",
        (secret, at, at, player_seal(secret, at)),
    )


def load(game: str) -> Callable[[apsw.Connection], tuple[bytes, list[Line]] | None]:
    """A table's document and log, as they were written; None if there is no such table."""

    def work(connection: apsw.Connection) -> tuple[bytes, list[Line]] | None:
        found = connection.execute(
            "SELECT id, document, status, public, updated, seal FROM tables WHERE id=?", (game,)
        ).fetchone()
        if found is None:
            return None
        *row, seal = found
        if seal != table_seal(*row):
            raise damage("This table is damaged on disk")
        rows: list[Any] = connection.execute(
            "SELECT game, seq, kind, seat, command, body, at, seal FROM log WHERE game=? "
            "ORDER BY seq",
            (game,),
        ).fetchall()
        if chain_complaint(game, rows, _head_of(connection, game)) is not None:
            raise damage("The moves of this table are damaged on disk")
        return row[1], [Line(*row[2:6]) for row in rows]

    return work


def list_ids(
    *, status: Sequence[str], public_only: bool, limit: int
) -> Callable[[apsw.Connection], list[str]]:
    """Ids, latest first, from the index alone: a table that cannot be read is among them."""
    marks = ",".join("?" * len(status))
    also = " AND public=1" if public_only else ""

    def work(connection: apsw.Connection) -> list[str]:
        return [
            name
            for (name,) in connection.execute(
                "SELECT id FROM tables INDEXED BY tables_by_status "
                f"WHERE status IN ({marks}){also} ORDER BY updated DESC LIMIT ?",
                (*status, limit),
            )
        ]

    return work


def list_ids_of(player: str, limit: int) -> Callable[[apsw.Connection], list[str]]:
    """Tables whose document names a player, latest first; no steps of a tutorial.

    A look through all documents, which SQLite does faster than an index could be kept: people
    look at their games far more seldom than games change.
    """

    def work(connection: apsw.Connection) -> list[str]:
        return [
            name
            for (name,) in connection.execute(
                "SELECT id FROM tables WHERE status != 'lesson' "
                "AND instr(document, CAST(? AS BLOB)) ORDER BY updated DESC LIMIT ?",
                (player, limit),
            )
        ]

    return work


def document_of(name: str) -> Callable[[apsw.Connection], bytes | None]:
    """A table's document alone; None if there is no such table."""

    def work(connection: apsw.Connection) -> bytes | None:
        found = connection.execute(
            "SELECT id, document, status, public, updated, seal FROM tables WHERE id=?", (name,)
        ).fetchone()
        if found is None:
            return None
        *row, seal = found
        if seal != table_seal(*row):
            raise damage("This table is damaged on disk")
        document: bytes = row[1]
        return document

    return work


def knows_player(secret: str, *, at: float) -> Callable[[apsw.Connection], bool]:
    """Whether there is such a player; that they were here is noted once a day."""

    def work(connection: apsw.Connection) -> bool:
        seen = connection.execute("SELECT seen FROM players WHERE secret=?", (secret,)).get
        if seen is not None and at - seen > DAY:
            connection.execute("UPDATE players SET seen=? WHERE secret=?", (at, secret))
        return seen is not None

    return work


def old_tables(before: float, after: str) -> Callable[[apsw.Connection], list[str]]:
    """Ids behind `after` of tables whose seats and whose log nobody has changed since."""

    def work(connection: apsw.Connection) -> list[str]:
        rows = connection.execute(
            "SELECT id FROM tables WHERE updated < ? AND id > ? AND "
            "coalesce((SELECT at FROM log WHERE game=id ORDER BY seq DESC LIMIT 1), 0) < ? "
            "ORDER BY id LIMIT ?",
            (before, after, before, AT_ONCE),
        )
        return [name for (name,) in rows]

    return work


def delete_tables(names: Sequence[str], *, leased: bool) -> Callable[[apsw.Connection], None]:
    def work(connection: apsw.Connection) -> None:
        for name in names:
            if leased:
                connection.execute("DELETE FROM leases WHERE game=?", (name,))
            connection.execute("DELETE FROM log WHERE game=?", (name,))
            connection.execute("DELETE FROM heads WHERE game=?", (name,))
            connection.execute("DELETE FROM tables WHERE id=?", (name,))

    return work


def delete_players(before: float) -> Callable[[apsw.Connection], int]:
    def work(connection: apsw.Connection) -> int:
        connection.execute("DELETE FROM players WHERE seen < ?", (before,))
        return connection.changes()

    return work


def sessions(after: str, limit: int) -> Callable[[apsw.Connection], list[Session]]:
    def work(connection: apsw.Connection) -> list[Session]:
        rows = connection.execute(
            "SELECT secret, created, seen, seal FROM players WHERE secret > ? ORDER BY 1 LIMIT ?",
            (after, limit),
        )
        return [(secret, created, seen, seal) for secret, created, seen, seal in rows]

    return work


def names(after: str, limit: int) -> Callable[[apsw.Connection], list[str]]:
    def work(connection: apsw.Connection) -> list[str]:
        rows = connection.execute(
            "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?", (after, limit)
        )
        return [name for (name,) in rows]

    return work


def whole(game: str) -> Callable[[apsw.Connection], Whole | None]:
    def work(connection: apsw.Connection) -> Whole | None:
        found = connection.execute(
            "SELECT id, document, status, public, updated, seal FROM tables WHERE id=?", (game,)
        ).fetchone()
        if found is None:
            return None
        name, document, status, public, updated, seal = found
        rows = connection.execute(
            "SELECT seq, kind, seat, command, body, at, seal FROM log WHERE game=? ORDER BY seq",
            (game,),
        ).fetchall()
        table = StoredTable(name, document, status, bool(public))
        return Whole(table, updated, seal, rows, _head_of(connection, game))

    return work


def adopt(tables: Sequence[Whole], players: Sequence[Session]) -> Callable[[apsw.Connection], None]:
    def work(connection: apsw.Connection) -> None:
        connection.executemany("INSERT INTO players VALUES(?,?,?,?)", players)
        for each in tables:
            table = each.table
            facts = table.id, table.document, table.status, table.public
            connection.execute(
                f"{TABLE_ROW} VALUES(?,?,?,?,?,?)", (*facts, each.updated, each.seal)
            )
            rows = [(table.id, *row) for row in each.rows]
            connection.executemany(f"{LOG_ROW} VALUES(?,?,?,?,?,?,?,?)", rows)
            if each.head is not None:
                connection.execute(f"{HEAD} VALUES(?,?,?)", (table.id, *each.head))

    return work


def mark(name: str, value: str | None) -> Callable[[apsw.Connection], None]:
    def work(connection: apsw.Connection) -> None:
        connection.execute("DELETE FROM meta WHERE name=?", (name,))
        if value is not None:
            connection.execute("INSERT INTO meta VALUES(?,?)", (name, value))

    return work
