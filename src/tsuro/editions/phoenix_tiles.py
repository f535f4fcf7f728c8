"""The two-faced tiles of Phoenix Rising; every count of the rulebook is checked (PR-4 to PR-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tsuro.core.geometry import POINTS
from tsuro.core.tiles import FACE_LETTERS, Face, Tile, TileId, TileSet, wiring_of
from tsuro.editions.printed import board_size, check_status, require

CENTRE_TILES, EDGE_TILES = 16, 20
PATHS = 4
MARKERS = {"orange": 3, "blue": 2, "yellow": 2}
ICONS = {"orange": 6, "blue": 5, "yellow": 5}
CLASSES = ({0, 2, 4, 6}, {1, 3, 5, 7}, {8, 9, 10, 11})
"""Points that can be turned into one another (PR-4)."""


@dataclass(frozen=True)
class PhoenixBox:
    """What is printed for Phoenix Rising."""

    size: int
    tiles: TileSet
    centre: tuple[TileId, ...]
    edge: tuple[TileId, ...]


def load_phoenix_box(data: Mapping[str, Any]) -> PhoenixBox:
    table = data["tiles"]
    check_status(table, "tiles")
    centre = {TileId(name): load_tile(name, entry) for name, entry in table["centre"].items()}
    edge = {TileId(name): load_tile(name, entry) for name, entry in table["edge"].items()}
    require(len(centre) == CENTRE_TILES, f"tiles: there must be {CENTRE_TILES} centre tiles")
    require(len(edge) == EDGE_TILES, f"tiles: there must be {EDGE_TILES} edge tiles")
    check_lanterns(data["markers"], centre, edge)
    size = board_size(data["board"], "phoenix board")
    require(size * size == CENTRE_TILES + EDGE_TILES, "board: every cell needs a tile")
    return PhoenixBox(size, TileSet({**centre, **edge}), tuple(sorted(centre)), tuple(sorted(edge)))


def load_tile(name: str, entry: Mapping[str, str]) -> Tile:
    lit = entry.get("glowing")
    require(lit is None or lit in FACE_LETTERS, f"{name}: the Glowing face must be a or b")
    pairs = {letter: load_pairs(f"{name}{letter}", entry[letter]) for letter in FACE_LETTERS}
    used = set(chain.from_iterable(chain.from_iterable(pairs.values())))
    for points in CLASSES:
        require(bool(used & points), f"{name}: no face has a path at any of {sorted(points)}")
    faces = tuple(Face(wiring_of(pairs[letter]), letter == lit) for letter in FACE_LETTERS)
    return Tile(TileId(name), faces, lantern=entry.get("lantern"))


def load_pairs(where: str, text: str) -> list[tuple[int, int]]:
    """Four paths between eight of the twelve points (PR-1)."""
    points = [int(point) for pair in text.split() for point in pair.split("-")]
    require(len(points) == 2 * PATHS, f"{where}: a face has four paths")
    require(len(set(points)) == 2 * PATHS, f"{where}: two paths share a point")
    require(set(points) <= set(range(POINTS)), f"{where}: a face has the points 0 to 11")
    return [(points[i], points[i + 1]) for i in range(0, len(points), 2)]


def check_lanterns(
    markers: Mapping[str, Any], centre: Mapping[TileId, Tile], edge: Mapping[TileId, Tile]
) -> None:
    """Centre tiles have an icon, Glowing on one face; seven glow at the start (PR-10, PR-11)."""
    check_status(markers, "markers")
    require(
        {colour: markers.get(colour) for colour in MARKERS} == MARKERS,
        "markers: there are three orange, two blue and two yellow ones",
    )
    for tile in centre.values():
        lit = [face.glowing for face in tile.faces]
        require(sum(lit) == 1, f"{tile.id}: one face must be Glowing, the other Dimmed")
    icons = Counter(tile.lantern for tile in centre.values())
    require(icons == ICONS, "tiles: the icons are six orange, five blue and five yellow")
    lit_up = Counter(tile.lantern for tile in centre.values() if tile.faces[0].glowing)
    require(lit_up == MARKERS, "tiles: the Glowing cloud sides must match the markers")
    for tile in edge.values():
        dark = tile.lantern is None and not any(face.glowing for face in tile.faces)
        require(dark, f"{tile.id}: edge tiles have no lantern")
