"""What belongs together, and what is missing, is told in one line before anything is served."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.server.test_starting import LINE, refusal
from tsuro.cli.main import cli
from tsuro.server.run import bind
from tsuro.server.storage.postgres.schema import without_password


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--database", "mysql://somewhere"), "is no database"),
        (("--database", "postgresql://x/y", "--data", "here"), "either --data or --database"),
        (("--relay", "127.0.0.1:0"), "--relay is for several machines"),
        (("--database", "postgresql://x/y", "--relay", "0.0.0.0:1"), "where others can come in"),
        (("--database", "postgresql://x/y", "--relay", "127.0.0.1"), "where others can come in"),
        (("--workers", "2", "--data", ":memory:"), "Workers share games on disk"),
        (("--think-elsewhere",), "--think-elsewhere needs games that others can reach"),
    ],
)
def test_what_does_not_fit_together_is_told_in_one_line(words: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(cli, ["serve", "--port", "0", *words])
    assert (result.exit_code, said in result.output) == (2, True), result.output
    assert LINE.fullmatch(result.output), result.output


@pytest.mark.parametrize("workers", [(), ("--workers", "2")])
def test_a_database_that_cannot_be_reached_is_told_in_one_line(workers: tuple[str, ...]) -> None:
    with bind("127.0.0.1", 0, search=False) as closed:
        port = closed.getsockname()[1]
    address = f"postgresql://me:secret@127.0.0.1:{port}/games"
    code, line = refusal("--database", address, *workers)
    assert code == "data_unusable"
    assert "cannot be used" in line
    assert "secret" not in line


def test_a_driver_that_is_missing_is_named(tmp_path: Path) -> None:
    program = (
        "import importlib.util, sys\n"
        "usual = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *more: None if name == 'asyncpg' "
        "else usual(name, *more)\n"
        "from tsuro.cli.main import main\n"
        "sys.argv = ['tsuro', 'serve', '--port', '0', '--database', 'postgresql://x/y']\n"
        "main()\n"
    )
    command = [sys.executable, "-c", program]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (found.returncode, found.stdout) == (2, "")
    assert LINE.fullmatch(found.stderr), found.stderr
    assert "pip install 'tsuro[scale]'" in found.stderr


def test_nobody_thinks_for_games_that_are_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["think", "--data", str(tmp_path)])
    assert (result.exit_code, "There is no database" in result.output) == (2, True)
    result = CliRunner().invoke(cli, ["think", "--data", "x", "--database", "postgresql://x"])
    assert (result.exit_code, "either" in result.output) == (2, True)


def test_passwords_are_not_shown() -> None:
    shown = without_password("postgresql://me:se:cret@host/games")
    assert (shown.startswith("postgresql://me:"), "cret" in shown) == (True, False)
    assert without_password("postgresql://host/games") == "postgresql://host/games"
