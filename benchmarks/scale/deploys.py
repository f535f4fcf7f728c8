"""All workers are replaced by new ones (SIGHUP) again and again while people play."""

from __future__ import annotations

import argparse
import asyncio
import signal

from benchmarks.scale.honest import Crowd
from benchmarks.scale.sites import Site
from benchmarks.scale.trials import common, progress, report, tried


def arguments(program: argparse.ArgumentParser) -> None:
    common(program, rounds=50)
    program.set_defaults(workers=2)


async def deploy(site: Site, crowd: Crowd, number: int) -> None:
    await progress(crowd, 20)
    before = set(site.pids)
    site.process.send_signal(signal.SIGHUP)
    while before & set(site.pids):
        await asyncio.sleep(0.05)


def run(options: argparse.Namespace) -> None:
    result = tried(options, "rolling deploys", deploy)
    report(result, options)
    if result.promises.drops:
        raise SystemExit(f"{result.promises.drops} connections were dropped.")
