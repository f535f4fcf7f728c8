"""Ways to count a batch that tests hand to other processes, and small results to look at."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from threading import Event

from tsuro.fast.ready import kernel_of
from tsuro.simulation.counters import Counters
from tsuro.simulation.job import Batch, Job, plan
from tsuro.simulation.run import Run
from tsuro.simulation.work import count_with


def count_plainly(job: Job, batch: Batch) -> Counters:
    """On the interpreted kernel: nothing has to be compiled for a handful of games."""
    return count_with(kernel_of(job.edition, ready="plain"), job, batch)


def count_noting(folder: Path, fatal: int, job: Job, batch: Batch) -> Counters:
    """Leave a note for each batch that is begun; the first to begin game `fatal` waits for ever,
    with the number of its process in its note."""
    noted = _note(folder, batch)
    if batch.first == fatal and not noted:
        Event().wait()
    return count_plainly(job, batch)


def count_the_first(folder: Path, job: Job, batch: Batch) -> Counters:
    """All other batches leave a note and go on for ever."""
    if batch.first == 0:
        return count_plainly(job, batch)
    _note(folder, batch)
    Event().wait()
    raise AssertionError


def count_or_die(job: Job, batch: Batch) -> Counters:
    """The process that is given game 20 ends."""
    if batch.first == 20:
        os._exit(3)
    return count_plainly(job, batch)


def count_or_fail(job: Job, batch: Batch) -> Counters:
    if batch.first == 20:
        raise OSError("no such\ngame")
    return count_plainly(job, batch)


def _note(folder: Path, batch: Batch) -> int:
    """Write down which process began the batch; returns how often that had been done before."""
    noted = len(list(folder.glob(f"{batch.first}-*")))
    draft = folder / f"draft-{batch.first}-{os.getpid()}"
    draft.write_text(str(os.getpid()))
    draft.rename(folder / f"{batch.first}-{noted}")
    return noted


@cache
def small_run(edition: str, seats: int, games: int = 40, *, stop_at: int | None = None) -> Run:
    """A short simulation of any edition."""
    job = plan(edition, seats=seats, games=games, policies=["cautious"], seed=5)
    counters = count_plainly(job, Batch(0, stop_at or games))
    return Run(job, counters, 2.0, "1 process", "interpreted kernel")
