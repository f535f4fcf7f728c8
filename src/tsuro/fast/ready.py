"""One kernel for each way to play, and how ready it is.

A kernel's machine code is made once for each family and layout of records and shared by all
editions, seat counts and switches that use them. Making it takes a minute or two, fetching it from
the cache about a second.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from threading import Lock
from typing import Final, Literal, get_args

from tsuro.editions.edition import Edition
from tsuro.errors import KernelError
from tsuro.fast.compiling.background import in_background
from tsuro.fast.compiling.cache import is_complete, mark_complete
from tsuro.fast.compiling.compile import folder_of, has_numba, require_numba, require_template
from tsuro.fast.compiling.notices import compilations
from tsuro.fast.families import family_of, has_kernel
from tsuro.fast.kernel import LOOPS, Kernel

Ready = Literal["lazily", "compiled", "now", "at_hand", "plain"]
Code = tuple[str, str, str]
"""Machine code that is made together: a template for a room and a layout of records."""

_KERNELS: Final[dict[tuple[str, int, tuple[tuple[str, str], ...], bool], Kernel]] = {}
"""By edition, seats, switches, and whether it is compiled."""
_WARM: Final[set[Code]] = set()
"""What this process has fetched or made."""
_WARMING: Final = Lock()
log = logging.getLogger("tsuro.fast")


def kernel_of(edition: Edition, *templates: str, ready: Ready = "lazily") -> Kernel:
    """The kernel of an edition, compiled or plain: what it plays is the same.

    `lazily`    compiled where numba is installed, else plain; each function is compiled, or fetched
                from the cache, when it is first called
    `compiled`  compiled, with all code fetched or made before it is given; needs numba
    `now`       for somebody who must not wait: compiled if its code is in this process or in the
                cache, else plain, and the code is made in the background for a later call
    `at_hand`   compiled if its code is in this process already, else plain; nothing is begun
    `plain`     run by Python as it stands

    `templates` are modules that are to be ready as well, such as a search. Each offers
    `warm_up(kernel)`, which calls its entry points once with next to no work.
    """
    match ready:
        case "plain":
            return _kernel(edition, False)
        case "lazily":
            return _kernel(edition, has_numba())
        case "compiled":
            return _warmed(edition, templates)
        case "at_hand":
            return _kernel(edition, _is_warm(edition, templates))
        case "now":
            return _kernel_now(edition, templates)
        case _:
            known = ", ".join(get_args(Ready))
            raise KernelError(f"A kernel cannot be ready {ready!r}: choose one of {known}.")


def is_cached(edition: Edition, *templates: str) -> bool:
    """Whether a compiled kernel would be ready in about a second, from the cache."""
    return has_numba() and all(
        is_complete(folder_of(*code)) for code in codes_of(_kernel(edition, True), templates)
    )


def distinct(editions: Iterable[Edition]) -> list[Edition]:
    """Editions with a kernel, one for all that share their machine code."""
    found: dict[tuple[str, str], Edition] = {}
    for edition in editions:
        if has_kernel(edition):
            family = family_of(edition)
            found.setdefault((family.name, family.tables(edition).layout.name), edition)
    return list(found.values())


def codes_of(kernel: Kernel, templates: tuple[str, ...] = ()) -> list[Code]:
    """What a kernel and some templates consist of."""
    names = (LOOPS, *templates)
    return [(template, kernel.family.room, kernel.layout.name) for template in names]


def _kernel(edition: Edition, compiled: bool) -> Kernel:
    """One for each way to play; `Kernel` refuses an edition that only looks like a known one."""
    key = (edition.id, edition.seats, tuple(edition.switches.items()), compiled)
    known = _KERNELS.get(key)
    if known is None or known.edition is not edition:
        known = _KERNELS[key] = Kernel(edition, compiled=compiled)
    return known


def _is_warm(edition: Edition, templates: tuple[str, ...]) -> bool:
    """Whether the compiled kernel would answer at once in this process."""
    return has_numba() and _WARM.issuperset(codes_of(_kernel(edition, True), templates))


def _warmed(edition: Edition, templates: tuple[str, ...]) -> Kernel:
    """The compiled kernel with its machine code ready: fetched from the cache or made now."""
    require_numba()
    kernel = _kernel(edition, True)
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
        _warm_up_of(template)(kernel)
    _WARM.add(code)
    mark_complete(folder_of(*code))
    seconds = time.perf_counter() - began
    if compilations() > before and seconds >= 1:
        log.info("... done in %.0f s.", seconds)


def _warm_up_of(template: str) -> Callable[[Kernel], None]:
    require_template(template)
    warm_up: Callable[[Kernel], None] | None = getattr(import_module(template), "warm_up", None)
    if warm_up is None:
        raise KernelError(f"The template {template!r} cannot be made ready: it has no `warm_up`.")
    return warm_up


def _kernel_now(edition: Edition, templates: tuple[str, ...]) -> Kernel:
    if not has_numba():
        return _kernel(edition, False)
    if _is_warm(edition, templates):
        return _kernel(edition, True)
    if is_cached(edition, *templates):
        return _warmed(edition, templates)
    code = tuple(codes_of(_kernel(edition, True), templates))
    in_background(edition, templates, code, then=lambda: _warmed(edition, templates))
    return _kernel(edition, False)
