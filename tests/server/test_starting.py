"""Every reason a server cannot start is said in one line, with a code, and nothing else."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import httpx
import pytest
from click.testing import CliRunner

from tests.server.disk.stored_games import killed, stopped
from tests.support.waiting import PATIENCE
from tsuro.cli.serve import command
from tsuro.server.run import make_private, reachable_at

LINE = re.compile(r"error \[(\w+)\]: [^\n]+[.?]\n?")


def start(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tsuro", "serve", "--no-open", "--port", "0", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def refusal(*words: str) -> tuple[str, str]:
    """Code and line of a server that says why it does not start."""
    found = start(*words)
    assert (found.returncode, found.stdout) == (2, ""), found
    told = LINE.fullmatch(found.stderr)
    assert told is not None, found.stderr
    return told[1], found.stderr


def a_file(folder: Path) -> str:
    (folder / "games").write_text("no folder")
    return str(folder / "games")


def through_a_file(folder: Path) -> str:
    return f"{a_file(folder)}/deeper"


def damaged_page(folder: Path) -> str:
    path = stopped(folder)
    data = bytearray(path.read_bytes())
    data[50] ^= 1
    path.write_bytes(data)
    return str(folder)


def no_database(folder: Path) -> str:
    (folder / "tsuro.db").write_bytes(b"These are notes about a holiday. " * 200)
    return str(folder)


def cut_log(folder: Path) -> str:
    path = killed(folder)
    os.truncate(path.with_name("tsuro.db-wal"), 9_000)
    return str(folder)


def newer_format(folder: Path) -> str:
    connection = apsw.Connection(str(folder / "tsuro.db"))
    connection.execute("PRAGMA user_version=3")
    connection.close()
    return str(folder)


def database_is_a_folder(folder: Path) -> str:
    (folder / "tsuro.db").mkdir()
    return str(folder)


@pytest.mark.parametrize(
    ("make", "code", "said"),
    [
        (a_file, "data_no_folder", "is a file, and a folder is needed"),
        (through_a_file, "data_no_folder", "leads through a file"),
        (database_is_a_folder, "data_no_folder", "is a folder, and the database would be a file"),
        (damaged_page, "data_damaged", "a page is not as it was written"),
        (no_database, "data_damaged", "is damaged"),
        (cut_log, "data_damaged", "its log has lost"),
        (newer_format, "data_newer", "unknown format 3"),
    ],
)
def test_a_folder_that_will_not_do_is_told_in_one_line(
    tmp_path: Path, make: Callable[[Path], str], code: str, said: str
) -> None:
    found, line = refusal("--data", make(tmp_path))
    assert found == code
    assert said in line


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        ("ENOSPC", "data_full", "is full"),
        ("EROFS", "data_read_only", "read-only file system"),
        ("EACCES", "data_forbidden", "may not be written by this user"),
    ],
)
def test_what_the_system_refuses_is_told_in_one_line(
    tmp_path: Path, number: str, code: str, said: str
) -> None:
    """The system's answer is made up: a test may run as root, whom nothing is forbidden."""
    program = (
        "import errno, os, sys\n"
        "from tsuro.cli.main import main\n"
        "usual = os.open\n"
        "def refuse(path, *more, **named):\n"
        "    if str(path).endswith('.db.lock'):\n"
        f"        raise OSError(errno.{number}, os.strerror(errno.{number}))\n"
        "    return usual(path, *more, **named)\n"
        "os.open = refuse\n"
        f"sys.argv = ['tsuro', 'serve', '--no-open', '--port', '0', '--data', {str(tmp_path)!r}]\n"
        "main()\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    told = LINE.fullmatch(found.stderr)
    assert told is not None, found.stderr
    assert (found.returncode, found.stdout, told[1]) == (2, "", code)
    assert said in found.stderr


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """A server in its own process; gives its address."""
    command = [sys.executable, "-m", "tsuro", "serve", "--no-open", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--data", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def test_a_server_that_is_stopped_while_bots_think_goes_at_once_and_says_nothing_odd(
    tmp_path: Path,
) -> None:
    """Every line is one that a program can read, and the way it ended is no failure."""
    command = [sys.executable, "-m", "tsuro", "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path), "--log-format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().strip()
        seats = [{"kind": "bot", "bot": "mcts:iterations=100000"}] * 2
        wanted = {"edition": "classic", "seats": seats}
        made = httpx.post(f"{address}api/tables", json=wanted, timeout=PATIENCE)
        assert made.json()["seats"][1]["bot"] == "mcts:iterations=100000"
        process.terminate()
        assert process.wait(PATIENCE) == 0
        lines = [json.loads(line) for line in process.stderr]
    assert [line["message"].partition(";")[0] for line in lines] == [f"serving {address}"]


def test_a_second_server_on_the_same_games_is_told_where_the_first_is(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        code, line = refusal("--data", str(tmp_path))
    assert code == "data_in_use"
    assert f"Another server at {address} keeps its games in {tmp_path}" in line


@pytest.mark.usefixtures("own_log")
def test_whoever_starts_the_game_twice_is_led_to_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    with running(tmp_path) as address:
        found = CliRunner().invoke(command, ["--data", str(tmp_path), "--port", "0"])
    assert (found.exit_code, found.stdout.strip()) == (0, address)
    assert opened == [address]


@pytest.mark.parametrize(
    ("host", "found", "address"),
    [
        ("127.0.0.1", "192.168.1.7", None),
        ("192.168.1.7", None, "http://192.168.1.7:8000/"),
        ("0.0.0.0", "192.168.1.7", "http://192.168.1.7:8000/"),
        ("0.0.0.0", None, None),
    ],
)
def test_friends_are_told_an_address_only_if_they_reach_it(
    monkeypatch: pytest.MonkeyPatch, host: str, found: str | None, address: str | None
) -> None:
    monkeypatch.setattr("tsuro.server.run.network_address", lambda: found)
    assert reachable_at(host, 8000) == address


def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ["--public-url", "https://tsuro.example.org", "--data", ":memory:"]
        code, line = refusal(*words, "--port", port)
    assert code == "cannot_listen"
    assert f"Port {port} of 127.0.0.1 is taken" in line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--trusted-proxy", "nginx"), "neither an address nor a network"),
        (("--public-url", "tsuro.example.org"), "is no public address"),
        (("--public-url", "https://["), "is no public address"),
        (("--limit", "tabels=3/1"), "Did you mean"),
        (("--limit", "tables=many"), "is no limit"),
        (("--limit", "loaded_tables=0.5"), "a whole number above 0"),
        (("--limit", "tables=5"), "how many at once"),
        (("--config", "nowhere.toml"), "cannot be read"),
        (("--host", "192.0.2.1"), "Cannot listen on 192.0.2.1"),
    ],
)
def test_an_option_that_makes_no_sense_is_told_in_one_line(
    words: tuple[str, ...], said: str
) -> None:
    _, line = refusal("--data", ":memory:", *words)
    assert said in line


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[server]\nport = 'x'\n", "port must be of the kind int"),
        ("[server]\nprot = 1\n", "has no 'prot'"),
        ("[server]\nkeep = 0\n", "a number from 1 to 36500"),
        ("[server]\nlog_format = 'xml'\n", "one of text, json"),
        ("[server\n", "is no TOML file"),
        ("[other]\n", "two tables"),
        ("[limits]\ntables = 3\n", "how many at once"),
    ],
)
def test_a_file_that_makes_no_sense_is_told_in_one_line(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "tsuro.toml"
    path.write_text(text)
    _, line = refusal("--data", ":memory:", "--config", str(path))
    assert said in line


def test_a_folder_of_games_is_closed_to_others_but_no_other_folder(tmp_path: Path) -> None:
    ours, shared = tmp_path / "ours", tmp_path / "shared"
    for folder in (ours, shared):
        folder.mkdir(mode=0o755)
    (shared / "letters.txt").write_text("not ours")
    make_private(ours)
    make_private(shared)
    make_private(tmp_path / "new" / "folder")
    modes = [each.stat().st_mode & 0o777 for each in (ours, shared, tmp_path / "new" / "folder")]
    assert modes == [0o700, 0o755, 0o700]
