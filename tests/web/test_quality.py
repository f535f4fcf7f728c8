"""Accessibility and size of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser import ROOT
from tests.web.person import PHONE, WIDE, Person

Arrive = Callable[..., Person]
AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
MOST_BYTES = 200_000
"""Script, styles and typefaces together, as they are sent."""
EDITIONS = ("classic", "kosmos", "pocket", "seas", "phoenix")


def findings(person: Person) -> list[str]:
    """Serious and critical findings of axe, one line each."""
    # Read as text: the page's policy allows no script of another origin.
    person.page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    found: dict[str, Any] = person.page.evaluate("axe.run(document)")
    return [
        f"{each['id']}: {each['nodes'][0]['target']} ({each['nodes'][0]['failureSummary']})"
        for each in found["violations"]
        if each["impact"] in {"serious", "critical"}
    ]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_is_accessible(arrive: Arrive, edition: str, dark: bool) -> None:
    person = arrive(dark=dark, size=PHONE if dark else WIDE)
    person.start(edition)
    person.wait_to_be_asked()
    assert findings(person) == []
    person.play_on(4)
    person.wait_to_be_asked()
    assert findings(person) == []


def test_a_replay_and_its_panels_are_accessible(arrive: Arrive) -> None:
    person = arrive(opponents=1)
    table = person.start("pocket")
    person.page.keyboard.press("?")
    person.page.wait_for_selector("article")
    assert findings(person) == []
    person.page.keyboard.press("Escape")
    person.play_on()
    person.page.goto(f"{person.address}/#/r/{table}")
    person.page.wait_for_selector(".scrubber")
    assert findings(person) == []


def test_little_is_sent_and_nothing_waits_for_more_than_it_needs(arrive: Arrive) -> None:
    """How soon the table is painted is measured by benchmarks/page.py, not here."""
    person = arrive()
    sent: dict[str, int] = {}
    kinds: list[str] = []

    def count(response: Any) -> None:
        kind = response.request.resource_type
        if kind in {"script", "stylesheet", "font"}:
            sent[response.url] = int(response.headers.get("content-length", 0))
            kinds.append(kind)

    person.page.on("response", count)
    person.start("classic")
    person.page.evaluate("() => document.fonts.ready.then(() => 0)")
    assert sorted(kinds) == ["font", "font", "script", "stylesheet"], "no chain of modules"
    assert all(address.startswith(person.address) for address in sent)
    assert 0 < sum(sent.values()) <= MOST_BYTES
