"""Which kernel plays which edition: the one that its composition names, and none but that."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Final

from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, MIN_SEATS, build_edition, edition_info
from tsuro.errors import KernelError, TsuroError
from tsuro.fast.contract import Family, check

FAMILIES: Final = ("tiles", "seas", "phoenix")
"""Each in a room of its own beside this file."""


@cache
def family_named(name: str) -> Family:
    """A family by name; one that does not keep the contract is refused."""
    if name not in FAMILIES:
        raise KernelError(
            f"There is no family of kernels called {name!r}; there are: {', '.join(FAMILIES)}."
        )
    family: Family = import_module(f"{__package__}.{name}.family").FAMILY
    return check(family)


def has_kernel(edition: Edition) -> bool:
    """Whether an edition names a family of kernels that plays it."""
    return edition.kernel != ""


def require_kernel(edition: Edition, who: str, instead: str) -> None:
    """Refuse what cannot be done without a kernel, in one sentence that says what to do."""
    if not has_kernel(edition):
        raise KernelError(
            f"{who} needs a compiled kernel, and {edition.title} has none: {instead}."
        )


def with_kernel(asked: Sequence[str] = (), *, who: str = "This") -> list[str]:
    """Editions by name that have a kernel: those that were asked for, else every one there is."""
    for name in asked:
        require_kernel(build_edition(name, seats=MIN_SEATS), who, "take another edition")
    return [edition_info(name).id for name in asked] or [
        name for name in EDITIONS if has_kernel(build_edition(name, seats=MIN_SEATS))
    ]


def family_of(edition: Edition) -> Family:
    """The kernels that play an edition: the very one that the registry builds.

    A kernel is made for what a name stands for. An edition that was changed by hand, or that nobody
    knows, would be played by other rules than its own.
    """
    require_kernel(edition, "This", "take another edition, or the reference engine")
    if _registered(edition) is not edition:
        raise KernelError(
            f"This is not the {edition.title} that is registered as {edition.id!r}: kernels play "
            "what `build_edition` builds, so register a changed edition under an id of its own."
        )
    return family_named(edition.kernel)


def _registered(edition: Edition) -> Edition | None:
    try:
        return build_edition(edition.id, seats=edition.seats, switches=edition.switches)
    except TsuroError:
        return None
