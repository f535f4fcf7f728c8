"""Data files that did not come with the package: what they are for, and what is wrong with them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from tsuro.editions.data_table import UNKNOWN, DataTable, Findings
from tsuro.editions.registry import EDITIONS, edition_info
from tsuro.errors import EditionDataError


def parse_data(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # A number too long or tables too deep are no syntax errors, but no data file either.
        raise EditionDataError(f"This is not TOML: {error}.") from None


def edition_of(data: Mapping[str, Any]) -> str:
    """The edition that a file describes: the only one that knows its tables and its total."""
    errors = {
        name: {each.place: each.sentence for each in check_data(name, data).errors}
        for name, info in EDITIONS.items()
        if info.read is not None
    }
    known = [
        name
        for name, found in errors.items()
        if not any(found.get(table, "").startswith(UNKNOWN) for table in data)
    ]
    tiles = data.get("tiles")
    if len(known) > 1 and isinstance(tiles, Mapping) and "total" in tiles:
        known = [name for name in known if "tiles.total" not in errors[name]]
    if len(known) == 1:
        return known[0]
    raise EditionDataError(
        "Nothing in this file tells which edition it is for; name it, as in "
        "`tsuro editions classic --check FILE`."
    )


def check_data(edition: str, data: Mapping[str, Any]) -> Findings:
    """Everything that is wrong with a data file of an edition, and what may be."""
    root, info = DataTable(data), edition_info(edition)
    if info.read is None:
        raise EditionDataError(f"{info.title} has no data file to be checked.")
    info.read(root)
    return root.findings


def line_of(text: str, place: str) -> int | None:
    """The line of a place, or else of the innermost table around it that has a line of its own."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            table = header[1]
            found.setdefault(table, number)
        elif key := re.match(r"\s*([\w.-]+)\s*=", line):
            found.setdefault(f"{table}.{key[1]}".lstrip("."), number)
    while place and place not in found:
        place = place.rpartition(".")[0]
    return found.get(place)
