"""The same job on a Dask cluster: `local`, or the address of a scheduler.

Every batch is a task. Dask plays a task again whose worker was lost, and a batch is added when its
result arrives, once: nothing is lost and nothing counted twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from time import perf_counter
from typing import Any, Final

from tsuro.errors import BadOption, TsuroError
from tsuro.simulation.census import count_batch
from tsuro.simulation.interrupt import Wish, heeding_interrupts
from tsuro.simulation.job import Batch, Job
from tsuro.simulation.local import Counter, Engine, Progress, add, engine_of, size_of
from tsuro.simulation.run import Run
from tsuro.simulation.tally import Tally

LARGEST: Final = 50_000
"""Games in a task, where kernels are compiled. A task costs scheduler and client about five
milliseconds. The quickest games take a third of a second for so many, so that dozens of threads are
kept busy; the slowest take seven seconds, and the bar still moves."""
AHEAD: Final = 4
"""Tasks handed out for each worker thread. A job is cut into no fewer, so that all have work and
none waits long for the last."""
PATIENCE: Final = 0.2
"""Seconds after which a wish to stop is noticed."""
CONNECT: Final = "10s"
"""How long a scheduler may take to answer."""


class ClusterError(TsuroError):
    """A cluster that cannot be reached, or that cannot do its work."""

    code = "cluster"


def _dask() -> Any:
    """The library, only where it is wanted; much of it has no types."""
    if find_spec("distributed") is None:
        raise BadOption("A cluster needs Dask: install tsuro[simulation].")
    return import_module("distributed")


@contextmanager
def connected(address: str, *, workers: int | None = None) -> Iterator[Any]:
    """A client of a running scheduler or, for `local`, of a cluster that ends with it."""
    dask = _dask()
    if address == "local":
        with (
            dask.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None
            ) as cluster,
            dask.Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = dask.Client(address, timeout=CONNECT)
    except (OSError, ValueError) as error:
        raise ClusterError(f"No Dask scheduler answers at {address}: {error}.") from None
    with client:
        yield client


def task_size(job: Job, engine: Engine, threads: int) -> int:
    """How many games a task has."""
    if engine is not Engine.COMPILED:
        return size_of(job, engine)
    return min(LARGEST, max(1, job.games // (AHEAD * max(1, threads))))


def simulate_on(
    client: Any,
    job: Job,
    *,
    progress: Progress | None = None,
    count: Counter = count_batch,
    size: int | None = None,
) -> Run:
    """Play a job with a client's workers; Ctrl-C ends it early with what is done."""
    engine = engine_of(job)
    threads = sum(client.nthreads().values())
    team = f"{threads} Dask thread{'s' if threads != 1 else ''}"
    begun = perf_counter()
    total = Tally.empty()
    with heeding_interrupts() as wish:
        batches = job.batches(size or task_size(job, engine, threads))
        _collect(client, job, batches, total, progress, wish, count)
    return Run(job, total, perf_counter() - begun, team, engine)


def _collect(
    client: Any,
    job: Job,
    batches: Iterator[Batch],
    total: Tally,
    progress: Progress | None,
    wish: Wish,
    count: Counter,
) -> None:
    dask = _dask()
    running: set[Any] = set()
    while not wish.stop:
        # With no worker left the tasks wait for the next one.
        room = AHEAD * max(1, sum(client.nthreads().values()))
        for batch in islice(batches, max(0, room - len(running))):
            running.add(client.submit(count, job, batch, pure=False))
        if not running:
            return
        try:
            done = dask.wait(running, timeout=PATIENCE, return_when="FIRST_COMPLETED").done
        except dask.TimeoutError:
            continue
        for future in done:
            running.discard(future)
            add(total, _result(future), progress)
    client.cancel(list(running))


def _result(future: Any) -> Tally:
    try:
        tally = future.result()
    except _dask().KilledWorker as error:
        raise ClusterError(f"A batch took several workers with it: {error}") from None
    assert isinstance(tally, Tally)
    return tally
