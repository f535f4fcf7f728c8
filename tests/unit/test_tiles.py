"""Wirings, faces and the tiles of an edition."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tsuro.core.ids import TileId
from tsuro.core.tiles import NO_PATH, Face, Laid, Tile, TileSet, pairs_of, wiring_of
from tsuro.editions.printed import shapes
from tsuro.editions.registry import build_edition

COMPONENTS = Path(__file__).parents[2] / "docs" / "rules" / "components.md"
ROW = re.compile(
    r"\| (T\d\d) \| (\d{8}) \| ([\d -]+) \| ([124]) \| \w+ \| (\d) \| (\d) \| (\d) \| (\d) \|"
)


def test_a_wiring_leads_both_ways_and_nowhere_else() -> None:
    wiring = wiring_of([(0, 3), (9, 5)])
    assert (wiring[0], wiring[3], wiring[9], wiring[5]) == (3, 0, 5, 9)
    assert wiring.count(NO_PATH) == 8
    assert pairs_of(wiring) == ((0, 3), (5, 9))


@pytest.fixture
def two_faced() -> TileSet:
    front = Face(wiring_of([(0, 1), (2, 3), (4, 5), (6, 7)]))
    back = Face(wiring_of([(8, 10), (9, 11), (0, 2), (4, 6)]), glowing=True)
    name = TileId("C01")
    return TileSet({name: Tile(name, (front, back), copies=2, lantern="blue")})


def test_ways_to_lie_count_symmetric_rotations_once(two_faced: TileSet) -> None:
    name = TileId("C01")
    assert two_faced.ways(name) == (Laid(name, 0, 0), Laid(name, 0, 1), Laid(name, 1, 1))


def test_a_tile_set_finds_tiles_faces_and_wirings(two_faced: TileSet) -> None:
    name = TileId("C01")
    assert name in two_faced
    assert "T01" not in two_faced
    assert two_faced[name].lantern == "blue"
    assert two_faced.two_faced(name)
    assert two_faced.face(Laid(name, 2, 1)).glowing
    assert two_faced.wiring(Laid(name, 1, 1))[2] == 4
    assert two_faced.box() == (name, name)


def test_the_table_of_components_is_the_data() -> None:
    rows = ROW.findall(COMPONENTS.read_text(encoding="utf-8"))
    assert len(rows) == 35
    sets = [build_edition(name, seats=3).tiles for name in ("classic", "kosmos", "pocket", "seas")]
    for name, code, pairs, rotations, *copies in rows:
        face = shapes()[name]
        assert pairs_of(face.wiring) == tuple(
            (int(pair[0]), int(pair[2])) for pair in pairs.split()
        )
        assert code == pairs.replace("-", "").replace(" ", "")
        assert face.distinct_rotations == int(rotations)
        assert [tiles[TileId(name)].copies for tiles in sets] == list(map(int, copies))
