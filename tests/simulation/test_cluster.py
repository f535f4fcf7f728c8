"""A real Dask cluster on this machine, and a worker that dies in the middle of a batch."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from functools import partial
from io import StringIO
from multiprocessing import parent_process
from pathlib import Path
from threading import Event, Thread
from typing import Any

import dask
import pytest

from tests.simulation.counting import count_noting, count_or_die, count_or_fail, count_plainly
from tests.support.waiting import until
from tsuro.errors import BadSetting
from tsuro.simulation import cluster, connecting
from tsuro.simulation.cluster import simulate_on, task_size
from tsuro.simulation.connecting import ClusterError, connected, dask_library
from tsuro.simulation.job import Batch, plan
from tsuro.simulation.local import Engine

JOB = plan("classic", seats=3, games=240, policies=["cautious"], seed=33)
FATAL = 100
"""The game whose batch is under way when its worker is killed."""


@pytest.fixture
def terminal() -> Iterator[StringIO]:
    """What a person would see of Dask's own messages, tracebacks among them."""
    seen = StringIO()
    handler = logging.StreamHandler(seen)
    logger = logging.getLogger("distributed")
    logger.addHandler(handler)
    yield seen
    logger.removeHandler(handler)


def takes_interrupts() -> bool:
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def kill_whoever_notes(note: Path, over: Event) -> None:
    """Wait for the note of a worker that has begun the fatal batch, and kill that worker."""
    until(lambda: note.exists() or over.is_set(), "a worker begins the fatal batch")
    if note.exists():
        os.kill(int(note.read_text()), signal.SIGKILL)


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_a_lost_worker_loses_and_doubles_nothing(tmp_path: Path) -> None:
    over = Event()
    killer = Thread(target=kill_whoever_notes, args=(tmp_path / f"{FATAL}-0", over))
    told: list[int] = []
    with connected("local", workers=2) as client:
        killer.start()
        run = simulate_on(
            client,
            JOB,
            count=partial(count_noting, tmp_path, FATAL),
            progress=told.append,
            size=10,
        )
        over.set()
        killer.join()
        assert run.workers == "2 Dask threads"
        # Nor do workers lose anything to a Ctrl-C at the terminal, the new one included.
        client.wait_for_workers(2)
        assert list(client.run(takes_interrupts).values()) == [False, False]
    # The batch was begun twice, by two processes, and every batch was counted once.
    begun = [note.read_text() for note in sorted(tmp_path.glob(f"{FATAL}-*"))]
    assert len(begun) >= 2
    assert begun[0] != begun[1]
    assert told == [10] * 24
    assert run.complete
    assert run.counters == count_plainly(JOB, Batch(0, JOB.games))


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_a_lost_scheduler_keeps_what_was_counted(
    tmp_path: Path, terminal: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []

    def close_scheduler(elsewhere: Any) -> None:
        until(
            lambda: bool(told) and (tmp_path / f"{FATAL}-0").exists(),
            "a batch is counted and another under way",
        )
        # Whoever has gone for good is not looked for as long as Dask would by itself.
        monkeypatch.setitem(dask.config.config["distributed"]["comm"]["timeouts"], "connect", "1s")
        elsewhere.sync(elsewhere.scheduler.close)

    local = dask_library().LocalCluster(n_workers=2, dashboard_address=None)
    with local as elsewhere:
        closer = Thread(target=close_scheduler, args=(elsewhere,))
        with connected(elsewhere.scheduler_address) as client:
            closer.start()
            count = partial(count_noting, tmp_path, FATAL)
            run = simulate_on(client, JOB, count=count, progress=told.append, size=10)
            closer.join()
        assert terminal.getvalue() == ""
    assert not run.complete
    assert run.counters.games == sum(told) > 0
    assert set(told) == {10}
    assert "connection to the Dask scheduler is lost" in run.remarks()[0]
    assert "start again" in run.remarks()[0]


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_batches_that_cannot_be_played_end_a_run_with_what_was_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[int] = []
    with connected("local", workers=1) as client:
        monkeypatch.setattr(cluster, "engine_here", slow_on_workers)
        failed = simulate_on(client, JOB, count=count_or_fail, progress=told.append, size=10)
        monkeypatch.setattr(cluster, "engine_here", no_telling)
        # Four workers are lost before the scheduler gives a task up; one will do here.
        client.run_on_scheduler(give_up_early)
        killed = simulate_on(client, JOB, count=count_or_die, progress=told.append, size=10)
    assert "Games 20 to 29 could not be played (OSError: no such game)" in failed.remarks()[0]
    assert "the same version of tsuro on every machine" in failed.remarks()[0]
    # Which games are blamed is for the scheduler to say: the dead worker had others to play too.
    assert "could not be played (every worker that tried has died)" in killed.remarks()[0]
    assert "more memory" in killed.remarks()[0]
    # The workers played, so theirs is the engine that is told.
    assert failed.engine == "interpreted kernel"
    assert killed.engine == "engines of the workers"
    for run in (failed, killed):
        assert not run.complete
        assert run.counters.games % 10 == 0
    assert failed.counters.games + killed.counters.games == sum(told)


def slow_on_workers() -> Engine:
    return Engine.INTERPRETED if parent_process() else Engine.COMPILED


def no_telling() -> Engine:
    raise ModuleNotFoundError


def give_up_early(dask_scheduler: Any) -> None:
    dask_scheduler.allowed_failures = 0


@pytest.mark.parametrize(
    ("games", "threads", "size"),
    [
        (10_000_000, 8, 50_000),  # As large as a task may be.
        (100_000, 2, 12_500),  # Four for each thread: nobody waits long for the last.
        (100_000, 64, 390),
        (3, 64, 1),
        (1_000_000, 0, 50_000),  # The workers are still to come.
    ],
)
def test_tasks_are_large_but_enough_for_every_thread(games: int, threads: int, size: int) -> None:
    job = plan("classic", seats=2, games=games)
    assert task_size(job, [Engine.COMPILED], threads) == size


def test_tasks_are_small_where_nothing_is_compiled() -> None:
    job = plan("classic", seats=2, games=100_000)
    assert task_size(job, [Engine.COMPILED, Engine.INTERPRETED], 2) == 50


def test_an_address_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "CONNECT", "1s")
    for address in ("nonsense", "tcp://127.0.0.1:9"):
        with pytest.raises(ClusterError, match=f"No Dask scheduler answers at {address} ") as told:
            connected(address).__enter__()
        assert "Start one there with `dask scheduler`, or use --dask local." in str(told.value)


def test_a_cluster_elsewhere_needs_an_address_and_has_its_own_workers() -> None:
    with pytest.raises(BadSetting, match="such as tcp://host:8786, or local"):
        connected("").__enter__()
    with pytest.raises(BadSetting, match="leave --workers out, or use --dask local"):
        connected("tcp://127.0.0.1:9", workers=2).__enter__()


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "find_spec", lambda name: None)
    with pytest.raises(BadSetting, match=r"tsuro\[simulation\]"):
        connected("local").__enter__()
