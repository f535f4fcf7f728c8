"""Turning plain kernel modules into compiled ones, lazily, with a cache of its own.

`load` executes a private second copy of a module and of every kernel module it imports from, and
wraps their functions; the plain modules stay as they are beside it. numba and numpy are imported
only here and only then. The cache lives in the user's cache folder under a name made of a hash of
all sources and of the versions involved: numba itself watches only the file of one function.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any, Final

from tsuro._version import __version__

CACHE_VARIABLE: Final = "TSURO_CACHE_DIR"
_SOURCES: Final = ("bots", "core", "editions", "fast", "rules")
_LOCK: Final = RLock()


def has_numba() -> bool:
    """Whether compiled kernels are possible here; does not import anything."""
    return all(importlib.util.find_spec(name) is not None for name in ("numba", "numpy"))


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


@cache
def source_hash() -> str:
    """A name for the present sources: any change of rules, tables or kernels gives another."""
    digest = hashlib.sha256()
    for package in _SOURCES:
        folder = Path(str(files("tsuro"))) / package
        for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(family: str, layout: str) -> Path:
    """One folder for each kernel and record layout, so that parallel compilations never differ."""
    import llvmlite.binding  # type: ignore[import-untyped]
    import numba
    import numpy

    versions = (
        __version__,
        platform.python_implementation(),
        platform.python_version(),
        numba.__version__,
        numpy.__version__,
        llvmlite.binding.get_host_cpu_name(),
    )
    name = hashlib.sha256(" ".join((source_hash(), *versions)).encode()).hexdigest()[:16]
    return user_cache_folder() / "kernels" / name / f"{family.rpartition('.')[2]}-{layout}"


def usable(folder: Path) -> bool:
    """Whether something can be written there; if not, each process compiles for itself."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def load(template: str, family: str, layout: str, *, compiled: bool) -> ModuleType:
    """A copy of `template` that works on `family`'s records, compiled or plain.

    The names in the template's `FROM_KERNEL` are taken from the family's module. `layout` names the
    shape of the records, for which code is compiled once.
    """
    with _LOCK:
        return _load(template, family, layout, compiled)


@cache
def _load(template: str, family: str, layout: str, compiled: bool) -> ModuleType:
    if not compiled:
        copy = _execute(template, f"tsuro.fast.plain:{family}:{template}")
        kernel = importlib.import_module(family)
        for name in copy.FROM_KERNEL:
            setattr(copy, name, getattr(kernel, name))
        return copy
    return _Compilation(family, layout).template(template)


def _execute(name: str, copy_name: str) -> ModuleType:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    copy_spec = importlib.util.spec_from_file_location(copy_name, spec.origin)
    assert copy_spec is not None
    assert copy_spec.loader is not None
    module = importlib.util.module_from_spec(copy_spec)
    # A cached function finds its globals again by the name of its module.
    sys.modules[copy_name] = module
    copy_spec.loader.exec_module(module)
    return module


class _Compilation:
    """One family with one layout: each of its modules is copied and wrapped once."""

    def __init__(self, family: str, layout: str) -> None:
        self._prefix = f"tsuro.fast.compiled:{family}:{layout}:"
        self._modules: dict[str, ModuleType] = {}
        self._family = family
        folder = cache_folder(family, layout)
        self._folder = folder if usable(folder) else None
        self._inlined = set(importlib.import_module(family).INLINED)

    def template(self, name: str) -> ModuleType:
        """Entry points: these are what the cache holds."""
        kernel = self._module(self._family)
        copy = _execute(name, self._prefix + name)
        self._inlined |= set(copy.INLINED)
        for borrowed in copy.FROM_KERNEL:
            setattr(copy, borrowed, getattr(kernel, borrowed))
        with _cache_in(self._folder):
            self._wrap_all(copy, cached=self._folder is not None)
        return copy

    def _module(self, name: str) -> ModuleType:
        if name not in self._modules:
            copy = self._modules[name] = _execute(name, self._prefix + name)
            self._wrap_all(copy, cached=False)
        return self._modules[name]

    def _wrap_all(self, copy: ModuleType, *, cached: bool) -> None:
        import numba

        for name, value in list(vars(copy).items()):
            if not isinstance(value, FunctionType):
                continue
            if value.__module__ != copy.__name__:
                if value.__module__.startswith("tsuro."):
                    setattr(copy, name, getattr(self._module(value.__module__), name))
                continue
            function = TWINS.get(name, value)
            if name in self._inlined:
                import os

                if os.environ.get("FI"):
                    setattr(copy, name, numba.njit(forceinline=True, nogil=True)(function))
                else:
                    setattr(copy, name, numba.njit(inline="always")(function))
            else:
                setattr(copy, name, numba.njit(nogil=True, cache=cached)(function))


def _copy_record(target: Any, to: int, source: Any, at: int) -> None:
    target[to] = source[at]


TWINS: Final[dict[str, Any]] = {"copy_row": _copy_record}
"""Functions that must be written differently for records than for plain objects."""


@contextmanager
def _cache_in(folder: Path | None) -> Iterator[None]:
    """numba knows one cache folder for all; ours is set only while our functions are wrapped."""
    from numba import config

    before = getattr(config, "CACHE_DIR", "")
    if folder is not None:
        setattr(config, "CACHE_DIR", str(folder))  # noqa: B010, its stubs do not know the setting
    try:
        yield
    finally:
        setattr(config, "CACHE_DIR", before)  # noqa: B010
