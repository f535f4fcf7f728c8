"""The two-faced tiles and how they flip (PR-1 to PR-6, PR-11, WC-3, WC-4, INV-13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests.support.phoenix import BOX, SIZE
from tests.support.rules import rule
from tsuro.core.actions import Axis
from tsuro.core.geometry import Cell, Stop, across, cells, is_ring, turn_point
from tsuro.core.tiles import NO_PATH, Laid, Wiring, pairs_of, wiring_of
from tsuro.editions.phoenix_tiles import load_phoenix_box
from tsuro.editions.printed import read_toml, shapes
from tsuro.errors import EditionDataError
from tsuro.formats.notation import parse_laid
from tsuro.rules.winds import flipped

LEFT_RIGHT, TOP_BOTTOM = Axis.LEFT_RIGHT, Axis.TOP_BOTTOM
FACES = [(tile, face) for tile in BOX.tiles.tiles.values() for face in tile.faces]
EVERY_WAY = [
    Laid(tile, rotation, face)
    for tile in BOX.tiles.tiles
    for face in (0, 1)
    for rotation in range(4)
]


def pattern(text: str) -> str:
    """The paths of a tile as it lies, as the rulebook examples write them."""
    wiring = BOX.tiles.wiring(parse_laid(text))
    return " ".join(f"{one}-{other}" for one, other in pairs_of(wiring))


@rule("PR-1")
def test_each_face_has_four_paths_and_four_partial_stars() -> None:
    for _, face in FACES:
        assert len(pairs_of(face.wiring)) == 4
        assert face.wiring.count(NO_PATH) == 4


@rule("PR-1")
def test_corners_turn_clockwise_with_the_tile() -> None:
    assert [turn_point(corner, 1) for corner in (8, 9, 10, 11)] == [9, 10, 11, 8]
    assert pattern("C01b/0") == "0-8 2-6 4-9 10-11"
    assert pattern("C01b/1") == "0-4 2-9 6-10 8-11"


@rule("PR-2")
@pytest.mark.parametrize(
    ("point", "cell", "other"),
    [(8, (1, 1), 10), (9, (3, 1), 11), (10, (3, 3), 8), (11, (1, 3), 9)],
)
def test_a_corner_touches_the_diagonal_tile_only(
    point: int, cell: tuple[int, int], other: int
) -> None:
    assert across(Stop(Cell(2, 2), point)) == Stop(Cell(*cell), other)


@rule("PR-3")
def test_each_tile_has_an_edge_only_and_a_corner_face() -> None:
    for tile in BOX.tiles.tiles.values():
        kinds = sorted(_kind(face.wiring) for face in tile.faces)
        assert kinds == ["corner", "edge-only"], tile.id


def _kind(wiring: Wiring) -> str:
    used = {point for point, exit_point in enumerate(wiring) if exit_point != NO_PATH}
    if used == set(range(8)):
        return "edge-only"
    per_side = [len(used & {2 * side, 2 * side + 1}) for side in range(4)]
    return "corner" if used >= {8, 9, 10, 11} and per_side == [1, 1, 1, 1] else "other"


@rule("PR-4")
def test_every_tile_can_continue_any_path() -> None:
    for tile in BOX.tiles.tiles:
        for point in range(12):
            ways = [way for way in BOX.tiles.ways(tile) if BOX.tiles.wiring(way)[point] != NO_PATH]
            assert ways, (tile, point)


@rule("PR-5", "PR-6")
def test_a_tile_for_every_cell() -> None:
    ring = [cell for cell in cells(SIZE) if is_ring(cell, SIZE)]
    assert (SIZE, len(BOX.centre), len(BOX.edge)) == (6, 16, 20)
    assert len(ring) == len(BOX.edge)
    assert all(1 <= cell.col <= 4 and 1 <= cell.row <= 4 for cell in set(cells(SIZE)) - set(ring))


@rule("PR-10", "PR-11")
def test_every_centre_tile_has_a_lantern_that_glows_on_one_face() -> None:
    centre = [BOX.tiles[tile] for tile in BOX.centre]
    assert all(sorted(face.glowing for face in tile.faces) == [False, True] for tile in centre)
    assert Counter(tile.lantern for tile in centre) == {"orange": 6, "blue": 5, "yellow": 5}
    lit = Counter(tile.lantern for tile in centre if tile.faces[0].glowing)
    assert lit == {"orange": 3, "blue": 2, "yellow": 2}
    assert all(BOX.tiles[tile].lantern is None for tile in BOX.edge)


@rule("PR-3")
def test_the_set_is_what_its_construction_gives() -> None:
    """The steps are written down in docs/rules/components.md."""
    asymmetric = [face for face in shapes().values() if face.distinct_rotations == 4]
    symmetric = [face for face in shapes().values() if face.distinct_rotations < 4]
    first = [face.wiring for face in asymmetric[:16]]
    last = [*(face.wiring for face in (*asymmetric[16:], *symmetric)), shapes()["T02"].wiring]
    for number, tile in enumerate((*BOX.centre, *BOX.edge)):
        patterns, at, shift = (first, number, 5) if number < 16 else (last, number - 16, 7)
        corner = _cornered(patterns[(at + shift) % len(patterns)], odd=number % 2 == 0)
        faces = [patterns[at], corner]
        if number < 16 and number % 2 == 1:
            faces.reverse()
        assert [face.wiring for face in BOX.tiles[tile].faces] == faces, tile


def _cornered(wiring: Wiring, *, odd: bool) -> Wiring:
    def moved(port: int) -> int:
        side = port // 2
        if port % 2 == 0:
            return 8 + side
        return 2 * side if odd else 2 * side + 1

    return wiring_of((moved(one), moved(other)) for one, other in pairs_of(wiring))


def _drop(kind: str, tile: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["tiles"][kind].pop(tile)


def _set(*path: str, to: object) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = to

    return change


@rule("PR-1", "PR-4", "PR-5", "PR-10", "PR-11")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_drop("centre", "C01"), "16 centre tiles"),
        (_drop("edge", "E20"), "20 edge tiles"),
        (_set("tiles", "edge", "E05", "a", to="0-1 2-3 4-5"), "E05a: a face has four paths"),
        (_set("tiles", "edge", "E05", "a", to="0-1 1-3 4-5 6-7"), "E05a: two paths share"),
        (_set("tiles", "edge", "E05", "a", to="0-1 2-3 4-5 6-12"), "E05a: .* points 0 to 11"),
        (_set("tiles", "edge", "E05", "b", to="0-1 2-3 4-5 6-7"), "E05: no face has a path"),
        (_set("tiles", "centre", "C01", "glowing", to="c"), "C01: the Glowing face"),
        (_set("tiles", "centre", "C01", "lantern", to="blue"), "six orange"),
        (_set("tiles", "centre", "C01", "glowing", to="b"), "match the markers"),
        (_set("tiles", "edge", "E01", "lantern", to="blue"), "E01: edge tiles have no lantern"),
        (_set("markers", "orange", to=4), "three orange"),
        (_set("tiles", "status", to="guess"), "status"),
        (_set("board", "size", to=7), "every cell needs a tile"),
    ],
)
def test_wrong_data_is_refused(change: Callable[[dict[str, Any]], None], message: str) -> None:
    data = deepcopy(read_toml("phoenix"))
    change(data)
    with pytest.raises(EditionDataError, match=message):
        load_phoenix_box(data)


@rule("PR-11")
def test_a_centre_tile_without_a_glowing_face_is_refused() -> None:
    data = deepcopy(read_toml("phoenix"))
    del data["tiles"]["centre"]["C01"]["glowing"]
    with pytest.raises(EditionDataError, match="C01: one face must be Glowing"):
        load_phoenix_box(data)


@rule("EX-WC-1", "WC-4")
def test_both_flips_of_the_example() -> None:
    shown = parse_laid("C03a/1")
    assert flipped(shown, LEFT_RIGHT) == parse_laid("C03b/3")
    assert flipped(shown, TOP_BOTTOM) == parse_laid("C03b/1")
    assert pattern("C03b/3") == "0-2 4-9 6-11 8-10"
    assert pattern("C03b/1") == "0-11 2-9 4-6 8-10"


@rule("WC-4")
def test_face_b_is_what_a_left_right_flip_of_face_a_shows() -> None:
    assert flipped(parse_laid("C03a/0"), LEFT_RIGHT) == parse_laid("C03b/0")
    assert flipped(parse_laid("C03a/0"), TOP_BOTTOM) == parse_laid("C03b/2")


@rule("INV-13", "WC-4")
@pytest.mark.parametrize("axis", list(Axis))
def test_a_flip_is_its_own_inverse(axis: Axis) -> None:
    assert all(flipped(flipped(way, axis), axis) == way for way in EVERY_WAY)


@rule("INV-13", "WC-4")
def test_both_flips_together_are_a_half_turn() -> None:
    for way in EVERY_WAY:
        both = flipped(flipped(way, TOP_BOTTOM), LEFT_RIGHT)
        assert both == Laid(way.tile, (way.rotation + 2) % 4, way.face)
