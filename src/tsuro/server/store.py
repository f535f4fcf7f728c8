"""Everything that must survive: one SQLite file, one writer thread, one sync for many moves."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import apsw

from tsuro.server.settings import IN_MEMORY
from tsuro.telling.match import Line
from tsuro.telling.refusals import Refusal

ResultT = TypeVar("ResultT")
Work = Callable[[apsw.Connection], Any]

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS players(
    secret TEXT PRIMARY KEY, created REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables(
    id TEXT PRIMARY KEY, document BLOB NOT NULL, status TEXT NOT NULL,
    public INTEGER NOT NULL, updated REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tables_by_status ON tables(status, public, updated);
CREATE TABLE IF NOT EXISTS log(
    game TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER,
    command TEXT, body TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY(game, seq), UNIQUE(game, seat, command)) WITHOUT ROWID;
"""
FORMAT: Final = 1
BATCH: Final = 512
"""Most pieces of work that share one sync."""


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
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._connection = self._open(path, patience)
        self._thread = threading.Thread(target=self._run, name="tsuro-store", daemon=True)
        self._thread.start()
        self.commits = 0
        self.writes = 0

    @staticmethod
    def _open(path: str, patience: int) -> apsw.Connection:
        connection = apsw.Connection(path)
        connection.set_busy_timeout(patience)
        if path != IN_MEMORY:
            # A second server on the same file would think it alone knows the tables.
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        version = connection.execute("PRAGMA user_version").get
        if version not in (0, FORMAT):
            raise Refusal("storage_failed", f"The database has the unknown format {version}.")
        with connection:
            connection.execute(SCHEMA)
            connection.execute(f"PRAGMA user_version={FORMAT}")
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
            _send_back([(batch[0], None, error)])
            return
        _send_back([(job, result, None) for job, result in zip(batch, results, strict=True)])

    def _together(self, works: Sequence[Work]) -> list[Any]:
        with self._connection:
            results = [work(self._connection) for work in works]
        self.commits += 1
        self.writes += len(works)
        return results

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
            raise Refusal("storage_failed", "The game could not be written to disk.") from error


def append(game: str, after: int, lines: Sequence[Line], *, at: float) -> Work:
    """Rows of the log behind `after`; the primary key refuses a second row of the same number."""

    def work(connection: apsw.Connection) -> None:
        connection.executemany(
            "INSERT INTO log(game, seq, kind, seat, command, body, at) VALUES(?,?,?,?,?,?,?)",
            [(game, after + n, *line, at) for n, line in enumerate(lines, 1)],
        )

    return work


def save(table: StoredTable, *, at: float) -> Work:
    """A table as it is now."""

    def work(connection: apsw.Connection) -> None:
        connection.execute(
            "INSERT INTO tables(id, document, status, public, updated) VALUES(?,?,?,?,?) "
            "ON CONFLICT(id) DO UPDATE SET document=excluded.document, status=excluded.status, "
            "public=excluded.public, updated=excluded.updated",
            (table.id, table.document, table.status, table.public, at),
        )

    return work


def create(table: StoredTable, lines: Sequence[Line], *, at: float) -> Work:
    """A new table and the rows it begins with; an id in use is refused."""

    def work(connection: apsw.Connection) -> None:
        connection.execute(
            "INSERT INTO tables(id, document, status, public, updated) VALUES(?,?,?,?,?)",
            (table.id, table.document, table.status, table.public, at),
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
    """A table's document and log; None if there is no such table."""

    def work(connection: apsw.Connection) -> tuple[bytes, list[Line]] | None:
        document = connection.execute("SELECT document FROM tables WHERE id=?", (game,)).get
        if document is None:
            return None
        rows = connection.execute(
            "SELECT kind, seat, command, body FROM log WHERE game=? ORDER BY seq", (game,)
        )
        return document, [Line(*row) for row in rows]

    return work


def list_tables(
    *, status: Sequence[str], public_only: bool, limit: int
) -> Callable[[apsw.Connection], list[tuple[str, bytes]]]:
    """Ids and documents, latest first."""
    marks = ",".join("?" * len(status))
    also = " AND public=1" if public_only else ""

    def work(connection: apsw.Connection) -> list[tuple[str, bytes]]:
        return list(
            connection.execute(
                f"SELECT id, document FROM tables WHERE status IN ({marks}){also} "
                "ORDER BY updated DESC LIMIT ?",
                (*status, limit),
            )
        )

    return work


def add_player(secret: str, *, at: float) -> Work:
    def work(connection: apsw.Connection) -> None:
        connection.execute("INSERT INTO players(secret, created) VALUES(?,?)", (secret, at))

    return work


def knows_player(secret: str) -> Callable[[apsw.Connection], bool]:
    def work(connection: apsw.Connection) -> bool:
        found = connection.execute("SELECT 1 FROM players WHERE secret=?", (secret,)).get
        return found is not None

    return work
