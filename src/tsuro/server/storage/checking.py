"""Is everything there, as it was written? Pages, indexes, the log, and the seal of every row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import apsw

from tsuro.server.storage import database
from tsuro.server.storage.sealing import (
    SEALED,
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
from tsuro.server.storage.trouble import of_database

NOT_SEALED: Final = (
    "The games are not sealed with this key yet; `tsuro serve --seal-key` does that."
)
MOST: Final = 20
"""Complaints of one kind that are listed."""


@dataclass(slots=True)
class Findings:
    tables: int = 0
    rows: int = 0
    players: int = 0
    pages: int = 0
    complaints: list[str] = field(default_factory=list)
    """One sentence each; none if all is well."""


def check(path: Path) -> Findings:
    """Look through a database, whether a server runs or not; nothing is changed."""
    with closing(database.open_to_read(path)) as connection:
        return check_connection(path, connection)


def check_connection(path: Path, connection: apsw.Connection) -> Findings:
    """Everything of one moment, in one look."""
    findings = Findings()
    try:
        connection.execute("BEGIN")
        _check_pages(connection, findings)
        if database.format_of(connection) != database.FORMAT:
            findings.complaints.append(
                "The database is of an earlier format, without checksums; "
                "`tsuro serve` brings it up to date."
            )
        elif connection.reserve_bytes("main") != database.CHECKSUM_BYTES:
            findings.complaints.append("The pages have no checksums.")
        elif not findings.complaints:
            _check_contents(path, connection, findings)
        connection.execute("ROLLBACK")
    except apsw.Error as error:
        findings.complaints.append(of_database(path, error).message)
    return findings


def _check_pages(connection: apsw.Connection, findings: Findings) -> None:
    """Every page is read, those that are free as well: each has a checksum."""
    with closing(apsw.Connection(":memory:")) as scrap:
        scrap.execute("ATTACH '' AS scrap")  # A file without a name, gone when it is closed.
        scrap.reserve_bytes("scrap", database.CHECKSUM_BYTES)
        with scrap.backup("scrap", connection, "main") as pages:
            pages.step()
            findings.pages = pages.page_count
    for (complaint,) in connection.execute(f"PRAGMA integrity_check({MOST})"):
        if complaint != "ok":
            findings.complaints.append(f"SQLite says: {complaint}.")


def _check_contents(path: Path, connection: apsw.Connection, findings: Findings) -> None:
    marker = database.meta(connection, SEALED)
    if marker != fingerprint() and (marker is not None or is_keyed()):
        complaint = wrong_key(path).message if marker is not None else NOT_SEALED
        findings.complaints.append(complaint)
        return
    if lost := database.lost_commits(path, connection):
        findings.complaints.append(f"The log has lost {lost} of the commits that were made.")
    for kind, complaints in (
        ("players", _players(connection, findings)),
        ("tables", _tables(connection, findings)),
        ("log", _log(connection, findings, headed=marker is not None)),
    ):
        listed = list(complaints)
        findings.complaints += listed[:MOST]
        if len(listed) > MOST:
            findings.complaints.append(f"There are {len(listed) - MOST} more like that in {kind}.")


def _players(connection: apsw.Connection, findings: Findings) -> Iterator[str]:
    for secret, created, seal in connection.execute("SELECT secret, created, seal FROM players"):
        findings.players += 1
        if seal != player_seal(secret, created):
            yield "A session is not as it was written."


def _tables(connection: apsw.Connection, findings: Findings) -> Iterator[str]:
    rows = connection.execute("SELECT id, document, status, public, updated, seal FROM tables")
    for *row, seal in rows:
        findings.tables += 1
        if seal != table_seal(*row):
            yield f"The table {row[0]} is not as it was written."


def _log(connection: apsw.Connection, findings: Findings, *, headed: bool) -> Iterator[str]:
    heads = _heads(connection) if headed else {}
    empty = {name for (name,) in connection.execute("SELECT id FROM tables")}
    rows = connection.execute(
        "SELECT game, seq, kind, seat, command, body, at, seal FROM log ORDER BY game, seq"
    )
    for game, own in groupby(rows, key=lambda row: row[0]):
        empty.discard(game)
        complaint = chain_complaint(game, _counted(own, findings), heads.get(game), headed=headed)
        if complaint is not None:
            yield complaint
    for game in sorted(empty):
        complaint = chain_complaint(game, (), heads.get(game), headed=headed)
        if complaint is not None:
            yield complaint
    orphans = "SELECT DISTINCT game FROM log WHERE game NOT IN (SELECT id FROM tables)"
    for (game,) in connection.execute(orphans):
        yield f"There are moves of {game}, but no such table."


def _heads(connection: apsw.Connection) -> dict[str, Head]:
    rows = connection.execute("SELECT game, seq, seal FROM heads")
    return {game: (seq, seal) for game, seq, seal in rows}


def _counted(rows: Iterator[Any], findings: Findings) -> Iterator[Any]:
    for row in rows:
        findings.rows += 1
        yield row


def chain_complaint(
    game: str,
    rows: Iterable[Any],
    head: Head | None,
    *,
    headed: bool = True,
    key: bytes | None = None,
) -> str | None:
    """What is wrong with the rows of a game, which begin with `game, seq` and end with the seal.

    `headed`: whether its end is sealed as well, as it is in all databases but old ones.
    """
    previous, expected = first_seal(game, key=key), 1
    complaint = None
    for _, seq, *line, at, seal in rows:
        if complaint is None and seq != expected:
            complaint = f"The log of {game} has row {seq} where row {expected} should be."
        previous = row_seal(previous, game, seq, line, at, key=key)
        if complaint is None and seal != previous:
            complaint = f"Row {seq} of the log of {game} is not as it was written."
        expected += 1
    if complaint is None and headed:
        count = expected - 1
        if head is None or head[0] != count:
            wanted = "an unknown number of" if head is None else head[0]
            complaint = f"The log of {game} has {count} rows where {wanted} rows should be."
        elif head[1] != head_seal(game, count, previous, key=key):
            complaint = f"The end of the log of {game} is not as it was written."
    return complaint
