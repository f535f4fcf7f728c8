"""Flip one bit after the other in a database or its log, and see whether anybody notices.

    python -m tests.server.disk.flips --tries 1000

Prints how many were noticed, where, and by whom; ends with status 1 if one was not.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.server.disk.stored_games import killed, stopped
from tsuro.server.storage.checking import check
from tsuro.server.storage.sqlite import SqliteStore
from tsuro.server.storage.trouble import StorageTrouble

Damage = Callable[[bytearray], None]


def flip(rng: Random) -> Damage:
    def damage(data: bytearray) -> None:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)

    return damage


def complaints(path: Path) -> list[str]:
    """What `tsuro check` has to say."""
    try:
        return check(path).complaints
    except StorageTrouble as trouble:
        return [trouble.message]


def starts(path: Path) -> bool:
    """Whether a server would take this database for a good one."""
    try:
        SqliteStore(str(path)).close()
    except StorageTrouble:
        return False
    return True


class Laboratory:
    """A database of a kind, and fresh copies of it to be damaged."""

    def __init__(self, folder: Path, make: Callable[[Path], Path]) -> None:
        self._kept = folder / "kept"
        self._kept.mkdir(parents=True)
        make(self._kept)
        self._work = folder / "work"

    def damaged(self, suffix: str, damage: Damage) -> Path:
        shutil.rmtree(self._work, ignore_errors=True)
        shutil.copytree(self._kept, self._work)
        file = self._work / f"tsuro.db{suffix}"
        data = bytearray(file.read_bytes())
        damage(data)
        file.write_bytes(data)
        return self._work / "tsuro.db"


def run(tries: int, seed: int, folder: Path) -> Counter[str]:
    """Half of the bits in the database of a stopped server, half in the log of a killed one."""
    rng = Random(seed)
    places = [
        ("", Laboratory(folder / "stopped", stopped)),
        ("-wal", Laboratory(folder / "killed", killed)),
    ]
    counted: Counter[str] = Counter()
    for number in range(tries):
        suffix, laboratory = places[number % 2]
        path = laboratory.damaged(suffix, flip(rng))
        what = "log" if suffix else "database"
        noticed = bool(complaints(path))
        counted[f"{what}: {'noticed' if noticed else 'MISSED'} by check"] += 1
        # A server looks at pages when it reads them, and at the length of its log when it starts.
        counted[f"{what}: {'accepted' if starts(path) else 'refused'} at the start"] += 1
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        counted = run(options.tries, options.seed, Path(folder))
    for what, times in sorted(counted.items()):
        print(f"{times:6} {what}")
    sys.exit(any("MISSED" in what for what in counted))


if __name__ == "__main__":
    main()
