"""A learned judgement of a position, in kernel style: the share of the win every seat may expect.

A template (see `tsuro.fast.templates`), compiled along with a search. Each seat still in gets a
number from a small net, the same for all seats, that reads the terms of the greedy judgement and
the outlook of the seat; a softmax over the seats still in makes shares of these numbers.

A net is a row of numbers: `width` for each input, the weights with which it enters each hidden
unit; then `width` for what each unit begins with; then `width` for what each adds to the result if
it is above zero. `reading.py` has the file format.
"""

from __future__ import annotations

from typing import Any, Final

from tsuro.fast.shared.seats import SEATS
from tsuro.fast.tiles.features import features
from tsuro.fast.tiles.outlook import outlook

FROM_KERNEL = ("features", "outlook")
LARGEST: Final = 30.0
"""No result is larger or, negative, smaller: its exponential is still a usual number."""


def value(g: Any, seat: int, terms: int, inputs: Any, net: Any, units: Any) -> float:
    """The result of the net for a seat.

    `inputs` has room for all that it reads, the first `terms` of them those of the greedy
    judgement, and for a number of each seat. `units` has room for the hidden units.
    """
    features(g, seat, inputs)
    outlook(g, seat, terms, inputs)
    return result(inputs, 0, len(inputs) - SEATS, net, units)


def result(inputs: Any, first: int, count: int, net: Any, units: Any) -> float:
    """What the net makes of `count` inputs from `first` on; what the units got is left in them."""
    width = len(units)
    begun = count * width
    for unit in range(width):
        units[unit] = net[begun + unit]
    for number in range(count):
        read = inputs[first + number] + 0.0
        row = number * width
        for unit in range(width):
            units[unit] += read * net[row + unit]
    total = 0.0
    for unit in range(width):
        total += max(units[unit], 0.0) * net[begun + width + unit]
    return min(max(total, -LARGEST), LARGEST)
