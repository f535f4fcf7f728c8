"""The tiles with eight ports and one face, by number: those of the tile games and of the seas.

A *placement* is 4 * tile + rotation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tsuro.core.geometry import PORTS
from tsuro.core.ids import TileId
from tsuro.editions.printed import shapes

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
