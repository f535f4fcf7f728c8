"""Two machines, each in a network namespace, are cut off in turn while people play at both.

A machine is cut off from everything, or from the database alone. Its tables go to the other one;
when it is back it must not write, or tell, anything that it should not.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

from benchmarks.scale.audit import audit, watch_owners
from benchmarks.scale.honest import Crowd, Promises
from benchmarks.scale.sites import DATA, Site, start
from benchmarks.scale.trials import Result, common, progress, report, tell
from tests.support.postgres import Postgres

RNG = Random(3)
INSIDE = "TSURO_PARTITIONS"
NETWORK = "10.77.0"
BASE, HUB = f"{NETWORK}.9", f"{NETWORK}.1"
MACHINES = ("tsuro-a", "tsuro-b")
CUT = 5.0
"""Seconds for which a machine is cut off: long enough to be taken for dead."""


def arguments(program: argparse.ArgumentParser) -> None:
    common(program, rounds=30)
    program.set_defaults(workers=2)


def do(*words: str) -> None:
    subprocess.run(words, check=True)


@contextmanager
def machines() -> Iterator[dict[str, str]]:
    """Namespaces joined by a bridge; their addresses by name."""
    do("ip", "link", "set", "lo", "up")
    do("ip", "link", "add", "hub", "type", "bridge")
    for address in (HUB, BASE):
        do("ip", "addr", "add", f"{address}/24", "dev", "hub")
    do("ip", "link", "set", "hub", "up")
    found = {}
    try:
        for number, name in enumerate(MACHINES, 2):
            found[name] = f"{NETWORK}.{number}"
            do("ip", "netns", "add", name)
            do("ip", "link", "add", f"v{name}", "type", "veth", "peer", "name", "eth0",
               "netns", name)  # fmt: skip
            do("ip", "link", "set", f"v{name}", "master", "hub", "up")
            within = ("ip", "-n", name)
            do(*within, "link", "set", "lo", "up")
            do(*within, "addr", "add", f"{found[name]}/24", "dev", "eth0")
            do(*within, "link", "set", "eth0", "up")
        yield found
    finally:
        for name in MACHINES:
            subprocess.run(("ip", "netns", "del", name), check=False)


def machine(name: str, address: str, database: str, workers: int) -> Site:
    """Servers in a namespace, on what takes itself for a machine of its own."""
    within = ("ip", "netns", "exec", name, "unshare", "--uts", "sh", "-c",
              f'hostname {name}; exec "$0" "$@"')  # fmt: skip
    site = start(
        *("--database", database, "--relay", f"{address}:0", "--name", address),
        workers=workers,
        within=within,
        host=address,
    )
    site.wait_ready(None)
    return site


async def cut_off(name: str, *, alone: bool) -> None:
    """For a while; `alone`, only from the database."""
    if alone:
        route = ("ip", "-n", name, "route")
        do(*route, "add", "blackhole", f"{BASE}/32")
        await asyncio.sleep(CUT)
        do(*route, "del", "blackhole", f"{BASE}/32")
    else:
        do("ip", "link", "set", f"v{name}", "down")
        await asyncio.sleep(CUT)
        do("ip", "link", "set", f"v{name}", "up")


async def play(options: argparse.Namespace, origins: list[str]) -> Promises:
    crowd = Crowd(origins, options.tables, edition=options.edition)
    playing = asyncio.ensure_future(crowd.play())
    try:
        for number in range(options.rounds):
            await progress(crowd, 40)
            await cut_off(RNG.choice(MACHINES), alone=number % 2 == 1)
            if (number + 1) % 5 == 0:
                tell(crowd.promises, f"partitions {number + 1}/{options.rounds}")
        await progress(crowd, 40)
    finally:
        crowd.enough.set()
        await playing
    return crowd.promises


def run(options: argparse.Namespace) -> None:
    if INSIDE not in os.environ:
        # All of it in a network of its own: nothing of this leaves it.
        command = ("unshare", "--net", "--mount", sys.executable, *sys.argv)
        sys.exit(subprocess.run(command, env={**os.environ, INSIDE: "1"}, check=False).returncode)
    do("mount", "-t", "tmpfs", "tmpfs", "/run/netns") if Path("/run/netns").exists() else None
    load = os.getloadavg()[0]
    DATA.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        addresses = stack.enter_context(machines())
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=DATA))
        Path(folder).chmod(0o755)
        database = Postgres(Path(folder) / "postgres", host=BASE, network=f"{NETWORK}.0/24")
        stack.callback(database.close)
        where = database.database()
        sites = []
        for name, address in addresses.items():
            site = machine(name, address, where, options.workers)
            stack.callback(site.end)
            sites.append(site)
        watch_owners(where)
        promises = asyncio.run(play(options, [site.origin for site in sites]))
        for site in sites:
            site.end()
        verdict = audit(where, promises)
    report(Result("partitions", options.rounds, verdict, promises, load), options)
