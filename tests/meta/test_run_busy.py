"""`make busy`: what it tells, and that no busy loop outlives it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.support.waiting import PATIENCE, is_gone, until
from tools import run_busy

ROOT = Path(__file__).parent.parent.parent
TOOL = (sys.executable, str(ROOT / "tools" / "run_busy.py"))


def loops_of(parent: int) -> list[int]:
    """The busy loops that a process has started."""
    listed = subprocess.run(
        ("ps", "-e", "-ww", "-o", "pid=,args="), capture_output=True, text=True, check=True
    )
    words = [line.split() for line in listed.stdout.splitlines()]
    return [int(each[0]) for each in words if "os.fork()" in each and each[-1] == str(parent)]


@pytest.mark.parametrize(
    ("code", "status", "says"),
    [
        ("", 0, ["run 2 of 2 passed"]),
        ("exit(3)", 1, ["failed with status 3", "2 of 2 runs failed"]),
    ],
)
def test_every_run_is_told(code: str, status: int, says: list[str]) -> None:
    command = (*TOOL, "--runs", "2", "--loops", "1", sys.executable, "-c", code)
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == status
    for words in says:
        assert words in done.stdout
    assert ("What to do" in done.stdout) == bool(status)


def test_the_loops_end_when_the_command_cannot_even_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[int] = []

    def fail(command: object) -> int:
        until(lambda: len(loops_of(os.getpid())) == 2, "two loops run")
        started.extend(loops_of(os.getpid()))
        raise OSError("no such program")

    monkeypatch.setattr(run_busy, "run_once", fail)
    with pytest.raises(OSError, match="no such program"):
        run_busy.run_often(["nothing"], runs=1, loops=2)
    for process in started:
        until(partial(is_gone, process), "a busy loop ends")


def test_the_loops_end_even_if_the_tool_is_killed() -> None:
    note = "import os, sys; print(os.getpid(), flush=True); sys.stdin.read()"
    command = (*TOOL, "--runs", "1", "--loops", "2", sys.executable, "-c", note)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tool:
        assert tool.stdout is not None
        assert int(tool.stdout.readline()), "the command runs"
        until(lambda: len(loops_of(tool.pid)) == 2, "two loops run")
        started = loops_of(tool.pid)
        tool.send_signal(signal.SIGKILL)
    for process in started:
        until(partial(is_gone, process), "a busy loop ends")
