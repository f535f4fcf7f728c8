"""Everything around a decision in windows of every size: nothing cut off, covered, too small or
hard to read."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web import gallery
from tests.web.gallery import resize
from tests.web.pages import PAGES, faults, measure
from tests.web.person import WIDE, Person
from tests.web.test_every_decision import asked
from tests.web.test_quality import findings

Arrive = Callable[..., Person]
SMALL = ((320, 480), (390, 664), (844, 390), (1024, 768))
NOTICES = (
    {"type": "bot_relieved", "seat": 0},
    {"type": "time_up", "seat": 0, "relieved": False},
    {"type": "time_up", "seat": 0, "relieved": True},
    {"type": "time_up", "seat": 1, "relieved": True},
)


@pytest.mark.parametrize(("language", "dark"), [("en", False), ("de", True)], ids=["en", "de"])
def test_every_page_fits_every_window(arrive: Arrive, language: str, dark: bool) -> None:
    person = arrive(language=language, dark=dark)
    found: list[str] = []
    for name, come in PAGES.items():
        resize(person, (WIDE["width"], WIDE["height"]))
        come(person)
        found += [f"{name}: {each}" for each in findings(person)]
        for size in (*SMALL, (WIDE["width"], WIDE["height"])):
            resize(person, size)
            found += [f"{name} {size}: {each}" for each in faults(measure(person))]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Aki kept failing: a simpler bot"),
        ("de", "Aki fiel immer wieder aus: Ein einfacherer"),
    ],
    ids=["en", "de"],
)
def test_what_others_decided_is_told_in_a_sentence(
    arrive: Arrive, language: str, told: str
) -> None:
    """For whoever is late, and of bots that fail; whole in windows of every size."""
    person = arrive(language=language)
    sockets: list[WebSocketRoute] = []

    def keep(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    person.page.route_web_socket("**/ws/*", keep)
    asked(person, "classic-3-00060", 20, "PlaceTile")
    status = person.page.get_by_test_id("status")
    texts: set[str] = set()
    for notice in NOTICES:
        before = status.inner_text()
        sockets[-1].send(json.dumps(notice))
        expect(status).not_to_have_text(before)
        texts.add(status.inner_text())
        for size in (*SMALL, (WIDE["width"], WIDE["height"])):
            resize(person, size)
            assert gallery.faults(gallery.measure(person), size) == []
    assert len(texts) == len(NOTICES)
    assert any(told in each for each in texts)
