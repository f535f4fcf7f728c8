"""The power fails again and again (torn writes too), and disks are full or broken: SQLite alone."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter

from benchmarks.commits import ROOT
from benchmarks.server.reports import say

DIARY = 250
"""Cuts of one diary; then other games are written."""


def arguments(program: argparse.ArgumentParser) -> None:
    add = program.add_argument
    add("--cuts", type=int, default=2_000, help="every other one with torn writes")
    add("--failures", type=int, default=1_000, help="writes and syncs that fail")
    add("--seed", type=int, default=1)


def run(options: argparse.Namespace) -> None:
    found: Counter[str] = Counter()
    for number, done in enumerate(range(0, options.cuts, DIARY)):
        cuts = min(DIARY, options.cuts - done)
        found += _trial("--cuts", str(cuts), "--seed", str(options.seed + number))
        say(f"{done + cuts}/{options.cuts} power cuts: {found['promises']} promises looked for")
    if options.failures:
        found += _trial("--failures", str(options.failures), "--seed", str(options.seed))
        say(f"{found['failures']} failures of the disk, {found['refused']} decisions refused")
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        for name in ("cuts", "promises", "failures", "refused", "acknowledged", "starts"):
            print(f"{name:>20}  {found[name]}")
        for name in ("lost", "unreadable", "wrong code"):
            print(f"{name:>20}  {found[name]}")
    if faults := found["lost"] + found["unreadable"] + found["wrong code"]:
        raise SystemExit(f"{faults} faults.")


def _trial(*words: str) -> Counter[str]:
    command = (sys.executable, "-m", "tests.server.disk.power", *words)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    return Counter(json.loads(done.stdout))
