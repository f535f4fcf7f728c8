"""Compact text for the values of a state, derived from their type hints.

Dataclasses become `{field=value,...}` with default values left out, tuples `[a;b]`, nothing `-`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import IntEnum, StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from tsuro.core.actions import is_two_faced, laid_text
from tsuro.core.board import Crossing
from tsuro.core.geometry import Beside, Cell, Stop
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried
from tsuro.core.tiles import HIDDEN, Laid
from tsuro.errors import NotationError, PositionError
from tsuro.formats.notation import parse_beside, parse_cell, parse_laid, parse_stop, parse_tile

EVERYBODY = "!"


def format_value(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    for kind, text in _TEXTS:
        if isinstance(value, kind):
            return text(value)
    return format_fields(value) if is_dataclass(value) else str(value)


def _format_laid(laid: Laid) -> str:
    return laid_text(laid, two_faced=is_two_faced(laid.tile))


def _format_crossing(crossing: Crossing) -> str:
    return f"{Stop(crossing.cell, crossing.entry)}-{crossing.exit}"


def _format_tuple(items: tuple[Any, ...]) -> str:
    return "[" + ";".join(map(format_value, items)) + "]"


def format_buried(buried: Buried) -> str:
    if buried.tile == HIDDEN:
        return HIDDEN
    seen = EVERYBODY if buried.known_to is None else "".join(map(str, buried.known_to))
    return f"{buried.tile}:{seen}"


def format_fields(value: Any) -> str:
    shown = [
        f"{each.name}={format_value(getattr(value, each.name))}"
        for each in fields(value)
        if _default(each) != getattr(value, each.name)
    ]
    return "{" + ",".join(shown) + "}"


def _default(each: Field[Any]) -> Any:
    return each.default if each.default is not MISSING else MISSING


_TEXTS: Final[tuple[tuple[type, Callable[[Any], str]], ...]] = (
    (IntEnum, lambda value: str(int(value))),
    (Laid, _format_laid),
    (Crossing, _format_crossing),
    (Buried, format_buried),
    (Cell, str),
    (Stop, str),
    (Beside, str),
    (tuple, _format_tuple),
)
"""In this order: named tuples are tuples, too."""


class Scanner:
    """A text and a place in it; complaints name the column in the whole line."""

    def __init__(self, text: str, offset: int = 0) -> None:
        self.text = text
        self.at = 0
        self.offset = offset

    def fail(self, message: str, at: int | None = None) -> PositionError:
        return PositionError(message, column=self.offset + (self.at if at is None else at) + 1)

    def peek(self, text: str) -> bool:
        return self.text.startswith(text, self.at)

    def skip(self, text: str) -> bool:
        if self.peek(text):
            self.at += len(text)
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.skip(text):
            found = repr(self.text[self.at]) if self.at < len(self.text) else "the end"
            raise self.fail(f"expected {text!r}, found {found}")

    def word(self) -> str:
        match = re.compile(r"[^,;\[\]{}= ]*").match(self.text, self.at)
        assert match is not None
        self.at = match.end()
        return match[0]

    def done(self) -> None:
        if self.at < len(self.text):
            raise self.fail(f"unexpected {self.text[self.at :]!r}")


def parse_value(scanner: Scanner, hint: Any) -> Any:
    """Read a value of the hinted type."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _parse_optional(scanner, hint)
    if origin is tuple:
        return _parse_tuple(scanner, get_args(hint))
    if is_dataclass(hint) and hint is not Buried:
        return parse_fields(scanner, hint)
    start = scanner.at
    word = scanner.word()
    try:
        return _parse_word(word, hint)
    except NotationError as error:
        raise scanner.fail(error.reason, start + error.column - 1) from None
    except ValueError:
        raise scanner.fail(f"{word!r} is not a {_named(hint)}", start) from None


def _named(hint: Any) -> str:
    name = str(getattr(hint, "__name__", hint)).lower()
    return {"int": "number", "str": "word", "bool": "yes or no"}.get(name, name)


def _parse_optional(scanner: Scanner, hint: Any) -> Any:
    (inner,) = (arg for arg in get_args(hint) if arg is not NoneType)
    if scanner.peek("-"):
        scanner.skip("-")
        return None
    return parse_value(scanner, inner)


def _parse_tuple(scanner: Scanner, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    scanner.expect("[")
    endless = arguments[-1] is Ellipsis
    items: list[Any] = []
    while not scanner.skip("]"):
        if items:
            scanner.expect(";")
        if not endless and len(items) == len(arguments):
            raise scanner.fail(f"expected {len(arguments)} items")
        items.append(parse_value(scanner, arguments[0 if endless else len(items)]))
    if not endless and len(items) != len(arguments):
        raise scanner.fail(f"expected {len(arguments)} items, found {len(items)}")
    return tuple(items)


@cache
def hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def parse_fields(scanner: Scanner, kind: Any) -> Any:
    """Read a dataclass; fields left out keep their defaults."""
    known = {each.name: each for each in fields(kind)}
    values: dict[str, Any] = {}
    scanner.expect("{")
    while not scanner.skip("}"):
        if values:
            scanner.expect(",")
        start = scanner.at
        name = scanner.word()
        if name not in known or name in values:
            raise scanner.fail(f"{name!r} is not a (further) field here", start)
        scanner.expect("=")
        values[name] = parse_value(scanner, hints(kind)[name])
    for name, each in known.items():
        if name not in values and _default(each) is MISSING:
            raise scanner.fail(f"the field {name!r} is missing")
    return kind(**values)


def parse_buried(text: str) -> Buried:
    if text == HIDDEN:
        return Buried(HIDDEN, ())
    tile, colon, seen = text.partition(":")
    name = parse_tile(tile)
    ascending = "".join(sorted(set(seen))) == seen
    if not colon or not re.fullmatch(rf"{EVERYBODY}|[0-7]*", seen) or not ascending:
        raise NotationError(
            f"{text!r} does not say in order who saw the tile, as in T05:02 or T05:{EVERYBODY}",
            column=len(tile) + 1,
        )
    if seen == EVERYBODY:
        return Buried(name, None)
    return Buried(name, tuple(Seat(int(digit)) for digit in seen))


def _parse_number(word: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,5}", word):
        raise ValueError(word)
    return int(word)


def _parse_word(word: str, hint: Any) -> Any:
    if hint is bool:
        return _parse_bool(word)
    readers = {
        Cell: parse_cell,
        Stop: parse_stop,
        Beside: parse_beside,
        Laid: parse_laid,
        Buried: parse_buried,
        TileId: lambda text: HIDDEN if text == HIDDEN else parse_tile(text),
        Crossing: _parse_crossing,
    }
    if hint in readers:
        return readers[hint](word)
    base = getattr(hint, "__supertype__", hint)
    if base is int:
        return _parse_number(word)
    if isinstance(base, type) and issubclass(base, IntEnum):
        return base(_parse_number(word))
    if isinstance(base, type) and issubclass(base, StrEnum):
        return base(word)
    if not re.fullmatch(r"\w+", word):
        raise ValueError(word)
    return word


def _parse_bool(word: str) -> bool:
    if word not in ("yes", "no"):
        raise ValueError(word)
    return word == "yes"


def _parse_crossing(text: str) -> Crossing:
    entry, _, leaving = text.partition("-")
    stop = parse_stop(entry)
    return Crossing(stop.cell, stop.port, _parse_number(leaving))
