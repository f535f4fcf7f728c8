"""How many bytes four seats are sent for one decision, over whole games."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from benchmarks.server.dialects import Question
from benchmarks.server.reports import Row, compared, print_json, print_rows, say
from benchmarks.server.running import Server, Side, running
from benchmarks.server.tables import Load, Table, join_all, open_tables


class Whole(Load):
    """Games are played to their end, one decision after the other."""

    def asked(self, table: Table, question: Question) -> None:
        table.decide(question)


@dataclass
class Sitting:
    side: str
    edition: str
    ghosts: bool
    games: int
    decisions: int
    bytes_received: int

    @property
    def per_decision(self) -> float:
        return self.bytes_received / self.decisions


async def sit(server: Server, side: Side, edition: str, *, ghosts: bool, games: int) -> Sitting:
    load = Whole(server, ghosts=ghosts)
    await open_tables(load, edition, games)
    await join_all(load.tables)
    load.begin()
    await load.until(lambda: load.games_over == games)
    load.check()
    load.drop_all()
    return Sitting(side.title, edition, ghosts, games, load.decisions, load.received)


def run(options: argparse.Namespace, sides: Sequence[Side]) -> None:
    sittings: list[Sitting] = []
    kinds = [(edition, ghosts) for edition in options.editions for ghosts in options.ghosts]
    for side in sides:
        for edition, ghosts in kinds:
            with running(side) as server:
                found = asyncio.run(sit(server, side, edition, ghosts=ghosts, games=options.games))
            sittings.append(found)
            say(
                f"{side.title} {edition}{' with ghosts' if ghosts else ''}: "
                f"{found.per_decision:.0f} bytes a decision"
            )
    if options.json:
        print_json("bytes", sides, [asdict(each) for each in sittings])
    else:
        print_rows([_row(sittings, sides, *kind) for kind in kinds])


def _row(sittings: Sequence[Sitting], sides: Sequence[Side], edition: str, ghosts: bool) -> Row:
    key = edition, ghosts
    chosen = [each for each in sittings if (each.edition, each.ghosts) == key]
    head: Row = {"edition": edition, "ghosts": "yes" if ghosts else "no"}
    row = compared(head, sides, [[each.per_decision] for each in chosen])
    del row["runs"]
    row.pop("by sitting", None)
    return row | {"decisions": min(each.decisions for each in chosen)}
