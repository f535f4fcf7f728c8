"""Sets of cells as bits of a number, row by row: how far free space reaches, and how much it is."""

from __future__ import annotations

from typing import Final

LEFT_6: Final = sum(1 << 6 * row for row in range(6))
LEFT_7: Final = sum(1 << 7 * row for row in range(7))
"""The first column of the usual boards as a set of cells."""
AHEAD: Final = 2
"""How many steps from the pawn still count as ahead of it."""


def grown(cells: int, free: int, size: int, steps: int) -> int:
    """The free cells that can be reached from some in so many steps."""
    left = left_column(size)
    for _ in range(steps):
        wider = spread(cells, size, left) & free
        if wider == cells:
            return cells
        cells = wider
    return cells


def left_column(size: int) -> int:
    if size == 6:
        return LEFT_6
    if size == 7:
        return LEFT_7
    left = 0
    for row in range(size):
        left |= 1 << size * row
    return left


def spread(cells: int, size: int, left: int) -> int:
    """A set of cells and their neighbours."""
    wide = cells | (cells & ~(left << (size - 1))) << 1 | (cells & ~left) >> 1
    return wide | cells << size | cells >> size


def count_bits(word: int) -> int:
    """How many cells a set has."""
    pairs = word - (word >> 1 & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    eights = fours + (fours >> 4) & 0x0F0F0F0F0F0F0F0F
    # The topmost of eight bytes becomes the sum of all; what overflows is above it.
    return (eights * 0x0101010101010101 >> 56) & 0xFF


def steps_between(one: int, other: int, size: int) -> int:
    """How many cells one has to go from one to the other."""
    return abs(one // size - other // size) + abs(one % size - other % size)
