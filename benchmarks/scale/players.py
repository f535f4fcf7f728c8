"""A process full of players, one of several that load a site at the same time.

It joins its tables, says `ready`, waits for `go`, plays until enough was decided, and says in one
JSON line how much that was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.server.moves import OPENING_DECISIONS
from benchmarks.server.running import processor_seconds, room_for_sockets
from benchmarks.server.tables import Load, Table, join_all, open_tables
from tsuro.telling.messages import PROTOCOL


@dataclass
class There:
    """The site, as far as players have to know it."""

    host: str
    port: int
    protocol: int = PROTOCOL

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"


class Busy(Load):
    """Everybody decides at once, from `go` until enough was decided."""

    def __init__(self, server: There, *, each: int) -> None:
        super().__init__(server)  # type: ignore[arg-type]
        self.enough = False
        self._each = each
        self.marks: list[tuple[int, float]] = []

    def asked(self, table: Table, question: object) -> None:
        if not self.enough:
            table.decide(question)  # type: ignore[arg-type]

    def completed(self, table: Table, seconds: float) -> None:
        count = len(self.tables)
        if not self.marks and self.decisions >= OPENING_DECISIONS * count:
            self._mark()
        elif self.marks and not self.enough:
            wanted = (OPENING_DECISIONS + self._each) * count
            if self.decisions >= wanted or 2 * self.games_over >= count:
                self._mark()
                self.enough = True

    def _mark(self) -> None:
        self.marks.append((self.decisions, time.time()))


async def play(options: argparse.Namespace) -> None:
    load = Busy(There(options.host, options.port), each=options.decisions)
    await open_tables(load, options.edition, options.tables)
    await join_all(load.tables)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    load.begin()
    try:
        await asyncio.wait_for(load.until(lambda: load.enough), options.seconds)
    except TimeoutError:
        load._mark()
    load.check()
    (first, began), (last, ended) = load.marks[0], load.marks[-1]
    found = {
        "decisions": last - first,
        "began": began,
        "ended": ended,
        "cpu": processor_seconds(os.getpid()),
    }
    print(json.dumps(found), flush=True)
    await asyncio.to_thread(sys.stdin.readline)  # Others may still be playing.
    load.drop_all()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--host", default="127.0.0.1")
    add("--port", type=int, required=True)
    add("--tables", type=int, default=150)
    add("--decisions", type=int, default=20)
    add("--seconds", type=float, default=120)
    add("--edition", default="classic")
    add("--core", type=int)
    options = parser.parse_args()
    if options.core is not None:
        os.sched_setaffinity(0, {options.core})
    room_for_sockets()
    asyncio.run(play(options))


if __name__ == "__main__":
    main()
