"""The board and the one path walker (GEN-11, PR-14)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import NamedTuple

from tsuro.core.geometry import Cell, Stop, across, cells, link, on_board
from tsuro.core.replacing import with_item
from tsuro.core.tiles import NO_PATH, Laid, TileSet


@dataclass(frozen=True, slots=True)
class Board:
    """The tiles that lie, by cell; never changed, but replaced by another."""

    size: int
    squares: tuple[Laid | None, ...]
    """Row by row from the north-west."""

    @classmethod
    def empty(cls, size: int) -> Board:
        return cls(size, (None,) * (size * size))

    def __getitem__(self, cell: Cell) -> Laid | None:
        return self.squares[cell.row * self.size + cell.col]

    def __contains__(self, cell: Cell) -> bool:
        return on_board(cell, self.size)

    def with_tile(self, cell: Cell, laid: Laid | None) -> Board:
        index = cell.row * self.size + cell.col
        return Board(self.size, with_item(self.squares, index, laid))

    def occupied(self) -> Iterator[tuple[Cell, Laid]]:
        for cell, laid in zip(cells(self.size), self.squares, strict=True):
            if laid is not None:
                yield cell, laid

    def empty_cells(self) -> Iterator[Cell]:
        for cell, laid in zip(cells(self.size), self.squares, strict=True):
            if laid is None:
                yield cell


class Ending(Enum):
    """How a walk ends."""

    OPEN = auto()
    """Before an empty cell."""
    EDGE = auto()
    """Off the board."""
    LOOP = auto()
    """Back at the stop where it began."""
    DAIKAIJU = auto()
    """Before a cell held by a daikaiju."""
    DEAD_END = auto()
    """Before a tile that has no path at the point of entry."""


class Crossing(NamedTuple):
    """One tile crossed: in by one point, out by another."""

    cell: Cell
    entry: int
    exit: int


class Walk(NamedTuple):
    """A path followed to its end."""

    start: Stop
    crossings: tuple[Crossing, ...]
    ending: Ending
    end: Stop
    """The stop faced after the last crossing; outside the board after EDGE."""


def walk(board: Board, tiles: TileSet, start: Stop, *, daikaiju: Collection[Cell] = ()) -> Walk:
    """Follow the path from `start` to its end (GEN-11)."""
    size, squares = board.size, board.squares
    crossings: list[Crossing] = []
    stop = start
    while True:
        cell, point = stop
        col, row = cell
        if not (0 <= col < size and 0 <= row < size):
            ending = Ending.EDGE
            break
        if cell in daikaiju:
            ending = Ending.DAIKAIJU
            break
        laid = squares[row * size + col]
        if laid is None:
            ending = Ending.OPEN
            break
        exit_point = tiles.wiring(laid)[point]
        if exit_point == NO_PATH:
            ending = Ending.DEAD_END
            break
        crossing, stop = crossed(stop, exit_point)
        crossings.append(crossing)
        if stop == start:
            # A loop is the same stop again, not the same cell: a path may cross one tile twice.
            ending = Ending.LOOP
            break
    return Walk(start, tuple(crossings), ending, stop)


@cache
def crossed(stop: Stop, exit_point: int) -> tuple[Crossing, Stop]:
    """A tile crossed from a stop, and the next stop: the same objects in every walk."""
    cell, entry = across(across(stop))  # There and back, which is for whole numbers only.
    return Crossing(cell, entry, exit_point), across(Stop(cell, exit_point))


@cache
def way_out(crossing: Crossing) -> Stop:
    """The link by which a tile was left, under its one name."""
    return link(Stop(crossing.cell, crossing.exit))


def trail(board: Board, tiles: TileSet, stop: Stop) -> tuple[Crossing, ...]:
    """The path that leads to a stop, oldest crossing first, as far back as tiles still show it.

    Every stop has one predecessor (GEN-13), so walking backwards retraces a pawn's way.
    """
    backwards = walk(board, tiles, across(stop))
    return tuple(Crossing(cell, out, into) for cell, into, out in reversed(backwards.crossings))
