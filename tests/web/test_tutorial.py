"""The tutorials, done by somebody who tries things until the lesson is content."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.person import PHONE, WIDE, Person
from tsuro.editions.registry import EDITIONS, OURS
from tsuro.telling.lessons import taught

Arrive = Callable[..., Person]
STATE = """() => {
  const step = document.querySelector('.lesson-step');
  return `${step.dataset.at} ${step.dataset.stepDone}`;
}"""
ANSWERED = """before => {
  const step = document.querySelector('.lesson-step');
  return step.querySelector('strong') || `${step.dataset.at} ${step.dataset.stepDone}` !== before;
}"""


def open_tutorial(person: Person, edition: str) -> None:
    person.go_home()
    person.page.locator(f".card a[href='#/learn/{edition}']").click()
    person.page.wait_for_selector(".lesson-step")


def ways(page: Page) -> Iterator[None]:
    """Holds one way after the other to lay a tile, for each pawn."""
    pawns = page.locator(".actions [aria-pressed]").filter(has_text=re.compile("Pawn"))
    slots = page.locator(".slot:not(.idle)")
    for pawn in range(max(1, pawns.count())):
        if pawns.count():
            pawns.nth(pawn).click()
        for slot in range(slots.count()):
            if slots.nth(slot).get_attribute("aria-pressed") == "false":
                slots.nth(slot).click()
            for _ in range(4):
                yield
                page.keyboard.press("r")


def press_play(person: Person, before: str) -> bool:
    """Whether the lesson was content."""
    if not person.can_play:
        return False
    person.press_play()
    person.page.wait_for_function(ANSWERED, arg=before)
    return str(person.page.evaluate(STATE)) != before


def do_step(person: Person) -> None:
    person.page.wait_for_selector("main[data-asked=true]")
    before = person.page.evaluate(STATE)
    if (
        person.page.locator(".slot:not(.idle)").count()
        and not person.page.locator(".target").count()
    ):
        assert any(press_play(person, before) for _ in ways(person.page))
    else:
        person.decide()
    person.page.wait_for_function(f"before => ({STATE})() !== before", arg=before)


@pytest.mark.parametrize("edition", OURS)
def test_a_whole_tutorial(arrive: Arrive, edition: str) -> None:
    person = arrive(size=PHONE if edition == "pocket" else WIDE)
    page = person.page
    open_tutorial(person, edition)
    count = len(taught(EDITIONS[edition]))
    for number in range(count):
        lesson = page.locator(f".lesson-step[data-at='{number}']")
        expect(lesson).to_contain_text(f"Step {number + 1} of {count}")
        do_step(person)
        following = lesson.get_by_role("button", name="Next")
        if number < count - 1 and page.evaluate(STATE) == f"{number} true":
            following.click()
    expect(page.locator(".lesson-step")).to_contain_text("You know the game now.")
    page.get_by_role("link", name="Play a game").click()
    expect(page.locator(f".card a[href='#/learn/{edition}']")).to_be_visible()


def test_a_lesson_says_what_is_wrong_and_can_be_skipped_or_left(arrive: Arrive) -> None:
    person = arrive()
    page = person.page
    open_tutorial(person, "pocket")
    page.get_by_role("button", name="Skip this step").click()
    lesson = page.locator(".lesson-step[data-at='1']")
    expect(lesson).to_contain_text("press Play")
    page.get_by_role("button", name="Skip this step").click()
    expect(page.locator(".lesson-step[data-at='2']")).to_contain_text("press R")
    page.wait_for_selector("main[data-asked=true]")
    page.locator(".slot").first.click()
    expect(page.locator(".play")).to_be_enabled()
    person.press_play()
    expect(page.locator(".lesson-step strong")).to_contain_text("That line is shorter")
    page.get_by_role("link", name="Leave the tutorial").click()
    expect(page.get_by_role("heading", name="Tsuro", exact=True)).to_be_visible()


def test_a_phone_is_told_to_tap(arrive: Arrive) -> None:
    person = arrive(size=PHONE, language="de")
    page = person.page
    page.goto(f"{person.address}/#/learn/kosmos")
    page.wait_for_selector(".lesson-step")
    page.get_by_role("button", name="Schritt überspringen").click()
    lesson = page.locator(".lesson-step[data-at='1']")
    expect(lesson).to_contain_text("Tippe noch einmal auf das Plättchen")
    assert not re.search(r"Klick|\bR\b", lesson.inner_text())


def test_home_says_what_this_is_and_leads_to_the_rules(arrive: Arrive) -> None:
    person = arrive()
    page = person.page
    person.go_home()
    expect(page.locator(".what")).to_contain_text("A game of paths")
    demo = page.locator(".demo")
    expect(demo.locator("svg.board")).to_be_visible()
    # Where no motion is wanted, the end of the game is shown.
    assert demo.get_attribute("data-at") == demo.get_attribute("data-last")
    page.locator(".hero").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="Losing")).to_be_visible()
    expect(page.locator(".page-of-rules img").first).to_have_js_property("complete", value=True)
    expect(page.locator("[data-rule=CL-9]")).to_be_hidden()
    page.get_by_text("Exact wording").click()
    expect(page.locator("[data-rule=CL-9]")).to_be_visible()
    page.get_by_role("link", name="Tsuro of the Seas").click()
    expect(page.get_by_role("heading", name="Daikaiju")).to_be_visible()


def test_the_game_on_the_home_page_draws_itself(browser: Browser, server: str) -> None:
    page = browser.new_page(reduced_motion="no-preference", locale="en")
    page.clock.install(time=0)
    page.goto(server)
    page.wait_for_selector(".demo svg.board")
    begun = int(page.locator(".demo").get_attribute("data-at") or 0)
    moved_on = "begun => Number(document.querySelector('.demo').dataset.at) > begun"
    page.clock.run_for(6_000)
    page.wait_for_function(moved_on, arg=begun)
    page.get_by_role("button", name="Pause the game on show").click()
    expect(page.get_by_role("button", name="Let the game on show play on")).to_be_visible()
    page.close()


def test_a_position_in_an_address_is_tried_out(arrive: Arrive) -> None:
    """As often as somebody likes, with everything that the rules allow."""
    person = arrive()
    position = taught(EDITIONS["classic"])[3].position
    assert position is not None
    person.page.goto(f"{person.address}/#/p/{quote(position, safe='')}")
    for _ in range(2):
        assert person.wait_to_be_asked()
        person.decide()
        person.page.wait_for_selector(".trial[data-played=true]")
        person.page.get_by_role("button", name="Once more").click()
        person.page.wait_for_selector(".trial[data-played=false]")
    person.page.goto(f"{person.address}/#/p/nonsense")
    expect(person.page.get_by_role("alert")).to_be_visible()


def test_a_game_begins_at_an_address_and_going_back_begins_no_other(arrive: Arrive) -> None:
    person = arrive()
    person.go_home()
    person.page.goto(f"{person.address}/#/new/pocket")
    assert person.wait_to_be_asked()
    assert person.table
    person.page.go_back()
    person.page.wait_for_selector("[data-edition=pocket]")
    expect(person.page.locator("main.home")).to_be_visible()
