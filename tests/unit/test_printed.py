"""Printed facts: every count of the rulebooks is checked when they are loaded."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.support.boxes import Data, findings, printed_data, with_changes
from tsuro.editions.data_files import check_data
from tsuro.editions.data_table import checked
from tsuro.editions.printed import mirror_pairs, read_shapes
from tsuro.editions.registry import EDITIONS
from tsuro.editions.sections import read_section
from tsuro.errors import EditionDataError


def doctored(data: Data, change: Callable[[Data], object]) -> Data:
    change(data)
    return data


@pytest.mark.parametrize("name", EDITIONS)
def test_the_data_as_it_is_passes(name: str) -> None:
    assert findings(name, printed_data(name)).errors == []


@pytest.mark.parametrize("name", EDITIONS)
def test_an_empty_file_lacks_its_tables_and_nothing_else(name: str) -> None:
    places = [error.place for error in findings(name, {}).errors]
    assert sorted(places) == sorted(printed_data(name))


@pytest.mark.parametrize("name", EDITIONS)
def test_every_table_says_how_well_it_is_known(name: str) -> None:
    for table in printed_data(name):
        for key, value in (("status", "rumour"), ("status", None), ("note", " "), ("note", 3)):
            (error,) = findings(name, with_changes(name, {f"{table}.{key}": value})).errors
            assert error.place == f"{table}.{key}"


@pytest.mark.parametrize("name", EDITIONS)
def test_a_table_that_is_none_and_a_name_nobody_knows_are_refused(name: str) -> None:
    for table in printed_data(name):
        (error,) = findings(name, with_changes(name, {table: 5})).errors
        assert str(error) == f"{table}: this must be a table that begins with [{table}], not 5"
        (error,) = findings(name, with_changes(name, {f"{table}.colour": 1})).errors
        assert error.place == f"{table}.colour"
        assert "nothing is known by this name" in error.sentence
    (error,) = findings(name, with_changes(name, {"colour": 1})).errors
    assert error.place == "colour"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data.update(status="rumour"), "status must be one of"),
        (lambda data: data.update(note=""), "a note must say"),
        (lambda data: data["codes"].update(T01="01234566"), "each port once"),
        (lambda data: data["codes"].update(T01="0123456"), "each port once"),
        (lambda data: data["codes"].update(T01=1234567), "each port once"),
        (lambda data: data["codes"].update(T02="01234675"), "not canonical"),
        (lambda data: data["codes"].update(T02="06172345"), "not canonical"),
        (lambda data: data["codes"].pop("T35"), "there must be 35"),
        (lambda data: data["codes"].update(T36="01234567"), "there must be 35"),
        (lambda data: data["codes"].update(T35="01234567"), "two patterns are the same"),
    ],
)
def test_doctored_shapes_are_refused(change: Callable[[Data], object], complaint: str) -> None:
    with pytest.raises(EditionDataError, match=complaint):
        checked(
            read_shapes, doctored(deepcopy(dict(read_section("tsuro.editions", "shapes"))), change)
        )


def test_mirror_images_are_found() -> None:
    assert mirror_pairs() == (
        ("T05", "T08"),
        ("T07", "T09"),
        ("T17", "T29"),
        ("T18", "T25"),
        ("T19", "T31"),
    )


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"tiles.copies.T01": None}, "tiles.copies.T01: this is missing"),
        ({"tiles.copies.T36": 1}, "tiles.copies.T36: nothing is known by this name"),
        ({"tiles.copies.T02": 1}, "tiles.copies: the rulebook has 64 tiles, but .* add up to 63"),
        ({"tiles.copies.T02": -1}, "tiles.copies.T02: .* from 0 to 64, not -1"),
        ({"tiles.copies.T02": 2.0}, "tiles.copies.T02: .* from 0 to 64, not 2.0"),
        ({"tiles.copies.T02": True}, "tiles.copies.T02: .* from 0 to 64, not True"),
        ({"tiles.total": 63}, "tiles.total: this must be 64, not 63"),
        ({"board.size": 4}, "board.size: this must be a whole number from 5 to 6, not 4"),
        ({"board.size": 7}, "board.size: this must be a whole number from 5 to 6, not 7"),
        ({"large_board.size": 9}, "large_board.size: this must be .* from 6 to 8, not 9"),
        ({"large_board.size": "7"}, "large_board.size: this must be .* from 6 to 8, not '7'"),
    ],
)
def test_changes_against_the_rulebook_are_refused(changes: Data, complaint: str) -> None:
    with pytest.raises(EditionDataError, match=f"^{complaint}"):
        check_data("kosmos", with_changes("kosmos", changes)).raise_errors()


def test_a_wrong_number_is_not_blamed_on_the_sum_as_well() -> None:
    (error,) = findings("kosmos", with_changes("kosmos", {"tiles.copies.T02": "two"})).errors
    assert error.place == "tiles.copies.T02"


def test_all_errors_are_told_at_once() -> None:
    changes = {"tiles.total": 1, "board.size": 99, "tiles.note": ""}
    with pytest.raises(EditionDataError) as caught:
        check_data("pocket", with_changes("pocket", changes)).raise_errors()
    assert len(caught.value.message.splitlines()) == 3


def test_classic_tiles_all_differ() -> None:
    found = findings("classic", with_changes("classic", {"tiles.copies.T01": 2})).errors
    assert [str(each) for each in found] == ["tiles.copies.T01: this must be 1, not 2"]


def test_a_pattern_may_be_missing_but_that_is_doubted() -> None:
    data = with_changes("pocket", {"tiles.copies.T02": 3, "tiles.copies.T03": 0})
    found = findings("pocket", data)
    assert found.errors == []
    assert [each.place for each in found.warnings] == ["tiles.copies.T03"]


def test_uneven_mirror_images_are_doubted() -> None:
    assert findings("kosmos", printed_data("kosmos")).warnings == []
    even = with_changes("kosmos", {"tiles.copies.T05": 3, "tiles.copies.T02": 1})
    assert findings("kosmos", even).warnings == []
    uneven = with_changes("kosmos", {"tiles.copies.T05": 3, "tiles.copies.T08": 1})
    (warning,) = findings("kosmos", uneven).warnings
    assert warning.place == "tiles.copies.T05"
    assert warning.sentence.startswith("3 of T05, but 1 of T08, its mirror image")


def test_long_lists_and_values_are_told_shortly() -> None:
    changes = {"tiles.copies.T36": 1, "board.size": list(range(99))}
    one, other = findings("pocket", with_changes("pocket", changes)).errors
    assert str(one).startswith("board.size: this must be 6, not [0, 1, 2, 3,")
    assert str(one).endswith(" ...")
    assert other.sentence.endswith("here belong T01 to T35")
