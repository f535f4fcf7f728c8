"""Processes that play games: one that dies is replaced, and none outlives the arena."""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from tsuro.arena.deals import Seating
from tsuro.arena.playing import GameResult, Player, prepare_bots
from tsuro.arena.settings import ArenaError, Settings

ATTEMPTS = 3
"""How many processes may die over one game before the arena gives up."""
FAREWELL = 10.0
"""Seconds a process has to end its bots before it is killed."""


def play_all(
    settings: Settings, seatings: Iterable[Seating], *, jobs: int, keep_records: bool = False
) -> Generator[GameResult, None, None]:
    """Results as they come. Closing the iterator ends everything it has started."""
    if jobs == 1:
        player = Player(settings)
        try:
            for seating in seatings:
                yield player.play(seating, keep_record=keep_records)
        finally:
            player.close()
        return
    prepare_bots(settings)
    crew = _Crew(settings, jobs, keep_records)
    try:
        yield from crew.play(seatings)
    finally:
        crew.close()


class _Worker:
    """A process and the game it is playing."""

    def __init__(self, settings: Settings, keep_records: bool) -> None:
        # Spawned, not forked: bots may hold threads and compiled code.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_work, args=(theirs, settings, keep_records)
        )
        self.process.start()
        theirs.close()
        self.seating: Seating | None = None

    def give(self, seating: Seating) -> None:
        self.seating = seating
        with suppress(OSError):  # It has died; the arena notices when it listens.
            self.connection.send(seating)

    def end(self, *, politely: bool) -> None:
        self.connection.close()
        if not politely:
            self.process.terminate()
        self.process.join(FAREWELL)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


class _Crew:
    def __init__(self, settings: Settings, jobs: int, keep_records: bool) -> None:
        self._settings = settings
        self._keep_records = keep_records
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._deaths: Counter[Seating] = Counter()

    def play(self, seatings: Iterable[Seating]) -> Iterator[GameResult]:
        waiting, again = iter(seatings), deque[Seating]()
        while True:
            self._hand_out(waiting, again)
            busy = {each.connection: each for each in self._workers if each.seating is not None}
            if not busy:
                return
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                worker = busy[connection]
                result = self._received(worker, again)
                if result is not None:
                    yield result

    def close(self) -> None:
        for worker in self._workers:
            if worker.seating is not None:
                worker.process.terminate()
        for worker in self._workers:
            worker.end(politely=True)
        self._workers = []

    def _hand_out(self, waiting: Iterator[Seating], again: deque[Seating]) -> None:
        idle = [worker for worker in self._workers if worker.seating is None]
        while idle or len(self._workers) < self._jobs:
            seating = again.popleft() if again else next(waiting, None)
            if seating is None:
                return
            if not idle:
                self._workers.append(_Worker(self._settings, self._keep_records))
                idle.append(self._workers[-1])
            idle.pop().give(seating)

    def _received(self, worker: _Worker, again: deque[Seating]) -> GameResult | None:
        seating = worker.seating
        assert seating is not None
        worker.seating = None
        try:
            answer = worker.connection.recv()
        except (EOFError, OSError):
            self._workers.remove(worker)
            worker.end(politely=False)
            self._deaths[seating] += 1
            if self._deaths[seating] >= ATTEMPTS:
                raise ArenaError(
                    f"Game {seating.deal}.{seating.rotation} ended {ATTEMPTS} processes in a row."
                ) from None
            again.append(seating)
            return None
        if isinstance(answer, GameResult):
            return answer
        raise ArenaError(f"Game {seating.deal}.{seating.rotation} failed:\n{answer}")


class _Dismissed(BaseException):
    """The process is to end. Not `SystemExit`, which is a bot's failure while it decides."""


def _work(connection: Connection, settings: Settings, keep_records: bool) -> None:
    """Play what is sent until nobody sends any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError, _Dismissed):
        signal.signal(signal.SIGTERM, _leave)
        with closing(Player(settings)) as player:
            while True:
                seating = connection.recv()
                try:
                    connection.send(player.play(seating, keep_record=keep_records))
                except Exception:
                    connection.send(traceback.format_exc())


def _leave(number: int, frame: FrameType | None) -> None:
    raise _Dismissed
