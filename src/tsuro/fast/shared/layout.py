"""What a record of a kernel looks like: fields declared once, as lists or as a structured array."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, TypeVar, get_type_hints

if TYPE_CHECKING:
    import numpy

RecordT = TypeVar("RecordT")
RANGES: Final = {
    "u1": (0, 2**8 - 1),
    "u2": (0, 2**16 - 1),
    "u4": (0, 2**32 - 1),
    "i8": (-(2**63), 2**64 - 1),
}
"""The least and the largest number of each kind; what has 64 bits may be a set of 64 things."""


@dataclass(frozen=True)
class Stored:
    """How a field is stored, given as `Annotated[int, Stored("u1")]`; arrays name their length.

    A length that depends on the edition is a name, such as "cells", that the layout resolves.
    """

    kind: str
    """A numpy type code. Unsigned wherever possible: compiled code then drops the test for negative
    indices."""
    length: int | str = 0
    """0 for a single number."""


NONE: Final = 255
"""In place of a number: no seat, no pawn, no cell, no mark, no tile on a cell; everybody, where it
is told who knows a tile."""
NOBODY_KNOWS: Final = 254
"""Where it is told who knows a tile: not one seat does."""

Byte = Annotated[int, Stored("u1")]
Short = Annotated[int, Stored("u2")]
Word = Annotated[int, Stored("u4")]
Long = Annotated[int, Stored("i8")]
"""A set of up to 64 things, or luck."""
Bytes8 = Annotated[list[int], Stored("u1", 8)]
Bytes16 = Annotated[list[int], Stored("u1", 16)]
Bytes24 = Annotated[list[int], Stored("u1", 24)]
Bytes64 = Annotated[list[int], Stored("u1", 64)]
Shorts8 = Annotated[list[int], Stored("u2", 8)]


@dataclass(frozen=True)
class Field:
    name: str
    kind: str
    length: int
    """0 for a single number."""


@dataclass(frozen=True)
class Layout(Generic[RecordT]):
    """The fields of a record class, with every length known."""

    record: type[RecordT]
    fields: tuple[Field, ...]

    @classmethod
    def of(cls, record: type[RecordT], lengths: Mapping[str, int]) -> Layout[RecordT]:
        fields = []
        for name, hint in get_type_hints(record, include_extras=True).items():
            (stored,) = hint.__metadata__
            length = stored.length
            fields.append(
                Field(name, stored.kind, lengths[length] if isinstance(length, str) else length)
            )
        return cls(record, tuple(fields))

    @cached_property
    def name(self) -> str:
        """The same for equal fields only."""
        return hashlib.sha256(repr(self.fields).encode()).hexdigest()[:12]

    def fits(self, row: object) -> bool:
        """Whether something is a plain record of this very layout."""
        if not isinstance(row, self.record):
            return False
        # A loop: this is asked for every row of every call, where a generator takes twice the time.
        for name, length in self._arrays:  # noqa: SIM110
            if len(getattr(row, name)) != length:
                return False
        return True

    @cached_property
    def _arrays(self) -> tuple[tuple[str, int], ...]:
        return tuple((field.name, field.length) for field in self.fields if field.length)

    def misfit(self, row: RecordT) -> str | None:
        """The name of a field whose numbers its kind cannot hold, if there is one."""
        for field in self.fields:
            value = getattr(row, field.name)
            lowest, highest = (min(value), max(value)) if field.length else (value, value)
            least, most = RANGES[field.kind]
            if lowest < least or highest > most:
                return field.name
        return None

    def blank(self) -> RecordT:
        """A plain record: arrays are lists, all zero."""
        row = self.record()
        for field in self.fields:
            setattr(row, field.name, [0] * field.length if field.length else 0)
        return row

    def copy(self, source: RecordT) -> RecordT:
        row = self.record()
        self.assign(row, source)
        return row

    def assign(self, target: RecordT, source: RecordT) -> None:
        for field in self.fields:
            value = getattr(source, field.name)
            setattr(target, field.name, list(value) if field.length else value)

    @cached_property
    def dtype(self) -> numpy.dtype[Any]:
        """The same record as a row of a structured array."""
        import numpy

        return numpy.dtype(
            [
                (field.name, field.kind, (field.length,))
                if field.length
                else (field.name, field.kind)
                for field in self.fields
            ],
            align=True,
        )

    def pack(self, rows: Any, index: int, source: RecordT) -> None:
        """Write a plain record into a row of a structured array."""
        for field in self.fields:
            value = getattr(source, field.name)
            if field.kind == "i8" and not field.length and value >= 2**63:
                value -= 2**64  # The same bits with a sign, as compiled code has them.
            rows[field.name][index] = value

    def unpack(self, rows: Any, index: int) -> RecordT:
        """A row of a structured array as a plain record."""
        row = self.record()
        for field in self.fields:
            value = rows[field.name][index]
            setattr(row, field.name, value.tolist() if field.length else int(value))
        return row
