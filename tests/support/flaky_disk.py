"""A disk that remembers what was asked of it, and one that fails, below SQLite.

`Recorder` is a VFS under all others: it writes to real files and keeps a diary of writes and syncs.
`after_power_cut` makes files as a disk may be found when the power failed somewhere in the diary:
all that was synced is there; of what was written since, any part may be there or not, down to
sectors.
`Failing` refuses writes and syncs as a full or broken disk does.

They have to be registered before SQLite's checksums are loaded, so in a process of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import apsw

SECTOR: Final = 512
"""What a disk writes as a whole, or not at all."""


class Entry(NamedTuple):
    """Something the disk was asked for, in order."""

    kind: str
    """`write`, `truncate`, `sync`; or `promise`, when somebody was told that a write is safe."""
    file: str = ""
    at: int = 0
    """Where it was written, or the new length."""
    data: bytes = b""
    promise: object = None


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__(disk.base, name, flags)
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._disk = disk
        self._name = Path(str(path)).name if path else ""

    def xWrite(self, data: bytes, offset: int) -> None:
        data = bytes(data)
        kept = self._disk.asked("write", self._name, offset, data)
        if kept:
            super().xWrite(kept, offset)
        if len(kept) < len(data):
            raise self._disk.error()

    def xTruncate(self, size: int) -> None:
        self._disk.asked("truncate", self._name, size, b"")
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        if not self._disk.asked("sync", self._name, 0, b"y"):
            raise self._disk.error()
        super().xSync(flags)


class Disk(apsw.VFS):
    """The system's own files, with somebody in between."""

    def __init__(self, name: str) -> None:
        self.base: str = apsw.vfs_names()[0]
        super().__init__(name, self.base, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        return _File(self, name, flags)

    def asked(self, kind: str, file: str, at: int, data: bytes) -> bytes:
        """How much of something is done."""
        return data

    def error(self) -> Exception:
        return apsw.IOError("the disk failed")


class Recorder(Disk):
    def __init__(self) -> None:
        self.diary: list[Entry] = []
        self.recording = True
        super().__init__("recorder")

    def asked(self, kind: str, file: str, at: int, data: bytes) -> bytes:
        if self.recording:
            self.diary.append(Entry(kind, file, at, data))
        return data

    def promised(self, promise: object) -> None:
        self.diary.append(Entry("promise", promise=promise))


class Failing(Disk):
    """Fails while `trouble` says so; of a write that fails a part may arrive."""

    def __init__(self, rng: Random) -> None:
        self.trouble: Callable[[], float] = lambda: 0.0
        """How likely it is that the next thing fails."""
        self.failed = 0
        self._rng = rng
        super().__init__("failing")

    def asked(self, kind: str, file: str, at: int, data: bytes) -> bytes:
        if kind == "truncate" or not data or self._rng.random() >= self.trouble():
            return data
        self.failed += 1
        return data[: self._rng.randrange(len(data))]

    def error(self) -> Exception:
        kinds = (apsw.FullError, apsw.IOError)
        return self._rng.choice(kinds)("the disk failed")


def after_power_cut(
    diary: Sequence[Entry], cut: int, rng: Random, *, torn: bool
) -> dict[str, bytes]:
    """Files as they may be found, if the power failed just before entry `cut`."""
    safe: dict[str, bytearray] = {}
    for entries in _unsynced(diary[:cut], safe).values():
        survived = rng.choice((0.0, 0.5, 1.0, rng.random()))
        for each in entries:
            for part in _parts(each) if torn else (each,):
                if rng.random() < survived:
                    _apply(safe, part)
    return {name: bytes(data) for name, data in safe.items()}


def _unsynced(diary: Sequence[Entry], safe: dict[str, bytearray]) -> dict[str, list[Entry]]:
    """What was written since each file's last sync; what was before goes into `safe`."""
    unsynced: dict[str, list[Entry]] = {}
    for entry in diary:
        if entry.kind == "sync":
            for each in unsynced.pop(entry.file, []):
                _apply(safe, each)
        elif entry.kind in ("write", "truncate"):
            unsynced.setdefault(entry.file, []).append(entry)
    return unsynced


def _parts(entry: Entry) -> Iterator[Entry]:
    if entry.kind == "truncate":
        yield entry
        return
    at, end = entry.at, entry.at + len(entry.data)
    while at < end:
        stop = min(end, (at // SECTOR + 1) * SECTOR)
        yield entry._replace(at=at, data=entry.data[at - entry.at : stop - entry.at])
        at = stop


def _apply(files: dict[str, bytearray], entry: Entry) -> None:
    data = files.setdefault(entry.file, bytearray())
    if entry.kind == "truncate":
        del data[entry.at :]
        data.extend(bytes(entry.at - len(data)))
        return
    end = entry.at + len(entry.data)
    data.extend(bytes(max(0, end - len(data))))
    data[entry.at : end] = entry.data


@contextmanager
def trouble(disk: Failing, chance: float) -> Iterator[None]:
    disk.trouble = lambda: chance
    try:
        yield
    finally:
        disk.trouble = lambda: 0.0
