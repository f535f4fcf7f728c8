"""Wirings of tile faces, the 35 shapes, and the tiles of an edition (GEN-5 to GEN-8, PR-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from tsuro.core.frozen import FrozenMap
from tsuro.core.geometry import POINTS, PORTS, turn_point
from tsuro.core.ids import TileId

Wiring = tuple[int, ...]
"""For each of the 12 points the point its path leads to, or NO_PATH."""

NO_PATH: Final = -1
HIDDEN: Final = TileId("?")
"""Stands for a tile that a viewer cannot see."""
FACE_LETTERS: Final = "ab"


class Laid(NamedTuple):
    """A tile as it lies: which face is up and how many quarter turns clockwise."""

    tile: TileId
    rotation: int
    face: int = 0


def wiring_of(pairs: Iterable[tuple[int, int]]) -> Wiring:
    """Pairs of ports as a table: the port that each one leads to."""
    exits = [NO_PATH] * POINTS
    for one, other in pairs:
        exits[one], exits[other] = other, one
    return tuple(exits)


def rotate(wiring: Wiring, quarter_turns: int) -> Wiring:
    return wiring_of(
        (turn_point(start, quarter_turns), turn_point(end, quarter_turns))
        for start, end in enumerate(wiring)
        if start < end
    )


def mirrored(wiring: Wiring) -> Wiring:
    """The wiring of the mirror image, left for right; of ports only."""
    return wiring_of(((9 - start) % 8, (9 - end) % 8) for start, end in pairs_of(wiring))


def pairs_of(wiring: Wiring) -> tuple[tuple[int, int], ...]:
    """The joined points, each pair once, in order."""
    return tuple((start, end) for start, end in enumerate(wiring) if start < end)


def canonical_code(wiring: Wiring) -> str:
    """The smallest pair list over the four rotations, the name of a shape (GEN-7)."""
    return min(
        "".join(f"{one}{other}" for one, other in pairs_of(rotate(wiring, turns)))
        for turns in range(4)
    )


@dataclass(frozen=True)
class Face:
    """One printed side of a tile."""

    wiring: Wiring
    glowing: bool = False
    """Shows a Glowing lantern (Phoenix Rising only)."""

    @cached_property
    def turned(self) -> tuple[Wiring, ...]:
        return tuple(rotate(self.wiring, turns) for turns in range(4))

    @cached_property
    def distinct_rotations(self) -> int:
        """1, 2 or 4: turning further repeats an earlier pattern (GEN-19)."""
        return len(set(self.turned))


@dataclass(frozen=True)
class Tile:
    """A kind of tile and how many copies the box holds."""

    id: TileId
    faces: tuple[Face, ...]
    copies: int = 1
    lantern: str | None = None
    """Colour of its lantern icon, the same on both faces (PR-11)."""


@dataclass(frozen=True)
class TileSet:
    """All tiles of an edition by name, and the wiring of each as it lies."""

    tiles: Mapping[TileId, Tile]
    """Shared by all games, so nobody can change it."""
    _by_id: dict[TileId, Tile] = field(init=False, repr=False, compare=False)
    _wirings: dict[Laid, Wiring] = field(init=False, repr=False, compare=False)
    _ways: dict[TileId, tuple[Laid, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", dict(self.tiles))
        object.__setattr__(self, "tiles", FrozenMap(self.tiles))
        wirings = {
            Laid(tile.id, rotation, number): face.turned[rotation]
            for tile in self.tiles.values()
            for number, face in enumerate(tile.faces)
            for rotation in range(4)
        }
        object.__setattr__(self, "_wirings", wirings)
        object.__setattr__(self, "_ways", {tile.id: _ways(tile) for tile in self._by_id.values()})

    def __getitem__(self, tile: TileId) -> Tile:
        return self._by_id[tile]

    def __contains__(self, tile: object) -> bool:
        return tile in self._by_id

    def wiring(self, laid: Laid) -> Wiring:
        return self._wirings[laid]

    def face(self, laid: Laid) -> Face:
        return self._by_id[laid.tile].faces[laid.face]

    @cached_property
    def has_corners(self) -> bool:
        """Whether some path ends at a corner (Phoenix Rising)."""
        faces = (face for tile in self._by_id.values() for face in tile.faces)
        return any(end != NO_PATH for face in faces for end in face.wiring[PORTS:])

    def two_faced(self, tile: TileId) -> bool:
        return len(self._by_id[tile].faces) > 1

    def ways(self, tile: TileId) -> tuple[Laid, ...]:
        """Every different way a tile can lie: faces and rotations, symmetric ones once."""
        return self._ways[tile]

    def box(self) -> tuple[TileId, ...]:
        """Every physical tile, sorted, copies repeated."""
        return tuple(tile.id for tile in self.tiles.values() for _ in range(tile.copies))


def _ways(tile: Tile) -> tuple[Laid, ...]:
    return tuple(
        Laid(tile.id, rotation, number)
        for number, face in enumerate(tile.faces)
        for rotation in range(face.distinct_rotations)
    )
