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
class Sitting:
    side: str
    sockets: int
    idle_bytes: float
    """Of the server, for each idle socket."""
    returned: int
    back_seconds: float
    """From the moment all were dropped until the last was welcomed again."""
    onlookers: int
    decisions: int
    p50: float
    """Until the last onlooker has a move."""
    p99: float
    longest: float


MEASURES: dict[str, Callable[[Sitting], float]] = {
    "KiB an idle socket": lambda sitting: sitting.idle_bytes / 1024,
    "s until all were back": lambda sitting: sitting.back_seconds,
    "last onlooker, p50 ms": lambda sitting: sitting.p50 * 1e3,
    "last onlooker, p99 ms": lambda sitting: sitting.p99 * 1e3,
    "last onlooker, longest ms": lambda sitting: sitting.longest * 1e3,
}


async def idle_and_back(server: Server, options: argparse.Namespace) -> tuple[float, float]:
    """Bytes of an idle socket; seconds until all players are back who were dropped at once."""
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
    began = time.perf_counter()
    await join_all(players.tables, at_once=options.back)
    took = time.perf_counter() - began
    for load in (players, idle):
        load.check()
        load.drop_all()
    return each, took


async def crowded(server: Server, options: argparse.Namespace) -> list[float]:
    """Seconds until everybody at a crowded table had a move, for every move of some games."""
    found: list[float] = []
    for game in range(options.games):
        load = Paced(server)
        await open_tables(load, options.edition, 1, onlookers=options.spectators)
        await join_all(load.tables)
        await asyncio.sleep(SETTLING)
        load.begin()
        # A game is over long before; then nothing more is sent.
        await load.pace(options.rate, 3600)
        load.check()
        load.drop_all()
        found += load.latencies
        say(f"game {game + 1}/{options.games} with {options.spectators} onlookers is over")
    return found


async def sit(server: Server, side: Side, options: argparse.Namespace) -> Sitting:
    idle_bytes, back = await idle_and_back(server, options)
    latencies = await crowded(server, options)
    return Sitting(
        side=side.title,
        sockets=options.sockets,
        idle_bytes=idle_bytes,
        returned=options.back,
        back_seconds=back,
        onlookers=options.spectators,
        decisions=len(latencies),
        p50=quantile(latencies, 0.5),
        p99=quantile(latencies, 0.99),
        longest=max(latencies),
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
