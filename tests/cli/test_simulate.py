"""`tsuro simulate`: what it prints, what it writes, and how it says no."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from tests.simulation.counting import count_plainly, small_run
from tsuro.cli import simulate as command
from tsuro.simulation import local
from tsuro.simulation.counters import Counters
from tsuro.simulation.job import Job, plan

SMALL = ("simulate", "--games", "40", "--seats", "3", "--seed", "9")


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreted kernel is fast enough for forty games; nothing is compiled."""
    original = local.simulate

    def simulate(job: Job, **settings: Any) -> Any:
        return original(job, count=count_plainly, **settings)

    monkeypatch.setattr(local, "simulate", simulate)


def test_the_summary_tells_what_matters() -> None:
    result = run(*SMALL, "--policy", "cautious,random,random")
    assert result.exit_code == 0
    assert "Classic Tsuro, 3 seats, cautious, random: 40 games in" in result.stdout
    for words in ("0 cautious", "1 random", "out: edge", "turns", "shared wins", "last_standing",
                  "best and worst starts", "best and worst tiles", "±"):  # fmt: skip
        assert words in result.stdout
    assert "…" not in result.stdout


def test_numbers_of_the_edition_are_told() -> None:
    result = run("simulate", "-e", "seas", "--games", "10", "--seats", "8")
    assert "daikaiju on the board at the end" in result.stdout
    assert "out: daikaiju" in result.stdout
    assert "…" not in result.stdout


def test_json_is_the_same_for_any_number_of_workers() -> None:
    summaries = []
    for workers in ("1", "2"):
        result = run(*SMALL, "--json", "--workers", workers)
        assert result.exit_code == 0
        summaries.append(json.loads(result.stdout))
    for summary in summaries:
        assert summary.pop("run")["seconds"] >= 0
    assert summaries[0] == summaries[1]
    assert summaries[0]["games"] == 40
    assert sum(row["win_share"] for row in summaries[0]["tables"]["seats"]) == pytest.approx(1)


def test_a_folder_holds_the_page_the_summary_and_the_tables(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "report"
    result = run("simulate", "--edition", "phoenix", "--seats", "2", "--games", "12",
                 "-o", "winds_of_change", "--out", str(folder), "--parquet")  # fmt: skip
    assert result.exit_code == 0
    assert f"Written to {folder}" in result.stderr
    names = {path.name for path in folder.iterdir()}
    tables = ("seats", "starts", "seat_starts", "lengths", "exits", "tiles", "endings",
              "measures_by_turn", "measures_at_end")  # fmt: skip
    expected = {f"{table}.{kind}" for table in tables for kind in ("csv", "parquet")}
    assert names == expected | {"report.html", "summary.json"}
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "Tsuro: Phoenix Rising: 12 games" in page
    assert "--switch winds_of_change=on --games 12 --policy random --seed 1" in page
    assert json.loads((folder / "summary.json").read_text())["job"]["switches"]["star"]


def test_the_command_told_plays_the_same_job_again() -> None:
    job = plan("kosmos", seats=2, games=7, policies=["random", "cautious"], seed=4,
               switches={"piles": "3"})  # fmt: skip
    words = shlex.split(command.command_of(job))
    result = run(*words[1:], "--json")
    told = json.loads(result.stdout)["job"]
    assert told == {"edition": "kosmos", "seats": 2, "switches": dict(job.switches),
                    "policies": ["random", "cautious"], "games": 7, "seed": 4}  # fmt: skip


def test_a_run_that_went_wrong_shows_what_was_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = replace(small_run("classic", 3, games=10, stop_at=6), trouble="It broke: mend it.")
    monkeypatch.setattr(local, "simulate", lambda job, **settings: broken)
    result = run(*SMALL, "--out", str(tmp_path))
    assert result.exit_code == 1
    assert "6 games in" in result.stdout
    assert "It broke: mend it.\nStopped early: 6 of 10 games were played." in result.stderr
    assert "It broke: mend it." in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "summary.json").read_text())["run"]["trouble"]
    nothing = replace(broken, counters=Counters.empty())
    monkeypatch.setattr(local, "simulate", lambda job, **settings: nothing)
    result = run(*SMALL)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "It broke: mend it." in result.stderr
    assert "nothing to tell" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("-e", "clasic"), "Did you mean classic?"),
        (("--policy", "careful"), "There is no policy called 'careful'"),
        (("--policy", "random,cautious"), "2 policies for 4 seats"),
        (("--games", "0"), "At least one game"),
        (("--seats", "1"), "2 to 8 players"),
        (("-o", "piles=3"), "no switch called 'piles'"),
        (("--parquet",), "--parquet needs --out"),
        (("--out", "/dev/null/report"), "cannot be made"),
        (("--dask", "nonsense"), "No Dask scheduler answers at nonsense"),
        (("--dask", ""), "--dask needs the address of a scheduler"),
        (("--dask", "tcp://127.0.0.1:9", "--workers", "2"), "leave --workers out"),
    ],
)
def test_bad_input_is_refused_politely(arguments: tuple[str, ...], complaint: str) -> None:
    result = run("simulate", *arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert result.stdout == ""


def test_games_may_be_written_with_underscores() -> None:
    result = run("simulate", "--games", "1_0", "--seats", "2", "--json")
    assert json.loads(result.stdout)["games"] == 10


def test_the_help_teaches_by_examples() -> None:
    text = run("simulate", "--help").stdout
    assert "tsuro simulate --edition seas --seats 4 --games 1_000_000 --policy cautious" in text
    assert "never leaves the game if it can help it" in text
    assert "simulate" in run("--help").stdout
