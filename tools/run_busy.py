"""Run a command, the tests unless another is given, while the machine is kept busy.

A test that passes alone and fails here depends on how fast the machine is.

    python tools/run_busy.py
    python tools/run_busy.py --runs 20 .venv/bin/pytest tests/server/test_study.py -q
"""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
COMMAND: Final = ("make", "test")
RUNS: Final = 5
LOOPS: Final = 8
LOOPING: Final = """
import os, sys
loops, watched = map(int, sys.argv[1:])
for _ in range(loops - 1):
    if os.fork() == 0:
        break
while True:
    sum(range(1_000_000))
    try:
        os.kill(watched, 0)
    except ProcessLookupError:
        sys.exit()
"""
"""Busy loops that end by themselves once this program has gone."""
ADVICE: Final = """
{failed} of {runs} runs failed. What to do:
  1. Find the names after FAILED in the output above.
  2. Run such a test alone:            .venv/bin/pytest <name>
     If it fails there too, it is broken, or the code is.
  3. Run it alone on a busy machine:   make busy ARGS="--runs 20 .venv/bin/pytest <name>"
     If it fails only there, it depends on the clock. Wait for an event instead of for time, search
     by iterations instead of milliseconds, or move a clock by hand: see tests/support/waiting.py.
"""


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Keep the machine busy meanwhile; the loops end whatever happens.

    They are of the same priority as the command and share a session of their own, as if somebody
    had started them in another terminal: out of the reach of a Ctrl-C here.
    """
    command = [sys.executable, "-c", LOOPING, str(loops), str(os.getpid())]
    with subprocess.Popen(command, start_new_session=True) as looping:
        try:
            yield
        finally:
            os.killpg(looping.pid, signal.SIGKILL)


def run_once(command: Sequence[str]) -> int:
    """The status of one run."""
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def run_often(command: Sequence[str], runs: int, loops: int) -> int:
    """How many of some runs failed."""
    failed = 0
    with busy(loops):
        for number in range(1, runs + 1):
            begun = time.monotonic()
            status = run_once(command)
            failed += status != 0
            verdict = "passed" if status == 0 else f"failed with status {status}"
            print(
                f"run_busy: run {number} of {runs} {verdict} "
                f"after {time.monotonic() - begun:.0f} s beside {loops} busy loops",
                flush=True,
            )
    return failed


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=RUNS, help=f"how often ({RUNS})")
    parser.add_argument("--loops", type=int, default=LOOPS, help=f"busy loops beside it ({LOOPS})")
    parser.add_argument("command", nargs=argparse.REMAINDER, help=shlex.join(COMMAND))
    given = parser.parse_args(arguments)
    if given.runs < 1 or given.loops < 1:
        parser.error("--runs and --loops take a number from 1 on")
    failed = run_often(given.command or COMMAND, given.runs, given.loops)
    if failed:
        print(ADVICE.format(failed=failed, runs=given.runs))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
