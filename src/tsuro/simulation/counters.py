"""Counters of any number of games: whole numbers that are only ever added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tsuro.core.geometry import rim_marks, rim_places
from tsuro.core.ids import TileId
from tsuro.editions.edition import Edition
from tsuro.fast.families import family_of
from tsuro.fast.templates.census_record import LAYOUT, VALUES, Census

Counts = dict[str, list[int]]


def tile_order(edition: Edition) -> tuple[TileId, ...]:
    return tuple(edition.tiles.tiles)


def start_names(edition: Edition) -> tuple[str, ...]:
    """The start places by number, in notation."""
    places = rim_places(edition.size) if edition.starts_beside else rim_marks(edition.size)
    return tuple(map(str, places))


@dataclass(frozen=True)
class Counters:
    """The numbers of `census_record.Census`, by name: fates and reasons are numbered as in
    `shared.endings`, start places as in `start_names`, tiles as in `tile_order`."""

    counts: Counts

    @classmethod
    def empty(cls) -> Counters:
        return cls({field.name: [0] * (field.length or 1) for field in LAYOUT.fields})

    @classmethod
    def of_census(cls, edition: Edition, record: Census) -> Counters:
        """From a census, whose tiles have the numbers of the kernel."""
        family = family_of(edition)
        counts = {field.name: _listed(getattr(record, field.name)) for field in LAYOUT.fields}
        for name in ("laid", "survived", "tile_wins"):
            counts[name] = _renumbered(counts[name], family.tiles, tile_order(edition))
        measured = VALUES * len(family.measures)
        counts["values"][measured:] = [0] * (len(counts["values"]) - measured)
        return cls(counts)

    def add(self, other: Counters) -> None:
        for name, numbers in self.counts.items():
            self.counts[name] = [a + b for a, b in zip(numbers, other.counts[name], strict=True)]

    @property
    def games(self) -> int:
        return self.counts["games"][0]

    @property
    def played(self) -> int:
        """Those that were broken off too."""
        return self.games + self.counts["endless"][0]

    def __getitem__(self, name: str) -> list[int]:
        return self.counts[name]

    def row(self, name: str, index: int, width: int) -> list[int]:
        """One line of a counter with two dimensions."""
        return self.counts[name][index * width : (index + 1) * width]


def _listed(value: Any) -> list[int]:
    return [value] if isinstance(value, int) else list(value)


def _renumbered(numbers: list[int], before: Sequence[TileId], after: Sequence[TileId]) -> list[int]:
    """Counts of tiles in another order; what is counted has a place in both."""
    moved = [0] * len(numbers)
    for number, count in enumerate(numbers):
        if count:
            moved[after.index(before[number])] = count
    return moved


def totals(parts: Iterable[Counters]) -> Counters:
    total = Counters.empty()
    for counters in parts:
        total.add(counters)
    return total
