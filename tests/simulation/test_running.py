"""A job gives the same result however it is shared out, and an interrupt loses nothing."""

from __future__ import annotations

import signal
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any, NoReturn

import pytest

from tests.simulation.counting import (
    count_or_die,
    count_or_fail,
    count_plainly,
    count_the_first,
)
from tests.support.waiting import is_gone, until
from tsuro.errors import BadSetting, UnknownEdition
from tsuro.simulation import local, pools
from tsuro.simulation.counters import Counters, totals
from tsuro.simulation.job import Batch, Job, plan
from tsuro.simulation.local import LARGEST, Engine, simulate, size_of
from tsuro.simulation.run import Run

JOB = plan("classic", seats=3, games=60, policies=["cautious"], seed=21)


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if numba were not installed: processes instead of threads."""
    monkeypatch.setattr(local, "engine_here", lambda: Engine.INTERPRETED)


def test_threads_count_as_one_does() -> None:
    wanted = count_plainly(JOB, Batch(0, 60))
    for workers in (1, 3):
        run = simulate(JOB, workers=workers, count=count_plainly)
        assert run.counters == wanted
        assert run.complete
        assert run.engine == "compiled kernel"


@pytest.mark.usefixtures("interpreted")
def test_processes_count_as_one_does() -> None:
    run = simulate(JOB, workers=2, count=count_plainly)
    assert run.counters == count_plainly(JOB, Batch(0, 60))
    assert run.workers == "2 processes"


def test_progress_tells_every_game_once() -> None:
    told: list[int] = []
    simulate(JOB, workers=2, count=count_plainly, progress=told.append)
    assert sum(told) == 60
    assert len(told) == 6


@pytest.mark.usefixtures("interpreted")
def test_an_interrupt_keeps_what_is_done() -> None:
    before = signal.getsignal(signal.SIGINT)
    told: list[int] = []

    def interrupt(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            signal.raise_signal(signal.SIGINT)

    run = simulate(JOB, workers=1, count=count_plainly, progress=interrupt)
    assert not run.complete
    assert run.counters == count_plainly(JOB, Batch(0, 30))
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupt_among_threads_keeps_whole_batches() -> None:
    done: dict[int, Counters] = {}

    def count(job: Job, batch: Batch) -> Counters:
        counters = count_plainly(job, batch)
        if batch.games > 1:
            done[batch.first] = counters
        return counters

    def interrupt(games: int) -> None:
        if len(done) < len(list(JOB.batches(10))):
            signal.raise_signal(signal.SIGINT) if not stopped else None
            stopped.append(games)

    stopped: list[int] = []
    run = simulate(JOB, workers=2, count=count, progress=interrupt)
    assert run.counters.games < 60
    assert run.counters == totals(done.values())


@pytest.mark.usefixtures("interpreted")
def test_a_second_interrupt_ends_at_once() -> None:
    before = signal.getsignal(signal.SIGINT)

    def interrupt(games: int) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        simulate(JOB, workers=1, count=count_plainly, progress=interrupt)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.usefixtures("interpreted")
def test_a_second_interrupt_does_not_wait_for_games_under_way(tmp_path: Path) -> None:
    """The processes that play them would go on for ever."""

    def interrupt(games: int) -> None:
        until(lambda: len(list(tmp_path.glob("[0-9]*"))) == 2, "two batches are under way")
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        simulate(JOB, workers=2, count=partial(count_the_first, tmp_path), progress=interrupt)
    for note in tmp_path.glob("[0-9]*"):
        process = int(note.read_text())
        until(partial(is_gone, process), "a process that plays ends")


def test_a_second_interrupt_does_not_wait_for_threads() -> None:
    done, stuck = Event(), Event()

    def count(job: Job, batch: Batch) -> Counters:
        if batch.first == 10:
            stuck.set()
            done.wait()
        return count_plainly(job, batch)

    def interrupt(games: int) -> None:
        stuck.wait()
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    try:
        with pytest.raises(KeyboardInterrupt):
            simulate(JOB, workers=2, count=count, progress=interrupt)
    finally:
        done.set()


def check_trouble(run: Run, *words: str) -> None:
    assert not run.complete
    assert run.trouble is not None
    assert all(word in run.trouble for word in words)
    assert run.remarks()[0] == run.trouble
    assert "Stopped early" in run.remarks()[1]


@pytest.mark.usefixtures("interpreted")
def test_a_fault_in_a_batch_keeps_what_was_counted_before() -> None:
    run = simulate(JOB, workers=1, count=count_or_fail)
    check_trouble(run, "Games 20 to 29 could not be played (OSError: no such game)", "report")
    assert run.counters == count_plainly(JOB, Batch(0, 20))


def test_a_fault_among_threads_keeps_whole_batches() -> None:
    done: dict[int, Counters] = {}

    def count(job: Job, batch: Batch) -> Counters:
        counters = count_or_fail(job, batch)
        if batch.games > 1:
            done[batch.first] = counters
        return counters

    run = simulate(JOB, workers=2, count=count)
    check_trouble(run, "Games 20 to 29 could not be played")
    assert run.counters == totals(done.values())


@pytest.mark.usefixtures("interpreted")
def test_a_process_that_dies_keeps_whole_batches() -> None:
    told: list[int] = []
    run = simulate(JOB, workers=2, count=count_or_die, progress=told.append)
    check_trouble(run, "has died", "use fewer workers")
    assert run.counters.games == sum(told)
    assert set(told) <= {10}


def test_a_pool_that_broke_is_given_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may break between two looks at it."""

    class Broken(ThreadPoolExecutor):
        def submit(self, *arguments: Any, **settings: Any) -> NoReturn:
            raise BrokenExecutor

    monkeypatch.setattr(pools, "ThreadPoolExecutor", Broken)
    run = simulate(JOB, workers=2, count=count_plainly)
    check_trouble(run, "use fewer workers")
    assert run.counters.games == 0


@pytest.mark.parametrize("engine", Engine)
def test_batches_cover_every_game_once(engine: Engine) -> None:
    for games in (1, 9, 10, 999, 100_000, 1_234_567):
        job = plan("classic", seats=2, games=games)
        batches = list(job.batches(size_of(job, engine)))
        assert batches[0].first == 0
        assert all(one.first + one.games == other.first for one, other in pairwise(batches))
        assert batches[-1].first + batches[-1].games == games
        assert max(batch.games for batch in batches) <= LARGEST[engine]


def test_what_is_slower_is_cut_smaller() -> None:
    """Interpreted, 10,000 games take minutes, in which neither bar nor Ctrl-C would move."""
    job = plan("phoenix", seats=4, games=1_000_000, policies=["cautious"])
    assert [size_of(job, engine) for engine in Engine] == [10_000, 50]


def test_a_plan_is_checked() -> None:
    job = plan("seas", seats=3, games=5, policies=["cautious"], switches={"daikaiju": "off"})
    assert job.policies == ("cautious",) * 3
    assert dict(job.switches)["daikaiju"] == "off"
    assert job.edition.seats == 3
    with pytest.raises(UnknownEdition, match="Did you mean classic"):
        plan("clasic", seats=2, games=1)
    with pytest.raises(BadSetting, match="Did you mean cautious"):
        plan("classic", seats=2, games=1, policies=["cautios"])
    with pytest.raises(BadSetting, match="2 policies for 4 seats"):
        plan("classic", seats=4, games=1, policies=["random", "cautious"])
    with pytest.raises(BadSetting, match="At least one game"):
        plan("classic", seats=4, games=0)
    with pytest.raises(BadSetting, match="2 to 8"):
        plan("classic", seats=9, games=1)
