"""Progress for whoever waits, and results as tables and as JSON."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import Final

from benchmarks.server.running import Side

BEGAN: Final = time.monotonic()

Row = dict[str, str | float]


def say(text: str) -> None:
    """To whoever waits; results alone go to standard output."""
    print(f"[{time.monotonic() - BEGAN:5.0f} s] {text}", file=sys.stderr, flush=True)


def quantile(values: Sequence[float], share: float) -> float:
    """The least value that so many are not above; NaN if there is none at all."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


def print_rows(rows: Sequence[Row]) -> None:
    """A table with the names of the first row as its head."""
    cells = [list(rows[0]), *([_cell(value) for value in row.values()] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    for line in cells:
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)))


def _cell(value: str | float) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


def print_json(program: str, sides: Sequence[Side], sittings: Sequence[object]) -> None:
    found = {
        "program": program,
        "sides": [side.title for side in sides],
        "sittings": sittings,
    }
    print(json.dumps(found, indent=2))


def in_turn(sides: Sequence[Side], number: int) -> Sequence[Side]:
    """Who goes first changes, so that a slow spell of the machine hits both alike."""
    return sides if number % 2 == 0 else sides[::-1]


def compared(head: Row, sides: Sequence[Side], found: Sequence[Sequence[float]]) -> Row:
    """A line of the table: what either side reached in its sittings, medians and their ratio."""
    row = dict(head)
    for side, values in zip(sides, found, strict=True):
        row[side.title] = median(values)
    if len(found) == 2:
        ratios = [now / before for before, now in zip(*found, strict=True) if before]
        row["ratio"] = median(ratios) if ratios else math.nan
        row["by sitting"] = f"{min(ratios):.2f} to {max(ratios):.2f}" if ratios else ""
    row["runs"] = len(found[0])
    return row
