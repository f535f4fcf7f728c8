"""From plain JSON values back to dataclasses, refusing what does not fit with a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields
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


def read(kind: type[KindT], value: object) -> KindT:
    """A value of a class, read from JSON."""
    return cast("KindT", _read(kind, value, "This"))


def read_one_of(kinds: Any, value: object) -> Any:
    """A value of a union of classes, told apart by `type`."""
    return _read(kinds, value, "This")


def _read(kind: Any, value: object, where: str) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        found = _read(arguments[0], value, where)
        for note in arguments[1:]:
            _keep_bounds(note, found, where)
        return found
    if origin is not None:
        return _GENERIC[origin](arguments, value, where)
    return (_read_plain if kind in PLAIN else _read_object)(kind, value, where)


def _read_literal(known: tuple[Any, ...], value: object, where: str) -> object:
    if value not in known or type(value) not in map(type, known):
        raise Misfit(f"{where} must be {_either(map(repr, known))}, not {_short(value)}.")
    return value


def _read_plain(kind: type, value: object, where: str) -> object:
    if type(value) is not kind:
        raise Misfit(f"{where} must be of the type {PLAIN[kind]}, not {_short(value)}.")
    if isinstance(value, str) and not value.isprintable() and "\ud800" <= max(value) <= "\udfff":
        raise Misfit(f"{where} holds half of a character.")
    return value


def _read_list(kinds: tuple[Any, ...], value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Misfit(f"{where} must be a list, not {_short(value)}.")
    return [_read(kinds[0], item, f"{where}[{n}]") for n, item in enumerate(value)]


def _read_dict(kinds: tuple[Any, ...], value: object, where: str) -> dict[str, Any]:
    entries = _object_of(value, where)
    return {
        _read(kinds[0], key, f"A name in {where}"): _read(kinds[1], item, f"{where}.{key}")
        for key, item in entries.items()
    }


def _read_union(kinds: tuple[Any, ...], value: object, where: str) -> Any:
    if value is None and NoneType in kinds:
        return None
    rest = [kind for kind in kinds if kind is not NoneType]
    if len(rest) == 1:
        return _read(rest[0], value, where)
    tag = _object_of(value, where).get("type")
    for kind in rest:
        if tag_of(kind) == tag:
            return _read_object(kind, value, where)
    known = _either(repr(tag_of(kind)) for kind in rest)
    raise Misfit(f"Its `type` must be {known}, not {_short(tag)}.")


def _read_object(kind: Any, value: object, where: str) -> Any:
    given = dict(_object_of(value, where))
    if given.get("type") == tag_of(kind):
        del given["type"]
    hints, found = hints_of(kind), {}
    for each in fields(kind):
        if each.name in given:
            found[each.name] = _read(hints[each.name], given.pop(each.name), f"`{each.name}`")
        elif each.default is MISSING and each.default_factory is MISSING:
            raise Misfit(f"{where} lacks the field `{each.name}`.")
    if given:
        raise Misfit(f"{where} has a field {_short(next(iter(given)))} that nobody knows.")
    return kind(**found)


_GENERIC: Final[dict[Any, Callable[[tuple[Any, ...], object, str], Any]]] = {
    Literal: _read_literal,
    Union: _read_union,
    UnionType: _read_union,
    list: _read_list,
    dict: _read_dict,
}


def _object_of(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Misfit(f"{where} must be an object, not {_short(value)}.")
    return value


def _keep_bounds(note: object, value: Any, where: str) -> None:
    if not isinstance(note, Bounds):
        return
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
