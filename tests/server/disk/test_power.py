"""The power fails, and the disk does: nothing that was acknowledged is lost.

Thousands of cuts are for `benchmarks/server_scale.py power`; these few are the same program.
"""

from __future__ import annotations

import json
import subprocess
import sys


def trial(*words: str) -> dict[str, int]:
    command = (sys.executable, "-m", "tests.server.disk.power", *words)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, int] = json.loads(done.stdout)
    return found


def test_nothing_acknowledged_is_lost_when_the_power_fails() -> None:
    found = trial("--cuts", "60", "--seed", "1")
    assert (found["cuts"], found["promises"] > 1000) == (60, True)
    assert (found.get("lost", 0), found.get("unreadable", 0)) == (0, 0)


def test_a_loss_would_be_noticed() -> None:
    found = trial("--cuts", "30", "--careless")
    assert found.get("lost", 0) + found.get("unreadable", 0) > 0


def test_a_failing_disk_is_answered_and_forgets_nothing() -> None:
    found = trial("--failures", "40")
    assert found["refused"] > 0
    assert found["acknowledged"] > 0
    assert (found.get("lost", 0), found.get("wrong code", 0)) == (0, 0)
