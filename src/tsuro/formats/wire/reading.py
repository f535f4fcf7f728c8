"""From plain JSON values back to dataclasses, refusing what does not fit with a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, Field, fields
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin

from tsuro.errors import TsuroError
from tsuro.formats.wire.bounds import Bounds
from tsuro.formats.wire.kinds import hints_of
from tsuro.formats.wire.schema import PLAIN
from tsuro.formats.wire.values import tag_of

KindT = TypeVar("KindT")


class Misfit(TsuroError):
    """A value from outside does not have the form that is wanted."""

    code = "bad_message"


_Reader = Callable[[object, str], Any]
"""Makes a value of its kind, or says what is wrong with the one at some place."""


def read(kind: type[KindT], value: object) -> KindT:
    """A value of a class, read from JSON."""
    return cast("KindT", read_one_of(kind, value))


def read_one_of(kinds: Any, value: object) -> Any:
    """A value of a union of classes, told apart by `type`."""
    return _reader(kinds)(value, "This")


@cache
def _reader(kind: Any) -> _Reader:
    """How values of a type are read; types are looked into once."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _bounded(_reader(arguments[0]), arguments[1:])
    if origin is not None:
        return _GENERIC[origin](arguments)
    return (_plain if kind in PLAIN else _object)(kind)


def _bounded(reader: _Reader, notes: tuple[Any, ...]) -> _Reader:
    bounds = [note for note in notes if isinstance(note, Bounds)]

    def read_bounded(value: object, where: str) -> Any:
        found = reader(value, where)
        for each in bounds:
            _keep_bounds(each, found, where)
        return found

    return read_bounded


def _literal(known: tuple[Any, ...]) -> _Reader:
    def read_literal(value: object, where: str) -> object:
        if value not in known or type(value) not in map(type, known):
            raise Misfit(f"{where} must be {_either(map(repr, known))}, not {_short(value)}.")
        return value

    return read_literal


def _plain(kind: type) -> _Reader:
    def read_plain(value: object, where: str) -> object:
        if type(value) is not kind:
            raise Misfit(f"{where} must be of the type {PLAIN[kind]}, not {_short(value)}.")
        if isinstance(value, str) and not value.isprintable() and _has_half(value):
            raise Misfit(f"{where} holds half of a character.")
        return value

    return read_plain


def _has_half(text: str) -> bool:
    return "\ud800" <= max(text) <= "\udfff"


def _list(kinds: tuple[Any, ...]) -> _Reader:
    reader = _reader(kinds[0])

    def read_list(value: object, where: str) -> list[Any]:
        if not isinstance(value, list):
            raise Misfit(f"{where} must be a list, not {_short(value)}.")
        return [reader(item, f"{where}[{n}]") for n, item in enumerate(value)]

    return read_list


def _dict(kinds: tuple[Any, ...]) -> _Reader:
    names, items = map(_reader, kinds)

    def read_dict(value: object, where: str) -> dict[str, Any]:
        return {
            names(key, f"A name in {where}"): items(item, f"{where}.{key}")
            for key, item in _object_of(value, where).items()
        }

    return read_dict


def _union(kinds: tuple[Any, ...]) -> _Reader:
    rest = [kind for kind in kinds if kind is not NoneType]
    reader = _reader(rest[0]) if len(rest) == 1 else _tagged(rest)
    if len(rest) == len(kinds):
        return reader
    return lambda value, where: None if value is None else reader(value, where)


def _tagged(kinds: Sequence[Any]) -> _Reader:
    readers: dict[object, _Reader] = {tag_of(kind): _reader(kind) for kind in kinds}

    def read_tagged(value: object, where: str) -> Any:
        tag = _object_of(value, where).get("type")
        if not isinstance(tag, str) or tag not in readers:
            raise Misfit(f"Its `type` must be {_either(map(repr, readers))}, not {_short(tag)}.")
        return readers[tag](value, where)

    return read_tagged


def _object(kind: Any) -> _Reader:
    tag, hints = tag_of(kind), hints_of(kind)
    wanted = [
        (each.name, f"`{each.name}`", _reader(hints[each.name]), _is_needed(each))
        for each in fields(kind)
    ]

    def read_object(value: object, where: str) -> Any:
        given, found = _object_of(value, where), dict[str, Any]()
        for name, shown, reader, needed in wanted:
            if name in given:
                found[name] = reader(given[name], shown)
            elif needed:
                raise Misfit(f"{where} lacks the field {shown}.")
        if len(given) > len(found):
            for name in given:
                if name not in found and (name != "type" or given[name] != tag):
                    raise Misfit(f"{where} has a field {_short(name)} that nobody knows.")
        return kind(**found)

    return read_object


def _is_needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


_GENERIC: Final[dict[Any, Callable[[tuple[Any, ...]], _Reader]]] = {
    Literal: _literal,
    Union: _union,
    UnionType: _union,
    list: _list,
    dict: _dict,
}


def _object_of(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Misfit(f"{where} must be an object, not {_short(value)}.")
    return value


def _keep_bounds(note: Bounds, value: Any, where: str) -> None:
    size = value if isinstance(value, int) else len(value)
    what = "" if isinstance(value, int) else " long"
    if note.least is not None and size < note.least:
        raise Misfit(f"{where} must be at least {note.least}{what}.")
    if note.most is not None and size > note.most:
        raise Misfit(f"{where} must be at most {note.most}{what}.")
    if note.pattern is not None and not re.fullmatch(note.pattern, value):
        raise Misfit(f"{where} does not have the right form.")


def _either(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
