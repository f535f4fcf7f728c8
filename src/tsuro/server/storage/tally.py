"""How many times the database was written, noted beside it.

SQLite takes a write-ahead log that was cut or damaged for one that ended there: what came behind is
gone, and nobody says so. So the database counts its commits, and this small file notes the count
after every one. It is not synced: it may lag behind when the power fails, and is never ahead. A
database that has counted fewer commits than were noted has lost some.

There are two places in the file, used in turn, so that one is whole whenever somebody reads.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from typing import Final

SLOT: Final = 64
SUFFIX: Final = "-tally"


def tally_path(database: Path) -> Path:
    return database.with_name(database.name + SUFFIX)


def _written(identity: str, commits: int) -> bytes:
    text = f"{identity} {commits:016d}"
    check = blake2b(text.encode(), digest_size=8).hexdigest()
    return f"{text} {check}".encode().ljust(SLOT - 1) + b"\n"


class Tally:
    """The file of one database, kept open."""

    def __init__(self, database: Path, identity: str) -> None:
        self._identity = identity
        self._handle = os.open(tally_path(database), os.O_RDWR | os.O_CREAT, 0o600)
        os.fchmod(self._handle, 0o600) if hasattr(os, "fchmod") else None

    def note(self, commits: int) -> None:
        os.lseek(self._handle, commits % 2 * SLOT, os.SEEK_SET)
        os.write(self._handle, _written(self._identity, commits))

    def close(self) -> None:
        os.close(self._handle)


def noted_commits(database: Path, identity: str) -> int | None:
    """The highest count that was noted for this database; None if there is no note of it."""
    try:
        data = tally_path(database).read_bytes()
    except FileNotFoundError:
        return None
    found = None
    for start in range(0, len(data), SLOT):
        parts = data[start : start + SLOT].split()
        if len(parts) != 3 or not parts[1].isdigit():
            continue
        commits = int(parts[1])
        if _written(identity, commits) == data[start : start + SLOT]:
            found = max(commits, found or 0)
    return found
