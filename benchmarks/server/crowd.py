"""Many sockets: what an idle one costs, a thousand that come back at once, a table with a crowd."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from benchmarks.server.latency import Paced
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
from benchmarks.server.tables import SEATS, join_all, open_tables

QUIET_TABLES = 100
"""Tables at which the idle sockets look on."""
SETTLING = 3.0
"""Seconds until those who came were announced to those who were there, and memory is given back."""
BEFORE = 8
"""Decisions at each table before its players are dropped."""


@dataclass
class Mark:
    """What had passed at one moment."""

    clock: float
    server: float
    """CPU time of the server."""

    @classmethod
    def now(cls, server: Server) -> Mark:
        return cls(time.perf_counter(), server.processor_seconds())


@dataclass
class Sitting:
    side: str
    sockets: int
    idle_bytes: float
    """Of the server, for each idle socket."""
    returned: int
    back_seconds: float
    """From the moment all were dropped until the last was welcomed again."""
    back_server_seconds: float
    """CPU time of the server meanwhile."""
    onlookers: int
    decisions: int
    p50: float
    """Until the last onlooker has a move."""
    p99: float
    longest: float
    move_server_seconds: float
    """CPU time of the server for a move at the crowded table."""


MEASURES: dict[str, Callable[[Sitting], float]] = {
    "KiB an idle socket": lambda sitting: sitting.idle_bytes / 1024,
    "s until all were back": lambda sitting: sitting.back_seconds,
    "CPU s until all were back": lambda sitting: sitting.back_server_seconds,
    "last onlooker, p50 ms": lambda sitting: sitting.p50 * 1e3,
    "last onlooker, p99 ms": lambda sitting: sitting.p99 * 1e3,
    "last onlooker, longest ms": lambda sitting: sitting.longest * 1e3,
    "CPU ms a crowded move": lambda sitting: sitting.move_server_seconds * 1e3,
}


@dataclass
class Crowd:
    """What the moves at crowded tables took."""

    latencies: list[float]
    server_seconds: float


async def idle_and_back(server: Server, options: argparse.Namespace) -> tuple[float, Mark, Mark]:
    """Bytes of an idle socket; the moments when players are dropped and when all are back."""
    players = Paced(server)
    await open_tables(players, options.edition, options.back // SEATS)
    await join_all(players.tables)
    await players.rush(BEFORE)
    idle = Paced(server)
    count = options.sockets - options.back
    await open_tables(idle, options.edition, QUIET_TABLES, onlookers=count // QUIET_TABLES)
    for table in idle.tables:
        table.tokens = table.tokens[SEATS:]
    await asyncio.sleep(SETTLING)
    before = server.resident()
    await join_all(idle.tables)
    await asyncio.sleep(SETTLING)
    each = (server.resident() - before) / (count // QUIET_TABLES * QUIET_TABLES)
    say(f"{count} idle sockets are open; now {options.back} players are dropped")
    players.drop_all()
    dropped = Mark.now(server)
    await join_all(players.tables, at_once=options.back)
    back = Mark.now(server)
    for load in (players, idle):
        load.check()
        load.drop_all()
    return each, dropped, back


async def crowded(server: Server, options: argparse.Namespace) -> Crowd:
    """Some games with many onlookers, one after the other."""
    found = Crowd([], 0.0)
    for game in range(options.games):
        load = Paced(server)
        await open_tables(load, options.edition, 1, onlookers=options.spectators)
        await join_all(load.tables)
        await asyncio.sleep(SETTLING)
        began = Mark.now(server)
        load.begin()
        # Evenly, for a table cannot take two moves at a time. Every game is over long before.
        await load.pace(options.rate, 3600, evenly=True)
        found.server_seconds += Mark.now(server).server - began.server
        load.check()
        load.drop_all()
        found.latencies += load.latencies
        say(f"game {game + 1}/{options.games} with {options.spectators} onlookers is over")
    return found


async def sit(server: Server, side: Side, options: argparse.Namespace) -> Sitting:
    idle_bytes, dropped, back = await idle_and_back(server, options)
    crowd = await crowded(server, options)
    latencies = crowd.latencies
    return Sitting(
        side=side.title,
        sockets=options.sockets,
        idle_bytes=idle_bytes,
        returned=options.back,
        back_seconds=back.clock - dropped.clock,
        back_server_seconds=back.server - dropped.server,
        onlookers=options.spectators,
        decisions=len(latencies),
        p50=quantile(latencies, 0.5),
        p99=quantile(latencies, 0.99),
        longest=max(latencies),
        move_server_seconds=crowd.server_seconds / len(latencies),
    )


def run(options: argparse.Namespace, sides: Sequence[Side]) -> None:
    most = room_for_sockets()
    if options.sockets > most:
        raise SystemExit(
            f"Only {most} sockets may be open here: see ulimit -Hn, or fewer --sockets."
        )
    sittings: list[Sitting] = []
    for number in range(options.sittings):
        for side in in_turn(sides, number):
            with running(side) as server:
                found = asyncio.run(sit(server, side, options))
            sittings.append(found)
            say(
                f"{number + 1}/{options.sittings} {side.title}: {found.idle_bytes / 1024:.1f} KiB "
                f"a socket, all back after {found.back_seconds:.2f} s, "
                f"last onlooker p99 {found.p99 * 1e3:.0f} ms"
            )
    if options.json:
        print_json("crowd", sides, [asdict(each) for each in sittings])
        return
    rows: list[Row] = []
    for what, value in MEASURES.items():
        own = [[value(each) for each in sittings if each.side == side.title] for side in sides]
        head: Row = {"measured": what}
        rows.append(compared(head, sides, own))
    print_rows(rows)
