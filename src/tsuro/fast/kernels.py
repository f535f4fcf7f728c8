"""One kernel for each way to play, and when it is ready."""

from __future__ import annotations

from functools import cache
from threading import Lock

from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.fast.batch import Kernel
from tsuro.fast.compile import has_numba

_WARM: set[tuple[str, str]] = set()
_WARMING = Lock()


def kernel_for(edition: Edition, *, compiled: bool | None = None) -> Kernel:
    """The kernel of an edition; compiled if numba is installed, unless told otherwise."""
    wanted = has_numba() if compiled is None else compiled
    return _kernel(edition.id, edition.seats, tuple(edition.options.items()), wanted)


@cache
def _kernel(name: str, seats: int, options: tuple[tuple[str, str], ...], compiled: bool) -> Kernel:
    edition = build_edition(name, seats=seats, options=dict(options))
    return Kernel(edition, compiled=compiled)


def warm(edition: Edition) -> Kernel:
    """The compiled kernel with its machine code ready: fetched from the cache or made now.

    May take half a minute the first time; other threads may go on with `compiled=False`.
    """
    kernel = kernel_for(edition, compiled=True)
    with _WARMING:
        if not is_warm(edition):
            kernel.warm()
            _WARM.add(_code(kernel))
    return kernel


def is_warm(edition: Edition) -> bool:
    """Whether the compiled kernel would answer at once in this process."""
    return has_numba() and _code(kernel_for(edition, compiled=True)) in _WARM


def _code(kernel: Kernel) -> tuple[str, str]:
    """Kernels of one family with the same layout share their machine code."""
    return kernel.family.module, kernel.layout.name
