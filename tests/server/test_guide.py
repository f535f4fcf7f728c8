"""The rules as people read them: pages in both languages, with pictures drawn by the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.server.house import House
from tsuro.editions.registry import EDITIONS, OURS
from tsuro.errors import EditionDataError
from tsuro.telling.guide import guide_of, pictured, written

WORDS = {"title": "A", "text": "B"}


@pytest.mark.parametrize("name", OURS)
def test_a_guide_has_short_pages_in_both_languages(name: str) -> None:
    pages = guide_of(EDITIONS[name])
    assert 3 <= len(pages) <= 6
    for page in pages:
        assert page.text.en != page.text.de
        assert max(len(page.text.en), len(page.text.de)) < 450
        assert page.pictured != (page.emblem is not None)


@pytest.mark.parametrize("name", OURS)
def test_every_picture_is_drawn_by_the_rules(house: House, name: str) -> None:
    reader = house.program()
    pages = reader.get(f"/api/editions/{name}/guide")
    for number, page in enumerate(pages):
        answer = reader.http.get(f"/api/editions/{name}/guide/{number}.svg")
        assert answer.status_code == (200 if page["pictured"] else 404)
        if page["pictured"]:
            assert answer.text.startswith("<svg")
            # People count seats from 1.
            assert "<title>seat 0</title>" not in answer.text
    assert reader.http.get(f"/api/editions/{name}/guide/{len(pages)}.svg").status_code == 404


def test_a_guide_that_cannot_be_used_is_refused() -> None:
    plain = replace(EDITIONS["classic"], home="", sections={})
    assert guide_of(plain) == []
    with pytest.raises(EditionDataError):
        written(replace(plain, sections={"guide": {"pages": [{"en": WORDS}]}}))
    for page in ({"step": 6}, {"step": 60}, {"step": 3, "play": "T35/0"}):
        section = {"pages": [{"en": WORDS, "de": WORDS, **page}]}
        info = replace(EDITIONS["classic"], sections={"guide": section})
        with pytest.raises(EditionDataError):
            pictured(info, written(info)[0])


def test_the_game_on_the_home_page_can_be_watched(house: House) -> None:
    for language in ("en", "de"):
        demo = house.program().get(f"/api/demo?language={language}")
        assert demo["complete"]
        assert demo["steps"][-1]["view"]["result"]["winners"]
