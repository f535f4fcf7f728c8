"""Decisions are sent several times, with older ones between them and in any order."""

from __future__ import annotations

import argparse
import asyncio

from benchmarks.scale.honest import Crowd
from benchmarks.scale.sites import Site
from benchmarks.scale.trials import common, report, tell, tried


def arguments(program: argparse.ArgumentParser) -> None:
    common(program, rounds=10)
    program.set_defaults(workers=2)
    program.add_argument("--commands", type=int, default=100_000, help="sent in all, copies too")
    program.add_argument("--copies", type=int, default=5, help="of each, at most")


def run(options: argparse.Namespace) -> None:
    async def trial(site: Site, crowd: Crowd, number: int) -> None:
        crowd.copies, crowd.pause = options.copies, 0.02
        wanted = options.commands * (number + 1) // options.rounds
        while crowd.promises.sent < wanted:
            await asyncio.sleep(0.05)
        tell(crowd.promises, f"{crowd.promises.sent}/{options.commands} commands")

    result = tried(options, "copies of commands", trial)
    result.rounds = result.promises.sent
    report(result, options)
