"""The two-faced tiles of Phoenix Rising; what the rulebook says of them is checked (PR-1 to PR-11).

Which tiles have a lantern, and how many of each colour, the rulebook does not say.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final

from tsuro.core.geometry import POINTS
from tsuro.core.ids import TileId
from tsuro.core.tiles import FACE_LETTERS, Face, Tile, TileSet, wiring_of
from tsuro.editions.data_table import DataTable, checked
from tsuro.editions.printed import read_board
from tsuro.editions.sections import read_section

SIZE: Final = 6
CENTRE: Final = tuple(f"C{number:02}" for number in range(1, 17))
EDGE: Final = tuple(f"E{number:02}" for number in range(1, 21))
PATHS: Final = 4
MARKERS: Final = {"orange": 3, "blue": 2, "yellow": 2}
TOKENS: Final = {"life_tokens": 8, "star_tokens": 50}
CLASSES: Final = ({0, 2, 4, 6}, {1, 3, 5, 7}, {8, 9, 10, 11})
"""Points that can be turned into one another (PR-4)."""


@dataclass(frozen=True)
class PhoenixBox:
    """What is printed for Phoenix Rising."""

    size: int
    tiles: TileSet
    centre: tuple[TileId, ...]
    edge: tuple[TileId, ...]


def read_phoenix(root: DataTable) -> PhoenixBox:
    root.only("board", "markers", "tiles")
    size = read_board(root, low=SIZE, high=SIZE)
    _check_markers(root.below("markers"))
    table = root.below("tiles")
    table.check_status()
    table.only("status", "note", "centre", "edge")
    centre = _read_tiles(table.below("centre"), CENTRE)
    edge = _read_tiles(table.below("edge"), EDGE)
    _check_lanterns(table, centre)
    return PhoenixBox(size, TileSet({**centre, **edge}), tuple(centre), tuple(edge))


def _check_markers(table: DataTable) -> None:
    """Seven lantern markers, the Life tokens and the stars (PR-5)."""
    table.check_status()
    table.only(*MARKERS, *TOKENS, "status", "note")
    for name, number in (MARKERS | TOKENS).items():
        table.whole(name, number, number)


def _read_tiles(table: DataTable, names: tuple[str, ...]) -> dict[TileId, Tile]:
    """As many tiles as the rulebook counts (PR-5); their names are ours."""
    table.only(*names)
    return {TileId(name): _read_tile(table.below(name), name) for name in names}


def _read_tile(table: DataTable, name: str) -> Tile:
    """Two faces that can take up any path (PR-4); a lantern glows on one of them (WC-1, WC-2)."""
    table.only("lantern", "glowing", *FACE_LETTERS)
    pairs = {letter: _read_pairs(table, letter) for letter in FACE_LETTERS}
    used = set(chain.from_iterable(chain.from_iterable(pairs.values())))
    for points in CLASSES:
        table.require(
            bool(used & points) or not all(pairs.values()),
            "",
            f"no face has a path at any of the points {', '.join(map(str, sorted(points)))}, so "
            "that a pawn there could never go on (PR-4); one of the two faces must have one",
        )
    lantern = table.word("lantern", tuple(MARKERS))
    lit = table.word("glowing", tuple(FACE_LETTERS))
    table.require(
        ("lantern" in table.values) == ("glowing" in table.values),
        "",
        "a tile with a lantern has both a colour and a face on which it glows, such as "
        'lantern = "orange" and glowing = "a"; one without has neither line',
    )
    faces = tuple(Face(wiring_of(pairs[letter]), letter == lit) for letter in FACE_LETTERS)
    return Tile(TileId(name), faces, lantern=lantern)


def _read_pairs(table: DataTable, letter: str) -> list[tuple[int, int]]:
    """Four paths between eight of the twelve points (PR-1); none if they cannot be read."""
    text = table.values.get(letter)
    pair = r"\d{1,2}-\d{1,2}"
    pattern = rf"\s*{pair}(\s+{pair}){{{PATHS - 1}}}\s*"
    if not table.require(
        isinstance(text, str) and re.fullmatch(pattern, text, re.ASCII) is not None,
        letter,
        'a face has four paths: write four pairs of points, such as "0-1 2-3 4-6 5-7"',
    ):
        return []
    assert isinstance(text, str)
    points = [int(point) for point in re.findall(r"\d+", text, re.ASCII)]
    known = table.require(
        max(points) < POINTS,
        letter,
        f"there is no point {max(points)}: a face has the points 0 to 11, the ports 0 to 7 and "
        "the corners 8 to 11",
    )
    (most, times), *_ = Counter(points).most_common(1)
    single = table.require(times == 1, letter, f"two paths share the point {most}")
    if not (known and single):
        return []
    return [(points[i], points[i + 1]) for i in range(0, len(points), 2)]


def _check_lanterns(table: DataTable, centre: dict[TileId, Tile]) -> None:
    """As many cloud-frame sides of the centre glow as there are markers of the colour (PR-10)."""
    for colour, markers in MARKERS.items():
        icons = [tile for tile in centre.values() if tile.lantern == colour]
        lit = [tile.id for tile in icons if tile.faces[0].glowing]
        table.require(
            len(lit) == markers,
            "centre",
            f"{markers} {colour} lanterns must glow on face a, the cloud-frame side, because the "
            f"{markers} {colour} markers start there (PR-10); now it is {', '.join(lit) or 'none'}",
        )
        # Worst: all its markers are on the move, each to a tile of its own, away from as many
        # tiles with a star, and the pawn stands on one more.
        enough = 2 * markers + 1
        table.warn_unless(
            len(icons) >= enough,
            "centre",
            f"with {len(icons)} {colour} lanterns on centre tiles one of the {markers} markers may "
            f"find no place to go, and then it stays (PR-33); with {enough} it always finds one",
        )


@cache
def printed_phoenix() -> PhoenixBox:
    return checked(read_phoenix, read_section("tsuro.editions.phoenix", "printed"))
