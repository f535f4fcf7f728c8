"""Where compiled code is kept, who may write there, and when it is thrown away.

`<cache>/kernels/<family>-<layout>/<template>-<digest>/` holds the code of one module for one layout
of records; the digest stands for everything that goes into the code. A folder is therefore never
out of date, only unused, and any of them can be removed at any time, whole or in part: a process
that misses its files compiles again. A folder that cannot be written is read, and one that cannot
be read is done without: each process then compiles for itself (see also `background.py`). So is one
that somebody else can write (`trust.py`).
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from tsuro.fast.compiling.trust import (
    NotOurs,
    close_to_others,
    is_ours,
    make_private,
    require_own,
)

log = logging.getLogger("tsuro.fast")

CACHE_VARIABLE: Final = "TSURO_CACHE_DIR"
"""Environment variable that names another cache folder."""
COMPLETE: Final = "complete"
"""A file that says: all entry points of the module are here; it names their files."""
CODE: Final = {".nbi", ".nbc"}
"""How the names of numba's files end: an index for each function, and its code."""
KEPT: Final = 8
"""Versions of one module's code that are kept, the latest used first."""


def user_cache_folder() -> Path:
    """Where this system keeps what a program can rebuild."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "tsuro"


def kernel_folder() -> Path:
    return user_cache_folder() / "kernels"


def is_usable(folder: Path) -> bool:
    """Whether something can be written there; if not, each process compiles for itself."""
    try:
        make_private(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


_UNKEPT: Final[set[Path]] = set()
"""Folders into which this process could not write some of its code."""


def is_complete(folder: Path) -> bool:
    """Whether everything is there that was there when the folder was marked."""
    if not is_ours(folder):
        return False
    try:
        names = (folder / COMPLETE).read_text(encoding="utf-8", errors="replace").split()
    except OSError:
        return False
    return bool(names) and all((folder / name).exists() for name in names)


def mark_complete(folder: Path) -> None:
    """Say that a process has called every entry point and found or kept the code of each."""
    if folder in _UNKEPT:
        return
    with suppress(OSError):
        names = sorted(path.name for path in folder.iterdir() if path.suffix in CODE)
        (folder / COMPLETE).write_text("\n".join(names), encoding="utf-8")


def note_use(folder: Path) -> None:
    """The time of a folder is that of its last use; `prune` goes by it."""
    with suppress(OSError):
        os.utime(folder)


def prune(*, kept: int = KEPT, used: Iterable[Path] = ()) -> list[Path]:
    """Remove code that is not among the latest used of its module; returns what was removed.

    Folders in `used` stay. Safe while other processes read and write.
    """
    spared = set(used)
    removed = []
    for folders in _versions().values():
        for folder in sorted(folders, key=_last_use, reverse=True)[kept:]:
            if folder not in spared:
                shutil.rmtree(folder, ignore_errors=True)
                removed.append(folder)
                with suppress(OSError):  # Not empty, or somebody was faster.
                    folder.parent.rmdir()
    return removed


def _versions() -> dict[str, list[Path]]:
    """The folders of code by family and module, whatever the layout of records."""
    found: dict[str, list[Path]] = {}
    for folder in kernel_folder().glob("*-*/*"):
        family = folder.parent.name.rpartition("-")[0]
        template = folder.name.rpartition("-")[0]
        found.setdefault(f"{family} {template}", []).append(folder)
    return found


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # Gone in the meantime.
        return 0.0


def keep(dispatcher: Any, folder: Path) -> None:
    """Let a function of numba have its code from, and put it into, a folder of ours.

    numba's own way needs a folder that can be written, and fails if writing fails later on.
    """
    dispatcher._cache = _cache_class()(dispatcher.py_func, folder)
    dispatcher.compile = _one_at_a_time(
        dispatcher.compile, folder / f"{dispatcher.py_func.__name__}.lock"
    )


def _one_at_a_time(compile_now: Callable[..., Any], lock: Path) -> Callable[..., Any]:
    """Whoever comes second waits and then finds the code in the cache.

    The compiler's own lock comes first: two threads of a process must not wait for each other.
    """
    from numba.core.compiler_lock import global_compiler_lock

    def compile_once(signature: Any) -> Any:
        with global_compiler_lock, _locked(lock):
            return compile_now(signature)

    return compile_once


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """No other process is in here; without locks, or a place for them, several may be.

    The system releases the lock of a process that dies.
    """
    try:
        import fcntl

        make_private(path.parent)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except (ImportError, OSError):
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def _done_without(folder: Path) -> Iterator[None]:
    """Code that cannot be written is no error, but its folder is not complete."""
    try:
        yield
    except OSError:
        _UNKEPT.add(folder)


@contextmanager
def _compiled_again(code: Any) -> Iterator[None]:
    """Whatever is wrong with some code: it is compiled, and written anew if it is ours."""
    try:
        yield
    except NotOurs:
        return
    except Exception as error:
        log.warning("%s cannot be loaded (%s) and is compiled again.", code.cache_path, error)
        with suppress(OSError):
            code.flush()


@cache
def _cache_class() -> Any:
    """numba's cache of functions, in a given folder and forgiving; defined once numba is there."""
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

    class KernelCache(FunctionCache):
        def __init__(self, function: Any, folder: Path) -> None:
            self._name = repr(function)
            self._py_func = function
            self._impl = Contents(function, folder)
            self._cache_path = str(folder)
            self._cache_file = IndexDataCacheFile(  # type: ignore[no-untyped-call]
                str(folder), function.__name__, ""
            )
            self.enable()  # type: ignore[no-untyped-call]

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            with _compiled_again(self):
                require_own(Path(self._cache_path), self._py_func.__name__)
                return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]

        def save_overload(self, sig: Any, data: Any) -> None:
            # Past numba's own guard, which hides some failures on Windows.
            folder, name = Path(self._cache_path), self._py_func.__name__
            with _done_without(folder):
                make_private(folder)
                require_own(folder, name)  # Its index would be read before.
                self._save_overload(sig, data)  # type: ignore[no-untyped-call]
                close_to_others(folder, name)

    class Contents(CompileResultCacheImpl):
        def __init__(self, function: Any, folder: Path) -> None:
            self._lineno = function.__code__.co_firstlineno
            self._locator = Place(function, folder)
            self._filename_base = function.__name__

    class Place:
        """What numba wants to know of a folder."""

        def __init__(self, function: Any, folder: Path) -> None:
            self._py_file = function.__code__.co_filename
            self._folder = folder

        def ensure_cache_path(self) -> None:
            make_private(self._folder)

    return KernelCache
