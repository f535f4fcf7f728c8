"""One SQLite file, one writer thread, one sync for many moves."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeVar

import apsw

from tsuro.server.settings import IN_MEMORY
from tsuro.server.storage import database, statements
from tsuro.server.storage.asking import SqliteQuestions
from tsuro.server.storage.leasing import SqliteRegistry, create_schema
from tsuro.server.storage.lock import Lock, Turn
from tsuro.server.storage.migrating import migrate
from tsuro.server.storage.resealing import make_sealed
from tsuro.server.storage.statements import Work
from tsuro.server.storage.store import (
    Change,
    Lease,
    Session,
    Whole,
    damage,
    not_written,
    unwatched,
    written_already,
)
from tsuro.server.storage.tally import Tally
from tsuro.server.storage.trouble import is_damage, of_database, of_system
from tsuro.telling.match import Line
from tsuro.telling.refusals import Refusal

ResultT = TypeVar("ResultT")

BATCH: Final = 512
"""Most pieces of work that share one sync."""
log = logging.getLogger("tsuro.server")


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


class SqliteStore:
    """All work is done in order by one thread; a future is done when its work is on disk."""

    def __init__(
        self, path: str, *, patience: int = 5_000, shared: bool = False, sealed: bool = True
    ) -> None:
        """`patience` is how many milliseconds to wait for another owner of the file to go.

        `sealed`: games are read or written, for which the key is needed if there is one.

        `shared`: other processes write as well, and whoever started them all holds the lock.
        """
        self.path = path
        self.registry = SqliteRegistry(self)
        self.questions = SqliteQuestions(self)
        self._turn: Turn | None = None
        self.commits = 0
        self.writes = 0
        self.failures = 0
        self.failing = False
        self._trying = False
        self.watch: Callable[[float], None] = unwatched
        self.lock: Lock | None = None
        self._tally: Tally | None = None
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._connection = self._open(patience, shared=shared, sealed=sealed)
        self._thread = threading.Thread(target=self._run, name="tsuro-store", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Pieces of work that have not been begun."""
        return self._queue.qsize()

    def _open(self, patience: int, *, shared: bool, sealed: bool) -> apsw.Connection:
        if self.path == IN_MEMORY:
            connection = apsw.Connection(IN_MEMORY)
            database.create_schema(connection)
            make_sealed(IN_MEMORY, connection)
            return connection
        path = Path(self.path)
        with ExitStack() as opened:
            try:
                self._take(path, opened, shared=shared)
                connection = _opened(path, patience)
                opened.callback(connection.close)
                if shared:
                    share(connection)
                if sealed:
                    make_sealed(path, connection)
                self._tally = Tally(path, database.meta(connection, "identity"))
                self._tally.note(database.meta(connection, "commits"))
            except apsw.Error as error:
                raise of_database(path, error) from None
            except OSError as error:
                raise of_system(path, error) from None
            opened.pop_all()
        return connection

    def _take(self, path: Path, opened: ExitStack, *, shared: bool) -> None:
        """The file for oneself, or a place among those who write it."""
        if shared:
            self._turn = Turn(path)
            opened.callback(self._turn.close)
        else:
            self.lock = Lock(path)
            opened.callback(self.lock.close)

    def announce(self, address: str) -> None:
        if self.lock is not None:
            self.lock.note(address)

    async def start(self) -> None:
        """The file has been open since the store was made."""

    async def stop(self) -> None:
        self.close()

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
        if self._turn is not None:
            self._turn.close()
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
        with self._turn or nullcontext(), self._connection:
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
        if self.failing and not self._trying:
            self._trying = True
            try:
                with suppress(Refusal):
                    await self.do(_change_nothing)
            finally:
                self._trying = False

    async def write(self, *changes: Change, lease: Lease | None = None) -> None:
        await self.do(statements.written(changes, lease))

    async def load(self, game: str) -> tuple[bytes, list[Line]] | None:
        return await self.do(statements.load(game))

    async def document_of(self, game: str) -> bytes | None:
        return await self.do(statements.document_of(game))

    async def list_ids(self, *, status: Sequence[str], public_only: bool, limit: int) -> list[str]:
        return await self.do(
            statements.list_ids(status=status, public_only=public_only, limit=limit)
        )

    async def list_ids_of(self, player: str, limit: int) -> list[str]:
        return await self.do(statements.list_ids_of(player, limit))

    async def knows_player(self, secret: str, *, at: float) -> bool:
        return await self.do(statements.knows_player(secret, at=at))

    async def old_tables(self, before: float, after: str) -> list[str]:
        return await self.do(statements.old_tables(before, after))

    async def delete_tables(self, names: Sequence[str]) -> None:
        await self.do(statements.delete_tables(names, leased=self._turn is not None))

    async def delete_players(self, before: float) -> int:
        return await self.do(statements.delete_players(before))

    async def sessions(self, after: str, limit: int) -> list[Session]:
        return await self.do(statements.sessions(after, limit))

    async def names(self, after: str, limit: int) -> list[str]:
        return await self.do(statements.names(after, limit))

    async def whole(self, game: str) -> Whole | None:
        return await self.do(statements.whole(game))

    async def adopt(self, tables: Sequence[Whole], sessions: Sequence[Session]) -> None:
        await self.do(statements.adopt(tables, sessions))

    async def require_unused(self) -> None:
        """Nobody else has the lock."""

    async def mark(self, name: str, value: str | None) -> None:
        await self.do(statements.mark(name, value))

    async def marked(self, name: str) -> str | None:
        found = await self.do(lambda connection: database.meta(connection, name))
        return None if found is None else str(found)

    async def do(self, work: Callable[[apsw.Connection], ResultT]) -> ResultT:
        """The result of some work, once it is safe on disk."""
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._queue.put(job)
        try:
            result: ResultT = await job.future
            return result
        except apsw.ConstraintError as error:
            raise written_already() from error
        except apsw.Error as error:
            if is_damage(error):
                raise damage("The database is damaged") from error
            raise not_written() from error


def _change_nothing(connection: apsw.Connection) -> None:
    """A row as it is, written once more."""
    connection.execute("UPDATE meta SET value=value WHERE name='commits'")


def share(connection: apsw.Connection) -> None:
    """Make a database ready for several processes; each writes for a moment, in its turn."""
    # A transaction that reads first and then writes might have to begin anew.
    connection.transaction_mode = "IMMEDIATE"
    with connection:
        create_schema(connection)


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
