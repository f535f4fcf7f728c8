"""One kernel for each way to play, and when it is ready.

A kernel's machine code is made once for each family and layout of records and shared by all
editions, seat counts and switches that use them. `warm` fetches or makes it and waits; `kernel_now`
never waits for a compiler.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from threading import Lock
from typing import Final

from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.fast.compiling.background import in_background
from tsuro.fast.compiling.cache import is_complete, mark_complete
from tsuro.fast.compiling.compile import folder_of, has_numba
from tsuro.fast.compiling.notices import compilations
from tsuro.fast.families import family_of, has_kernel
from tsuro.fast.kernel import LOOPS, Kernel

Code = tuple[str, str, str]
"""Machine code that is made together: a template for a family and a layout of records."""

_WARM: Final[set[Code]] = set()
_WARMING: Final = Lock()
log = logging.getLogger("tsuro.fast")


def kernel_for(edition: Edition, *, compiled: bool | None = None) -> Kernel:
    """The kernel of an edition; compiled if numba is installed, unless told otherwise."""
    wanted = has_numba() if compiled is None else compiled
    return _kernel(edition.id, edition.seats, tuple(edition.switches.items()), wanted)


@cache
def _kernel(name: str, seats: int, switches: tuple[tuple[str, str], ...], compiled: bool) -> Kernel:
    edition = build_edition(name, seats=seats, switches=dict(switches))
    return Kernel(edition, compiled=compiled)


def warm(edition: Edition, *templates: str) -> Kernel:
    """The compiled kernel with its machine code ready: fetched from the cache or made now.

    A template named here, such as a search, is made ready too: its module offers `warm_up(kernel)`,
    which calls every entry point once. May take a minute or two the first time; other
    threads may go on with `compiled=False`.
    """
    kernel = kernel_for(edition, compiled=True)
    with _WARMING:
        for code in codes_of(kernel, templates):
            if code not in _WARM:
                _warm(kernel, code)
    return kernel


def _warm(kernel: Kernel, code: Code) -> None:
    template = code[0]
    began, before = time.perf_counter(), compilations()
    if template == LOOPS:
        kernel.warm()
    else:
        import_module(template).warm_up(kernel)
    _WARM.add(code)
    mark_complete(folder_of(*code))
    seconds = time.perf_counter() - began
    if compilations() > before and seconds >= 1:
        log.info("... done in %.0f s.", seconds)


def is_warm(edition: Edition, *templates: str) -> bool:
    """Whether the compiled kernel would answer at once in this process."""
    if not has_numba():
        return False
    return _WARM.issuperset(codes_of(kernel_for(edition, compiled=True), templates))


def is_cached(edition: Edition, *templates: str) -> bool:
    """Whether `warm` would find everything in the cache, which takes it about a second."""
    if not has_numba():
        return False
    kernel = kernel_for(edition, compiled=True)
    return all(is_complete(folder_of(*code)) for code in codes_of(kernel, templates))


def kernel_now(edition: Edition, *templates: str) -> Kernel:
    """A kernel for somebody who must not wait: the compiled one if its code is at hand.

    If not, the plain one, and the code is made in the background, by another process; a later call
    gets it.
    """
    if is_warm(edition, *templates):
        return kernel_for(edition, compiled=True)
    if not has_numba():
        return kernel_for(edition, compiled=False)
    if is_cached(edition, *templates):
        return warm(edition, *templates)
    code = tuple(codes_of(kernel_for(edition, compiled=True), templates))
    in_background(edition, templates, code, then=lambda: warm(edition, *templates))
    return kernel_for(edition, compiled=False)


def distinct(editions: Iterable[Edition]) -> list[Edition]:
    """Editions with a kernel, one for all that share their machine code."""
    found: dict[tuple[str, str], Edition] = {}
    for edition in editions:
        if has_kernel(edition):
            family = family_of(edition)
            found.setdefault((family.room, family.tables(edition).layout.name), edition)
    return list(found.values())


def fits(edition: Edition, template: str) -> bool:
    """Whether an edition's kernel has all that a template needs, and it can be made ready."""
    return has_kernel(edition) and hasattr(import_module(template), "warm_up")


def codes_of(kernel: Kernel, templates: tuple[str, ...] = ()) -> list[Code]:
    """What a kernel and some templates consist of."""
    names = (LOOPS, *templates)
    return [(template, kernel.family.room, kernel.layout.name) for template in names]
