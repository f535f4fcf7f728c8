"""Whether code in a folder is our own: its index is a pickle, and loading a planted one runs it."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

log = logging.getLogger("tsuro.fast")

FOREIGN: Final = stat.S_IWGRP | stat.S_IWOTH
SUPERUSER: Final = 0
LEVELS: Final = 4
"""From the folder of one module's code up to the cache folder itself."""


class NotOurs(PermissionError):
    """Code that somebody else can have written."""


def require_own(folder: Path, function: str) -> None:
    """Refuses the code of a function that is not ours alone."""
    if not is_ours(folder, _code_of(folder, function)):
        raise NotOurs(f"{folder} is not ours alone.")


def _code_of(folder: Path, function: str) -> list[Path]:
    return list(folder.glob(f"{function}*.nb?"))


def is_ours(folder: Path, files: Iterable[Path] = ()) -> bool:
    """Whether nobody else can have written here; says once what is wrong where somebody can."""
    above = (folder, *folder.parents[: LEVELS - 1])
    for path in (*above, *files):
        why = _complaint(path)
        if why is not None:
            _say(path, why)
            return False
    return True


def _complaint(path: Path) -> str | None:
    """What speaks against reading what lies there; what does not exist harms nobody."""
    if not hasattr(os, "geteuid"):  # Other systems have other ways to keep folders apart.
        return None
    try:
        found = path.lstat() if path.is_file() else path.stat()
    except OSError:
        return None
    if found.st_uid not in (os.geteuid(), SUPERUSER):
        return "belongs to somebody else"
    if found.st_mode & FOREIGN and not found.st_mode & stat.S_ISVTX:
        return "can be written by others"
    return None


@cache
def _say(path: Path, why: str) -> None:
    log.warning(
        "%s %s: compiled code there is neither used nor kept. `chmod go-w` or another folder "
        "(TSURO_CACHE_DIR) mends it.",
        path,
        why,
    )


def make_private(folder: Path) -> None:
    """Make a folder, and what is missing above it, that only we can write."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        with suppress(FileExistsError):  # Another process was faster.
            each.mkdir(mode=0o700)


def close_to_others(folder: Path, function: str) -> None:
    """Take from others the right to write that a generous system gave them."""
    for path in _code_of(folder, function):
        with suppress(OSError):  # Gone, or not ours: then it is not read either.
            mode = path.stat().st_mode
            if mode & FOREIGN:
                path.chmod(stat.S_IMODE(mode) & ~FOREIGN)
