"""Squares by what is printed beside the board, where an edition prints numbers of dice there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tsuro.core.geometry import Cell
from tsuro.editions.edition import EditionInfo
from tsuro.formats.wire.reading import Misfit, read


class Lines(NamedTuple):
    """The lines that dice name (SE-4): the column of each gold number, the row of each blue one."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]

    def numbers(self, cell: Cell) -> tuple[str, str] | None:
        """What is printed at a cell's column and row; None if that does not name it."""
        column, row = _number(self.columns, cell.col), _number(self.rows, cell.row)
        return None if column is None or row is None else (column, row)


def _number(lines: Sequence[int], line: int) -> str | None:
    """The number of a line, or for one without a number those on both sides of it: `3–4`."""
    if line in lines:
        return str(lines.index(line) + 1)
    if line - 1 in lines and line + 1 in lines:
        low, high = sorted(lines.index(each) + 1 for each in (line - 1, line + 1))
        return f"{low}–{high}"
    return None


def printed_lines(info: EditionInfo) -> Lines | None:
    """None for an edition that prints no numbers; what a section `printed` holds is up to it."""
    dice = info.section("printed").get("dice", {})
    try:
        gold, blue = read(list[int], dice["gold"]), read(list[int], dice["blue"])
    except (KeyError, TypeError, AttributeError, Misfit):
        return None
    return Lines(tuple(gold), tuple(blue))
