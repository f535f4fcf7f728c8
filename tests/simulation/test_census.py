"""A census counts what happened: the reference engine says so, game by game."""

from __future__ import annotations

import pytest

from tests.simulation import oracle
from tests.simulation.counting import count_plainly
from tests.simulation.oracle import count_on_reference, count_records
from tsuro.editions.registry import EDITIONS
from tsuro.errors import KernelError
from tsuro.fast.counting import CENSUS
from tsuro.fast.ready import kernel_of
from tsuro.fast.shared.endings import LAST_STANDING
from tsuro.fast.shared.wins import WHOLE_WIN
from tsuro.fast.templates.census_record import MOST_FATES, MOST_MEASURES, TURNS, VALUES
from tsuro.simulation.counters import Counters, totals
from tsuro.simulation.job import Batch, Job, plan
from tsuro.simulation.run import Run
from tsuro.simulation.work import count_batch

GAMES = 8


def ways() -> list[Job]:
    """Every edition as it comes and with all its switches the other way, few seats and many."""
    jobs = []
    for info in EDITIONS.values():
        other = {option.name: option.values[-1] for option in info.switches}
        for seats, switches in ((2, {}), (2, other), (5, {}), (8, other)):
            jobs.append(plan(info.id, seats=seats, games=GAMES, seed=seats, switches=switches))
    return jobs


def label(job: Job) -> str:
    return f"{job.edition_id}-{job.seats}-{'-'.join(value for _, value in job.switches)}"


@pytest.mark.parametrize("job", ways(), ids=label)
def test_the_reference_counts_the_same_in_the_same_games(job: Job) -> None:
    kernel = kernel_of(job.edition, ready="plain")
    logs = kernel.logged_batch(kernel.new_rows(GAMES, seed=job.seed))
    played = ([kernel.action_of(code) for code in log] for log in logs)
    assert count_plainly(job, Batch(0, GAMES)) == count_records(job.edition, played)


def check_sums(job: Job, counters: Counters, games: int) -> None:
    """What must add up in any number of games."""
    pawns = job.seats * job.edition.pawns_per_seat
    assert counters.games == games
    for name in ("decisions", "turns", "reasons", "sharers"):
        assert sum(counters[name]) == games
    assert sum(counters["wins"]) == WHOLE_WIN * games
    assert sum(counters["starts"]) == pawns * games
    assert sum(counters["start_wins"]) == WHOLE_WIN * games * job.edition.pawns_per_seat
    assert sum(counters["exits"]) == sum(counters["seat_exits"])
    assert sum(n * count for n, count in enumerate(counters["turns"])) == counters["turn_total"][0]
    assert all(a >= b for a, b in zip(counters["laid"], counters["survived"], strict=True))
    assert all(
        WHOLE_WIN * a >= b for a, b in zip(counters["laid"], counters["tile_wins"], strict=True)
    )
    assert counters["reasons"][LAST_STANDING] <= counters["sharers"][1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_adds_up_with_cautious_seats(edition: str) -> None:
    job = plan(edition, seats=3, games=6, policies=["cautious", "random", "cautious"], seed=2)
    counters = count_plainly(job, Batch(0, 6))
    check_sums(job, counters, 6)
    slower = count_on_reference(job, Batch(0, 3))
    check_sums(job, slower, 3)
    assert count_on_reference(job, Batch(0, 3)) == slower


@pytest.mark.parametrize(
    ("edition", "games"), [("classic", 80), ("kosmos", 20), ("pocket", 20), ("phoenix", 20)]
)
def test_compiled_and_plain_count_the_same(edition: str, games: int) -> None:
    """Classic, kosmos and pocket share their code. Another kernel takes the compiler most of a
    minute in a fresh cache, so there is one of them, the one with most to count."""
    job = plan(edition, seats=4, games=90, policies=["cautious", *["random"] * 3], seed=11)
    assert count_batch(job, Batch(10, games)) == count_plainly(job, Batch(10, games))


def test_random_seats_play_the_same_games_as_playouts() -> None:
    job = plan("classic", seats=4, games=500, seed=6)
    kernel = kernel_of(job.edition)
    rows = kernel.new_rows(500, seed=6)
    decisions = kernel.playout_batch(rows)
    counters = count_batch(job, Batch(0, 500))
    assert counters["decision_total"][0] == int(decisions.sum())
    alone = [int((rows["winners"] == 1 << seat).sum()) for seat in range(4)]
    assert counters["sharers"][1] == sum(alone)
    assert all(
        parts >= WHOLE_WIN * games for parts, games in zip(counters["wins"], alone, strict=False)
    )


def test_caution_pays() -> None:
    """One careful seat among three careless ones where nothing forbids to leave the board."""
    job = plan("kosmos", seats=4, games=150, policies=["random", "cautious", "random", "random"])
    wins = count_plainly(job, Batch(0, 150))["wins"]
    assert wins[1] > max(wins[0], wins[2], wins[3]) * 1.5


def test_without_a_kernel_nothing_is_simulated(without_kernel: str) -> None:
    with pytest.raises(KernelError, match="A simulation needs a compiled kernel, and Our Tsuro"):
        plan(without_kernel, seats=2, games=2)


def test_games_without_end_are_broken_off_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cautious phoenixes may turn the same two tiles for ever."""
    job = plan("classic", seats=3, games=5, policies=["cautious"], seed=12)
    plain = kernel_of(job.edition, ready="plain")
    monkeypatch.setattr(plain.load(CENSUS), "DECISIONS", 4)
    monkeypatch.setattr(oracle, "DECISIONS", 4)
    for counters in (count_plainly(job, Batch(0, 5)), count_on_reference(job, Batch(0, 5))):
        assert (counters.games, counters.played, counters["endless"]) == (0, 5, [5])
        assert not any(counters["wins"] + counters["starts"] + counters["laid"])
    run = Run(job, counters, 1.0, "", "")
    assert run.complete
    (remark,) = run.remarks()
    assert "5 of 5 games were broken off" in remark


def test_parts_add_up_to_the_whole_in_any_order() -> None:
    job = plan("pocket", seats=3, games=30, seed=8)
    parts = [count_plainly(job, batch) for batch in job.batches(7)]
    whole = count_plainly(job, Batch(0, 30))
    assert [batch.games for batch in job.batches(7)] == [7, 7, 7, 7, 2]
    assert totals(parts) == whole == totals(reversed(parts))


def test_measures_of_a_turn_and_of_the_end() -> None:
    job = plan("seas", seats=3, games=10, seed=4)
    counters = count_plainly(job, Batch(0, 10))
    assert sum(counters.row("values", 0, VALUES)) == 10
    assert sum(counters.row("values", 2, VALUES)) == 0
    assert counters["turn_games"][1] == 10
    # Before anything is laid there are daikaiju, but no tiles (SE-9).
    first = counters.row("turn_values", 1, MOST_MEASURES)
    assert first[0] > 0
    assert first[1] == 0
    assert len(counters["exits"]) == TURNS * MOST_FATES
