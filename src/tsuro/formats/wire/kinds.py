"""The classes behind the names of the wire: which events, actions and parts there are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_type_hints

from tsuro.core.actions import Action, Decision, Outcome
from tsuro.core.events import Event
from tsuro.core.state import Part

FAMILIES: tuple[type, ...] = (Event, Decision, Outcome, Action, Part)
"""Classes that stand for all their subclasses."""


@cache
def members(family: Any) -> tuple[Any, ...]:
    """The subclasses of a family that belong to this package, by name.

    Strangers' editions may add some; only what we name can be promised to clients.
    """
    found = {kind.__name__: kind for kind in _below(family) if kind.__module__.startswith("tsuro.")}
    return tuple(found[name] for name in sorted(found))


def _below(family: type) -> Iterator[type]:
    kind: type
    for kind in family.__subclasses__():
        if "__dataclass_fields__" in vars(kind) and kind not in FAMILIES:
            yield kind
        yield from _below(kind)


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """The types of a class's fields, with what `Annotated` says of them."""
    return get_type_hints(kind, include_extras=True)
