"""Room for compiled code to work in: arrays, or lists where the kernel is plain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tsuro.fast.kernel import Kernel
from tsuro.fast.shared.layout import Layout

SEATS: Final = 8


def records(kernel: Kernel, layout: Layout[Any], count: int) -> Any:
    """Blank records of ours, plain or as an array."""
    if not kernel.compiled:
        return [layout.blank() for _ in range(count)]
    import numpy

    return numpy.zeros(count, layout.dtype)


def numbers(kernel: Kernel, kind: str, count: int) -> Any:
    if not kernel.compiled:
        return [0] * count
    import numpy

    return numpy.zeros(count, kind)


def floats(kernel: Kernel, values: Sequence[float]) -> Any:
    if not kernel.compiled:
        return list(values)
    import numpy

    return numpy.array(values, "f8")


def table(kernel: Kernel, rows: int, *, kind: str = "i8") -> Any:
    """Numbers for every seat, row by row."""
    if not kernel.compiled:
        return [[0] * SEATS for _ in range(rows)]
    import numpy

    return numpy.zeros((rows, SEATS), kind)


def get(record: Any, name: str) -> Any:
    """A field of a record, plain or a row of an array."""
    return getattr(record, name) if hasattr(record, name) else record[name]


def put(record: Any, name: str, value: Any) -> None:
    if hasattr(record, name):
        setattr(record, name, value)
    else:
        record[name] = value
