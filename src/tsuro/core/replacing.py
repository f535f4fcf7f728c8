"""Frozen values with some fields changed: `dataclasses.replace` at a fraction of its cost.

States change a few fields hundreds of times a game. `dataclasses.replace` looks at the definition
of every field each time, and the constructor sets each past the guard of a frozen class. Here the
fields are copied before the copy is frozen.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeVar

ItemT = TypeVar("ItemT")

if TYPE_CHECKING:
    # So that type checkers know the fields of whatever is copied.
    from dataclasses import replace as replace
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """A copy of `value`, a dataclass with slots and no `__post_init__`, with other fields."""
        kind = type(value)
        copy = _COPIERS[kind](value)
        try:
            for name, new in changes.items():
                setattr(copy, name, new)
        except AttributeError:
            raise TypeError(f"{kind.__name__} has no field {name!r}") from None
        copy.__class__ = kind
        return copy


def with_item(items: tuple[ItemT, ...], index: int, new: ItemT) -> tuple[ItemT, ...]:
    """The items with another one at `index`."""
    changed = list(items)
    changed[index] = new
    return tuple(changed)


class _Copiers(dict[type, Callable[[Any], Any]]):
    """By class, each made when a value of it is first copied."""

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        copier = self[kind] = _copier(kind)
        return copier


_COPIERS: Final = _Copiers()


def _copier(kind: type) -> Callable[[Any], Any]:
    """A function that copies the fields of a frozen class to an open one with the same slots.

    It is written out field by field, as dataclasses write out their constructors.
    """
    if hasattr(kind, "__post_init__"):
        raise TypeError(f"{kind.__name__} makes itself up after its fields are set")
    fields = chain(*(getattr(base, "__slots__", ()) for base in kind.__mro__))
    copied = (f"    copy.{name} = value.{name}" for name in fields)
    lines = ("def copier(value):", "    copy = Open()", *copied, "    return copy")
    body = {"__slots__": vars(kind)["__slots__"], "__init__": object.__init__}
    opened = type("Open", kind.__bases__, {**body, "__setattr__": object.__setattr__})
    names: dict[str, Any] = {"Open": opened}
    exec("\n".join(lines), names)
    copier: Callable[[Any], Any] = names["copier"]
    return copier
