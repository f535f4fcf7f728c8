"""One server for one database: whoever comes second is told where the first one is."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from tsuro.server.storage.trouble import IN_USE, StorageTrouble

SUFFIX: Final = ".lock"
TURN_SUFFIX: Final = ".turn"
LOCKED_BYTE: Final = 1 << 30
"""Where Windows locks: behind everything that is written, which then stays readable."""


class Lock:
    """Held as long as this object is open; the system lets go of it when the process dies."""

    def __init__(self, database: Path) -> None:
        self._handle = os.open(_path_of(database), os.O_RDWR | os.O_CREAT, 0o600)
        if not _taken(self._handle):
            holder = os.read(self._handle, 500).decode(errors="replace").strip()
            os.close(self._handle)
            where = f" at {holder}" if holder else ""
            raise StorageTrouble(
                IN_USE,
                f"Another server{where} keeps its games in {database.parent}; use that one, "
                "or choose another folder with --data.",
            )
        self.note("")

    def note(self, address: str) -> None:
        """Say where this server is found."""
        os.ftruncate(self._handle, 0)
        os.lseek(self._handle, 0, os.SEEK_SET)
        os.write(self._handle, address.encode())

    def close(self) -> None:
        self.note("")
        os.close(self._handle)


class Turn:
    """Whose turn it is to write a file that several processes share: the kernel queues them."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + TURN_SUFFIX)
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def __enter__(self) -> None:
        import fcntl

        fcntl.flock(self._handle, fcntl.LOCK_EX)

    def __exit__(self, *error: object) -> None:
        import fcntl

        fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        os.close(self._handle)


def _path_of(database: Path) -> Path:
    return database.with_name(database.name + SUFFIX)


def holder_of(database: Path) -> str:
    """Where the server is found that holds the lock; empty if it has not said so yet."""
    return _path_of(database).read_text(encoding="utf-8", errors="replace").strip()


def _taken(handle: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        except OSError:
            os.lseek(handle, 0, os.SEEK_SET)
            return False
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
