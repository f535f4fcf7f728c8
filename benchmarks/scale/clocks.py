"""Three servers whose clocks jump by up to an hour; now and then one is stopped for a while.

A process that is stopped (SIGSTOP) for longer than others wait is taken for dead, and goes on later
as if nothing had happened. Time of day must not matter to either.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from contextlib import ExitStack
from random import Random

from benchmarks.commits import ROOT
from benchmarks.scale import sites
from benchmarks.scale.audit import audit, watch_owners
from benchmarks.scale.honest import Crowd, Promises
from benchmarks.scale.trials import Result, common, progress, report, tell

RNG = Random(4)
SERVERS = 3
STOPPED = 4.5
"""Seconds: longer than the others wait."""


def arguments(program: argparse.ArgumentParser) -> None:
    common(program, rounds=30)


async def play(options: argparse.Namespace, found: list[sites.Site]) -> Promises:
    crowd = Crowd([site.origin for site in found], options.tables, edition=options.edition)
    playing = asyncio.ensure_future(crowd.play())
    try:
        for number in range(options.rounds):
            await progress(crowd, 40)
            pid = RNG.choice(found).process.pid
            os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(STOPPED)
            os.kill(pid, signal.SIGCONT)
            if (number + 1) % 5 == 0:
                tell(crowd.promises, f"clocks {number + 1}/{options.rounds}")
        await progress(crowd, 40)
    finally:
        crowd.enough.set()
        await playing
    return crowd.promises


def run(options: argparse.Namespace) -> None:
    load = os.getloadavg()[0]
    script = str(ROOT / "benchmarks" / "scale" / "jumping.py")
    sites.COMMAND = (sites.COMMAND[0], "-P", script, *sites.COMMAND[4:])
    with ExitStack() as stack:
        database = stack.enter_context(sites.private_postgres())
        address = database.database()
        found = []
        for _ in range(SERVERS):
            site = sites.start("--database", address)
            stack.callback(site.end)
            found.append(site)
        watch_owners(address)
        promises = asyncio.run(play(options, found))
        for site in found:
            site.end()
        verdict = audit(address, promises)
    report(
        Result("jumping clocks and stopped servers", options.rounds, verdict, promises, load),
        options,
    )
