"""Loaders for the printed facts in `data/*.toml`; every count of the rulebooks is checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tsuro.core.tiles import Face, Tile, TileId, TileSet, canonical_code, wiring_of
from tsuro.errors import EditionDataError

STATUSES = ("stated", "public", "reconstruction")


def read_toml(name: str) -> dict[str, Any]:
    text = files("tsuro.editions").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def require(condition: bool, message: str) -> None:
    if not condition:
        raise EditionDataError(message)


def check_status(table: Mapping[str, Any], where: str) -> None:
    """Every printed fact says how well it is known."""
    require(table.get("status") in STATUSES, f"{where}: status must be one of {STATUSES}")
    require(bool(table.get("note")), f"{where}: a note must say where the facts come from")


def load_shapes(data: Mapping[str, Any]) -> dict[str, Face]:
    """The 35 patterns, canonical and all different (GEN-7)."""
    check_status(data, "shapes")
    shapes: dict[str, Face] = {}
    for name, code in data["codes"].items():
        digits = [int(digit) for digit in code]
        require(sorted(digits) == list(range(8)), f"{name}: {code} does not use each port once")
        pairs = [(digits[i], digits[i + 1]) for i in range(0, 8, 2)]
        face = Face(wiring_of(pairs))
        require(canonical_code(face.wiring) == code, f"{name}: {code} is not canonical")
        shapes[name] = face
    require(len(shapes) == 35, "shapes: there must be 35 patterns")
    require(len(set(shapes.values())) == 35, "shapes: two patterns are the same")
    return shapes


@cache
def shapes() -> dict[str, Face]:
    return load_shapes(read_toml("shapes"))


def load_path_tiles(data: Mapping[str, Any], *, total: int) -> TileSet:
    """One-faced tiles by pattern, with as many copies as the box holds."""
    table = data["tiles"]
    check_status(table, "tiles")
    copies: Mapping[str, int] = table["copies"]
    require(set(copies) == set(shapes()), "tiles: every pattern needs a number of copies")
    require(min(copies.values()) >= 1, "tiles: every pattern occurs at least once")
    counted = sum(copies.values())
    require(
        table["total"] == counted == total,
        f"tiles: the rulebook has {total} tiles, the table {counted}",
    )
    return TileSet(
        {
            TileId(name): Tile(TileId(name), (shapes()[name],), number)
            for name, number in copies.items()
        }
    )


def board_size(table: Mapping[str, Any], where: str) -> int:
    check_status(table, where)
    size = table["size"]
    require(isinstance(size, int) and 2 <= size <= 8, f"{where}: size must be 2 to 8")
    return int(size)
