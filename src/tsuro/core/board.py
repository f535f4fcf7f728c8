"""The board and the one path walker (GEN-11, PR-14)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from tsuro.core.geometry import Cell, Stop, across, cells, on_board
from tsuro.core.tiles import NO_PATH, Laid, TileSet


@dataclass(frozen=True, slots=True)
class Board:
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
        return Board(self.size, (*self.squares[:index], laid, *self.squares[index + 1 :]))

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


@dataclass(frozen=True, slots=True)
class Walk:
    start: Stop
    crossings: tuple[Crossing, ...]
    ending: Ending

    @property
    def end(self) -> Stop:
        """The stop faced after the last crossing; outside the board after EDGE."""
        if not self.crossings:
            return self.start
        last = self.crossings[-1]
        return across(Stop(last.cell, last.exit))

    @property
    def behind(self) -> Cell | None:
        return self.crossings[-1].cell if self.crossings else None


def walk(board: Board, tiles: TileSet, start: Stop, *, daikaiju: Collection[Cell] = ()) -> Walk:
    """Follow the path from `start` to its end (GEN-11)."""
    crossings: list[Crossing] = []
    stop = start
    while True:
        ending = _ending(board, tiles, stop, daikaiju)
        if ending is not None:
            break
        laid = board[stop.cell]
        assert laid is not None
        exit_port = tiles.wiring(laid)[stop.port]
        crossings.append(Crossing(stop.cell, stop.port, exit_port))
        stop = across(Stop(stop.cell, exit_port))
        if stop == start:
            # A loop is the same stop again, not the same cell: a path may cross one tile twice.
            ending = Ending.LOOP
            break
    return Walk(start, tuple(crossings), ending)


def _ending(board: Board, tiles: TileSet, stop: Stop, daikaiju: Collection[Cell]) -> Ending | None:
    cell, port = stop
    if cell not in board:
        return Ending.EDGE
    if cell in daikaiju:
        return Ending.DAIKAIJU
    laid = board[cell]
    if laid is None:
        return Ending.OPEN
    if tiles.wiring(laid)[port] == NO_PATH:
        return Ending.DEAD_END
    return None


def trail(board: Board, tiles: TileSet, stop: Stop) -> tuple[Crossing, ...]:
    """The path that leads to a stop, oldest crossing first, as far back as tiles still show it.

    Every stop has one predecessor (GEN-13), so walking backwards retraces a pawn's way.
    """
    backwards = walk(board, tiles, across(stop))
    return tuple(Crossing(cell, out, into) for cell, into, out in reversed(backwards.crossings))
