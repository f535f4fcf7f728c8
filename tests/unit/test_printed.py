"""Printed facts: every count of the rulebooks is checked when they are loaded."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tsuro.editions.printed import (
    STATUSES,
    board_size,
    check_status,
    load_path_tiles,
    load_shapes,
    read_toml,
)
from tsuro.errors import EditionDataError

Data = dict[str, Any]


def doctored(name: str, change: Callable[[Data], object]) -> Data:
    data = deepcopy(read_toml(name))
    change(data)
    return data


def test_the_data_as_it_is_passes() -> None:
    assert len(load_shapes(read_toml("shapes"))) == 35
    for name, total in (("classic", 35), ("kosmos", 64), ("pocket", 36), ("seas", 56)):
        assert len(load_path_tiles(read_toml(name), total=total).box()) == total


@pytest.mark.parametrize("name", ["classic", "kosmos", "pocket", "seas", "phoenix", "shapes"])
def test_every_table_says_how_well_it_is_known(name: str) -> None:
    data = read_toml(name)
    tables = [data] if name == "shapes" else [t for t in data.values() if isinstance(t, dict)]
    for table in tables:
        check_status(table, name)
        assert table["status"] in STATUSES


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data.update(status="rumour"), "status must be one of"),
        (lambda data: data.update(note=""), "a note must say"),
        (lambda data: data["codes"].update(T01="01234566"), "each port once"),
        (lambda data: data["codes"].update(T01="0123456"), "each port once"),
        (lambda data: data["codes"].update(T02="01234675"), "not canonical"),
        (lambda data: data["codes"].update(T02="06172345"), "not canonical"),
        (lambda data: data["codes"].pop("T35"), "there must be 35"),
        (lambda data: data["codes"].update(T36="01234567"), "there must be 35"),
        (lambda data: data["codes"].update(T35="01234567"), "two patterns are the same"),
    ],
)
def test_doctored_shapes_are_refused(change: Callable[[Data], object], complaint: str) -> None:
    with pytest.raises(EditionDataError, match=complaint):
        load_shapes(doctored("shapes", change))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data["tiles"].pop("status"), "status must be one of"),
        (lambda data: data["tiles"].pop("note"), "a note must say"),
        (lambda data: data["tiles"]["copies"].pop("T01"), "every pattern needs"),
        (lambda data: data["tiles"]["copies"].update(T36=1), "every pattern needs"),
        (lambda data: data["tiles"]["copies"].update(T01=0, T02=3), "at least once"),
        (lambda data: data["tiles"]["copies"].update(T02=1), "has 64 tiles, the table 63"),
        (lambda data: data["tiles"].update(total=63), "has 64 tiles"),
    ],
)
def test_doctored_tiles_are_refused(change: Callable[[Data], object], complaint: str) -> None:
    with pytest.raises(EditionDataError, match=complaint):
        load_path_tiles(doctored("kosmos", change), total=64)


def test_the_total_is_the_rulebooks_and_not_the_tables() -> None:
    with pytest.raises(EditionDataError, match="the rulebook has 36 tiles"):
        load_path_tiles(read_toml("classic"), total=36)


@pytest.mark.parametrize("size", [1, 9, "6", 6.0])
def test_a_board_has_two_to_eight_cells_on_a_side(size: object) -> None:
    table = {"status": "stated", "note": "a test", "size": size}
    with pytest.raises(EditionDataError, match="2 to 8"):
        board_size(table, "board")


def test_a_board_says_how_well_it_is_known() -> None:
    with pytest.raises(EditionDataError, match="status"):
        board_size({"size": 6}, "board")
