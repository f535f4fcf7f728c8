"""Games are written while a diary is kept, and the power fails anywhere in it.

    python -m tests.server.disk.power --cuts 200
    python -m tests.server.disk.power --failures 50

A process of its own, because the disk has to be put below SQLite before anything else. It prints
one JSON line with what was found.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.support.flaky_disk import Entry, Failing, Recorder, after_power_cut, trouble
from tsuro.server.storage.sqlite import SqliteStore
from tsuro.server.storage.store import Append, Create, StoredTable
from tsuro.server.storage.tally import SUFFIX, tally_path
from tsuro.telling.match import Line
from tsuro.telling.refusals import Refusal

NAME: Final = "tsuro.db"
GAMES: Final = 6
Written = dict[str, list[str]]
"""By table, the bodies of its rows."""


def _line(body: str) -> Line:
    return Line("seat", 0, body, body)


async def _play(store: SqliteStore, rng: Random, moves: int, promised: Any) -> Written:
    """Write games in turn; `promised` is told whenever a move was acknowledged."""
    games: Written = {}

    async def one(name: str) -> None:
        for number in range(moves):
            body = f"{name}-{number}" + "x" * rng.randrange(300)
            if number == 0:
                table = StoredTable(name, b"d" * rng.randrange(900), "playing", False)
                await store.write(Create(table, [_line(body)], at=1.0))
            else:
                await store.write(Append(name, number, [_line(body)], at=1.0))
            games.setdefault(name, []).append(body)
            promised((name, number, body))

    await asyncio.gather(*(one(f"game{n}") for n in range(GAMES)))
    return games


def record(folder: Path, rng: Random, moves: int, disk: Recorder, *, careless: bool) -> list[bytes]:
    """Keep a diary; returns, for each promise in it, the note about commits as it was then."""
    path = folder / NAME
    store = SqliteStore(str(path))
    notes: list[bytes] = []

    def promised(what: object) -> None:
        notes.append(tally_path(path).read_bytes())
        disk.promised(what)

    if careless:
        store._connection.execute("PRAGMA synchronous=OFF")  # Nothing has been asked for yet.
    start = len(disk.diary)
    asyncio.run(_play(store, rng, moves, promised))
    disk.recording = False
    store.close()
    # What made the file empty and ready is on disk before anybody plays.
    assert any(entry.kind == "sync" for entry in disk.diary[:start])
    return notes


class Laboratory:
    """Cuts the power of one diary again and again."""

    def __init__(self, folder: Path, diary: Sequence[Entry], notes: Sequence[bytes]) -> None:
        self._folder = folder
        self._diary = diary
        self._notes = notes
        self.found: Counter[str] = Counter()
        first = next(n for n, entry in enumerate(diary) if entry.kind == "promise")
        self._first = first

    def cut(self, rng: Random, *, torn: bool) -> None:
        cut = rng.randrange(self._first + 1, len(self._diary) + 1)
        promises = [entry.promise for entry in self._diary[:cut] if entry.kind == "promise"]
        files = after_power_cut(self._diary, cut, rng, torn=torn)
        folder = self._folder / "cut"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, data in files.items():
            if not name.endswith("-shm"):
                (folder / name).write_bytes(data)
        (folder / (NAME + SUFFIX)).write_bytes(self._notes[len(promises) - 1])
        self.found["cuts"] += 1
        try:
            self._look(folder / NAME, promises)
        except Exception as error:
            self.found["unreadable"] += 1
            print(f"cut {cut}: {type(error).__name__}: {error}", file=sys.stderr)

    def _look(self, path: Path, promises: Sequence[Any]) -> None:
        store = SqliteStore(str(path), patience=0)
        try:
            games = asyncio.run(_games(store))
        finally:
            store.close()
        for name, number, body in promises:
            rows = games.get(name, [])
            self.found["promises"] += 1
            self.found["lost"] += number >= len(rows) or rows[number] != body


async def _games(store: SqliteStore) -> Written:
    names = await store.list_ids(status=("playing",), public_only=False, limit=1_000)
    found: Written = {}
    for name in names:
        loaded = await store.load(name)
        assert loaded is not None
        found[name] = [line.body for line in loaded[1]]
    return found


def power_cuts(cuts: int, seed: int, moves: int, *, careless: bool) -> Counter[str]:
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        disk = Recorder()  # SQLite knows it as long as this lasts.
        notes = record(Path(folder), rng, moves, disk, careless=careless)
        laboratory = Laboratory(Path(folder), disk.diary, notes)
        for number in range(cuts):
            laboratory.cut(rng, torn=number % 2 == 1)
            if (number + 1) % 200 == 0:
                print(f"{number + 1}/{cuts} power cuts", file=sys.stderr, flush=True)
    return laboratory.found


async def _through_trouble(
    store: SqliteStore, disk: Failing, rng: Random, kept: Written
) -> Counter[str]:
    """One move at each game, while the disk fails as often as not."""
    found: Counter[str] = Counter()
    for name in list(kept):
        body = f"{name}-{len(kept[name])}-{rng.getrandbits(30)}"
        with trouble(disk, rng.choice((0.0, 0.3, 1.0))):
            before = disk.failed
            try:
                await store.write(Append(name, len(kept[name]), [_line(body)], at=2.0))
            except Refusal as refusal:
                found["refused"] += 1
                found["wrong code"] += refusal.code not in ("storage_failed", "data_damaged")
            else:
                found["acknowledged"] += 1
                kept[name].append(body)
            found["failures"] += disk.failed - before
        # What was refused may be on disk all the same: nobody was told either way.
        rows = (await store.load(name) or (b"", []))[1]
        found["lost"] += [line.body for line in rows][: len(kept[name])] != kept[name]
        kept[name] = [line.body for line in rows]
    return found


def disk_failures(failures: int, seed: int) -> Counter[str]:
    """Until the disk has failed so many times."""
    rng = Random(seed)
    disk = Failing(rng)
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / NAME)
        store = SqliteStore(path)
        kept = asyncio.run(_play(store, rng, 2, lambda what: None))
        while found["failures"] < failures:
            found += asyncio.run(_through_trouble(store, disk, rng, kept))
            if rng.random() < 0.1:
                store.close()
                store = SqliteStore(path)
                found["starts"] += 1
                found["lost"] += asyncio.run(_games(store)) != kept
        store.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=0)
    parser.add_argument("--failures", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moves", type=int, default=40, help="of each game in the diary")
    parser.add_argument(
        "--careless", action="store_true", help="without syncs, to see whether a loss is noticed"
    )
    options = parser.parse_args()
    found: Counter[str] = Counter()
    if options.cuts:
        found += power_cuts(options.cuts, options.seed, options.moves, careless=options.careless)
    if options.failures:
        found += disk_failures(options.failures, options.seed)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
