"""Room for kernels to work in: arrays where they are compiled, lists where they are plain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tsuro.fast.shared.layout import Layout


@dataclass(frozen=True)
class Buffers:
    """What is made here has the shape that compiled code was compiled for."""

    compiled: bool

    def records(self, layout: Layout[Any], count: int) -> Any:
        """Blank records."""
        if not self.compiled:
            return [layout.blank() for _ in range(count)]
        import numpy

        return numpy.zeros(count, layout.dtype)

    def zeros(self, kind: str, count: int) -> Any:
        """Numbers of a numpy kind."""
        if not self.compiled:
            return [0] * count
        import numpy

        return numpy.zeros(count, kind)

    def lines(self, kind: str, count: int, width: int) -> Any:
        """Lines of as many numbers each."""
        if not self.compiled:
            return [[0] * width for _ in range(count)]
        import numpy

        return numpy.zeros((count, width), kind)

    def filled(self, kind: str, values: Sequence[float]) -> Any:
        """Numbers that are given."""
        if not self.compiled:
            return list(values)
        import numpy

        return numpy.array(values, kind)


def get(record: Any, name: str) -> Any:
    """A field of a record, plain or a row of an array."""
    return getattr(record, name) if hasattr(record, name) else record[name]


def put(record: Any, name: str, value: Any) -> None:
    if hasattr(record, name):
        setattr(record, name, value)
    else:
        record[name] = value
