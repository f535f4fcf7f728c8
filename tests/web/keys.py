"""Deciding by keys alone."""

from __future__ import annotations

from tests.web.person import Person


def decide_by_keys(person: Person) -> None:
    page, step = person.page, person.step
    if page.locator(".pile, [data-swap]").count():
        page.locator(".pile, [data-action=keep]").first.focus()
        page.keyboard.press("Enter")
    elif page.locator(".target").count():
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        if page.locator(".target.chosen").count():
            page.keyboard.press("Enter")
    else:
        choose_tile_by_keys(person)
    page.wait_for_function("step => document.querySelector('main').dataset.step !== step", arg=step)


def choose_tile_by_keys(person: Person) -> None:
    """Goes through tiles and turns; the first that is allowed will do."""
    page = person.page
    if not page.locator(".slot.held").count():
        page.keyboard.press("ArrowRight")
    for _ in range(3):
        for _ in range(4):
            if person.can_play:
                page.keyboard.press("Enter")
                return
            page.keyboard.press("r")
        page.keyboard.press("ArrowRight")
    raise AssertionError("no placement can be played by keys")
