"""What all trials share: a crowd that plays while something happens, and the audit after it."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.scale.audit import Verdict, audit, watch_owners
from benchmarks.scale.honest import Crowd, Promises
from benchmarks.scale.sites import DATA, Kind, Site, private_postgres, start
from benchmarks.server.reports import quantile, say
from tsuro.server.run import DATABASE

Trial = Callable[[Site, Crowd, int], Awaitable[None]]
"""Does something to a site, a number of times."""


@dataclass
class Result:
    what: str
    rounds: int
    verdict: Verdict
    promises: Promises
    load: float

    def faults(self) -> int:
        return self.verdict.faults + len(self.promises.differences)


def common(program: argparse.ArgumentParser, *, rounds: int, tables: int = 30) -> None:
    add = program.add_argument
    add("--rounds", type=int, default=rounds)
    add("--tables", type=int, default=tables, help="of two people, all the time")
    add("--edition", default="classic")
    add("--database", choices=("sqlite", "postgres"), default="postgres")
    add("--workers", type=int, default=3)


def tried(options: argparse.Namespace, what: str, trial: Trial) -> Result:
    """Start a site, let people play while the trial goes on, end it and look at the log."""
    load = os.getloadavg()[0]
    with ExitStack() as stack:
        if options.database == "postgres":
            database = stack.enter_context(private_postgres())
            address = database.database()
            where = ("--database", address)
        else:
            DATA.mkdir(parents=True, exist_ok=True)
            folder = stack.enter_context(tempfile.TemporaryDirectory(dir=DATA))
            address, where = str(Path(folder) / DATABASE), ("--data", folder)
        kind = Kind(options.database, workers=options.workers)
        site = start(*where, *kind.more, workers=kind.workers)
        stack.callback(site.end)
        if options.database == "postgres":
            watch_owners(address)
        promises = asyncio.run(_play(options, site, what, trial))
        site.end()
        verdict = audit(address, promises)
    return Result(what, options.rounds, verdict, promises, load)


async def _play(options: argparse.Namespace, site: Site, what: str, trial: Trial) -> Promises:
    crowd = Crowd([site.origin], options.tables, edition=options.edition)
    playing = asyncio.ensure_future(crowd.play())
    try:
        for number in range(options.rounds):
            await trial(site, crowd, number)
            if (number + 1) % 10 == 0 or number + 1 == options.rounds:
                tell(crowd.promises, f"{what} {number + 1}/{options.rounds}")
    finally:
        crowd.enough.set()
        await playing
    return crowd.promises


def tell(promises: Promises, what: str) -> None:
    waits = promises.waits
    say(
        f"{what}: {len(promises.acknowledged)} decisions acknowledged, {promises.drops} "
        f"connections broke, {promises.retries} sent again, wait p50 "
        f"{median(waits) if waits else 0:.2f} s, p99 {quantile(waits, 0.99):.2f} s, "
        f"longest {max(waits, default=0):.2f} s"
    )


async def progress(crowd: Crowd, count: int) -> None:
    """Wait until so many more decisions were acknowledged: the site serves again."""
    wanted = len(crowd.promises.acknowledged) + count
    while len(crowd.promises.acknowledged) < wanted:
        await asyncio.sleep(0.02)


def report(result: Result, options: argparse.Namespace) -> None:
    """Figures, or a list of what was wrong; the program fails if anything was."""
    verdict, promises = result.verdict, result.promises
    waits = promises.waits
    found: dict[str, Any] = {
        "what": result.what,
        "rounds": result.rounds,
        "acknowledged": len(promises.acknowledged),
        **{key: value for key, value in asdict(verdict).items() if key != "complaints"},
        "told differently": len(promises.differences),
        "games": promises.games,
        "connections broken": promises.drops,
        "why": dict(promises.reasons.most_common(6)),
        "sent again": promises.retries,
        "wait p50 s": round(median(waits), 2) if waits else 0,
        "wait p99 s": round(quantile(waits, 0.99), 2) if waits else 0,
        "longest wait s": round(max(waits, default=0), 2),
        "load before": round(result.load, 1),
    }
    if promises.outages:
        down, after = zip(*promises.outages, strict=True)
        found["database gone p50 s"] = round(median(down), 2)
        found["served after p50 s"] = round(median(after), 2)
        found["served after, longest s"] = round(max(after), 2)
    if options.json:
        print(json.dumps(found | {"complaints": verdict.complaints[:50]}, indent=2))
    else:
        for name, value in found.items():
            print(f"{name:>20}  {value}")
        for complaint in verdict.complaints[:20]:
            print(complaint)
    if result.faults():
        raise SystemExit(f"{result.faults()} faults.")
