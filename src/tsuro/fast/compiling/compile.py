"""Turning plain kernel modules into compiled ones, lazily, with a cache of their own.

`load` executes private copies of a module and of the kernel modules it imports from, and wraps
their functions; the plain modules stay as they are beside them. numba and numpy are imported only
here and only then. The cache (`cache.py`) has a folder named after everything that goes into the
machine code: numba itself watches only the file of one function.

Compiling takes seconds for every entry point; `notices.py` tells whoever wants to know.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import platform
import sys
from functools import cache
from importlib.abc import SourceLoader
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any, Final

from tsuro.errors import KernelError
from tsuro.fast.compiling.cache import keep, kernel_folder, note_use
from tsuro.fast.compiling.notices import COMPILED, listen
from tsuro.fast.contract import OFFERED

_LOCK: Final = RLock()


def has_numba() -> bool:
    """Whether compiled kernels are possible here; does not import anything."""
    return all(importlib.util.find_spec(name) is not None for name in ("numba", "numpy"))


def require_numba() -> None:
    if not has_numba():
        raise KernelError("Compiled kernels need numba: install tsuro[fast].")


def load(template: str, room: str, layout: str, *, compiled: bool) -> ModuleType:
    """A copy of the module `template` for the records of the kernel in `room`, compiled or plain.

    The functions in the template's `FROM_KERNEL` are taken from that package, each from the module
    in which the contract has it. `layout` names the shape of the records: code is compiled once for
    each.
    """
    with _LOCK:
        require_template(template)
        return _copies(room, layout, compiled).module(template)


def require_template(name: str) -> None:
    try:
        wanted = getattr(importlib.import_module(name), "FROM_KERNEL", None)
    except (ImportError, TypeError, ValueError):  # A name that is none, such as "" or ".bots".
        wanted = None
    if wanted is None:
        raise KernelError(f"{name!r} is no template: a module that names its FROM_KERNEL.")
    if unknown := sorted(set(wanted) - set(OFFERED)):
        known = ", ".join(OFFERED)
        raise KernelError(
            f"The template {name!r} wants {', '.join(unknown)}, which no kernel offers: there are "
            f"{known}."
        )


def folder_of(template: str, room: str, layout: str) -> Path:
    """Where the cache keeps the compiled code of a template."""
    with _LOCK:
        copies = _copies(room, layout, True)
        copies.module(template)
        return copies.folders[template]


def folders_in_use() -> set[Path]:
    """Every folder of the cache whose code this process has loaded or made."""
    return set(_IN_USE)


_IN_USE: Final[set[Path]] = set()


@cache
def _copies(room: str, layout: str, compiled: bool) -> _Copies:
    return _Copies(room, layout, compiled=compiled)


class _Copies:
    """The modules of one kernel, bound to each other; compiled for one layout of records."""

    def __init__(self, room: str, layout: str, *, compiled: bool) -> None:
        self._room = room
        self._layout = layout
        self._compiled = compiled
        self._modules: dict[str, ModuleType] = {}
        self._uses: dict[str, set[str]] = {}
        self.folders: dict[str, Path] = {}
        """Of the cache, by template."""
        self._inlined = set(importlib.import_module(f"{room}.play").INLINED)

    def module(self, name: str) -> ModuleType:
        if name not in self._modules:
            plain = importlib.import_module(name)
            if self._compiled or hasattr(plain, "FROM_KERNEL"):
                self._modules[name] = self._copy(name)
            else:
                self._modules[name] = plain
        return self._modules[name]

    def _copy(self, name: str) -> ModuleType:
        kind = COMPILED if self._compiled else "tsuro.fast.plain"
        copy = _execute(name, f"{kind}:{self._room}:{self._layout}:{name}")
        self._uses[name] = set()
        for key, value in list(vars(copy).items()):
            if isinstance(value, FunctionType) and value.__module__ != copy.__name__:
                borrowed = key in _borrowed(copy)
                source = f"{self._room}.{OFFERED[key].module}" if borrowed else value.__module__
                if source.startswith("tsuro."):
                    self._uses[name].add(source)
                    setattr(copy, key, getattr(self.module(source), key))
        if self._compiled:
            self._wrap(name, copy)
        return copy

    def _wrap(self, name: str, copy: ModuleType) -> None:
        """Entry points, the functions of templates, are what the cache holds."""
        import numba

        listen()
        folder = self._cache_folder(name, copy) if _borrowed(copy) else None
        inlined = self._inlined | set(getattr(copy, "INLINED", ()))
        for key, value in list(vars(copy).items()):
            if not isinstance(value, FunctionType) or value.__module__ != copy.__name__:
                continue
            function = TWINS.get(key, value)
            if key in inlined:
                wrapped = numba.njit(nogil=True, forceinline=True)(function)
            else:
                wrapped = numba.njit(nogil=True)(function)
                if folder is not None:
                    keep(wrapped, folder)
            setattr(copy, key, wrapped)

    def _cache_folder(self, name: str, copy: ModuleType) -> Path:
        """A folder that only this very code for this layout uses.

        One for each layout: two processes that compile at once then write the same files.
        """
        digest = hashlib.sha256(_versions())
        for source in sorted(self._closure(name)):
            digest.update(_fingerprint(copy if source == name else self._modules[source]))
        family, template = self._room.rpartition(".")[2], name.rpartition(".")[2]
        folder = kernel_folder() / f"{family}-{self._layout}"
        folder /= f"{template}-{digest.hexdigest()[:16]}"
        note_use(folder)
        _IN_USE.add(folder)
        self.folders[name] = folder
        return folder

    def _closure(self, name: str) -> set[str]:
        """A module and all it uses."""
        found = {name}
        for used in self._uses.get(name, ()):
            found |= self._closure(used)
        return found


def _borrowed(copy: ModuleType) -> tuple[str, ...]:
    """The names a template takes from whichever kernel it is loaded for."""
    names: tuple[str, ...] = getattr(copy, "FROM_KERNEL", ())
    return names


def _execute(name: str, copy_name: str) -> ModuleType:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    assert isinstance(spec.loader, SourceLoader)
    copy_spec = importlib.util.spec_from_file_location(copy_name, spec.origin)
    assert copy_spec is not None
    module = importlib.util.module_from_spec(copy_spec)
    # A cached function finds its globals again by the name of its module.
    sys.modules[copy_name] = module
    # Read once: the code must belong to the source that names its folder of the cache, even if
    # somebody is writing the file at this moment.
    source = spec.loader.get_data(spec.origin)
    _SOURCES[copy_name] = source
    exec(spec.loader.source_to_code(source, spec.origin), vars(module))
    return module


_SOURCES: Final[dict[str, bytes]] = {}
"""Of the copies, by name."""


def _fingerprint(module: ModuleType) -> bytes:
    """The source of a module and the constants it was built with: tables are not in its source."""
    constants = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, int | bytes) and not key.startswith("__")
    }
    return _SOURCES[module.__name__] + repr(sorted(constants.items())).encode()


def _versions() -> bytes:
    import llvmlite.binding  # type: ignore[import-untyped]
    import numba
    import numpy

    parts = (
        inspect.getsource(sys.modules[__name__]),
        platform.python_implementation(),
        platform.python_version(),
        numba.__version__,
        numpy.__version__,
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
    )
    return "\n".join(parts).encode()


def _copy_record(target: Any, to: int, source: Any, at: int) -> None:
    target[to] = source[at]


TWINS: Final[dict[str, Any]] = {"copy_row": _copy_record}
"""Functions that must be written differently for records than for plain objects."""
