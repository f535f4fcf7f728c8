"""Fitting the net of a learned judgement, in kernel style: plain numbers in a fixed order.

A template (see `tsuro.fast.templates`) that needs nothing of a kernel. Every sum is taken in the
same order, whatever the machine, so that the same samples always give the same net.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any, Final

from tsuro.bots.judgement.valuing import result
from tsuro.fast.shared.seats import SEATS

FROM_KERNEL = ()
BATCH: Final = 64
"""Positions between two steps."""
MEAN_KEPT: Final = 0.9
SQUARE_KEPT: Final = 0.999
TINY: Final = 1e-8


def fit(
    positions: Any,
    seats: int,
    samples: Any,
    alive: Any,
    gains: Any,
    net: Any,
    slope: Any,
    means: Any,
    squares: Any,
    fades: Any,
    units: Any,
    shares: Any,
    rate: float,
) -> float:
    """Go once through some positions, in their order, by Adam; returns the mean loss on the way.

    `fades` has what is left of the weights of the beginning in `means` and `squares`.
    """
    loss = 0.0
    width = len(units) // SEATS
    count = len(net) // width - 2
    for place in range(len(positions)):
        position = positions[place]
        loss += judge_all(position, seats, samples, alive, gains, net, units, shares, count)
        for seat in range(seats):
            if alive[position] >> seat & 1:
                wrong = shares[seat] - gains[SEATS * position + seat]
                add_slope(
                    (position * seats + seat) * count, seat, wrong, samples, net, slope, units
                )
        if place % BATCH == BATCH - 1:
            step(net, slope, means, squares, fades, rate)
    return loss / max(len(positions), 1)


def loss_of(
    positions: Any,
    seats: int,
    samples: Any,
    alive: Any,
    gains: Any,
    net: Any,
    units: Any,
    shares: Any,
) -> float:
    """The mean loss: minus the logarithm of the share given to who won."""
    loss = 0.0
    count = len(net) // (len(units) // SEATS) - 2
    for place in range(len(positions)):
        loss += judge_all(positions[place], seats, samples, alive, gains, net, units, shares, count)
    return loss / max(len(positions), 1)


def judge_all(
    position: int,
    seats: int,
    samples: Any,
    alive: Any,
    gains: Any,
    net: Any,
    units: Any,
    shares: Any,
    count: int,
) -> float:
    """The shares of all seats and the loss; the units of each seat are left in `units`."""
    width = len(units) // SEATS
    total = 0.0
    for seat in range(seats):
        if alive[position] >> seat & 1:
            own = units[seat * width : seat * width + width]
            shares[seat] = exp(result(samples, (position * seats + seat) * count, count, net, own))
            units[seat * width : seat * width + width] = own
            total += shares[seat]
    loss = 0.0
    for seat in range(seats):
        if alive[position] >> seat & 1:
            shares[seat] /= total
            loss -= gains[SEATS * position + seat] * log(shares[seat])
    return loss


def add_slope(
    first: int, seat: int, wrong: float, samples: Any, net: Any, slope: Any, units: Any
) -> None:
    """How the loss changes with each number of the net, for one seat."""
    width = len(units) // SEATS
    begun = len(net) - 2 * width
    for unit in range(width):
        got = units[seat * width + unit] + 0.0
        slope[begun + width + unit] += wrong * max(got, 0.0)
        passed = wrong * net[begun + width + unit] * (got > 0.0)
        units[seat * width + unit] = passed
        slope[begun + unit] += passed
    for number in range(begun // width):
        read = samples[first + number] + 0.0
        row = number * width
        for unit in range(width):
            slope[row + unit] += read * units[seat * width + unit]


def step(net: Any, slope: Any, means: Any, squares: Any, fades: Any, rate: float) -> None:
    """Change the net by what a batch has shown (Adam)."""
    fades[0] *= MEAN_KEPT
    fades[1] *= SQUARE_KEPT
    for i in range(len(net)):
        shown = slope[i] / BATCH
        slope[i] = 0.0
        means[i] = MEAN_KEPT * means[i] + (1.0 - MEAN_KEPT) * shown
        squares[i] = SQUARE_KEPT * squares[i] + (1.0 - SQUARE_KEPT) * shown * shown
        direction = means[i] / (1.0 - fades[0])
        size = sqrt(squares[i] / (1.0 - fades[1]))
        net[i] -= rate * direction / (size + TINY)
