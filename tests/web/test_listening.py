"""The page without eyes: whole games of every edition by roles, names and announcements alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.listener import Listener
from tests.web.person import Person

EDITIONS = ("classic", "kosmos", "pocket", "seas", "phoenix")
Arrive = Callable[..., Person]


def begin(person: Person, edition: str) -> Listener:
    """From home to the first decision, by what can be heard."""
    person.go_home()
    listener = Listener(person.page)
    person.page.wait_for_selector(f"[data-edition={edition}]")
    plays = [node.name for node in listener.buttons() if node.name.startswith("Play ")]
    listener.press(plays[EDITIONS.index(edition)])
    assert listener.wait_to_be_asked()
    return listener


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_game_with_eyes_closed(arrive: Arrive, edition: str) -> None:
    listener = begin(arrive(), edition)
    listener.play_on()
    assert any("still on the board" in said for said in listener.heard)


FOCUSED = (
    "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
)


def focused(person: Person) -> str:
    return str(person.page.evaluate(FOCUSED)).strip()


def test_the_board_is_explored_by_cell(arrive: Arrive) -> None:
    person = arrive()
    person.start("classic")
    person.play_on(2)
    assert person.wait_to_be_asked()
    person.page.keyboard.press("b")
    first = focused(person)
    assert re.match(r"[a-f][1-6]: ", first)
    expect(person.page.locator(".explored")).to_be_attached()
    for key in ["ArrowUp"] * 6 + ["ArrowLeft"] * 6:
        person.page.keyboard.press(key)
    assert focused(person).startswith("a1: ")
    person.page.keyboard.press("Escape")
    assert focused(person) == "Your move"
    cells = [node.name for node in Listener(person.page).hear() if node.role == "gridcell"]
    assert len(cells) == 36
    assert sum("waits at" in cell for cell in cells) >= 1
    assert any(re.search(r"edge \w+ to .*, Guest", cell) for cell in cells)


def test_all_players_are_told_of_by_a_key(arrive: Arrive) -> None:
    person = arrive()
    listener = begin(person, "classic")
    listener.decide()
    assert listener.wait_to_be_asked()
    person.page.keyboard.press("s")
    told = listener.said
    assert re.search(
        r"Guest \(you\): to move, facing [a-f][1-6], .* edge \w+, 3 tiles in hand\.", told
    )
    assert "Aki: facing" in told
    assert "Ren: facing" in told


def test_focus_stays_where_it_was_after_a_move(arrive: Arrive) -> None:
    person = arrive()
    listener = begin(person, "classic")
    while not listener.buttons("Your hand"):
        listener.decide()
        listener.wait_to_be_asked()
        assert focused(person) != "", "a place that is gone must hand the focus on"
        assert person.page.evaluate("document.activeElement !== document.body")
    step = person.step
    listener.lay(listener.buttons("Your hand"))
    person.page.wait_for_function(
        "step => document.querySelector('main').dataset.step !== step", arg=step
    )
    person.wait_to_be_asked()
    assert focused(person) == "Play"


def test_shortcuts_can_be_switched_off(arrive: Arrive) -> None:
    person = arrive(keys=False)
    listener = begin(person, "classic")
    question = listener.said
    for key in "s?lhdb":
        person.page.keyboard.press(key)
    assert listener.said == question
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    person.page.keyboard.press("ArrowRight")
    expect(listener.voice).to_contain_text("start mark of a1")


def test_the_skip_link_leads_to_the_game(arrive: Arrive) -> None:
    person = arrive()
    person.start("classic")
    person.page.reload()
    person.wait_to_be_asked()
    address = person.page.url
    person.page.keyboard.press("Tab")
    assert focused(person) == "Skip to the game"
    person.page.keyboard.press("Enter")
    assert focused(person) == "Your move"
    assert person.page.url == address


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_two_buttons_have_the_same_name(arrive: Arrive, edition: str) -> None:
    person = arrive()
    person.go_home()
    person.page.wait_for_selector(f"[data-edition={edition}]")
    listener = Listener(person.page)
    names = [Counter(node.name for node in listener.buttons())]
    begin(person, edition)
    for _ in range(4):
        names.append(Counter(node.name for node in listener.buttons()))
        listener.decide()
        if not listener.wait_to_be_asked():
            break
    assert [name for each in names for name, count in each.items() if count > 1] == []
