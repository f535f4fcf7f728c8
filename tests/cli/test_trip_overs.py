"""What newcomers tripped over: files of other systems, bots that talk or crash, missing extras."""

from __future__ import annotations

import codecs
import json
import sys
from pathlib import Path

import pytest

from tests.cli.recorded import GOLDEN
from tests.cli.running import run, spawn
from tsuro.formats.position import parse_position
from tsuro.formats.record import parse_record
from tsuro.game import Game

RECORD = (GOLDEN / "classic-2-00070.tsr").read_text(encoding="utf-8")

TALKATIVE = """
import os
import sys

print("imported")


class Bot:
    def choose(self, view, options, rng, clock=None):
        print("thinking")
        sys.stdout.flush()
        os.write(1, b"aloud")
        return options[0]
"""
CRASHING = """
class Bot:
    def choose(self, view, options, rng, clock=None):
        return self.weigh(options)

    def weigh(self, options):
        return options[len(options)]
"""


@pytest.fixture
def talkative(tmp_path: Path) -> str:
    file = tmp_path / "talkative.py"
    file.write_text(TALKATIVE, encoding="utf-8")
    return f"python:{file}:Bot"


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_bots_print_does_not_spoil_the_results_of_an_arena(talkative: str, jobs: int) -> None:
    done = spawn(
        *("arena", "--bot", talkative, "--bot", "random", "--games", "2", "--json"),
        *("--jobs", str(jobs)),
    )
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["bots"]) == 2
    assert "imported" in done.stderr
    assert "thinking" in done.stderr
    assert "aloud" in done.stderr


def test_what_bots_print_is_told_after_a_game(tmp_path: Path) -> None:
    file = tmp_path / "talkative.py"
    file.write_text(TALKATIVE.replace('os.write(1, b"aloud")', "pass"), encoding="utf-8")
    result = run("play", "-s", f"python:{file}:Bot", "-s", "random", "--seed", "1", "--json")
    assert json.loads(result.stdout)["players"]
    assert "Printed by bots while they decided:\n  Python: thinking" in result.stderr


def test_a_crashing_bot_is_told_with_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "crashing.py"
    file.write_text(CRASHING, encoding="utf-8")
    result = run(
        *("arena", "--bot", f"python:{file}:Bot", "--bot", "random", "--games", "2"),
        *("--jobs", "1"),
    )
    assert f"IndexError: tuple index out of range ({file}, line 7)" in result.stderr


def test_a_bot_that_cannot_be_made_is_told_with_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "failing.py"
    file.write_text("\nraise RuntimeError('no weights')\n", encoding="utf-8")
    result = run("play", "-s", f"python:{file}:Bot", "-s", "random")
    assert "error [unknown_bot]" in result.stderr
    assert f"RuntimeError: no weights ({file}, line 2)." in result.stderr


@pytest.mark.parametrize("text", ["\nclass Bot\n", "\nimport no_such_module\n"])
def test_a_bot_that_cannot_be_imported_is_told_with_file_and_line(
    text: str, tmp_path: Path
) -> None:
    file = tmp_path / "broken.py"
    file.write_text(text, encoding="utf-8")
    result = run("play", "-s", f"python:{file}:Bot", "-s", "random")
    assert result.stderr.endswith(f" ({file}, line 2).\n")
    assert result.stderr.count(", line ") == 1


def test_an_arena_that_cannot_be_rated_is_refused_before_it_is_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    out = tmp_path / "results.jsonl"
    result = run("arena", "--bots", "random,cautious", "--games", "2", "--out", str(out))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error [arena]: Ratings need an extra: install tsuro[fast].\n"
    assert not out.exists()


def test_a_plot_that_cannot_be_drawn_is_refused_before_games_are_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    out = tmp_path / "results.jsonl"
    plot = ("--plot", str(tmp_path / "ratings.png"))
    result = run("arena", "--bots", "random,cautious", *plot, "--out", str(out))
    assert result.exit_code == 2
    assert result.stderr.startswith("error [pictures_missing]: ")
    assert not out.exists()


@pytest.mark.parametrize(
    "content",
    [
        codecs.BOM_UTF8 + RECORD.encode(),
        RECORD.replace("\n", " \t\n").encode(),
        RECORD.replace("\n", "\r\n").encode(),
        RECORD.encode("utf-16"),
        codecs.BOM_UTF16_BE + RECORD.encode("utf-16-be"),
    ],
    ids=["mark", "blanks", "line ends", "wide", "wide the other way round"],
)
def test_records_of_other_systems_are_read(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.tsr"
    file.write_bytes(content)
    result = run("replay", str(file), "--check")
    assert result.stdout.startswith("OK: Classic Tsuro")


def test_texts_with_a_mark_are_read_in_python_too() -> None:
    assert parse_record(f"\ufeff{RECORD}") == parse_record(RECORD)
    line = str(Game("classic", seats=2, seed=1).position())
    assert parse_position(f"\ufeff{line}\r\n") == parse_position(line)


def test_a_data_file_with_a_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "printed.toml"
    source = Path(__file__).parents[2] / "src/tsuro/editions/classic/printed.toml"
    file.write_bytes(codecs.BOM_UTF8 + source.read_bytes())
    assert run("editions", "--check", str(file)).exit_code == 0


def test_replay_reads_standard_input() -> None:
    result = run("replay", "-", "--check", stdin=RECORD)
    assert result.stdout.startswith("OK: Classic Tsuro")


def test_nothing_is_made_of_a_name_that_promises_another_kind_of_file(tmp_path: Path) -> None:
    record = str(GOLDEN / "classic-2-00070.tsr")
    for option, name in (("--svg", "x.png"), ("--gif", "x.txt")):
        path = tmp_path / name
        assert run("replay", record, option, str(path)).exit_code == 2
        assert not path.exists()


def test_a_command_that_is_nearly_right_is_guessed() -> None:
    assert "Did you mean replay?" in run("reply").stderr
