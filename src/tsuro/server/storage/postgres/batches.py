"""Many changes as few statements: arrays of rows, each with the lease it is written under."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tsuro.server.storage.sealing import chained, first_seal, head_seal, player_seal, table_seal
from tsuro.server.storage.store import (
    AddPlayer,
    Append,
    Change,
    Create,
    Lease,
    Save,
    StoredTable,
    damage,
    lost_lease,
)

if TYPE_CHECKING:
    import asyncpg

Seals = dict[str, tuple[int, bytes]]
"""The last row of a game's log: its number and its seal."""

HELD: Final = """
WITH held AS (
    SELECT l.game FROM leases l
    JOIN unnest({games}::text[], {owners}::text[], {fences}::bigint[]) AS w(game, owner, fence)
    ON l.game=w.game AND l.owner=w.owner AND l.fence=w.fence FOR SHARE OF l)
"""
"""The leases that are held, and stay so until this is committed: who takes over has to wait."""
LOG: Final = (
    HELD.format(games="$9", owners="$10", fences="$11")
    + """
INSERT INTO log(game, seq, kind, seat, command, body, at, seal)
SELECT game, seq, kind, seat, command, body, at, seal
FROM unnest($1::text[], $2::integer[], $3::text[], $4::integer[], $5::text[], $6::text[],
    $7::float8[], $8::bytea[], $12::boolean[])
    AS r(game, seq, kind, seat, command, body, at, seal, leased)
WHERE NOT r.leased OR r.game IN (SELECT game FROM held)
"""
)
TABLES: Final = (
    HELD.format(games="$7", owners="$8", fences="$9")
    + """
INSERT INTO tables(id, document, status, public, updated, seal)
SELECT id, document, status, public, updated, seal
FROM unnest($1::text[], $2::bytea[], $3::text[], $4::boolean[], $5::float8[], $6::bytea[],
    $10::boolean[]) AS r(id, document, status, public, updated, seal, leased)
WHERE NOT r.leased OR r.id IN (SELECT game FROM held)
"""
)
REPLACE: Final = """
ON CONFLICT(id) DO UPDATE SET document=excluded.document, status=excluded.status,
    public=excluded.public, updated=excluded.updated, seal=excluded.seal
"""
PLAYERS: Final = """
INSERT INTO players(secret, created, seen, seal)
SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[], $4::bytea[])
"""
LEASES: Final = """
INSERT INTO leases(game, owner, fence)
SELECT game, owner, 1 FROM unnest($1::text[], $2::text[]) AS w(game, owner)
"""


HEADS: Final = """
INSERT INTO heads(game, seq, seal) SELECT * FROM unnest($1::text[], $2::integer[], $3::bytea[])
ON CONFLICT(game) DO UPDATE SET seq=excluded.seq, seal=excluded.seal
"""


@dataclass(slots=True)
class Batch:
    """What is written in one transaction."""

    rows: list[tuple[Any, ...]] = field(default_factory=list)
    new: list[tuple[Any, ...]] = field(default_factory=list)
    changed: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    """By id: of two changes of a table in one batch the later one counts."""
    players: list[tuple[Any, ...]] = field(default_factory=list)
    leases: list[tuple[str, str]] = field(default_factory=list)
    under: set[Lease] = field(default_factory=set)
    seals: Seals = field(default_factory=dict)
    """Of the rows of this batch: they count once it is committed."""

    async def add(
        self,
        connection: asyncpg.Connection[Any],
        changes: Sequence[Change],
        lease: Lease | None,
        known: Seals,
    ) -> None:
        if lease is not None:
            self.under.add(lease)
        leased = lease is not None
        for change in changes:
            match change:
                case Append():
                    await self._append(connection, change, known, leased=leased)
                case Create(table, lines, at, owner):
                    self.new.append((*_table_row(table, at), False))
                    await self._append(
                        connection, Append(table.id, 0, lines, at), known, leased=False
                    )
                    if owner is not None:
                        self.leases.append((table.id, owner))
                case Save(table, at):
                    self.changed[table.id] = (*_table_row(table, at), leased)
                case AddPlayer(secret, at):
                    self.players.append((secret, at, at, player_seal(secret, at)))

    async def _append(
        self, connection: asyncpg.Connection[Any], change: Append, known: Seals, *, leased: bool
    ) -> None:
        game, after, lines, at = change.game, change.after, change.lines, float(change.at)
        previous = await self._previous(connection, game, after, known)
        made = chained(previous, game, after, lines, at)
        for n, (line, seal) in enumerate(zip(lines, made, strict=True), 1):
            self.rows.append((game, after + n, *line, at, seal, leased))
        self.seals[game] = after + len(made), made[-1] if made else previous

    async def _previous(
        self, connection: asyncpg.Connection[Any], game: str, after: int, known: Seals
    ) -> bytes:
        if after == 0:
            return first_seal(game)
        number, seal = self.seals.get(game) or known.get(game) or (0, b"")
        if number == after:
            return seal
        found = await connection.fetchval(
            "SELECT seal FROM log WHERE game=$1 AND seq=$2", game, after
        )
        if not isinstance(found, bytes):
            raise damage(f"Row {after} of this game has gone from the disk")
        return found

    async def write(self, connection: asyncpg.Connection[Any]) -> None:
        """Everything, or an error and nothing."""
        held = [list(each) for each in _columns(_lease_rows(self.under), 3)]
        if self.new:
            await self._tables(connection, TABLES, self.new, held)
        if self.leases:
            await connection.execute(LEASES, *_columns(self.leases, 2))
        if self.rows:
            columns = _columns(self.rows, 9)
            done = await connection.execute(LOG, *columns[:8], *held, columns[8])
            _require(done, len(self.rows))
        if self.seals:
            await connection.execute(HEADS, *_columns(_head_rows(self.seals), 3))
        if self.changed:
            await self._tables(connection, TABLES + REPLACE, list(self.changed.values()), held)
        if self.players:
            await connection.execute(PLAYERS, *_columns(self.players, 4))

    async def _tables(
        self,
        connection: asyncpg.Connection[Any],
        statement: str,
        rows: Sequence[tuple[Any, ...]],
        held: Sequence[list[Any]],
    ) -> None:
        columns = _columns(rows, 7)
        _require(await connection.execute(statement, *columns[:6], *held, columns[6]), len(rows))


def _lease_rows(leases: set[Lease]) -> list[tuple[str, str, int]]:
    return [(lease.game, lease.owner, lease.fence) for lease in leases]


def _head_rows(seals: Seals) -> list[tuple[str, int, bytes]]:
    """The ends of logs, in the order of their names: so two writers never wait for each other."""
    return [(game, seq, head_seal(game, seq, last)) for game, (seq, last) in sorted(seals.items())]


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(count)]


def _require(said: str, rows: int) -> None:
    """PostgreSQL tells how many rows it wrote: fewer are those whose lease is lost."""
    if int(said.rpartition(" ")[2]) != rows:
        raise lost_lease()


def _table_row(table: StoredTable, at: float) -> tuple[Any, ...]:
    at = float(at)
    seal = table_seal(table.id, table.document, table.status, table.public, at)
    return table.id, table.document, table.status, table.public, at, seal
