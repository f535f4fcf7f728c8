"""Everything that must survive: one SQLite file, one writer thread, one sync for many moves."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeVar

import apsw

from tsuro.server.settings import IN_MEMORY
from tsuro.server.storage import database
from tsuro.server.storage.checking import chain_complaint
from tsuro.server.storage.lock import Lock
from tsuro.server.storage.migrating import migrate
from tsuro.server.storage.sealing import chained, first_seal, player_seal, table_seal
from tsuro.server.storage.tally import Tally
from tsuro.server.storage.trouble import is_damage, of_database, of_system
from tsuro.telling.match import Line
from tsuro.telling.refusals import Refusal

ResultT = TypeVar("ResultT")
Work = Callable[[apsw.Connection], Any]

BATCH: Final = 512
"""Most pieces of work that share one sync."""
DAY: Final = 24 * 3600
log = logging.getLogger("tsuro.server")


@dataclass(frozen=True, slots=True)
class StoredTable:
    id: str
    document: bytes
    status: str
    public: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """Some work, and who waits for it."""

    work: Work
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


_Answer = tuple[_Job, Any, Exception | None]


def _send_back(answers: Sequence[_Answer]) -> None:
    """Wake the event loop of those who wait, once for all of them."""
    for loop in {job.loop for job, _, _ in answers}:
        own = [answer for answer in answers if answer[0].loop is loop]
        with suppress(RuntimeError):  # The loop has been closed, and nobody waits any more.
            loop.call_soon_threadsafe(_settle, own)


def _settle(answers: Sequence[_Answer]) -> None:
    for job, result, error in answers:
        if job.future.done():
            continue  # Whoever waited was cancelled.
        if error is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(error)


class Store:
    """All work is done in order by one thread; a future is done when its work is on disk."""

    def __init__(self, path: str, *, patience: int = 5_000) -> None:
        """`patience` is how many milliseconds to wait for another owner of the file to go."""
        self.path = path
        self.commits = 0
        self.writes = 0
        self.failures = 0
        """Pieces of work that could not be done, whatever the reason."""
        self.failing = False
        """Whether the last write failed; looking at what is there says nothing of the next one."""
        self._trying = False
        self.watch: Callable[[float], None] = _unwatched
        """Is told how many seconds each commit took."""
        self.lock: Lock | None = None
        self._tally: Tally | None = None
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._connection = self._open(patience)
        self._thread = threading.Thread(target=self._run, name="tsuro-store", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Pieces of work that have not been begun."""
        return self._queue.qsize()

    def _open(self, patience: int) -> apsw.Connection:
        if self.path == IN_MEMORY:
            connection = apsw.Connection(IN_MEMORY)
            database.create_schema(connection)
            return connection
        path = Path(self.path)
        try:
            self.lock = Lock(path)
        except OSError as error:
            raise of_system(path, error) from None
        try:
            connection = _opened(path, patience)
            self._tally = Tally(path, database.meta(connection, "identity"))
            self._tally.note(database.meta(connection, "commits"))
        except apsw.Error as error:
            self.lock.close()
            raise of_database(path, error) from None
        except OSError as error:
            self.lock.close()
            raise of_system(path, error) from None
        except Exception:
            self.lock.close()
            raise
        return connection

    def close(self) -> None:
        """Finish what has been asked for, then close the file."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        stopping = False
        while not stopping:
            batch: list[_Job] = []
            item = self._queue.get()
            while item is not None:
                batch.append(item)
                if len(batch) >= BATCH:
                    break
                try:
                    item = self._queue.get_nowait()
                except queue.Empty:
                    break
            stopping = item is None
            self._commit(batch)
        self._connection.close()
        if self._tally is not None:
            self._tally.close()
        if self.lock is not None:
            self.lock.close()

    def _commit(self, batch: Sequence[_Job]) -> None:
        """Do all work in one transaction; if any of it fails, each for itself."""
        if not batch:
            return
        try:
            results = self._together([job.work for job in batch])
        except Exception as error:
            if len(batch) > 1:
                for job in batch:
                    self._commit([job])
                return
            self._note_failure(error)
            _send_back([(batch[0], None, error)])
            return
        _send_back([(job, result, None) for job, result in zip(batch, results, strict=True)])

    def _note_failure(self, error: Exception) -> None:
        if isinstance(error, apsw.ConstraintError | Refusal):
            return  # Asked for twice, or refused by the work itself; the disk is well.
        self.failures += 1
        self.failing = True
        log.error("the database failed: %s: %s", type(error).__name__, error)

    def _together(self, works: Sequence[Work]) -> list[Any]:
        began, before = monotonic(), self._connection.total_changes()
        with self._connection:
            results = [work(self._connection) for work in works]
            changed = self._connection.total_changes() != before
            if changed:
                self._connection.execute("UPDATE meta SET value=value+1 WHERE name='commits'")
                commits = database.meta(self._connection, "commits")
        self.writes += len(works)
        if changed:
            self.failing = False
            self.commits += 1
            self._note(commits)
            self.watch(monotonic() - began)
        return results

    def _note(self, commits: int) -> None:
        """What was committed is safe without this note; only its loss would not be noticed."""
        if self._tally is not None:
            try:
                self._tally.note(commits)
            except OSError as error:
                self.failures += 1
                log.error("the commit could not be noted: %s", error.strerror)

    async def try_again(self) -> None:
        """After a failed write, see whether the disk is well again: nobody else may want to write.

        Whoever asks while somebody finds out is told what was known before.
        """
        if self.failing and not self._trying:
            self._trying = True
            try:
                with suppress(Refusal):
                    await self.do(_change_nothing)
            finally:
                self._trying = False

    async def do(self, work: Callable[[apsw.Connection], ResultT]) -> ResultT:
        """The result of some work, once it is safe on disk."""
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._queue.put(job)
        try:
            result: ResultT = await job.future
            return result
        except apsw.ConstraintError as error:
            raise Refusal("storage_failed", "This has been written already.") from error
        except apsw.Error as error:
            if is_damage(error):
                raise _damage("The database is damaged") from error
            raise Refusal("storage_failed", "The game could not be written to disk.") from error


def _change_nothing(connection: apsw.Connection) -> None:
    """A row as it is, written once more."""
    connection.execute("UPDATE meta SET value=value WHERE name='commits'")


def _unwatched(seconds: float) -> None:
    """Nobody wants to know."""


def _opened(path: Path, patience: int) -> apsw.Connection:
    """A database of the present format, checked, for reading and writing."""
    database.make_file(path)
    connection = database.connect(path, patience=patience)
    if database.is_empty(connection) and database.format_of(connection) == 0:
        database.create_schema(connection)
    database.require_known_format(path, connection)
    if database.format_of(connection) < database.FORMAT:
        migrate(path, connection)
        connection = database.connect(path, patience=patience)
    database.require_whole(path, connection)
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
    database.write_ahead(connection)
    return connection


def _damage(what: str) -> Refusal:
    return Refusal("data_damaged", f"{what}; whoever runs this server has been told.")


def append(game: str, after: int, lines: Sequence[Line], *, at: float) -> Work:
    """Rows of the log behind `after`; the primary key refuses a second row of the same number."""

    def work(connection: apsw.Connection) -> None:
        previous = first_seal(game) if after == 0 else _seal_of(connection, game, after)
        seals = chained(previous, game, after, lines, at)
        connection.executemany(
            "INSERT INTO log(game, seq, kind, seat, command, body, at, seal) "
            "VALUES(?,?,?,?,?,?,?,?)",
            [
                (game, after + n, *line, at, seal)
                for n, (line, seal) in enumerate(zip(lines, seals, strict=True), 1)
            ],
        )

    return work


def _seal_of(connection: apsw.Connection, game: str, seq: int) -> bytes:
    found = connection.execute("SELECT seal FROM log WHERE game=? AND seq=?", (game, seq)).get
    if not isinstance(found, bytes):
        raise _damage(f"Row {seq} of this game has gone from the disk")
    return found


def _table_row(table: StoredTable, at: float) -> tuple[object, ...]:
    at = float(at)
    seal = table_seal(table.id, table.document, table.status, table.public, at)
    return table.id, table.document, table.status, table.public, at, seal


def save(table: StoredTable, *, at: float) -> Work:
    """A table as it is now."""

    def work(connection: apsw.Connection) -> None:
        connection.execute(
            "INSERT INTO tables(id, document, status, public, updated, seal) VALUES(?,?,?,?,?,?) "
            "ON CONFLICT(id) DO UPDATE SET document=excluded.document, status=excluded.status, "
            "public=excluded.public, updated=excluded.updated, seal=excluded.seal",
            _table_row(table, at),
        )

    return work


def create(table: StoredTable, lines: Sequence[Line], *, at: float) -> Work:
    """A new table and the rows it begins with; an id in use is refused."""

    def work(connection: apsw.Connection) -> None:
        connection.execute(
            "INSERT INTO tables(id, document, status, public, updated, seal) VALUES(?,?,?,?,?,?)",
            _table_row(table, at),
        )
        append(table.id, 0, lines, at=at)(connection)

    return work


def all_of(*works: Work) -> Work:
    """Several pieces of work that are done together or not at all."""

    def work(connection: apsw.Connection) -> None:
        for each in works:
            each(connection)

    return work


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
            raise _damage("This table is damaged on disk")
        rows: list[Any] = connection.execute(
            "SELECT game, seq, kind, seat, command, body, at, seal FROM log WHERE game=? "
            "ORDER BY seq",
            (game,),
        ).fetchall()
        if chain_complaint(game, iter(rows)) is not None:
            raise _damage("The moves of this table are damaged on disk")
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
            raise _damage("This table is damaged on disk")
        document: bytes = row[1]
        return document

    return work


def add_player(secret: str, *, at: float) -> Work:
    def work(connection: apsw.Connection) -> None:
        connection.execute(
            "INSERT INTO players(secret, created, seen, seal) VALUES(?,?,?,?)",
            (secret, at, at, player_seal(secret, at)),
        )

    return work


def knows_player(secret: str, *, at: float) -> Callable[[apsw.Connection], bool]:
    """Whether there is such a player; that they were here is noted once a day."""

    def work(connection: apsw.Connection) -> bool:
        seen = connection.execute("SELECT seen FROM players WHERE secret=?", (secret,)).get
        if seen is not None and at - seen > DAY:
            connection.execute("UPDATE players SET seen=? WHERE secret=?", (at, secret))
        return seen is not None

    return work
