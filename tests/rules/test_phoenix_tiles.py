"""The two-faced tiles and how they flip (PR-1 to PR-6, PR-11, WC-3, WC-4, INV-13)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.boxes import findings, lanterns_elsewhere, printed_data, with_changes
from tests.support.phoenix import BOX, SIZE
from tests.support.rules import rule
from tsuro.core.actions import Axis
from tsuro.core.geometry import Cell, Stop, across, cells, is_ring, turn_point
from tsuro.core.tiles import NO_PATH, Laid, Wiring, pairs_of, wiring_of
from tsuro.editions.data_table import checked
from tsuro.editions.phoenix.printed import read_phoenix
from tsuro.editions.printed import shapes
from tsuro.formats.notation import parse_laid
from tsuro.rules.phoenix.winds import flipped

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


@rule("PR-1", "PR-4", "PR-5", "PR-10")
@pytest.mark.parametrize(
    ("place", "value", "complaint"),
    [
        ("board.size", 7, "board.size: this must be 6, not 7"),
        ("markers.orange", 4, "markers.orange: this must be 3, not 4"),
        ("markers.life_tokens", 7, "markers.life_tokens: this must be 8, not 7"),
        ("markers.star_tokens", None, "markers.star_tokens: this is missing; it must be 50"),
        ("tiles.edge.E20", None, "tiles.edge.E20: this is missing"),
        ("tiles.edge.E21", {}, "tiles.edge.E21: nothing is known by this name"),
        ("tiles.edge.E05.c", "0-1", "tiles.edge.E05.c: nothing is known by this name"),
        ("tiles.edge.E05.a", None, "tiles.edge.E05.a: a face has four paths"),
        ("tiles.edge.E05.a", 5, "tiles.edge.E05.a: a face has four paths"),
        ("tiles.edge.E05.a", "0-1 2-3 4-5", "tiles.edge.E05.a: a face has four paths"),
        ("tiles.edge.E05.a", "0-1 2-3 4-5 six", "tiles.edge.E05.a: a face has four paths"),
        ("tiles.edge.E05.a", "0-1 1-3 4-5 6-7", "tiles.edge.E05.a: two paths share the point 1"),
        ("tiles.edge.E05.a", "0-1 2-3 4-5 6-12", "tiles.edge.E05.a: there is no point 12"),
        ("tiles.edge.E05.b", "0-1 2-3 4-5 6-7", "tiles.edge.E05: no face has a path at any"),
        ("tiles.centre.C08.glowing", "c", "tiles.centre.C08.glowing: this must be a or b"),
        ("tiles.centre.C08.lantern", "red", "tiles.centre.C08.lantern: this must be orange or"),
        ("tiles.centre.C08.glowing", None, "tiles.centre.C08: a tile with a lantern has both"),
        ("tiles.centre.C08.lantern", None, "tiles.centre.C08: a tile with a lantern has both"),
        ("tiles.edge.E01.lantern", "blue", "tiles.edge.E01: a tile with a lantern has both"),
        ("tiles.centre.C01.glowing", "b", "tiles.centre: 3 orange lanterns must glow on face a"),
        ("tiles.centre.C08.glowing", "a", "tiles.centre: 2 blue lanterns must glow on face a"),
    ],
)
def test_what_contradicts_the_rulebook_is_refused(
    place: str, value: object, complaint: str
) -> None:
    (error,) = findings("phoenix", with_changes("phoenix", {place: value})).errors
    assert str(error).startswith(complaint)


@rule("PR-10")
def test_markers_need_glowing_lanterns_of_their_colour() -> None:
    """Without any the count itself is told."""
    changes = {f"tiles.centre.{tile}.glowing": "b" for tile in ("C02", "C05")}
    (error,) = findings("phoenix", with_changes("phoenix", changes)).errors
    assert error.sentence.endswith("now it is none")
    changes = {"tiles.centre.C02.lantern": "orange"}
    errors = findings("phoenix", with_changes("phoenix", changes)).errors
    assert [error.sentence[:8] for error in errors] == ["3 orange", "2 blue l"]


@rule("PR-11")
def test_how_many_lanterns_there_are_and_on_which_tiles_is_data() -> None:
    """A centre tile may have none and an edge tile one: the rulebook does not say."""
    box = checked(read_phoenix, lanterns_elsewhere())
    icons = Counter(box.tiles[tile].lantern for tile in box.centre)
    assert icons == {"orange": 3, "blue": 2, "yellow": 2, None: 9}
    assert box.tiles[box.edge[0]].lantern == "orange"


@rule("PR-33")
def test_that_a_marker_may_find_no_place_is_a_warning() -> None:
    """Of the present tiles only orange has too few; with a seventh it would not (2 · 3 + 1)."""
    (warning,) = findings("phoenix", printed_data("phoenix")).warnings
    assert warning.sentence.startswith("with 6 orange lanterns on centre tiles")
    more = with_changes("phoenix", {"tiles.centre.C09.lantern": "orange"})
    (warning,) = findings("phoenix", more).warnings
    assert warning.sentence.startswith("with 4 yellow lanterns on centre tiles")


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
