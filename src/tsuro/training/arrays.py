"""Arrays given from outside, looked at before anything is read from or written into them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from tsuro.errors import KernelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[numpy.int64]
    Bytes = NDArray[numpy.uint8]
    Truths = NDArray[numpy.bool_]
    Shares = NDArray[numpy.float64]


def whole_numbers(given: Any, count: int, what: str) -> Whole:
    """One whole number for each game."""
    numbers = _array(given, what)
    if numbers.dtype.kind not in "iu":
        raise KernelError(f"{what} must be whole numbers, not {numbers.dtype}.")
    _require_line(numbers, count, what)
    if numbers.dtype == numpy.uint64 and numbers.size and numbers.max() > 2**63 - 1:
        raise KernelError(f"{what} must be whole numbers below 2^63.")
    return numpy.ascontiguousarray(numbers, numpy.int64)


def truths(given: Any, count: int, what: str) -> Truths:
    """Yes or no for each game."""
    answers: Truths = _array(given, what)
    if answers.dtype != numpy.bool_:
        raise KernelError(f"{what} must be true or false for each game, not {answers.dtype}.")
    _require_line(answers, count, what)
    return answers


def room(given: Any, shape: tuple[int, ...], kind: Any, what: str) -> Any:
    """An array to write into: the one given, if it fits, else a new one."""
    if given is None:
        return numpy.zeros(shape, kind)
    if (
        not isinstance(given, numpy.ndarray)
        or given.shape != shape
        or given.dtype != numpy.dtype(kind)
        or not given.flags.c_contiguous
        or not given.flags.writeable
    ):
        raise KernelError(
            f"{what} cannot be written there: give `out` a whole, writeable array of shape {shape} "
            f"and type {numpy.dtype(kind).name}, or leave it out."
        )
    return given


def _array(given: Any, what: str) -> Any:
    try:
        return numpy.asarray(given)
    except ValueError:  # Lists of several lengths.
        raise KernelError(f"{what} must be one for each game.") from None


def _require_line(given: Any, count: int, what: str) -> None:
    if given.shape != (count,):
        raise KernelError(
            f"{what} have the shape {given.shape}: give one for each of {count} games."
        )
