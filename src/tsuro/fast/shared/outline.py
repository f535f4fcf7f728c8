"""What an observation of a game is made of: planes over the cells, then single entries.

All of it are bytes in one line: plane after plane, each cell by cell, and the entries behind them.
So one array holds the observations of a batch, and both halves can be seen without a copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

MOST: Final = 255
"""The largest number that an observation tells; what is larger counts as this."""


@dataclass(frozen=True)
class Item:
    """Some planes or entries under one name."""

    name: str
    count: int
    about: str


@dataclass(frozen=True)
class Outline:
    """The planes and entries of an observation, in their order."""

    planes: tuple[Item, ...]
    entries: tuple[Item, ...]

    @property
    def plane_count(self) -> int:
        return sum(item.count for item in self.planes)

    @property
    def entry_count(self) -> int:
        return sum(item.count for item in self.entries)

    def plane(self, name: str) -> int:
        """The number of the first plane under a name."""
        return _place(self.planes, name)

    def entry(self, name: str) -> int:
        """The number of the first entry under a name."""
        return _place(self.entries, name)

    def length(self, area: int) -> int:
        """Bytes of an observation of a board with so many cells."""
        return self.plane_count * area + self.entry_count


def _place(items: tuple[Item, ...], name: str) -> int:
    at = 0
    for item in items:
        if item.name == name:
            return at
        at += item.count
    raise LookupError(name)


def pair_numbers(points: int) -> dict[tuple[int, int], int]:
    """Pairs of points of a cell, the smaller first, each with a number of its own."""
    return {pair: number for number, pair in enumerate(combinations(range(points), 2))}
