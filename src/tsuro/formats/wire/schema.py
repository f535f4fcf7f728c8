"""JSON Schema of whatever `to_wire` writes and `read` reads, derived from the same classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import reduce
from inspect import cleandoc
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from tsuro.core.actions import Action
from tsuro.core.state import Part
from tsuro.formats.wire.bounds import Bounds
from tsuro.formats.wire.kinds import FAMILIES, hints_of, members
from tsuro.formats.wire.values import Json, is_tagged, tag_of

PLAIN: dict[type, str] = {int: "integer", str: "string", bool: "boolean", float: "number"}


class Inward:
    """Read from clients: a field with a default may be left out."""

    __slots__ = ()


@dataclass
class Schemas:
    """Collects the definitions that types refer to."""

    reference: str = "#/$defs/{name}"
    definitions: dict[str, Json] = field(default_factory=dict)

    def of(self, kind: Any) -> Json:
        """The schema of a type; classes become references."""
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return {**self.of(arguments[0]), **_limits(arguments[0], arguments[1:])}
        if origin is not None:
            return self._generic(origin, arguments)
        while hasattr(kind, "__supertype__"):
            kind = kind.__supertype__
        return {"type": PLAIN[kind]} if kind in PLAIN else self._class(kind)

    def _generic(self, origin: Any, arguments: tuple[Any, ...]) -> Json:
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, UnionType):
            return self._union(arguments)
        if origin is dict:
            return self._table(arguments[1])
        return self._list(arguments)

    def _union(self, arguments: Iterable[Any]) -> Json:
        return {"anyOf": [{"type": "null"} if a is NoneType else self.of(a) for a in arguments]}

    def _list(self, arguments: tuple[Any, ...]) -> Json:
        if len(arguments) == 1 or arguments[1] is ...:
            return {"type": "array", "items": self.of(arguments[0])}
        return _tuple([self.of(each) for each in arguments])

    def _table(self, kind: Any) -> Json:
        if kind is Part:
            # Parts go by their keys, and an edition has only some of them.
            parts = {str(part.key): self.of(part) for part in members(Part)}
            return {"type": "object", "properties": parts}
        return {"type": "object", "additionalProperties": self.of(kind)}

    def _class(self, kind: Any) -> Json:
        if issubclass(kind, tuple):
            return self._named(kind, lambda: _tuple(list(self._flat(kind))))
        if issubclass(kind, Enum):
            return {"enum": [each.value for each in kind]}
        if kind in FAMILIES:
            return self._named(kind, lambda: {"anyOf": [self.of(each) for each in members(kind)]})
        assert is_dataclass(kind), kind
        return self._named(kind, lambda: self._object(kind))

    def _named(self, kind: Any, build: Callable[[], Json]) -> Json:
        name = kind.__name__
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = build()
        return {"$ref": self.reference.format(name=name)}

    def _flat(self, kind: Any) -> Iterable[Json]:
        for hint in hints_of(kind).values():
            if isinstance(hint, type) and issubclass(hint, tuple):
                yield from self._flat(hint)
            else:
                yield self.of(hint)

    def _object(self, kind: Any) -> Json:
        properties: Json = {}
        required: list[str] = []
        if is_tagged(kind):
            properties["type"] = {"const": tag_of(kind)}
            required.append("type")
        if issubclass(kind, Action):
            properties["notation"] = {"type": "string"}
            required.append("notation")
        hints = hints_of(kind)
        for each in fields(kind):
            hint = hints[each.name]
            properties[each.name] = self.of(_without_none(hint))
            if not _may_be_absent(kind, each, hint):
                required.append(each.name)
        made: Json = {"type": "object", "properties": properties, "required": required}
        doc = kind.__doc__
        if doc and not doc.startswith(f"{kind.__name__}("):
            made["description"] = cleandoc(doc)
        return made


def _may_be_absent(kind: type, each: Field[Any], hint: Any) -> bool:
    if NoneType in get_args(hint):
        return True
    defaulted = each.default is not MISSING or each.default_factory is not MISSING
    return issubclass(kind, Inward) and defaulted


def _without_none(hint: Any) -> Any:
    if get_origin(hint) not in (Union, UnionType):
        return hint
    return reduce(or_, (each for each in get_args(hint) if each is not NoneType))


def _tuple(items: list[Json]) -> Json:
    size = len(items)
    return {"type": "array", "prefixItems": items, "minItems": size, "maxItems": size}


def _limits(kind: Any, notes: Iterable[Any]) -> Json:
    limits: Json = {}
    origin = get_origin(kind)
    names = ("minimum", "maximum")
    if kind is str:
        names = ("minLength", "maxLength")
    elif origin in (list, tuple):
        names = ("minItems", "maxItems")
    elif origin is dict:
        names = ("minProperties", "maxProperties")
    for note in notes:
        if isinstance(note, Bounds):
            given = zip((*names, "pattern"), (note.least, note.most, note.pattern), strict=True)
            limits |= {name: value for name, value in given if value is not None}
    return limits
