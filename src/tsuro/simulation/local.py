"""A job on all cores of this machine.

Compiled games run in threads, for they let each other run; all others run in processes. Batches may
finish in any order: counters are only added.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from enum import StrEnum
from itertools import islice
from time import perf_counter
from typing import Any, Final

from tsuro.fast.compiling.compile import has_numba
from tsuro.simulation import pools
from tsuro.simulation.counters import Counters
from tsuro.simulation.gathering import (
    CountBatch,
    Effort,
    Gathering,
    PlayBatch,
    Progress,
    Whole,
    reason_of,
)
from tsuro.simulation.interrupt import heeding_interrupts
from tsuro.simulation.job import Batch, Job
from tsuro.simulation.run import Run
from tsuro.simulation.work import count_batch

AHEAD: Final = 2
"""Batches handed out for each worker, so that none waits for the next and few are in vain."""
STEPS: Final = 100
"""About how many batches a job is cut into, so that progress shows and every core has work."""
SMALLEST: Final = 10
PATIENCE: Final = 0.1
"""Seconds after which a wish to stop is noticed."""

REPORT: Final = "This is a fault of the program: please report it, with the command."
FEWER: Final = (
    "A process that played games has died, perhaps for want of memory: use fewer workers."
)


class Engine(StrEnum):
    """What plays a job, in words."""

    COMPILED = "compiled kernel"
    INTERPRETED = "interpreted kernel"


LARGEST: Final = {Engine.COMPILED: 10_000, Engine.INTERPRETED: 50}
"""Games in a batch: about a second's work for the slowest policy. After Ctrl-C a process plays the
two batches it has been given to the end."""


def engine_here() -> Engine:
    """Which one plays on this machine."""
    return Engine.COMPILED if has_numba() else Engine.INTERPRETED


def size_of(job: Job, engine: Engine) -> int:
    """How many games a batch has."""
    return min(LARGEST[engine], max(SMALLEST, job.games // STEPS))


def simulate(
    job: Job,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    count: CountBatch = count_batch,
) -> Run:
    """Play a job; Ctrl-C ends it early with what is done, a second one at once."""
    total = Counters.empty()
    effort = play_here(job, count, total, workers=workers, progress=progress)
    return Run(job, total, *effort)


def play_here(
    job: Job,
    play: PlayBatch,
    total: Whole,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    size: int | None = None,
    alone: bool = False,
) -> Effort:
    """Play a job in batches of a size and add up what comes of them.

    Batches that have to be `alone` in a process get one each, compiled or not.
    """
    engine = engine_here()
    threads = engine is Engine.COMPILED and not alone
    workers = workers or os.cpu_count() or 1
    if threads:
        # What has to be compiled is compiled once, before the clock starts.
        play(job, Batch(0, 1))
    begun = perf_counter()
    batches = job.batches(size or size_of(job, engine))
    with heeding_interrupts() as wish:
        gathering = Gathering(job, progress, wish, total)
        if workers == 1 and not threads:
            _gather_here(gathering, batches, play)
        else:
            with pools.threads(workers) if threads else pools.processes(workers) as pool:
                _gather(gathering, batches, play, pool, ahead=AHEAD * workers)
    kind = "thread" if threads else "process"
    plural = ("es" if kind == "process" else "s") if workers > 1 else ""
    seconds = perf_counter() - begun
    return Effort(seconds, f"{workers} {kind}{plural}", engine, gathering.trouble)


def _gather_here(gathering: Gathering, batches: Iterator[Batch], play: PlayBatch) -> None:
    for batch in batches:
        if gathering.over:
            return
        try:
            part = play(gathering.job, batch)
        except Exception as error:
            gathering.give_up_batch(batch, reason_of(error), REPORT)
        else:
            gathering.add(part)


def _gather(
    gathering: Gathering, batches: Iterator[Batch], play: PlayBatch, pool: Executor, *, ahead: int
) -> None:
    running: dict[Future[Any], Batch] = {}
    while True:
        if gathering.over:
            running = {future: batch for future, batch in running.items() if not future.cancel()}
        else:
            _hand_out(gathering, islice(batches, ahead - len(running)), play, pool, running)
        if not running:
            return
        done, _ = wait(running, timeout=PATIENCE, return_when=FIRST_COMPLETED)
        for future in done:
            _take(gathering, future, running.pop(future))


def _hand_out(
    gathering: Gathering,
    batches: Iterable[Batch],
    play: PlayBatch,
    pool: Executor,
    running: dict[Future[Any], Batch],
) -> None:
    try:
        for batch in batches:
            running[pool.submit(play, gathering.job, batch)] = batch
    except BrokenExecutor:
        gathering.give_up(FEWER)


def _take(gathering: Gathering, future: Future[Any], batch: Batch) -> None:
    try:
        part = future.result()
    except BrokenExecutor:
        gathering.give_up(FEWER)
    except Exception as error:
        gathering.give_up_batch(batch, reason_of(error), REPORT)
    else:
        gathering.add(part)
