"""How many moves a second a server carries when nobody ever waits to think."""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from benchmarks.server.dialects import Question
from benchmarks.server.reports import Row, compared, in_turn, print_json, print_rows, say
from benchmarks.server.running import Server, Side, processor_seconds, running
from benchmarks.server.tables import Load, Table, join_all, open_tables

OPENING_DECISIONS = 4
"""Each table makes so many before it counts: while pawns are set, games are unlike the rest."""


@dataclass
class Mark:
    """What had happened at one moment."""

    decisions: int
    clock: float
    server: float
    players: float
    received: int


class Saturated(Load):
    """Everybody decides at once, until enough was decided."""

    def __init__(self, server: Server, *, ghosts: bool, each: int) -> None:
        super().__init__(server, ghosts=ghosts)
        self.marks: list[Mark] = []
        self.enough = False
        self._each = each

    def asked(self, table: Table, question: Question) -> None:
        if not self.enough:
            table.decide(question)

    def completed(self, table: Table, seconds: float) -> None:
        count = len(self.tables)
        if not self.marks and self.decisions >= OPENING_DECISIONS * count:
            self._mark()
        elif self.marks and not self.enough and self._is_enough():
            self.stop()

    def _is_enough(self) -> bool:
        """Once half of the games are over, too few play on to keep the server busy."""
        count = len(self.tables)
        wanted = (OPENING_DECISIONS + self._each) * count
        return self.decisions >= wanted or 2 * self.games_over >= count

    def stop(self) -> None:
        self._mark()
        self.enough = True

    def _mark(self) -> None:
        now, server = time.perf_counter(), self.server.processor_seconds()
        players = processor_seconds(os.getpid())
        self.marks.append(Mark(self.decisions, now, server, players, self.received))


@dataclass
class Sitting:
    side: str
    edition: str
    ghosts: bool
    decisions: int
    seconds: float
    server_seconds: float
    """CPU time of the server."""
    players_seconds: float
    """CPU time of the players; if it comes near `seconds`, they were what was slow."""
    games_over: int
    bytes_received: int

    @property
    def per_second(self) -> float:
        return self.decisions / self.seconds

    @property
    def per_server_second(self) -> float:
        return self.decisions / self.server_seconds


MEASURES: dict[str, Callable[[Sitting], float]] = {
    "moves a second": lambda sitting: sitting.per_second,
    "moves a CPU second": lambda sitting: sitting.per_server_second,
    "players' core in use": lambda sitting: sitting.players_seconds / sitting.seconds,
}


async def sit(
    server: Server, side: Side, edition: str, *, ghosts: bool, tables: int, each: int, most: float
) -> Sitting:
    load = Saturated(server, ghosts=ghosts, each=each)
    await open_tables(load, edition, tables)
    await join_all(load.tables)
    load.begin()
    try:
        await asyncio.wait_for(load.until(lambda: load.enough), most)
    except TimeoutError:
        load.stop()
    load.check()
    load.drop_all()
    if len(load.marks) < 2:
        raise SystemExit(f"In {most:.0f} s not even the pawns were set; give it more --seconds.")
    first, last = load.marks
    return Sitting(
        side=side.title,
        edition=edition,
        ghosts=ghosts,
        decisions=last.decisions - first.decisions,
        seconds=last.clock - first.clock,
        server_seconds=last.server - first.server,
        players_seconds=last.players - first.players,
        games_over=load.games_over,
        bytes_received=last.received - first.received,
    )


def run(options: argparse.Namespace, sides: Sequence[Side]) -> None:
    sittings: list[Sitting] = []
    kinds = [(edition, ghosts) for edition in options.editions for ghosts in options.ghosts]
    for number in range(options.sittings):
        for edition, ghosts in kinds:
            for side in in_turn(sides, number):
                with running(side) as server:
                    found = asyncio.run(
                        sit(
                            server,
                            side,
                            edition,
                            ghosts=ghosts,
                            tables=options.tables,
                            each=options.decisions,
                            most=options.seconds,
                        )
                    )
                sittings.append(found)
                say(
                    f"{number + 1}/{options.sittings} {side.title} {edition}"
                    f"{' with ghosts' if ghosts else ''}: {found.per_second:.0f} moves a second, "
                    f"{found.per_server_second:.0f} a CPU second"
                )
    if options.json:
        print_json("moves", sides, [asdict(each) for each in sittings])
    else:
        print_rows([row for kind in kinds for row in _rows(sittings, sides, *kind)])


def _rows(
    sittings: Sequence[Sitting], sides: Sequence[Side], edition: str, ghosts: bool
) -> Iterator[Row]:
    head: Row = {"edition": edition, "ghosts": "yes" if ghosts else "no"}
    chosen = [
        [each for each in sittings if (each.side, each.edition, each.ghosts) == key]
        for key in ((side.title, edition, ghosts) for side in sides)
    ]
    for what, value in MEASURES.items():
        found = [[value(each) for each in side] for side in chosen]
        yield compared(head | {"measured": what}, sides, found)
