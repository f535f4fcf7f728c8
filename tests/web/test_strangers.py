"""An edition from outside, with an action of its own, on a board as large as cells have names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server.house import House
from tests.server.stranger import BELLS, SIZE, WHY
from tests.web.browser import ROOT, build_page
from tests.web.person import PHONE, WIDE, Person
from tsuro.core.geometry import COLUMN_LETTERS
from tsuro.editions import registry
from tsuro.editions.registry import register_edition
from tsuro.server import luck
from tsuro.server.settings import UNLIMITED, Settings

PAGE = ROOT / "src" / "tsuro" / "web"


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server in this process: another would not know the edition."""
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(luck, "game_seed", lambda: "7")
    monkeypatch.setattr(luck, "game_secret", lambda: None)
    monkeypatch.setattr(luck, "thinking_seed", lambda: 7)
    register_edition(BELLS)
    build_page()
    with House(Settings(limits=UNLIMITED, web=PAGE)) as house:
        yield house.origin


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_it_is_played_to_the_end_in_the_page(
    browser: Browser, address: str, size: dict[str, int]
) -> None:
    person = Person.arrive(browser, address, size=size, opponents=1, bot="random")
    person.start("bells")
    page = person.page
    assert person.wait_to_be_asked()
    expect(page.locator("[data-testid=status]")).to_have_text("Your turn")
    labels = page.locator("svg.board .labels text")
    expect(labels).to_have_count(2 * SIZE)
    expect(labels.nth(2 * SIZE - 2)).to_have_text(COLUMN_LETTERS[SIZE - 1])
    far = page.locator(f".target[data-action='{COLUMN_LETTERS[SIZE - 1]}{SIZE}.5']")
    expect(far).to_have_attribute(
        "aria-label", f"start mark of {COLUMN_LETTERS[SIZE - 1]}{SIZE}, bottom edge left"
    )
    far.locator(".spot").click()
    person.press_play()
    person.wait_to_be_asked()
    expect(page.locator(".actions [data-action]")).to_have_text(["bell:loud", "bell:soft"])
    page.locator("[data-action='bell:soft']").click()
    page.wait_for_selector(".slot:not(.idle)")
    page.locator(".slot").first.click()
    page.keyboard.press("r")
    assert WHY in page.locator(".prompt").inner_text() or person.can_play
    page.keyboard.press("Escape")
    person.play_on()
    assert person.over
    if size == PHONE:
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="What happened").click()
    expect(page.get_by_role("log")).to_contain_text("bell rung")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator(".lesson li")).to_have_text([BELLS.summary])
    page.get_by_text("Exact wording").click()
    expect(page.locator("article[data-rule=GEN-1]")).to_be_visible()
    assert person.errors == []
    person.close()
