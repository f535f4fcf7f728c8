"""How long a move takes to reach everybody, at a pace that does not depend on the server."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from benchmarks.server.dialects import Question
from benchmarks.server.reports import (
    Row,
    compared,
    in_turn,
    print_json,
    print_rows,
    quantile,
    say,
)
from benchmarks.server.running import Server, Side, room_for_sockets, running
from benchmarks.server.tables import SEATS, Load, Table, join_all, open_tables

SHOWN_HOLDS = 5


class Paced(Load):
    """Decisions wait until their time has come; then any table that is asked decides."""

    def __init__(self, server: Server, *, ghosts: bool = False) -> None:
        super().__init__(server, ghosts=ghosts)
        self.latencies: list[float] = []
        self.lateness: list[float] = []
        """How much later than planned decisions were sent: a fault of this process."""
        self.rushing = 0
        """So many decisions are made as fast as can be, to come to the middle of the games."""
        self._waiting: deque[tuple[Table, Question]] = deque()

    def asked(self, table: Table, question: Question) -> None:
        if self.rushing > 0:
            self.rushing -= 1
            table.decide(question)
        else:
            self._waiting.append((table, question))

    def completed(self, table: Table, seconds: float) -> None:
        self.latencies.append(seconds)

    async def rush(self, each: int) -> None:
        """So many decisions at every table, as the players come to them."""
        goal = self.rushing = each * len(self.tables)
        self.begin()
        await self.until(lambda: self.decisions >= goal)
        self.rushing = 0
        self.latencies.clear()

    async def pace(self, rate: float, seconds: float, *, evenly: bool = False) -> None:
        """Decisions come evenly or at random, `rate` a second; a late one counts as late."""
        rng, began = Random(1), time.perf_counter()
        due = began
        while (due := due + (1 / rate if evenly else rng.expovariate(rate))) < began + seconds:
            if (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            if not await self.until(lambda: bool(self._waiting)):
                break
            table, question = self._waiting.popleft()
            self.lateness.append(max(0.0, time.perf_counter() - due))
            table.decide(question, since=due)
        await self.until(lambda: len(self.latencies) >= len(self.lateness))


@dataclass
class Sitting:
    side: str
    tables: int
    played: int
    """Tables with sockets; the others are only held."""
    decisions: int
    p50: float
    p99: float
    longest: float
    late_p99: float
    server_cores: float
    report: dict[str, Any]
    """What the server saw of itself."""

    @property
    def table_bytes(self) -> float:
        return self._grown("resident")

    @property
    def table_objects(self) -> float:
        return self._grown("objects") + self._grown("frozen")

    def _grown(self, what: str) -> float:
        grown: int = self.report["ended"][what] - self.report["began"][what]
        return grown / self.tables


MEASURES: dict[str, Callable[[Sitting], float]] = {
    "p50 ms": lambda sitting: sitting.p50 * 1e3,
    "p99 ms": lambda sitting: sitting.p99 * 1e3,
    "longest ms": lambda sitting: sitting.longest * 1e3,
    "sent late, p99 ms": lambda sitting: sitting.late_p99 * 1e3,
    "server cores in use": lambda sitting: sitting.server_cores,
    "KiB a table": lambda sitting: sitting.table_bytes / 1024,
    "objects a table": lambda sitting: sitting.table_objects,
    "longest hold ms": lambda sitting: sitting.report["longest"] * 1e3,
    "holds over 10 ms": lambda sitting: sitting.report["late"],
}


async def sit(server: Server, side: Side, options: argparse.Namespace) -> Sitting:
    load = Paced(server, ghosts=options.ghosts)
    await open_tables(load, options.edition, options.tables)
    held = load.tables
    load.tables = held[: room_for_sockets() // SEATS]
    if len(load.tables) < len(held):
        say(f"the limit of open files lets {len(load.tables)} of {len(held)} tables be played")
    await join_all(load.tables)
    await load.rush(options.before)
    await server.order("reset")
    clock, busy = time.perf_counter(), server.processor_seconds()
    await load.pace(options.rate, options.seconds)
    clock, busy = time.perf_counter() - clock, server.processor_seconds() - busy
    report = await server.order("report")
    load.check()
    load.drop_all()
    return Sitting(
        side=side.title,
        tables=len(held),
        played=len(load.tables),
        decisions=len(load.latencies),
        p50=quantile(load.latencies, 0.5),
        p99=quantile(load.latencies, 0.99),
        longest=max(load.latencies),
        late_p99=quantile(load.lateness, 0.99),
        server_cores=busy / clock,
        report=report,
    )


def run(options: argparse.Namespace, sides: Sequence[Side]) -> None:
    sittings: list[Sitting] = []
    for number in range(options.sittings):
        for side in in_turn(sides, number):
            with running(side, watch=True) as server:
                found = asyncio.run(sit(server, side, options))
            sittings.append(found)
            say(
                f"{number + 1}/{options.sittings} {side.title}: p50 {found.p50 * 1e3:.1f} ms, "
                f"p99 {found.p99 * 1e3:.1f} ms, longest {found.longest * 1e3:.1f} ms"
            )
    if options.json:
        print_json("latency", sides, [asdict(each) for each in sittings])
        return
    by_side = [[each for each in sittings if each.side == side.title] for side in sides]
    rows: list[Row] = []
    for what, value in MEASURES.items():
        measured: Row = {"measured": what}
        rows.append(compared(measured, sides, [[value(each) for each in own] for own in by_side]))
    print_rows(rows)
    for side, own in zip(sides, by_side, strict=True):
        print_holds(side, own)


def print_holds(side: Side, sittings: Sequence[Sitting]) -> None:
    """What held the loop up longest, and how often garbage was collected."""
    print(f"\nHolds of the loop that cost the server most CPU time, {side.title}:")
    holds = [hold for sitting in sittings for hold in sitting.report["holds"]]
    holds.sort(key=lambda hold: -float(hold["processor_seconds"]))
    for hold in holds[:SHOWN_HOLDS]:
        times = [hold[f"{kind}seconds"] * 1e3 for kind in ("", "processor_", "collecting_")]
        print("  {:.1f} ms ({:.1f} of CPU time, {:.1f} collecting garbage)".format(*times))
        for where, seen in sorted(hold["where"].items(), key=lambda item: -item[1])[:2]:
            print(f"    seen {seen} times: {where}")
    for sitting in sittings[-1:]:
        for generation, found in sorted(sitting.report["collections"].items()):
            print(
                f"  generation {generation}: {found['count']} collections, "
                f"{found['seconds'] * 1e3:.0f} ms in all, longest {found['longest'] * 1e3:.1f} ms"
            )
