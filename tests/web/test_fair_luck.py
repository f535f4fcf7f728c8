"""The page adds to the luck of a game by itself, and checks it in the replay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.server.house import House
from tests.web.browser import ROOT, build_page
from tests.web.person import Person
from tsuro.server import luck
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.telling.luck import commitment_of

PAGE = ROOT / "src" / "tsuro" / "web"
SECRET = "5e" * 32
SAME_EVERY_TIME = "Crypto.prototype.getRandomValues = (numbers) => numbers.fill(7)"
"""What the page draws: else a test could fail once in a hundred times."""
PART = "h" * 20
"""What comes of it."""


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(luck, "game_secret", lambda: SECRET)
    monkeypatch.setattr(luck, "thinking_seed", lambda: 7)
    build_page()
    with House(Settings(limits=UNLIMITED, web=PAGE)) as house:
        yield house


def arrive(browser: Browser, house: House) -> Person:
    person = Person.arrive(browser, house.origin, opponents=1, bot="random")
    person.page.add_init_script(SAME_EVERY_TIME)
    return person


def check_again(page: Page) -> None:
    page.get_by_role("button", name="Check the luck").click()


def test_a_game_against_bots_is_checked_in_its_replay(browser: Browser, house: House) -> None:
    person = arrive(browser, house)
    page = person.page
    person.start("classic")
    person.play_on()
    page.get_by_role("button", name="Watch the replay").click()
    page.wait_for_selector(".scrubber")
    said = page.locator(".luck")
    check_again(page)
    expect(said).to_contain_text("Checked in this browser: all")
    expect(said).to_contain_text("the one whose fingerprint this browser was shown")
    [table] = house.hall.tables._loaded.values()
    assert table.document.proof is not None
    assert table.document.proof.parts == (PART, "")

    def other_record(route: Route) -> None:
        text = route.fetch().text().replace(SECRET, "a5" * 32)
        route.fulfill(body=text.replace(commitment_of(SECRET), commitment_of("a5" * 32)))

    page.route("**/record", other_record)
    check_again(page)
    expect(said).to_contain_text("before the game this browser was shown another fingerprint")
    page.evaluate("localStorage.removeItem('tsuro.promises')")
    page.reload()
    page.wait_for_selector(".scrubber")
    check_again(page)
    expect(said).to_contain_text("NOT CHECKED: event 0 of luck was *T")
    said.get_by_role("button", name="Show it").click()
    expect(page.locator(".where")).to_have_text("Before the first move")
    assert person.errors == []
    person.close()


def test_what_one_adds_is_seen_and_changed_while_others_are_awaited(
    browser: Browser, house: House
) -> None:
    ada = house.person()
    table = ada.create("classic", "you open open", add_part=True)
    person = arrive(browser, house)
    page = person.page
    page.goto(f"{house.origin}/#/t/{table}")
    page.get_by_role("button", name="Sit down here").first.click()
    page.get_by_text("Fair luck").click()
    place = page.locator(".lobby details")
    expect(place).to_contain_text(commitment_of(SECRET))
    expect(place).to_contain_text("is asked")
    mine = place.get_by_label("What you add")
    expect(mine).to_have_value(PART)
    mine.fill("of my own")
    place.get_by_role("button", name="Change").click()
    mine.fill("of-my-own")
    place.get_by_role("button", name="Change").click()
    expect(mine).to_have_value("of-my-own")
    expect(place.get_by_role("button", name="Change")).to_be_disabled()
    parts = ada.get(f"/api/tables/{table}")["luck"]["parts"]
    assert parts == [None, "of-my-own", ""]
    assert person.errors == []
    person.close()
