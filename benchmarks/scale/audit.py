"""Is everything that was promised in the log, once, and does every game replay?"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from benchmarks.scale.honest import Promises
from tsuro.server.play.documents import match_of, read_document
from tsuro.server.storage.opening import open_store
from tsuro.server.storage.postgres.schema import connect, is_address
from tsuro.server.storage.store import Store
from tsuro.telling.match import Line

EVERY: Final = 1_000_000
WATCH: Final = """
CREATE TABLE IF NOT EXISTS strangers(game text, seq integer, writer text, owner text);
CREATE TABLE IF NOT EXISTS owners(
    number bigserial, game text, owner text, fence bigint);
CREATE OR REPLACE FUNCTION watch_log() RETURNS trigger AS $$
DECLARE holder text;
BEGIN
    SELECT owner INTO holder FROM tsuro.leases WHERE game = NEW.game;
    IF holder IS NOT NULL AND split_part(holder, '-', 1)
            <> split_part(current_setting('application_name'), ' ', 2) THEN
        INSERT INTO tsuro.strangers
        VALUES(NEW.game, NEW.seq, current_setting('application_name'), holder);
    END IF;
    RETURN NEW;
END $$ LANGUAGE plpgsql;
CREATE OR REPLACE FUNCTION watch_leases() RETURNS trigger AS $$
BEGIN
    INSERT INTO tsuro.owners(game, owner, fence) VALUES(NEW.game, NEW.owner, NEW.fence);
    RETURN NEW;
END $$ LANGUAGE plpgsql;
CREATE OR REPLACE TRIGGER watch_log AFTER INSERT ON log FOR EACH ROW EXECUTE FUNCTION watch_log();
CREATE OR REPLACE TRIGGER watch_leases AFTER INSERT OR UPDATE ON leases
    FOR EACH ROW EXECUTE FUNCTION watch_leases();
"""
"""PostgreSQL itself notes every row written by a process that did not own the table just then."""


@dataclass
class Verdict:
    tables: int = 0
    rows: int = 0
    lost: int = 0
    """Decisions that were acknowledged and are not in the log."""
    doubled: int = 0
    changed: int = 0
    """Decisions that are in the log under another version, or are another action."""
    unreadable: int = 0
    """Tables whose seals or moves are not right."""
    strangers: int = 0
    """Rows written by a process that was not the owner."""
    fences: int = 0
    """Owners that followed another without a higher fence."""
    takeovers: int = 0
    complaints: list[str] = field(default_factory=list)

    @property
    def faults(self) -> int:
        return (
            self.lost + self.doubled + self.changed + self.unreadable + self.strangers + self.fences
        )


def watch_owners(address: str) -> None:
    async def work() -> None:
        connection = await connect(address)
        await connection.execute(WATCH)
        await connection.close()

    asyncio.run(work())


def audit(database: str, promises: Promises) -> Verdict:
    """Look through a database whose servers have ended."""
    return asyncio.run(_audit(database, promises))


async def _audit(database: str, promises: Promises) -> Verdict:
    verdict = Verdict(complaints=list(promises.differences))
    store = open_store(database, shared=False)
    await store.start()
    try:
        names = {table for table, _, _ in promises.acknowledged}
        logs = {}
        for name in sorted(names):
            lines = await _lines(store, name, verdict)
            if lines is not None:
                logs[name] = lines
                verdict.rows += len(lines)
        verdict.tables = len(logs)
    finally:
        await store.stop()
    _compare(logs, promises, verdict)
    if is_address(database):
        await _owners(database, verdict)
    return verdict


async def _lines(store: Store, name: str, verdict: Verdict) -> list[Line] | None:
    try:
        found = await store.load(name)
        assert found is not None, "the table has gone"
        lines = found[1]
        match_of(read_document(found[0]), lines)
    except Exception as error:
        verdict.unreadable += 1
        verdict.complaints.append(f"{name}: {type(error).__name__}: {error}")
        return None
    return lines


def _compare(logs: dict[str, list[Line]], promises: Promises, verdict: Verdict) -> None:
    for lines in logs.values():
        counted = Counter((line.seat, line.command) for line in lines if line.command)
        verdict.doubled += sum(count > 1 for count in counted.values())
    for (name, seat, command), (action, version) in promises.acknowledged.items():
        lines = logs.get(name, [])
        at = [n for n, line in enumerate(lines, 1) if (line.seat, line.command) == (seat, command)]
        if not at:
            verdict.lost += 1
            verdict.complaints.append(f"{name}: {seat} {command} {action} is lost")
        elif lines[at[0] - 1].body != action or at[0] > version:
            verdict.changed += 1
            verdict.complaints.append(f"{name}: {command} is {lines[at[0] - 1]} at {at[0]}")


async def _owners(database: str, verdict: Verdict) -> None:
    connection = await connect(database)
    try:
        if await connection.fetchval("SELECT to_regclass('tsuro.strangers')") is None:
            return
        verdict.strangers = await connection.fetchval("SELECT count(*) FROM strangers")
        last: dict[str, tuple[str, int]] = {}
        for game, owner, fence in await connection.fetch(
            "SELECT game, owner, fence FROM owners ORDER BY number"
        ):
            before = last.get(game)
            if owner and before is not None:
                verdict.takeovers += 1
                verdict.fences += fence <= before[1] and before[0] not in ("", owner)
            last[game] = owner, fence
    finally:
        await connection.close()
