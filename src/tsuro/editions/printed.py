"""Readers of the facts in sections `printed`; every count of the rulebooks is checked."""

from __future__ import annotations

from functools import cache
from typing import Final

from tsuro.core.ids import TileId
from tsuro.core.tiles import Face, Tile, TileSet, canonical_code, mirrored, wiring_of
from tsuro.editions.data_table import DataTable, checked
from tsuro.editions.sections import read_section

PATTERNS: Final = 35
SMALLEST, LARGEST = 5, 8
"""Sides of a board that the kernels and the notation can take; no known one is outside."""
ALIKE: Final = 1
"""Copies by which mirror images may differ before one suspects that they were mistaken."""


def read_shapes(root: DataTable) -> dict[str, Face]:
    """The 35 patterns, canonical and all different (GEN-7)."""
    root.check_status()
    codes = root.below("codes")
    shapes: dict[str, Face] = {}
    for name, code in codes.values.items():
        if not codes.require(
            sorted(str(code)) == list("01234567"), name, f"{code} does not use each port once"
        ):
            continue
        digits = [int(digit) for digit in code]
        face = Face(wiring_of((digits[i], digits[i + 1]) for i in range(0, 8, 2)))
        codes.require(canonical_code(face.wiring) == code, name, f"{code} is not canonical")
        shapes[name] = face
    codes.require(len(shapes) == PATTERNS, "", f"there must be {PATTERNS} patterns")
    codes.require(len(set(shapes.values())) == len(shapes), "", "two patterns are the same")
    return shapes


@cache
def shapes() -> dict[str, Face]:
    """The 35 patterns that four paths between eight ports can make, by name."""
    return checked(read_shapes, read_section("tsuro.editions", "shapes"))


@cache
def mirror_pairs() -> tuple[tuple[str, str], ...]:
    """Patterns that are each other's mirror image, not their own."""
    names = {canonical_code(face.wiring): name for name, face in shapes().items()}
    images = {name: names[canonical_code(mirrored(face.wiring))] for name, face in shapes().items()}
    return tuple((name, image) for name, image in images.items() if name < image)


def read_path_tiles(root: DataTable, *, total: int, all_differ: bool = False) -> TileSet:
    """One-faced tiles by pattern, with as many copies as the box holds."""
    table = root.below("tiles")
    table.check_status()
    table.only("total", "status", "note", "copies")
    table.whole("total", total, total)
    given = table.below("copies")
    given.only(*shapes())
    known = len(given.findings.errors)
    limits = (1, 1) if all_differ else (0, total)
    copies = {name: given.whole(name, *limits) for name in shapes()}
    if len(given.findings.errors) == known:
        _count_copies(given, copies, total)
    return TileSet(
        {
            TileId(name): Tile(TileId(name), (shapes()[name],), number)
            for name, number in copies.items()
        }
    )


def _count_copies(given: DataTable, copies: dict[str, int], total: int) -> None:
    """The sum is the rulebook's; what it does not rule out, but looks like a slip, is doubted."""
    counted = sum(copies.values())
    given.require(
        counted == total,
        "",
        f"the rulebook has {total} tiles, but these numbers add up to {counted}",
    )
    for name, number in copies.items():
        given.warn_unless(
            number > 0, name, "no tile has this pattern; every known list of tiles has each one"
        )
    for one, other in mirror_pairs():
        given.warn_unless(
            abs(copies[one] - copies[other]) <= ALIKE,
            one,
            f"{copies[one]} of {one}, but {copies[other]} of {other}, its mirror image: the two "
            "are easily mistaken for each other, so please look at each of these tiles again",
        )


def read_board(
    root: DataTable, name: str = "board", *, low: int = SMALLEST, high: int = LARGEST
) -> int:
    """The cells on a side of a board."""
    table = root.below(name)
    table.check_status()
    table.only("size", "status", "note")
    return table.whole("size", low, high)
