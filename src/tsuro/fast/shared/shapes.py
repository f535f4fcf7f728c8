"""The tiles with eight ports and one face, by number: those of the tile games and of the seas.

A *placement* is 4 * tile + rotation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tsuro.core.geometry import PORTS
from tsuro.core.ids import TileId
from tsuro.core.tiles import pairs_of
from tsuro.editions.printed import shapes
from tsuro.fast.shared.outline import pair_numbers

TILE_IDS: Final[tuple[TileId, ...]] = tuple(map(TileId, shapes()))
"""Kinds of tile by number."""
TILES: Final = len(TILE_IDS)
NO_TILE: Final = TILES
"""An empty slot of a hand: a tile that has no way to lie."""
FACES: Final = tuple(shapes().values())
ROTATIONS: Final = bytes([*(face.distinct_rotations for face in FACES), 0])
"""In how many different ways each tile can lie (GEN-19)."""


def _pairs() -> Iterator[int]:
    for face in FACES:
        for rotation, wiring in enumerate(face.turned):
            if rotation < face.distinct_rotations:
                joined = (pair for pair in enumerate(wiring[:PORTS]) if pair[0] < pair[1])
                yield from (port for pair in joined for port in pair)
            else:
                yield from bytes(PORTS)
    yield from bytes(4 * PORTS)


PAIRS: Final = bytes(_pairs())
"""PAIRS[8 * placement] and on: the joined ports of a placement, four pairs in a row.

None for a rotation that repeats an earlier one, which is never laid, and for the empty slot.
"""


def _wires() -> Iterator[int]:
    for face in FACES:
        for wiring in face.turned:
            yield from wiring[:PORTS]
    for _ in range(4):
        yield from bytes([1, 0, 3, 2, 5, 4, 7, 6])


WIRES: Final = bytes(_wires())
"""WIRES[8 * placement + port]: the port where the path ends.

There is a path for every port of every placement, repeated rotations and the empty slot included: a
position may have a symmetric tile turned further than it need be, and a trail cut by a daikaiju may
lead back to where it began."""

_NUMBERS: Final = pair_numbers(PORTS)
PORT_PAIRS: Final = len(_NUMBERS)
"""How many pairs of ports there are."""
JOINS: Final = bytes(
    _NUMBERS[pair] for face in FACES for wiring in face.turned for pair in pairs_of(wiring)
)
"""JOINS[4 * placement] and on: the numbers of the four pairs of ports that a placement joins."""
