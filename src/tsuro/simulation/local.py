"""A job on all cores of this machine.

Compiled games run in threads, for they let each other run; all others run in processes. Batches may
finish in any order: counters are only added.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from enum import StrEnum
from itertools import islice
from time import perf_counter
from typing import Final

from tsuro.fast.compile import has_numba
from tsuro.fast.facts import has_facts
from tsuro.simulation import pools
from tsuro.simulation.census import count_batch
from tsuro.simulation.interrupt import Wish, heeding_interrupts
from tsuro.simulation.job import Batch, Job
from tsuro.simulation.run import Run
from tsuro.simulation.tally import Tally

AHEAD: Final = 2
"""Batches handed out for each worker, so that none waits for the next and few are in vain."""
STEPS: Final = 100
"""About how many batches a job is cut into, so that progress shows and every core has work."""
SMALLEST: Final = 10
PATIENCE: Final = 0.1
"""Seconds after which a wish to stop is noticed."""

Counter = Callable[[Job, Batch], Tally]
Progress = Callable[[int], None]
"""Is told how many more games are done."""


class Engine(StrEnum):
    """What plays a job, in words."""

    COMPILED = "compiled kernel"
    INTERPRETED = "interpreted kernel"
    REFERENCE = "reference engine"


LARGEST: Final = {Engine.COMPILED: 10_000, Engine.INTERPRETED: 50, Engine.REFERENCE: 10}
"""Games in a batch: about a second's work for the slowest policy. After Ctrl-C a process plays the
two batches it has been given to the end."""


def engine_of(job: Job) -> Engine:
    """Which one plays a job here."""
    if not has_facts(job.edition):
        return Engine.REFERENCE
    return Engine.COMPILED if has_numba() else Engine.INTERPRETED


def size_of(job: Job, engine: Engine) -> int:
    """How many games a batch has."""
    return min(LARGEST[engine], max(SMALLEST, job.games // STEPS))


def simulate(
    job: Job,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    count: Counter = count_batch,
) -> Run:
    """Play a job; Ctrl-C ends it early with what is done, a second one at once."""
    engine = engine_of(job)
    threads = engine is Engine.COMPILED
    workers = workers or os.cpu_count() or 1
    if threads:
        # What has to be compiled is compiled once, before the clock starts.
        count(job, Batch(0, 1))
    begun = perf_counter()
    total = Tally.empty()
    batches = job.batches(size_of(job, engine))
    with heeding_interrupts() as wish:
        if workers == 1 and not threads:
            _collect_here(job, batches, count, total, progress, wish)
        else:
            with pools.threads(workers) if threads else pools.processes(workers) as pool:
                _collect(job, batches, pool, workers, count, total, progress, wish)
    kind = "thread" if threads else "process"
    plural = ("es" if kind == "process" else "s") if workers > 1 else ""
    return Run(job, total, perf_counter() - begun, f"{workers} {kind}{plural}", engine)


def _collect_here(
    job: Job,
    batches: Iterator[Batch],
    count: Counter,
    total: Tally,
    progress: Progress | None,
    wish: Wish,
) -> None:
    for batch in batches:
        if wish.stop:
            return
        add(total, count(job, batch), progress)


def _collect(
    job: Job,
    batches: Iterator[Batch],
    pool: Executor,
    workers: int,
    count: Counter,
    total: Tally,
    progress: Progress | None,
    wish: Wish,
) -> None:
    running: set[Future[Tally]] = set()
    while True:
        free = 0 if wish.stop else AHEAD * workers - len(running)
        running.update(pool.submit(count, job, batch) for batch in islice(batches, free))
        if wish.stop:
            running = {future for future in running if not future.cancel()}
        if not running:
            return
        done, running = wait(running, timeout=PATIENCE, return_when=FIRST_COMPLETED)
        for future in done:
            add(total, future.result(), progress)


def add(total: Tally, part: Tally, progress: Progress | None) -> None:
    total.add(part)
    if progress is not None:
        progress(part.played)
