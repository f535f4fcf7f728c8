"""Editions by name, and their switches."""

from __future__ import annotations

import pytest

from tsuro.core.ids import Seat
from tsuro.core.state import Cursor
from tsuro.editions.edition import Switch
from tsuro.editions.registry import EDITIONS, build_edition, edition_info
from tsuro.errors import BadSetting, UnknownEdition


def test_the_five_editions() -> None:
    assert list(EDITIONS) == ["classic", "kosmos", "pocket", "seas", "phoenix"]
    assert all(edition_info(name).title for name in EDITIONS)


@pytest.mark.parametrize(
    ("name", "hint"), [("clasic", "Did you mean classic?"), ("Phoenix", "phoenix"), ("go", "Known")]
)
def test_an_unknown_edition_is_refused_with_a_hint(name: str, hint: str) -> None:
    with pytest.raises(UnknownEdition, match=hint):
        build_edition(name, seats=2)


def test_switches_default_to_their_first_value() -> None:
    edition = build_edition("classic", seats=2, switches={"ban": "any_self_elimination"})
    assert edition.switches == {"draw": "holder_first", "ban": "any_self_elimination"}
    assert Switch("x", ("one", "two"), "CL-1", "").default == "one"


@pytest.mark.parametrize(
    ("name", "switches", "complaint"),
    [
        ("classic", {"draw": "never"}, "holder_first, literal"),
        ("classic", {"dragon": "on"}, "no switch called 'dragon'; its switches are: draw, ban"),
        ("pocket", {"draw": "literal"}, "its switches are: none"),
    ],
)
def test_unknown_switches_and_values_are_refused(
    name: str, switches: dict[str, str], complaint: str
) -> None:
    with pytest.raises(BadSetting, match=complaint):
        build_edition(name, seats=2, switches=switches)


def test_the_same_edition_is_built_once() -> None:
    assert build_edition("kosmos", seats=3) is build_edition("kosmos", seats=3, switches={})


def test_phases_follow_each_other_from_set_up_into_endless_turns() -> None:
    edition = build_edition("pocket", seats=3)
    cursor = edition.opening(Seat(0)).cursor
    names = []
    for _ in range(10):
        names.append((cursor.section, cursor.phase))
        cursor = edition.after(cursor)
    assert names[:3] == [("setup", "deal"), ("setup", "start"), ("turn", "begin")]
    assert names[-2:] == [("turn", "begin"), ("turn", "place")]
    assert edition.has_phase(Cursor("turn", "place"))
    assert not edition.has_phase(Cursor("setup", "place"))
