"""The trials of `benchmarks/server_scale.py`, as short as can be: real processes are killed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).parent.parent.parent.parent / "benchmarks" / "server_scale.py"


def trial(*words: str) -> dict[str, Any]:
    command = (sys.executable, str(PROGRAM), *words, "--json")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    found: dict[str, Any] = json.loads(done.stdout)
    return found


FEW = ("--tables", "6")
FAULTS = ("lost", "doubled", "changed", "unreadable", "strangers", "fences", "told differently")


def test_workers_are_killed_and_nothing_is_lost() -> None:
    found = trial("kills", *FEW, "--rounds", "2", "--database", "sqlite")
    assert found["acknowledged"] >= 40
    assert {name: found[name] for name in FAULTS} == dict.fromkeys(FAULTS, 0)


def test_postgresql_is_killed_and_nothing_is_lost() -> None:
    found = trial("database-kills", *FEW, "--rounds", "1")
    assert found["acknowledged"] >= 40
    assert {name: found[name] for name in FAULTS} == dict.fromkeys(FAULTS, 0)


def test_workers_are_replaced_and_nobody_is_dropped() -> None:
    found = trial("deploys", *FEW, "--rounds", "1", "--database", "sqlite")
    assert found["acknowledged"] >= 20
    assert found["connections broken"] == 0
    assert {name: found[name] for name in FAULTS} == dict.fromkeys(FAULTS, 0)


def test_copies_of_commands_are_answered_alike_and_carried_out_once() -> None:
    found = trial("repeats", *FEW, "--commands", "600", "--rounds", "1", "--database", "sqlite")
    assert found["rounds"] >= 600
    assert {name: found[name] for name in FAULTS} == dict.fromkeys(FAULTS, 0)


def test_workers_survive_frames_and_requests_that_nobody_could_mean() -> None:
    found = trial("fuzz", "--frames", "2000", "--requests", "150")
    faults = "workers that died", "tracebacks", "internal", "status 500", "unknown codes"
    assert {name: found[name] for name in faults} == dict.fromkeys(faults, 0)
    assert found["alive after"]
