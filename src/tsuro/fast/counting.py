"""Playing and counting games from outside: arrays for the census, and its record afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tsuro.fast.kernel import Kernel
from tsuro.fast.shared.layout import Layout
from tsuro.fast.shared.rng import stream, streams
from tsuro.fast.templates.census_record import DECISIONS, LAYOUT, MEASURES, NOTE, SET_UP, Census
from tsuro.fast.templates.policies import ROOMS

TEMPLATE: Final = "tsuro.fast.templates.census"


def count(kernel: Kernel, policies: Sequence[int], *, seed: int, first: int, games: int) -> Census:
    """Play the games `first`, `first + 1` ... of a seed, with a policy for each seat.

    Compiled or plain, the games are the same.
    """
    tally = _records(kernel, 1, LAYOUT)
    kernel.load(TEMPLATE).count_games(
        _records(kernel, ROOMS, kernel.layout),
        kernel.new_rows(1, seed=seed),
        _luck(kernel, seed, first, games),
        _numbers(kernel, list(policies)),
        _numbers(kernel, [0] * kernel.family.most_options, "u2"),
        _numbers(kernel, [0] * kernel.family.most_options, "u2"),
        _numbers(kernel, [0] * NOTE * DECISIONS),
        _numbers(kernel, [0] * SET_UP),
        _numbers(kernel, [0] * MEASURES),
        tally,
    )
    return LAYOUT.unpack(tally, 0) if kernel.compiled else LAYOUT.copy(tally[0])


def _luck(kernel: Kernel, seed: int, first: int, games: int) -> Any:
    if kernel.compiled:
        return streams(seed, first, games)
    return [stream(seed, first + number) for number in range(games)]


def _records(kernel: Kernel, count: int, layout: Layout[Any]) -> Any:
    if not kernel.compiled:
        return [layout.blank() for _ in range(count)]
    import numpy

    return numpy.zeros(count, layout.dtype)


def _numbers(kernel: Kernel, values: list[int], kind: str = "i8") -> Any:
    if not kernel.compiled:
        return values
    import numpy

    return numpy.array(values, kind)
