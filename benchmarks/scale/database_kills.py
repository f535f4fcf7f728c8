"""PostgreSQL is killed (kill -9 of all its processes) and started again while people play."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from benchmarks.scale.audit import audit, watch_owners
from benchmarks.scale.honest import Crowd, Promises
from benchmarks.scale.sites import children, private_postgres, start
from benchmarks.scale.trials import Result, common, progress, report
from benchmarks.server.reports import say
from tests.support.postgres import Postgres

RNG = Random(2)


def arguments(program: argparse.ArgumentParser) -> None:
    common(program, rounds=100)
    program.set_defaults(workers=2)


def kill(database: Postgres) -> None:
    """All of it at once: nothing is written any more, and nobody is told."""
    postmaster = database.pid
    os.kill(postmaster, signal.SIGSTOP)  # It must not see the others go and end in order.
    for pid in (*children(postmaster), postmaster):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    while Path(f"/proc/{postmaster}").exists() and _is_alive(postmaster):
        pass
    (database.folder / "data" / "postmaster.pid").unlink(missing_ok=True)


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def start_again(database: Postgres) -> None:
    """As soon as the memory of the former one is gone."""
    for attempt in range(50):
        try:
            await asyncio.to_thread(database.start)
        except (AssertionError, subprocess.SubprocessError):
            if attempt == 49:
                raise
            await asyncio.sleep(0.2)
        else:
            return


async def play(options: argparse.Namespace, database: Postgres, origin: str) -> Promises:
    crowd = Crowd([origin], options.tables, edition=options.edition)
    playing = asyncio.ensure_future(crowd.play())
    try:
        for number in range(options.rounds):
            await progress(crowd, 20)
            await asyncio.sleep(RNG.random() * 0.5)
            await asyncio.to_thread(kill, database)
            killed = time.monotonic()
            await start_again(database)
            back = time.monotonic()
            await progress(crowd, 1)
            crowd.promises.outages.append((back - killed, time.monotonic() - back))
            if (number + 1) % 10 == 0:
                promises = crowd.promises
                say(
                    f"{number + 1}/{options.rounds} kills, {len(promises.acknowledged)} decisions "
                    f"acknowledged, longest wait {max(promises.waits, default=0):.2f} s"
                )
        await progress(crowd, 20)
    finally:
        crowd.enough.set()
        await playing
    return crowd.promises


def run(options: argparse.Namespace) -> None:
    load = os.getloadavg()[0]
    with private_postgres() as database:
        address = database.database()
        site = start("--database", address, workers=options.workers)
        try:
            watch_owners(address)
            promises = asyncio.run(play(options, database, site.origin))
        finally:
            site.end()
        verdict = audit(address, promises)
    report(Result("kills of PostgreSQL", options.rounds, verdict, promises, load), options)
