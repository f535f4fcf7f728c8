"""Moves a second: two processes on two cores beside one on one, and PostgreSQL beside SQLite."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.commits import ROOT
from benchmarks.scale.sites import Kind, Site, private_postgres, serving
from benchmarks.server.reports import Row, print_rows, say
from tests.support.postgres import Postgres

ONE, TWO = "one process", "two processes"
KINDS = {
    "sqlite": (Kind(f"SQLite, {ONE}"), Kind(f"SQLite, {TWO}", workers=2)),
    "postgres": (
        Kind(f"PostgreSQL, {ONE}", postgres=True),
        Kind(f"PostgreSQL, {TWO}", workers=2, postgres=True),
    ),
}


@dataclass
class Sitting:
    """What one site carried."""

    kind: str
    moves: float
    """A second by the clock."""
    moves_cpu: float
    """A second of a core that the site's own processes used."""
    other_load: float
    """Processes that wanted a core when it began, this program's own not counted."""


def arguments(program: argparse.ArgumentParser) -> None:
    add = program.add_argument
    add("--databases", nargs="+", choices=KINDS, default=["sqlite", "postgres"])
    add("--tables", type=int, default=200, help="for each core, of four seats")
    add("--decisions", type=int, default=12, help="that count, a table on average")
    add("--sittings", type=int, default=3, help="of each kind, in turn")
    add("--edition", default="classic")


def run(options: argparse.Namespace) -> None:
    kinds = [kind for name in options.databases for kind in KINDS[name]]
    found: list[Sitting] = []
    with ExitStack() as stack:
        database = None
        if any(kind.postgres for kind in kinds):
            database = stack.enter_context(private_postgres())
        for number in range(options.sittings):
            for kind in kinds if number % 2 == 0 else kinds[::-1]:
                sitting = sit(kind, database, options)
                found.append(sitting)
                say(
                    f"{number + 1}/{options.sittings} {kind.title}: {sitting.moves:.0f} moves a "
                    f"second, {sitting.moves_cpu:.0f} a CPU second (load {sitting.other_load:.1f})"
                )
    if options.json:
        print(json.dumps([asdict(each) for each in found], indent=2))
        return
    report(kinds, found)


def sit(kind: Kind, database: Postgres | None, options: argparse.Namespace) -> Sitting:
    """One process shares one core with its players, two processes two cores with theirs."""
    cores = sorted(os.sched_getaffinity(0))[: 1 if kind.workers is None else 2]
    load = os.getloadavg()[0]
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(cores))  # What is started now inherits it.
    try:
        with serving(kind, database) as site:
            if kind.workers is not None:
                for pid, core in zip(site.pids, cores, strict=True):
                    pin(pid, core)
            return play(kind, site, cores, load, options)
    finally:
        os.sched_setaffinity(0, before)


def pin(pid: int, core: int) -> None:
    """All threads of a process."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), {core})


def play(
    kind: Kind, site: Site, cores: Sequence[int], load: float, options: argparse.Namespace
) -> Sitting:
    crowds = [players(site, core, options) for core in cores]
    try:
        for crowd in crowds:
            expect(crowd, "ready")
        before = site.processor_seconds()
        for crowd in crowds:
            order(crowd, "go")
        results = [json.loads(line_of(crowd)) for crowd in crowds]
        used = site.processor_seconds() - before
    finally:
        for crowd in crowds:
            crowd.kill()
            crowd.wait()
    decisions = sum(each["decisions"] for each in results)
    rate = sum(each["decisions"] / (each["ended"] - each["began"]) for each in results)
    # What was decided before and after the marks used the CPU, too: in proportion.
    every = decisions * (1 + 4 / options.decisions)
    return Sitting(kind.title, rate, every / used, load)


def players(site: Site, core: int, options: argparse.Namespace) -> subprocess.Popen[str]:
    words = {
        "port": site.port,
        "tables": options.tables,
        "decisions": options.decisions,
        "edition": options.edition,
        "core": core,
    }
    command = [sys.executable, "-P", str(ROOT / "benchmarks" / "scale" / "players.py")]
    for name, value in words.items():
        command += [f"--{name}", str(value)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )


def line_of(crowd: subprocess.Popen[str]) -> str:
    assert crowd.stdout is not None
    line = crowd.stdout.readline()
    if not line:
        raise SystemExit("The players ended before they were done.")
    return line


def expect(crowd: subprocess.Popen[str], word: str) -> None:
    said = line_of(crowd).strip()
    assert said == word, said


def order(crowd: subprocess.Popen[str], word: str) -> None:
    assert crowd.stdin is not None
    crowd.stdin.write(f"{word}\n")
    crowd.stdin.flush()


def report(kinds: Sequence[Kind], found: Sequence[Sitting]) -> None:
    rows: list[Row] = []
    for kind in kinds:
        own = [each for each in found if each.kind == kind.title]
        rows.append(
            {
                "kind": kind.title,
                "moves/s": median(each.moves for each in own),
                "moves/CPU s": median(each.moves_cpu for each in own),
                "sittings": len(own),
                "load": median(each.other_load for each in own),
            }
        )
    print_rows(rows)
    for first, second in zip(kinds[::2], kinds[1::2], strict=True):
        _compare(first, second, found)
    if len(kinds) == 4:
        _compare(kinds[0], kinds[2], found)


def _compare(first: Kind, second: Kind, found: Sequence[Sitting]) -> None:
    pairs = list(
        zip(
            [each for each in found if each.kind == first.title],
            [each for each in found if each.kind == second.title],
            strict=True,
        )
    )
    clock = [two.moves / one.moves for one, two in pairs]
    print(
        f"{second.title} / {first.title}: {median(clock):.2f} by the clock "
        f"({min(clock):.2f} to {max(clock):.2f})"
    )
