"""The same job on a Dask cluster.

Every batch is a task. Dask plays a task again whose worker was lost, and a batch is added when its
result arrives, once: nothing is lost and nothing counted twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from itertools import islice
from time import perf_counter
from typing import Any, Final

from tsuro.simulation.connecting import dask_library
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
from tsuro.simulation.local import Engine, engine_here, size_of
from tsuro.simulation.run import Run
from tsuro.simulation.work import count_batch

LARGEST: Final = 50_000
"""Games in a task, where kernels are compiled. A task costs scheduler and client about five
milliseconds. The quickest games take a third of a second for so many, so that dozens of threads are
kept busy; the slowest take seven seconds, and the bar still moves."""
AHEAD: Final = 4
"""Tasks handed out for each worker thread. A job is cut into no fewer, so that all have work and
none waits long for the last."""
PATIENCE: Final = 0.2
"""Seconds after which a wish to stop is noticed."""
LOST: Final = (
    "The connection to the Dask scheduler is lost: see whether it still runs, and start again."
)
ROOM: Final = "Look into the logs of the workers: they may need more memory."
SAME: Final = "Install the same version of tsuro on every machine; if it is, please report this."


def task_size(job: Job, engines: Sequence[Engine], threads: int) -> int:
    """How many games a task has, so that the slowest engine does not take too long."""
    if slow := [engine for engine in engines if engine is not Engine.COMPILED]:
        return min(size_of(job, engine) for engine in slow)
    return min(LARGEST, max(1, job.games // (AHEAD * max(1, threads))))


def simulate_on(
    client: Any,
    job: Job,
    *,
    progress: Progress | None = None,
    count: CountBatch = count_batch,
    size: int | None = None,
) -> Run:
    """Play a job with a client's workers; Ctrl-C ends it early with what is done."""
    total = Counters.empty()
    return Run(job, total, *play_on(client, job, count, total, progress=progress, size=size))


def play_on(
    client: Any,
    job: Job,
    play: PlayBatch,
    total: Whole,
    *,
    progress: Progress | None = None,
    size: int | None = None,
) -> Effort:
    """Play a job in batches of a size and add up what comes of them."""
    engines = _engines(client, job)
    threads = sum(client.nthreads().values())
    team = f"{threads} Dask thread{'s' if threads != 1 else ''}"
    begun = perf_counter()
    with heeding_interrupts() as wish:
        gathering = Gathering(job, progress, wish, total)
        batches = job.batches(size or task_size(job, engines, threads))
        try:
            _gather(gathering, batches, play, client)
        except (CancelledError, OSError):
            gathering.give_up(LOST)
    seconds = perf_counter() - begun
    engine = " and ".join(engines) or "engines of the workers"
    return Effort(seconds, team, engine, gathering.trouble)


def _engines(client: Any, job: Job) -> list[Engine]:
    """What the workers play with, of which this machine knows nothing.

    Whoever cannot tell now will say why when it has to play.
    """
    return sorted(set(client.run(engine_here, on_error="ignore").values()))


def _gather(gathering: Gathering, batches: Iterator[Batch], play: PlayBatch, client: Any) -> None:
    dask = dask_library()
    running: dict[Any, Batch] = {}
    while not gathering.over:
        # With no worker left the tasks wait for the next one.
        room = AHEAD * max(1, sum(client.nthreads().values()))
        for batch in islice(batches, max(0, room - len(running))):
            running[client.submit(play, gathering.job, batch, pure=False)] = batch
        if not running:
            return
        try:
            done = dask.wait(set(running), timeout=PATIENCE, return_when="FIRST_COMPLETED").done
        except dask.TimeoutError:
            continue
        for future in done:
            _take(gathering, future, running.pop(future))
    client.cancel(list(running))


def _take(gathering: Gathering, future: Any, batch: Batch) -> None:
    if future.status != "error":
        gathering.add(future.result())
        return
    error = future.exception()
    if isinstance(error, dask_library().KilledWorker):
        gathering.give_up_batch(batch, "every worker that tried has died", ROOM)
    else:
        gathering.give_up_batch(batch, reason_of(error), SAME)
