"""Counters of any number of games: whole numbers that are only ever added."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from tsuro.core.ids import TileId
from tsuro.core.state import Fate, Reason
from tsuro.editions.edition import Edition
from tsuro.fast.facts import MEASURES as NAMES
from tsuro.fast.facts import Facts
from tsuro.fast.templates.census_record import FATES, LAYOUT, VALUES

FATE_ORDER: Final = tuple(Fate)
REASON_ORDER: Final = tuple(Reason)

Counts = dict[str, list[int]]


def tile_order(edition: Edition) -> tuple[TileId, ...]:
    return tuple(edition.tiles.tiles)


@dataclass(frozen=True)
class Tally:
    """The counters of `census_record.Census`, by name, with fates, reasons and tiles numbered alike
    for every edition: `FATE_ORDER`, `REASON_ORDER`, `tile_order`."""

    counts: Counts

    @classmethod
    def empty(cls) -> Tally:
        return cls({field.name: [0] * (field.length or 1) for field in LAYOUT.fields})

    @classmethod
    def of_kernel(cls, edition: Edition, facts: Facts, record: Any) -> Tally:
        """From a census record, whose numbers are the kernel's own."""
        counts = {field.name: _listed(getattr(record, field.name)) for field in LAYOUT.fields}
        tiles = tile_order(edition)
        fates = [FATE_ORDER.index(fate) for fate in facts.fates]
        reasons = [
            None if reason is None else REASON_ORDER.index(reason) for reason in facts.reasons
        ]
        kinds = [tiles.index(tile) if tile in tiles else None for tile in facts.tiles]
        for name in ("exits", "seat_exits"):
            counts[name] = _renumbered(counts[name], fates, width=FATES)
        counts["reasons"] = _renumbered(counts["reasons"], reasons)
        for name in ("laid", "survived", "tile_wins"):
            counts[name] = _renumbered(counts[name], kinds)
        measured = VALUES * len(NAMES.get(edition.id, ()))
        counts["values"][measured:] = [0] * (len(counts["values"]) - measured)
        return cls(counts)

    def add(self, other: Tally) -> None:
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


def _renumbered(numbers: list[int], order: Iterable[int | None], *, width: int = 0) -> list[int]:
    """Number k of each line of `width` becomes number order[k]; what is counted has a place."""
    line = width or len(numbers)
    places = dict(enumerate(order))
    moved = [0] * len(numbers)
    for at, count in enumerate(numbers):
        if count:
            row, number = divmod(at, line)
            place = places[number]
            assert place is not None
            moved[row * line + place] += count
    return moved


def totals(tallies: Iterable[Tally]) -> Tally:
    total = Tally.empty()
    for tally in tallies:
        total.add(tally)
    return total
