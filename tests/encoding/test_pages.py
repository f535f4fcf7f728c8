"""The pages about learning an edition say what its encoding has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.encoding.test_actions import BOARDS
from tsuro.editions.edition import Edition
from tsuro.editions.registry import OURS
from tsuro.encoding import encoding_of
from tsuro.fast.shared.outline import Item

PAGES = Path(__file__).parents[2] / "docs" / "training"
SKELETON = [
    "Observation",
    "Actions",
    "Rewards",
    "Ends",
    "Symmetries",
    "Versions",
    "Baselines",
]


def page_of(name: str) -> str:
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the table whose first column has that heading."""
    _, _, below = page.partition(f"| {heading} |")
    lines = below.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def told(items: tuple[Item, ...]) -> Iterator[list[str]]:
    at = 0
    for item in items:
        last = at + item.count - 1
        yield [str(at) if at == last else f"{at}–{last}", f"`{item.name}`", item.about]
        at = last + 1


@pytest.mark.parametrize("name", OURS)
def test_every_page_has_the_same_skeleton(name: str) -> None:
    assert re.findall(r"^## (.*)$", page_of(name), re.MULTILINE) == SKELETON


@pytest.mark.parametrize("edition", BOARDS, ids=lambda each: encoding_of(each).name)
def test_planes_and_entries_are_where_the_page_says(edition: Edition) -> None:
    encoding, page = encoding_of(edition), page_of(edition.id)
    assert rows(page, "planes") == list(told(encoding.outline.planes))
    assert rows(page, "entries") == list(told(encoding.outline.entries))
    for number in (encoding.length, encoding.actions):
        assert f"{number:,}" in page
    assert encoding.name in page


@pytest.mark.parametrize("name", OURS)
def test_actions_are_where_the_page_says(name: str) -> None:
    encoding = encoding_of(next(each for each in BOARDS if each.id == name))
    after = 0
    for span, _, first, _ in rows(page_of(name), "index"):
        begin, _, end = span.partition("–")
        assert int(begin) == after
        assert first == f"`{encoding.text_at(after)}`"
        after = int(end or begin) + 1
    assert after == encoding.actions
