"""Cells, ports, sides and how neighbouring cells touch (GEN-1 to GEN-4, PR-1, PR-2)."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from tsuro.errors import BadSetting

COLUMN_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
"""One for each column; rows go as far, so that a board has at most 26 × 26 cells."""
PORTS: Final = 8
"""Two on each side of a tile, from 0 clockwise."""
POINTS: Final = 12
"""The eight ports and, in Phoenix Rising, the four corners 8 (NW) to 11 (SW)."""


class Cell(NamedTuple):
    """A square of the board; `c4` is the third column from the west, fourth row from the north."""

    col: int
    row: int

    def __str__(self) -> str:
        if not 0 <= self.col < len(COLUMN_LETTERS):
            return f"({self.col},{self.row})"  # Off any board; the notation has no word for it.
        return f"{COLUMN_LETTERS[self.col]}{self.row + 1}"


class Stop(NamedTuple):
    """Where a pawn faces: the cell it will enter next and the port by which it enters (GEN-9)."""

    cell: Cell
    port: int

    def __str__(self) -> str:
        return f"{self.cell}.{self.port}"


class Side(IntEnum):
    """The four sides of a cell, clockwise from the north."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        return "nesw"[self]

    @property
    def ports(self) -> tuple[int, int]:
        return 2 * self, 2 * self + 1

    @property
    def corners(self) -> tuple[int, int]:
        """The two corner points at the ends of this side."""
        return 8 + self, 8 + (self + 1) % 4


class Beside(NamedTuple):
    """A place outside the board, at one rim side of an outer cell."""

    cell: Cell
    side: Side

    def __str__(self) -> str:
        return f"{self.cell}.{self.side.letter}"


_TOUCHING: Final = (
    (0, -1, 5), (0, -1, 4), (1, 0, 7), (1, 0, 6), (0, 1, 1), (0, 1, 0), (-1, 0, 3), (-1, 0, 2),
    (-1, -1, 10), (1, -1, 11), (1, 1, 8), (-1, 1, 9),
)  # fmt: skip
"""For each point of a cell: column step, row step and point of the cell that touches it there."""


@cache
def across(stop: Stop) -> Stop:
    """The same link seen from the other side: leaving a cell by a port, one faces into this stop.

    The cell may lie outside the board; the walker decides what that means.
    """
    (col, row), port = stop
    if not type(col) is type(row) is type(port) is int:
        # Kept for the equal stop of whole numbers, the answer would spoil every game.
        raise BadSetting(f"A stop is made of whole numbers, not {stop!r}.")
    step_col, step_row, other = _TOUCHING[port]
    return Stop(Cell(col + step_col, row + step_row), other)


@cache
def link(stop: Stop) -> Stop:
    """One name for the unordered pair of touching ports (GEN-4), whichever side it is seen from."""
    return min(stop, across(stop))


def turn_point(point: int, quarter_turns: int) -> int:
    """Where a point of a tile lies after clockwise quarter turns (GEN-6, PR-1)."""
    if point < PORTS:
        return (point + 2 * quarter_turns) % PORTS
    return PORTS + (point - PORTS + quarter_turns) % 4


@cache
def cells(size: int) -> tuple[Cell, ...]:
    """All cells of a board, row by row from the north-west."""
    return tuple(Cell(col, row) for row in range(size) for col in range(size))


@cache
def on_board(cell: Cell, size: int) -> bool:
    return 0 <= cell.col < size and 0 <= cell.row < size


@cache
def is_ring(cell: Cell, size: int) -> bool:
    """Whether a cell touches the rim."""
    return not (0 < cell.col < size - 1 and 0 < cell.row < size - 1)


@cache
def rim_places(size: int) -> tuple[Beside, ...]:
    """The 4n side places, clockwise from the north-west corner (appendix D, merged)."""
    last = size - 1
    return (
        *(Beside(Cell(i, 0), Side.NORTH) for i in range(size)),
        *(Beside(Cell(last, i), Side.EAST) for i in range(size)),
        *(Beside(Cell(last - i, last), Side.SOUTH) for i in range(size)),
        *(Beside(Cell(0, last - i), Side.WEST) for i in range(size)),
    )


@cache
def rim_marks(size: int) -> tuple[Stop, ...]:
    """The 8n start marks, one per rim port, clockwise from the north-west corner (appendix D)."""
    return tuple(Stop(place.cell, port) for place in rim_places(size) for port in place.side.ports)


@cache
def rim_side(mark: Stop) -> Side:
    """The side of the board on which a start mark lies."""
    return Side(mark.port // 2)
