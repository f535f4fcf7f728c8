"""A job on all cores of this machine.

Compiled games run in threads, for they let each other run; all others run in processes. Batches may
finish in any order: counters are only added.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from itertools import islice
from time import perf_counter
from typing import Final

from tsuro.fast.compile import has_numba
from tsuro.fast.facts import has_facts
from tsuro.simulation.census import count_batch
from tsuro.simulation.interrupt import Wish, heeding_interrupts
from tsuro.simulation.job import Batch, Job
from tsuro.simulation.run import Run
from tsuro.simulation.tally import Tally

AHEAD: Final = 2
"""Batches handed out for each worker, so that none waits for the next and few are in vain."""

PATIENCE: Final = 0.1
"""Seconds after which a wish to stop is noticed."""

Counter = Callable[[Job, Batch], Tally]
Progress = Callable[[int], None]
"""Is told how many more games are done."""


def engine_of(job: Job) -> str:
    """Which engine plays a job here, in words."""
    if not has_facts(job.edition):
        return "reference engine"
    return "compiled kernel" if has_numba() else "interpreted kernel"


def simulate(
    job: Job,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    count: Counter = count_batch,
) -> Run:
    """Play a job; Ctrl-C ends it early with what is done, a second one at once."""
    engine = engine_of(job)
    threads = engine.startswith("compiled")
    workers = workers or os.cpu_count() or 1
    if threads:
        # What has to be compiled is compiled once, before the clock starts.
        count(job, Batch(0, 1))
    begun = perf_counter()
    total = Tally.empty()
    with heeding_interrupts() as wish:
        if workers == 1 and not threads:
            _collect_here(job, count, total, progress, wish)
        else:
            pool = ThreadPoolExecutor(workers) if threads else _processes(workers)
            with pool:
                _collect(job, pool, workers, count, total, progress, wish)
    kind = "thread" if threads else "process"
    plural = ("es" if kind == "process" else "s") if workers > 1 else ""
    return Run(job, total, perf_counter() - begun, f"{workers} {kind}{plural}", engine)


def _processes(workers: int) -> ProcessPoolExecutor:
    """Ctrl-C reaches every process of a terminal; only the first one is to act on it."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(
        workers, context, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )


def _collect_here(
    job: Job, count: Counter, total: Tally, progress: Progress | None, wish: Wish
) -> None:
    for batch in job.batches():
        if wish.stop:
            return
        add(total, count(job, batch), progress)


def _collect(
    job: Job,
    pool: Executor,
    workers: int,
    count: Counter,
    total: Tally,
    progress: Progress | None,
    wish: Wish,
) -> None:
    waiting = job.batches()
    running: set[Future[Tally]] = set()
    while True:
        free = 0 if wish.stop else AHEAD * workers - len(running)
        running.update(pool.submit(count, job, batch) for batch in islice(waiting, free))
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
