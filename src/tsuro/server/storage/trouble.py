"""Why games cannot be kept in a place: one sentence each, for whoever runs the server."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final

import apsw

from tsuro.errors import TsuroError


class StorageTrouble(TsuroError):
    """The folder or the database is not usable as it is."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


FULL: Final = "data_full"
READ_ONLY: Final = "data_read_only"
FORBIDDEN: Final = "data_forbidden"
NO_FOLDER: Final = "data_no_folder"
DAMAGED: Final = "data_damaged"
NEWER: Final = "data_newer"
IN_USE: Final = "data_in_use"
UNUSABLE: Final = "data_unusable"

_SYSTEM: Final[dict[int, tuple[str, str]]] = {
    errno.ENOSPC: (FULL, "The disk of {place} is full; make room and start again."),
    errno.EDQUOT: (FULL, "The quota for {place} is used up; make room and start again."),
    errno.EROFS: (READ_ONLY, "{place} is on a read-only file system; choose another with --data."),
    errno.EACCES: (FORBIDDEN, "{place} may not be written by this user; choose another folder."),
    errno.EPERM: (FORBIDDEN, "{place} may not be written by this user; choose another folder."),
    errno.EEXIST: (NO_FOLDER, "{place} is a file, and a folder is needed there."),
    errno.ENOTDIR: (NO_FOLDER, "{place} leads through a file, and a folder is needed there."),
    errno.EISDIR: (NO_FOLDER, "{place} is a folder, and the database would be a file."),
}


def of_system(place: Path, error: OSError) -> StorageTrouble:
    """What the operating system says about a place, in words."""
    code, sentence = _SYSTEM.get(error.errno or 0, (UNUSABLE, "{place} cannot be used: {reason}."))
    return StorageTrouble(code, sentence.format(place=place, reason=error.strerror))


def damaged(path: Path | str, what: str) -> StorageTrouble:
    return StorageTrouble(
        DAMAGED,
        f"{path} is damaged: {what}; bring back a backup with `tsuro restore`, "
        "and look at the rest with `tsuro check`.",
    )


UNFINISHED: Final = "migrating"
"""What stands beside games while they are copied from elsewhere."""


def unfinished(place: Path | str) -> StorageTrouble:
    return StorageTrouble(
        UNUSABLE,
        f"A migration into {place} was not finished; start `tsuro migrate` again, and then this.",
    )


def is_damage(error: apsw.Error) -> bool:
    """Whether what was read is not what was written."""
    if isinstance(error, apsw.CorruptError | apsw.NotADBError):
        return True
    return getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_DATA


def of_database(path: Path, error: apsw.Error) -> StorageTrouble:
    """What SQLite says about a file, in words."""
    if is_damage(error):
        return damaged(path, _reason(error))
    if isinstance(error, apsw.FullError):
        return of_system(path.parent, OSError(errno.ENOSPC, ""))
    if isinstance(error, apsw.ReadOnlyError):
        return StorageTrouble(READ_ONLY, f"{path} may be read but not written by this user.")
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return StorageTrouble(IN_USE, f"{path} is in use by another program.")
    if isinstance(error, apsw.CantOpenError):
        return StorageTrouble(FORBIDDEN, f"{path} may not be opened by this user.")
    return StorageTrouble(UNUSABLE, f"{path} cannot be used: {_reason(error)}.")


def _reason(error: apsw.Error) -> str:
    found = getattr(error, "extendedresult", 0)
    if found == apsw.SQLITE_IOERR_DATA or str(error) == "not an error":
        # SQLite has no words of its own for a wrong checksum.
        return "a page is not as it was written"
    return str(error).rstrip(".").replace("SQLITE_", "") or type(error).__name__
