"""Replays: scrubber, steps, eliminations, links to a move, downloads, files, what-if."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.browser import Running
from tests.web.person import Person

Arrive = Callable[..., Person]


@pytest.fixture(scope="module")
def played(browser: Browser, running: Running) -> Iterator[str]:
    """The address of a replay, to which somebody who has just played the game is led."""
    running.take_luck_of(__name__)
    person = Person.arrive(browser, running.address, opponents=2)
    person.start("classic")
    person.play_on()
    person.page.get_by_role("button", name="Watch the replay").click()
    person.page.wait_for_selector(".scrubber")
    yield person.page.url
    assert person.errors == []
    person.close()


@pytest.fixture
def replay(arrive: Arrive, played: str) -> Person:
    """Somebody who looks at a game that was played."""
    person = arrive(opponents=2)
    person.page.goto(played)
    person.page.wait_for_selector(".scrubber")
    return person


def expect_at(person: Person, step: int) -> None:
    expect(person.page.locator(".where")).to_have_attribute("data-at", str(step))


def position_of(person: Person) -> int:
    return int(person.page.locator(".where").get_attribute("data-at") or -1)


def test_scrubbing_stepping_and_jumping(replay: Person) -> None:
    page = replay.page
    where = page.locator(".where")
    expect(where).to_have_text("Before the first move")
    expect(page.locator(".board .pawn")).to_have_count(3)
    slider = page.locator("input[type=range]")
    first, last = (int(slider.get_attribute(each) or 0) for each in ("min", "max"))
    expect_at(replay, first)
    page.get_by_role("button", name="Forward").click()
    expect(where).to_have_text(re.compile(r"^Move 1 of \d+$"))
    slider.fill(str(last // 2))
    expect(where).not_to_have_text(re.compile("^Move 1 "))
    middle = position_of(replay)
    page.get_by_role("button", name="Forward").click()
    expect(where).not_to_have_attribute("data-at", str(middle))
    page.get_by_role("button", name="Back").click()
    expect_at(replay, middle)
    page.get_by_role("button", name="To the start").click()
    expect_at(replay, first)
    page.get_by_role("button", name="Next elimination").click()
    expect(page.locator(".players .out").first).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect_at(replay, last)
    expect(page.locator(".status")).to_contain_text("win")


def test_a_line_of_the_log_leads_to_its_rule(replay: Person) -> None:
    page = replay.page
    page.get_by_role("button", name="To the end").click()
    last = page.locator("button.rule").last
    expect(last).to_have_text("Why?")
    rule = last.get_attribute("title") or ""
    assert rule
    last.click()
    expect(page.locator("article.now")).to_contain_text(rule)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_playing_on_by_itself(replay: Person) -> None:
    clock = replay.page.clock
    clock.install(time=0)
    clock.pause_at(3600)  # From now on only this test moves the time of the page.
    replay.page.get_by_role("button", name="Play on").click()
    clock.run_for(3_000)
    replay.page.wait_for_function(
        "() => Number(document.querySelector('.where').innerText.split(' ')[1]) > 4"
    )
    replay.page.get_by_role("button", name="Pause").click()


def test_a_link_leads_to_the_move(replay: Person, arrive: Arrive) -> None:
    replay.page.get_by_role("button", name="Forward").click()
    expect(replay.page.locator(".where")).to_contain_text("Move 1 ")
    at = position_of(replay)
    replay.page.wait_for_function(f"() => location.hash.endsWith('/{at}')")
    friend = arrive()
    friend.page.goto(replay.page.url)
    friend.page.wait_for_selector(".scrubber")
    expect_at(friend, at)


def test_the_record_can_be_kept_and_loaded_again(replay: Person, tmp_path: Path) -> None:
    with replay.page.expect_download() as download:
        replay.page.get_by_role("link", name="Record").click()
    file = tmp_path / "game.tsr"
    download.value.save_as(file)
    last = replay.page.locator("input[type=range]").get_attribute("max")
    replay.page.goto(f"{replay.address}/#/file")
    replay.page.locator("input[type=file]").set_input_files(file)
    replay.page.wait_for_selector(".scrubber")
    expect(replay.page.locator("input[type=range]")).to_have_attribute("max", last or "")


def test_whoever_waits_for_an_animation_sees_that_it_is_drawn(replay: Person) -> None:
    held: list[Route] = []
    replay.page.route("**/gif?*", lambda route: held.append(route))
    button = replay.page.locator("button", has_text="Animation (GIF)")
    drawing = replay.page.locator("button[aria-busy=true]")
    button.click()
    expect(drawing).to_contain_text("Drawing")
    expect(drawing.locator("progress")).to_be_visible()
    with replay.page.expect_download() as download:
        held.pop().fulfill(body=b"GIF89a", content_type="image/gif")
    assert download.value.path().read_bytes() == b"GIF89a"
    expect(button).to_have_attribute("aria-busy", "false")


def test_a_bad_record_is_refused_with_its_reason(arrive: Arrive, tmp_path: Path) -> None:
    file = tmp_path / "bad.tsr"
    file.write_text("no record at all", encoding="utf-8")
    person = arrive()
    person.page.goto(f"{person.address}/#/file")
    person.page.locator("input[type=file]").set_input_files(file)
    expect(person.page.get_by_role("alert")).to_contain_text("cannot be read")


def test_what_if_leads_to_a_game_of_its_own(replay: Person) -> None:
    last = int(replay.page.locator("input[type=range]").get_attribute("max") or 0)
    replay.page.locator("input[type=range]").fill(str(last // 2))
    replay.page.locator("summary", has_text="What if?").click()
    replay.page.get_by_role("button", name="against bots").click()
    replay.page.wait_for_url("**/#/t/*")
    replay.page.wait_for_selector("svg.board")
    replay.play_on()
    assert replay.over
