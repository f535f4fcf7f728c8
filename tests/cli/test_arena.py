"""`tsuro arena`: what it plays, tells, keeps and refuses."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.running import run
from tests.support.waiting import PATIENCE, until
from tsuro.arena.chart import draw_chart
from tsuro.arena.settings import Settings
from tsuro.arena.summary import sum_up

MISFIT = Path(__file__).parent.parent / "arena" / "misfit.py"
QUICK = ("arena", "--bots", "cautious,random", "--jobs", "1")


CLOSING = """
class Bot:
    def choose(self, view, options, rng, clock=None):
        return options[0]

    def close(self):
        print("closed")
"""


def misfit(behaviour: str) -> str:
    return f"exec:{sys.executable} {MISFIT} {behaviour}"


def test_standings_and_pairs_are_shown() -> None:
    result = run(*QUICK, "--games", "7")
    assert result.exit_code == 0
    assert "classic, 2 seats, seed 1: 8 games in 4 deals. A fair share is 50.0 %." in result.stdout
    assert "Elo" in result.stdout
    assert "How often the row finishes before the column" in result.stdout
    assert "forfeits" not in result.stdout
    assert "Intervals from only 4 deals" in result.stderr


def test_bots_that_seldom_meet_are_told_of() -> None:
    result = run("arena", "--bots", "random,random,random", "--games", "44", "--jobs", "1")
    assert "44 games in 22 deals" in result.stdout
    assert "Intervals from only 7 deals, in which some bots met, are narrower" in result.stderr


@pytest.mark.usefixtures("patient")
def test_a_program_takes_a_seat_at_the_terminal() -> None:
    """What it fails to decide is decided at random and told once, and the game goes on."""
    result = run("play", "--seat", misfit("illegal"), "--seat", "random", "--seed", "3")
    assert result.exit_code == 0
    assert "wins" in result.stdout
    first, last = result.stderr.strip().split("\n")
    assert first == "Exec forfeits a decision to luck: illegal: chose 'T99/0'"
    assert re.fullmatch(r"Exec forfeited \d+ decisions to luck\.", last)


def test_a_bot_at_the_terminal_is_closed(tmp_path: Path) -> None:
    closing = tmp_path / "closing.py"
    closing.write_text(CLOSING)
    result = run("play", "--seat", f"python:{closing}:Bot", "--seat", "random", "--seed", "3")
    assert result.exit_code == 0
    assert result.stdout.startswith("closed")
    assert result.stderr == ""


def test_as_json_it_repeats_itself() -> None:
    one, two = (run(*QUICK, "--games", "8", "--seats", "4", "--json") for _ in range(2))
    told, again = json.loads(one.stdout), json.loads(two.stdout)
    for bot in (*told["bots"], *again["bots"]):
        assert bot.pop("ms") >= 0
    assert told == again
    assert told["settings"]["bots"] == ["cautious", "random"]
    assert told["fair_share"] == 0.25
    assert {bot["bot"] for bot in told["bots"]} == {"cautious", "random"}
    assert len(told["pairs"]) == 2
    low, value, high = (told["bots"][0]["share"][n] for n in (1, 0, 2))
    assert low <= value <= high


@pytest.mark.usefixtures("patient")
def test_bots_that_fail_are_reported_and_the_arena_goes_on() -> None:
    result = run(*QUICK, "--bot", misfit("illegal"), "--bot", misfit("crash"), "--games", "12")
    assert result.exit_code == 0, result.stderr
    assert "12 games" in result.stdout
    assert "forfeits" in result.stdout
    assert "illegal forfeited" in result.stderr
    assert "(100.0 %)" in result.stderr
    assert "chose 'T99/0'" in result.stderr
    assert "the bot divides by zero" in result.stderr


def test_results_are_kept_continued_and_shown(tmp_path: Path) -> None:
    out, records = tmp_path / "results.jsonl", tmp_path / "records"
    first = run(*QUICK, "--games", "4", "--out", str(out), "--keep-records", str(records))
    assert first.exit_code == 0
    lines = out.read_text().splitlines()
    assert len(lines) == 5
    more = run(*QUICK, "--games", "8", "--out", str(out), "--json")
    assert json.loads(more.stdout)["games"] == 8
    assert out.read_text().splitlines()[:5] == lines
    shown = run("arena", "--show", str(out), "--json")
    assert json.loads(shown.stdout) == json.loads(more.stdout)
    for record in sorted(records.iterdir()):
        assert run("replay", str(record), "--check").exit_code == 0
    assert len(list(records.iterdir())) == 4
    refused = run(*QUICK, "--games", "8", "--seed", "2", "--out", str(out))
    assert refused.exit_code == 2
    assert "error [arena]" in refused.stderr
    assert "its seed is 1, not 2" in refused.stderr


def test_pictures_are_drawn(tmp_path: Path) -> None:
    result = run(*QUICK, "--games", "4", "--plot", str(tmp_path / "ratings"))
    assert result.exit_code == 0
    assert (tmp_path / "ratings.png").read_bytes().startswith(b"\x89PNG")
    root = ElementTree.fromstring((tmp_path / "ratings.svg").read_text())
    assert root.tag.endswith("svg")
    assert run(*QUICK, "--games", "2", "--plot", str(tmp_path / "x.gif")).exit_code == 2


def test_the_sequential_test_stops_early() -> None:
    arguments = ("--games", "400", "--sprt", "--share", "0.1", "0.4")
    result = run(*QUICK, *arguments)
    assert result.exit_code == 0
    assert "Sequential test of cautious" in result.stdout
    assert "accepted" in result.stdout
    told = json.loads(run(*QUICK, *arguments, "--json").stdout)
    assert told["games"] < 100
    assert told["test"]["verdict"] == "accepted"
    assert told["test"]["ratio"] >= told["test"]["bounds"][1]
    unsure = json.loads(run(*QUICK, "--games", "6", "--sprt", "--json").stdout)
    assert unsure["test"]["verdict"] == "open"
    assert unsure["test"]["share0"] == 0.5
    assert unsure["test"]["share1"] == pytest.approx(0.5715, abs=1e-4)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--bots", "cautious"), "at least two bots"),
        ((), "at least two bots"),
        (("--bots", "cautious,randim"), "Did you mean random"),
        (("--bots", "cautious,exec:./nothing"), "There is no program ./nothing"),
        (("--bots", "cautious,random", "--seats", "9"), "2 to 8 players"),
        (("--bots", "cautious,random", "-o", "piles=3"), "has no switch"),
        (("--bots", "cautious,random", "--sprt", "--elo", "5", "0"), "must rise"),
        (("--bots", "cautious,random", "--sprt", "--elo", "99999", "999999"), "must rise"),
        (("--bots", "cautious,random", "--sprt", "--seats", "3"), "cannot share 3 seats evenly"),
        (("--show", __file__), "is not a result file"),
    ],
)
def test_bad_input_is_refused_before_anything_is_played(
    arguments: tuple[str, ...], says: str
) -> None:
    result = run("arena", *arguments)
    assert result.exit_code == 2
    assert says in result.stderr


def test_an_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    command = ["arena", "--bots", "random,random", "--games", "100000", "--jobs", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tsuro", *command, "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A test run started in the background ignores interrupts; the program must not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        until(lambda: out.exists() and out.read_bytes().count(b"\n") >= 10, "some games are played")
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130
    told = re.search(r"Interrupted after (\d+) games\. The same command goes on", stderr)
    assert told is not None
    # The interrupt may come when a result has just been written but not been counted yet.
    assert out.read_bytes().count(b"\n") - 1 - int(told[1]) in (0, 1)
    assert "A fair share is 50.0 %" in stdout
    assert "Traceback" not in stderr


def test_the_chart_holds_every_bot_whatever_the_numbers(tmp_path: Path) -> None:
    from tests.arena.support import result

    bots = ("random", "exec:" + "long" * 30 + " <&>", "a", "b", "c", "d", "e", "f", "g", "h")
    settings = Settings("seas", 2, bots)
    results = [
        result(deal, (deal % 10, (deal + 1) % 10), (1, 1) if deal % 3 else (1, 2))
        for deal in range(30)
    ]
    for dark in (False, True):
        svg = draw_chart(sum_up(settings, results), dark=dark)
        root = ElementTree.fromstring(svg)
        circles = [each for each in root.iter() if each.tag.endswith("circle")]
        assert len(circles) == 2 * len(bots)
        assert all(0 < float(each.attrib["cx"]) < 900 for each in circles)
