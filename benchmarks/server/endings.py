"""End a server again and again while games are played, and see that nothing told was lost."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.server.guests import GONE, Guest, House, Json, running, share


@dataclass
class Tally:
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    games: int = 0
    served: list[float] = field(default_factory=list)
    """Seconds from each end until somebody was welcomed again."""
    ended: list[float] = field(default_factory=list)
    """Seconds that each end took."""
    since: float | None = None
    """When the server was told to end, until somebody is welcomed again."""


class Witness(Guest):
    """Plays on and on, and remembers what it was told."""

    async def go_on(self, tally: Tally) -> None:
        known, pending = 0, None
        while True:
            try:
                if not self.table or self.over:
                    await self.open_table()
                    known, pending = 0, None
                    tally.games += 1
                async with self.sitting() as socket:
                    if tally.since is not None:
                        tally.served.append(time.monotonic() - tally.since)
                        tally.since = None
                    tally.lost += self.version < known
                    while not self.over:
                        if pending is None and self.is_asked:
                            pending = self.decision()
                        if pending is None:
                            await self.hear(socket)
                            continue
                        answer = await self.play(socket, pending)
                        tally.doubled += self._is_doubled(answer, pending)
                        tally.acknowledged += answer["type"] != "refused"
                        pending = None
                        known = max(known, self.version, answer.get("version", 0))
            except GONE:
                await asyncio.sleep(0.05)

    def _is_doubled(self, answer: Json, pending: Json) -> bool:
        """Whether what was sent once more was played a second time."""
        return bool(answer["type"] == "played" and answer["version"] <= pending["version"])


async def measure(options: argparse.Namespace, source: Path, folder: Path) -> Tally:
    tally, rng = Tally(), Random(options.seed)
    house = House(source, folder, options.port, ["--no-limits"])
    async with running(house):
        witnesses = [Witness(house, rng=Random(n)) for n in range(options.games)]
        tasks = [asyncio.ensure_future(each.go_on(tally)) for each in witnesses]
        while tally.games < options.games:
            await asyncio.sleep(0.05)
        for number in range(options.times):
            await asyncio.sleep(rng.uniform(0.5, 1.5) * options.between)
            tally.since = time.monotonic()
            tally.ended.append(await house.end(signal.Signals[f"SIG{options.signal}"]))
            house.start()
            await house.ready()
            while tally.since is not None:
                await asyncio.sleep(0.02)
            print(f"\r{number + 1}/{options.times} ends", end="", file=sys.stderr, flush=True)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result
    _tell(tally, house, options)
    return tally


def _tell(tally: Tally, house: House, options: argparse.Namespace) -> None:
    print(file=sys.stderr)
    print(f"SIG{options.signal}: {options.times} times, {options.games} games at once")
    print(f"moves acknowledged {tally.acknowledged}, lost {tally.lost}, doubled {tally.doubled}")
    print(f"games begun {tally.games}, tracebacks {house.tracebacks()}")
    if house.tracebacks():
        print(house.first_traceback())
    for what, values in (("ended after", tally.ended), ("serving again after", tally.served)):
        figures = (f"{share(values, part):.2f} s" for part in (0.5, 0.99))
        print(f"{what}: median {next(figures)}, p99 {next(figures)}")
