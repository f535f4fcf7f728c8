"""Frozen values with some fields changed: `dataclasses.replace` at a fraction of its cost.

States change a few fields hundreds of times a game. `dataclasses.replace` looks at the definition
of every field each time and calls the constructor; here the fields are simply copied over.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

ItemT = TypeVar("ItemT")

if TYPE_CHECKING:
    # So that type checkers know the fields of whatever is copied.
    from dataclasses import replace as replace
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """A copy of `value`, a dataclass with slots and no `__post_init__`, with other fields."""
        kind = type(value)
        copy = object.__new__(kind)
        for name, slot in _slots(kind):
            slot.__set__(copy, changes.pop(name) if name in changes else slot.__get__(value))
        if changes:
            raise TypeError(f"{kind.__name__} has no field {next(iter(changes))!r}")
        return copy


def with_item(items: tuple[ItemT, ...], index: int, new: ItemT) -> tuple[ItemT, ...]:
    """The items with another one at `index`."""
    changed = list(items)
    changed[index] = new
    return tuple(changed)


@cache
def _slots(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a class with the descriptors that hold them, those of its bases first."""
    if hasattr(kind, "__post_init__"):
        raise TypeError(f"{kind.__name__} makes itself up after its fields are set")
    return tuple(
        (name, vars(base)[name])
        for base in reversed(kind.__mro__)
        for name in getattr(base, "__slots__", ())
    )
