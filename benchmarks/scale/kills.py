"""Workers are killed (kill -9) one after the other while people play."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from contextlib import suppress
from random import Random

from benchmarks.scale.honest import Crowd
from benchmarks.scale.sites import Site
from benchmarks.scale.trials import common, progress, report, tried

RNG = Random(1)


def arguments(program: argparse.ArgumentParser) -> None:
    common(program, rounds=200)


async def kill(site: Site, crowd: Crowd, number: int) -> None:
    """One worker at a random moment; the next round begins when there are others again."""
    await progress(crowd, 20)
    await asyncio.sleep(RNG.random() * 0.5)
    pids = site.pids
    with suppress(ProcessLookupError):
        os.kill(RNG.choice(pids), signal.SIGKILL)
    while len(site.pids) < 2 or site.pids == [site.process.pid]:
        await asyncio.sleep(0.05)


def run(options: argparse.Namespace) -> None:
    report(tried(options, "kills of workers", kill), options)
