"""Where the parts of a text board stand, at each of the sizes it is drawn in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tsuro.core.geometry import PORTS, Cell, Side, Stop
from tsuro.editions.edition import Edition


@dataclass(frozen=True)
class Scale:
    """A cell from border to border, in characters: twice as wide as high, so that it is square."""

    width: int
    height: int


FULL: Final = Scale(8, 4)
MEDIUM: Final = Scale(6, 3)
SMALL: Final = Scale(4, 2)
SCALES: Final = (FULL, MEDIUM, SMALL)
"""From the one that shows most to the one that needs least room."""


@dataclass(frozen=True)
class Layout:
    """A board of some size: coordinates and waiting pawns stand around its border."""

    scale: Scale
    size: int
    left: int
    top: int
    below: int
    """Lines between the border and the coordinates under it."""

    @property
    def right(self) -> int:
        """The column of the border in the east."""
        return self.left + self.size * self.scale.width

    @property
    def bottom(self) -> int:
        return self.top + self.size * self.scale.height

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The character at the north-west corner of a cell."""
        return self.left + cell.col * self.scale.width, self.top + cell.row * self.scale.height

    def centre(self, cell: Cell) -> tuple[int, int]:
        x, y = self.corner(cell)
        return x + self.scale.width // 2, y + self.scale.height // 2

    def middle(self, cell: Cell, side: Side, out: int = 0) -> tuple[int, int]:
        """The middle of a side of a cell, or a place `out` characters beyond it."""
        x, y = self.corner(cell)
        across, down = self.centre(cell)
        return {
            Side.NORTH: (across, y - out),
            Side.EAST: (x + self.scale.width + out, down),
            Side.SOUTH: (across, y + self.scale.height + out),
            Side.WEST: (x - out, down),
        }[side]

    def place(self, stop: Stop) -> tuple[int, int]:
        """The character of a port on the border of its cell; of a corner, the one just outside."""
        x, y = self.corner(stop.cell)
        width, height = self.scale.width, self.scale.height
        if stop.port >= PORTS:
            # Both diagonals meet in the joint, so a pawn is shown on the tile it comes from.
            return {
                8: (x - 1, y - 1),
                9: (x + width + 1, y - 1),
                10: (x + width + 1, y + height + 1),
                11: (x - 1, y + height + 1),
            }[stop.port]
        side = Side(stop.port // 2)
        middle_x, middle_y = self.middle(stop.cell, side)
        # Ports are numbered clockwise: eastwards on the north side, westwards on the south side.
        is_second = (stop.port % 2 == 1) != (side in (Side.SOUTH, Side.WEST))
        if side in (Side.NORTH, Side.SOUTH):
            return middle_x + (1 if is_second else -1), middle_y
        # The smallest cells are one line high inside: there the upper port is beside the joint.
        upper = (height - 1) // 2
        return middle_x, y + upper + (height // 2 if is_second else 0)


def layout_of(edition: Edition, scale: Scale) -> Layout:
    """The full size is roomy; in the others a line is spent only on what stands there."""
    if scale == FULL:
        return Layout(scale, edition.size, left=4, top=2, below=2)
    return Layout(scale, edition.size, left=3, top=2 if edition.starts_beside else 1, below=1)
