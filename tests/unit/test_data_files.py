"""Data files that somebody sends: for which edition, and where in the file something stands."""

from __future__ import annotations

import pytest

from tests.support.boxes import as_toml, printed_data, with_changes
from tsuro.editions.data_files import check_data, edition_of, line_of, parse_data
from tsuro.editions.registry import EDITIONS
from tsuro.errors import EditionDataError


@pytest.mark.parametrize("name", EDITIONS)
def test_a_file_tells_its_edition(name: str) -> None:
    assert edition_of(printed_data(name)) == name


def test_a_single_table_may_tell_it() -> None:
    assert edition_of({"markers": 0}) == "phoenix"
    assert edition_of({"dice": {}}) == "seas"
    assert edition_of({"large_board": {}}) == "kosmos"
    assert edition_of({"tiles": {"total": 64}}) == "kosmos"


@pytest.mark.parametrize("data", [{}, {"tiles": 5}, {"tiles": {}}, {"tiles": {"total": [35]}}])
def test_a_file_that_does_not_tell_it_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(EditionDataError, match="name it, as in `tsuro editions classic --check"):
        edition_of(data)


@pytest.mark.parametrize(
    "text", ["a = [", "a = 1\na = 2", "a = " + "9" * 5000, "a = " + "[" * 9999]
)
def test_what_is_not_toml_is_refused(text: str) -> None:
    with pytest.raises(EditionDataError, match="This is not TOML"):
        parse_data(text)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_file_written_and_read_again_says_the_same(name: str) -> None:
    data = with_changes(name, {"tiles.status": "rumour"})
    assert parse_data(as_toml(data)) == data
    (error,) = check_data(name, data).errors
    assert error.place == "tiles.status"


TEXT = """\
# A comment = not a key
colour = 1

[tiles]
  total = 35 # so many
[ tiles.copies ]
T01 = 1
T-2 = 1
"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("colour", 2),
        ("tiles", 4),
        ("tiles.total", 5),
        ("tiles.status", 4),
        ("tiles.copies", 6),
        ("tiles.copies.T01", 7),
        ("tiles.copies.T-2", 8),
        ("tiles.copies.T35", 6),
        ("board", None),
        ("board.size", None),
    ],
)
def test_a_place_has_a_line_or_that_of_its_table(place: str, line: int | None) -> None:
    assert line_of(TEXT, place) == line
