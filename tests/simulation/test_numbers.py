"""Intervals, quantiles, and tables that say the same in every format."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.simulation.counting import small_run
from tsuro.core.state import Fate
from tsuro.editions.registry import EDITIONS
from tsuro.errors import BadSetting
from tsuro.simulation import files
from tsuro.simulation.files import csv_text, files_of, summary_of, write_parquet
from tsuro.simulation.results import Results
from tsuro.simulation.shares import mean, quantile, share
from tsuro.simulation.sheets import sheets_of


@pytest.mark.parametrize(
    ("parts", "of", "low", "high"),
    [(5, 10, 0.23659, 0.76341), (0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0),
     (250_000, 1_000_000, 0.249152, 0.250850), (1, 1, 0.20654, 1.0)],
)  # fmt: skip
def test_intervals_are_those_of_wilson(parts: int, of: int, low: float, high: float) -> None:
    found = share(parts, of)
    assert found.value == parts / of
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-5)


def test_a_share_of_nothing_is_unknown() -> None:
    assert (share(0, 0).low, share(0, 0).high) == (0, 1)


def test_means_and_quantiles_of_a_histogram() -> None:
    histogram = [0, 4, 3, 2, 1]
    assert [quantile(histogram, part) for part in (0.05, 0.4, 0.41, 0.95, 1)] == [1, 1, 2, 4, 4]
    found = mean(20, histogram)
    assert found.value == 2
    # Variance 10 / 9 of ten values: 1.96 standard errors are 0.6533.
    assert found.high - found.value == pytest.approx(0.65332, abs=1e-4)
    assert mean(0, [0, 0]).of == 0
    assert quantile([0, 0], 0.5) == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_results_agree_with_each_other(edition: str) -> None:
    run = small_run(edition, 3, games=8)
    results = Results(run.job, run.counters)
    assert sum(each.wins.value for each in results.seats) == pytest.approx(1)
    assert sum(each.value for each in results.reasons.values()) == pytest.approx(1)
    assert sum(each.value for each in results.winners.values()) == pytest.approx(1)
    assert results.ties.value == pytest.approx(1 - results.winners[1].value)
    assert sum(each.value for each in results.fate_shares.values()) == pytest.approx(1)
    out = sum(count for _, fates in results.exits_by_turn for count in fates.values())
    assert out == sum(run.counters["exits"])
    for seat in range(3):
        taken = sum(each.taken for each in results.starts(seat))
        assert taken == run.job.edition.pawns_per_seat * 8
    tiles = [each.wins for each in results.tiles]
    for each in (*tiles, *(start.wins for start in results.starts())):
        assert each.low <= each.value <= each.high


def test_the_fates_of_an_edition_are_named() -> None:
    run = small_run("seas", 3, games=8)
    fates = Results(run.job, run.counters).fates
    assert Fate.DAIKAIJU in fates
    assert Fate.COLLISION not in fates


def test_shares_of_the_ways_out_have_their_intervals() -> None:
    run = small_run("seas", 3, games=8)
    results = Results(run.job, run.counters)
    (table,) = (table for table in sheets_of(results) if table.name == "seats")
    assert [name for name in table.columns if name.startswith("out_")] == [
        f"out_{fate}{end}" for fate in results.fates for end in ("", "_low", "_high")
    ]
    for seat, row in zip(results.seats, table.records(), strict=True):
        for fate, out in seat.exits.items():
            told = [row[f"out_{fate}{end}"] for end in ("", "_low", "_high")]
            assert told == [out.value, out.low, out.high]


def test_csv_parquet_and_json_hold_the_same_tables(tmp_path: Path) -> None:
    import pyarrow.parquet  # type: ignore[import-untyped]

    run = small_run("seas", 3, games=8)
    summary = json.loads(json.dumps(summary_of(run)))
    for table in sheets_of(Results(run.job, run.counters)):
        path = tmp_path / f"{table.name}.parquet"
        write_parquet(table, path)
        assert pyarrow.parquet.read_table(path).to_pylist() == table.records()
        assert summary["tables"][table.name] == table.records()
        read = list(csv.reader(io.StringIO(csv_text(table))))
        assert tuple(read[0]) == table.columns
        assert [tuple(row) for row in read[1:]] == [tuple(map(str, row)) for row in table.rows]
    assert set(files_of(run)) == {"summary.json"} | {f"{x}.csv" for x in summary["tables"]}


def test_a_summary_tells_how_it_came_about() -> None:
    run = small_run("phoenix", 2, games=10, stop_at=6)
    summary = summary_of(run)
    assert summary["job"] == {
        "edition": "phoenix",
        "seats": 2,
        "switches": dict(run.job.switches),
        "policies": ["cautious", "cautious"],
        "games": 10,
        "seed": 5,
    }
    assert summary["games"] == 6
    assert summary["complete"] is False
    assert summary["run"]["games_per_second"] == 3.0
    assert set(summary["measures"]) == {
        "stars_scored", "most_stars", "life_tokens", "tiles_on_board"
    }  # fmt: skip
    faster = replace(run, seconds=1.0)
    assert {**summary_of(faster), "run": None} == {**summary, "run": None}


def test_without_pyarrow_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(files, "find_spec", lambda name: None)
    run = small_run("seas", 3, games=8)
    table = sheets_of(Results(run.job, run.counters))[0]
    with pytest.raises(BadSetting, match=r"tsuro\[simulation\]"):
        write_parquet(table, tmp_path / "x.parquet")
