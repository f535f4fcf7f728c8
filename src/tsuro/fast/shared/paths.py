"""Paths as pairs of ends: the board of the tile games and of the seas as a graph of nodes.

A *mark* is one of the 8n start marks, numbered as `rim_marks` does (so side place i has the marks
2i and 2i + 1). An *entry* is FIRST_ENTRY + 8 * cell + port: about to enter `cell` by `port`. Marks
come first so that one comparison tells a mark from an entry on a board of any size.
"""

from __future__ import annotations

from typing import Final, Protocol

from tsuro.core.geometry import PORTS, Cell, Stop
from tsuro.fast.shared.shapes import PAIRS

FIRST_ENTRY: Final = 64
"""The first node that is not a mark: a board has at most 64 marks, and 64 is a multiple of 8."""
ACROSS: Final = 5
"""Port p of a cell touches port p ^ ACROSS of its neighbour (GEN-4)."""


class Links(Protocol):
    """The field of a record that holds the path ends."""

    link: list[int]


def join(g: Links, base: int, placement: int) -> None:
    """The four paths of a tile join the paths outside; any order is right, returning paths too."""
    for i in range(8 * placement, 8 * placement + 8, 2):
        one = g.link[base + PAIRS[i]]
        other = g.link[base + PAIRS[i + 1]]
        g.link[one] = other
        g.link[other] = one


def entry_node(stop: Stop, size: int) -> int:
    cell, port = stop
    return FIRST_ENTRY + PORTS * cell_number(cell, size) + port


def entry_stop(node: int, size: int) -> Stop:
    index, port = divmod(node - FIRST_ENTRY, PORTS)
    return Stop(numbered_cell(index, size), port)


def cell_number(cell: Cell, size: int) -> int:
    return cell.row * size + cell.col


def numbered_cell(index: int, size: int) -> Cell:
    return Cell(index % size, index // size)
