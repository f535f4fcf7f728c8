"""Telling that a compiler is at work.

A library says nothing by itself: the logger `tsuro.fast` hears when a kernel is compiled for the
first time in a process. The command line shows it.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any, Final

COMPILED: Final = "tsuro.fast.compiled"
"""How the names of compiled copies begin; family, layout and module follow, between colons."""
log = logging.getLogger("tsuro.fast")
_COUNT: Final = [0]


def compilations() -> int:
    """How many functions of kernels this process has compiled, rather than found in the cache."""
    return _COUNT[0]


@cache
def listen() -> None:
    """Hear from numba when it really compiles."""
    from numba.core import event

    class Compiling(event.Listener):
        def __init__(self) -> None:
            self._told: set[str] = set()

        def on_start(self, event: Any) -> None:
            kind, _, rest = event.data["dispatcher"].py_func.__module__.partition(":")
            if kind == COMPILED:
                _COUNT[0] += 1
                self._tell(rest.rpartition(":")[0])

        def _tell(self, kernel: str) -> None:
            if kernel not in self._told:
                self._told.add(kernel)
                family = kernel.partition(":")[0].rpartition(".")[2]
                log.info("Compiling the %s kernel: once, a minute or two ...", family)

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Compiling())  # type: ignore[no-untyped-call]
