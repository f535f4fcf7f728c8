"""Shares and means with the interval in which the truth lies 19 times out of 20."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

Z: Final = 1.959963984540054
"""Standard errors on either side of 95 %."""


@dataclass(frozen=True)
class Share:
    """A part of `of` events, with its Wilson interval."""

    value: float
    low: float
    high: float
    of: int


def share(parts: float, of: int) -> Share:
    """`parts` of `of` events. Shared wins count as fractions: they vary less, so the interval is
    rather too wide than too narrow."""
    if of == 0:
        return Share(0.0, 0.0, 1.0, 0)
    p = parts / of
    middle = (p + Z * Z / (2 * of)) / (1 + Z * Z / of)
    reach = Z * sqrt(p * (1 - p) / of + Z * Z / (4 * of * of)) / (1 + Z * Z / of)
    # Rounding must not put a share of nothing, or of all, outside its own interval.
    return Share(p, max(0.0, min(p, middle - reach)), min(1.0, max(p, middle + reach)), of)


@dataclass(frozen=True)
class Mean:
    """A mean with its normal interval, and the quantiles of what it is a mean of."""

    value: float
    low: float
    high: float
    of: int
    quantiles: tuple[int, int, int]
    """5 %, the median, 95 %."""


def mean(total: int, histogram: Sequence[int]) -> Mean:
    """Of values counted in a histogram; `total` is their exact sum."""
    of = sum(histogram)
    if of == 0:
        return Mean(0.0, 0.0, 0.0, 0, (0, 0, 0))
    value = total / of
    spread = sum(count * (x - value) ** 2 for x, count in enumerate(histogram)) / max(1, of - 1)
    reach = Z * sqrt(spread / of)
    low, middle, high = (quantile(histogram, part) for part in (0.05, 0.5, 0.95))
    return Mean(value, value - reach, value + reach, of, (low, middle, high))


def quantile(histogram: Sequence[int], part: float) -> int:
    """The smallest value that at least this part of all values does not exceed."""
    wanted = part * sum(histogram)
    reached = 0
    for value, count in enumerate(histogram):
        reached += count
        if count and reached >= wanted:
            return value
    return 0
