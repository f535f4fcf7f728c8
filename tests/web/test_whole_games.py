"""For each edition a whole game against bots through the page, by mouse, keys and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.web.keys import decide_by_keys
from tests.web.person import PHONE, Person

EDITIONS = ("classic", "kosmos", "pocket", "seas", "phoenix")
Arrive = Callable[..., Person]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_by_mouse_to_a_winner(arrive: Arrive, edition: str) -> None:
    person = arrive()
    person.start(edition)
    person.play_on(8)
    person.play_on()
    expect(person.page.get_by_test_id("verdict")).to_contain_text("win")
    journey = person.page.get_by_test_id("journey")
    expect(journey).to_contain_text("journey: ")
    lit = "nothing of it is left" not in journey.inner_text()
    expect(person.page.locator("svg.board .lit")).to_have_count(int(lit))
    with person.page.expect_download() as card:
        person.page.get_by_role("button", name="Picture to share").click()
    picture = Image.open(card.value.path())
    assert (picture.format, picture.size) == ("PNG", (1080, 1350))
    assert len(set(picture.convert("RGB").resize((60, 75)).get_flattened_data())) > 50


@pytest.mark.parametrize("edition", ["kosmos", "pocket"])
def test_two_pawns_each_for_two_players(arrive: Arrive, edition: str) -> None:
    person = arrive(opponents=1)
    person.start(edition)
    person.play_on()
    assert person.over


@pytest.mark.parametrize("edition", ["classic", "seas", "phoenix"])
def test_a_game_on_a_phone(arrive: Arrive, edition: str) -> None:
    person = arrive(size=PHONE, dark=edition != "classic")
    person.start(edition)
    person.play_on(6)
    board = person.page.locator("svg.board").bounding_box()
    assert board is not None
    assert board["width"] >= PHONE["width"] * 0.95
    assert board["y"] + board["height"] < PHONE["height"]
    height = person.page.evaluate("document.scrollingElement.scrollHeight")
    assert height <= PHONE["height"], "the page must not scroll"
    person.play_on()
    assert person.over


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_by_keys_alone(arrive: Arrive, edition: str) -> None:
    person = arrive()
    person.go_home()
    play = person.page.locator(f"[data-edition={edition}]")
    play.focus()
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector("main.table svg.board")
    for _ in range(300):
        if not person.wait_to_be_asked():
            break
        decide_by_keys(person)
    assert person.over
