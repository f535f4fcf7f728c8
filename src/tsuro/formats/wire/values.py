"""The one JSON dialect: plain values of everything, derived from the fields of its class.

Dataclasses become objects, named tuples flat lists, enums their values. A field that is None is
left out. Events and actions carry the name of their class in `type`, and an action also its
`notation`, which is the way to send it back. What holds these values adds nothing of its own:
messages are dataclasses, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Final

from tsuro.core.actions import Action, PlaceTile
from tsuro.core.events import Event
from tsuro.formats.wire.kinds import hints_of

Json = dict[str, Any]

Memo = dict[int, tuple[object, Json]]
"""Objects that have been written already, so that what several messages share is written once.

By identity, and kept alive here: states and events share most of what they are made of.
"""

_SHARED: Final[Memo] = {}
"""The ways to lay a tile, which are the same objects in all games, as they are written."""
MOST_SHARED: Final = 4_000
"""More than our editions have; objects that somebody else made must not fill the memory."""

_Writer = Callable[[Any, Memo], Any]
_PLAIN: Final[frozenset[Any]] = frozenset({int, str, bool, float, type(None)})


class Tagged:
    """Told apart by a `type` on the wire, as events and actions are."""

    __slots__ = ()


@cache
def tag_of(kind: type) -> str:
    """A `TilePlaced` is tagged `tile_placed`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()


def is_tagged(kind: type) -> bool:
    return issubclass(kind, Event | Action | Tagged)


def to_wire(value: Any, memo: Memo | None = None) -> Any:
    """Any value that states, events, actions and messages are made of, as JSON knows it."""
    return _written(value, {} if memo is None else memo)


def _written(value: Any, memo: Memo) -> Any:
    kind: Any = type(value)
    return value if kind in _PLAIN else _WRITERS[kind](value, memo)


class _Writers(dict[Any, _Writer]):
    """By class, each made when a value of it is first written."""

    def __missing__(self, kind: Any) -> _Writer:
        writer = self[kind] = _writer_of(kind)
        return writer


_WRITERS: Final = _Writers()


def _writer_of(kind: Any) -> _Writer:
    if issubclass(kind, Enum):
        return lambda value, memo: value._value_  # `value` is slow in Python 3.11.
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _flat_writer(kind)
    if issubclass(kind, tuple | list | frozenset):
        return _write_list
    if issubclass(kind, dict):
        return lambda value, memo: {str(key): _written(item, memo) for key, item in value.items()}
    if is_dataclass(kind):
        return _object_writer(kind)
    return lambda value, memo: str(value)  # What only a stranger's edition is made of.


def _write_list(value: Iterable[Any], memo: Memo) -> list[Any]:
    return [
        item if (kind := type(item)) in _PLAIN else _WRITERS[kind](item, memo) for item in value
    ]


def _object_writer(of: Any) -> _Writer:
    """Written out field by field, as dataclasses write out their constructors."""
    head = {"type": repr(tag_of(of))} if is_tagged(of) else {}
    head |= {"notation": "str(value)"} if issubclass(of, Action) else {}
    hints, lines = _hints(of), list[str]()
    for each in fields(of):
        item = f"value.{each.name}"
        if not lines and _is_plain(hints.get(each.name)):
            head[each.name] = item
        else:
            lines += [
                f"    item = {item}",
                "    if item is not None:",
                "        kind = type(item)",
                f"        written[{each.name!r}] = "
                "item if kind in PLAIN else WRITERS[kind](item, memo)",
            ]
    made = [f"    written = {{{', '.join(f'{name!r}: {item}' for name, item in head.items())}}}"]
    made += lines
    if of is PlaceTile:
        keep = f"    if len(SHARED) < {MOST_SHARED}: SHARED[id(value)] = value, written"
        made = [*_looked_up("SHARED"), *made, keep]
    elif not issubclass(of, Event | Action):  # To know those again takes longer than to write them.
        made = [*_looked_up("memo"), *made, "    memo[id(value)] = value, written"]
    return _made(["def write(value, memo):", *made, "    return written"])


def _looked_up(memo: str) -> list[str]:
    return [
        f"    known = {memo}.get(id(value))",
        "    if known is not None:",
        "        return known[1]",
    ]


def _hints(of: Any) -> dict[str, Any]:
    """The types of the fields of a class, which are to be relied upon in our own only."""
    return hints_of(of) if of.__module__.startswith("tsuro.") else {}


def _is_plain(hint: Any) -> bool:
    return hint in _PLAIN or getattr(hint, "__supertype__", None) in _PLAIN


def _flat_writer(of: Any) -> _Writer:
    """Written out, too, as far as the types of our own classes tell what they hold."""
    known = _hints(of)
    hints = [known.get(name) for name in of._fields]
    return _made(["def write(value, memo):", f"    return [{', '.join(_items('value', hints))}]"])


def _items(name: str, hints: Iterable[Any]) -> Iterator[str]:
    """How to get at what follows one another in a tuple of this name."""
    for number, hint in enumerate(hints):
        item = f"{name}[{number}]"
        if _is_plain(hint):
            yield item
        elif hasattr(hint, "_fields"):
            yield from _items(item, hints_of(hint).values())
        else:
            yield f"*flat(({item},))"


def _made(lines: Iterable[str]) -> _Writer:
    names: dict[str, Any] = {
        "PLAIN": _PLAIN,
        "WRITERS": _WRITERS,
        "SHARED": _SHARED,
        "flat": flat,
    }
    exec("\n".join(lines), names)
    writer: _Writer = names["write"]
    return writer


def flat(value: tuple[Any, ...]) -> list[Any]:
    """A place or a tile as it lies: what tuples within hold follows one another."""
    items: list[Any] = []
    for item in value:
        if type(item) in _PLAIN:
            items.append(item)
        elif isinstance(item, tuple):
            items += flat(item)
        else:
            items.append(item.value if isinstance(item, Enum) else item)
    return items
