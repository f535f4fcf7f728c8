"""The ghost of a move, forbidden placements, ways to turn a tile, settings, languages."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import WebSocket, expect

from tests.web.person import FORESEEN, Person
from tests.web.test_every_decision import asked

Arrive = Callable[..., Person]


def at_a_tile(person: Person, edition: str = "classic") -> None:
    person.start(edition)
    while person.wait_to_be_asked() and not person.page.locator(".slot:not(.idle)").count():
        person.decide()


def rotation(person: Person) -> str:
    return person.page.locator(".slot.held").get_attribute("aria-label") or ""


def test_hovering_shows_the_ghost_of_the_route(arrive: Arrive) -> None:
    person = arrive()
    at_a_tile(person)
    person.page.locator("[data-tile]").nth(1).hover()
    expect(person.page.locator(".ghost .route").first).to_be_attached()
    person.page.mouse.move(5, 5)
    expect(person.page.locator(".ghost .route")).to_have_count(0)


def test_each_way_of_a_tile_is_foreseen_once_and_together(arrive: Arrive) -> None:
    person = arrive()
    asked_for: list[list[str]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", hear)

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "foresee":
            asked_for.append(message["actions"])

    person.page.on("websocket", listen)
    asked(person, "pocket-4-00007", 16, "PlaceTile")
    tiles = person.page.locator("[data-tile]")
    for number in range(tiles.count()):
        tiles.nth(number).click()
        for _ in range(4):
            person.page.wait_for_selector(FORESEEN)
            person.page.keyboard.press("r")
    first = tiles.first.get_attribute("data-tile")
    assert {action.split("/")[0] for action in asked_for[0]} == {first}
    everything = [action for actions in asked_for for action in actions]
    assert len(everything) == len(set(everything))
    assert len(asked_for) <= tiles.count()


def test_a_tile_turns_by_click_wheel_key_button_and_drag(arrive: Arrive) -> None:
    person = arrive(opponents=1)
    at_a_tile(person, "pocket")
    tile = person.page.locator("[data-tile]").first
    tile.click()
    box = tile.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    person.page.mouse.move(x, y)

    def drag() -> None:
        reach = box["width"] * 0.4
        person.page.mouse.move(x + reach, y)
        person.page.mouse.down()
        person.page.mouse.move(x, y + reach, steps=6)
        person.page.mouse.up()

    def wheel() -> None:
        person.page.mouse.wheel(0, 120)

    for turn in (
        tile.click,
        wheel,
        lambda: person.page.keyboard.press("r"),
        person.page.get_by_role("button", name="Turn right").click,
        drag,
    ):
        before = rotation(person)
        turn()
        person.page.wait_for_function(
            "before => document.querySelector('.slot.held').getAttribute('aria-label') !== before",
            arg=before,
        )


def test_dragging_a_tile_to_the_board_plays_it_at_once_if_so_set(arrive: Arrive) -> None:
    person = arrive(confirm=False)
    asked(person, "pocket-4-00007", 16, "PlaceTile")  # every tile may be laid every way there
    step = person.step
    person.page.locator("[data-tile]").first.drag_to(
        person.page.locator("[data-cell]").first, force=True
    )
    person.page.wait_for_function(
        "step => document.querySelector('main').dataset.step !== step", arg=step
    )


def test_a_forbidden_placement_names_its_rule_and_the_nearest_legal_one(arrive: Arrive) -> None:
    person = arrive()
    at_a_tile(person)
    for _ in range(30):
        if find_forbidden(person):
            break
        person.decide()
        if not person.wait_to_be_asked() or person.is_out:
            person.start("classic")
            person.wait_to_be_asked()
    expect(person.page.locator(".warning")).to_contain_text("Not allowed")
    assert not person.can_play
    person.page.get_by_role("button", name="Show the nearest legal one").click()
    assert person.can_play


def find_forbidden(person: Person) -> bool:
    slots = person.page.locator(".slot:not(.idle)")
    for number in range(slots.count()):
        slots.nth(number).click()
        for _ in range(4):
            if person.page.locator(".warning").count():
                return True
            person.page.keyboard.press("r")
    return False


def test_rules_open_at_the_rule_that_matters(arrive: Arrive) -> None:
    person = arrive()
    person.start("classic")
    person.wait_to_be_asked()
    person.page.keyboard.press("?")
    expect(person.page.locator("article.now")).to_contain_text("CL-5")
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_the_page_speaks_german(arrive: Arrive) -> None:
    person = arrive(language="de")
    person.page.goto(person.address)
    person.page.click("[data-edition=seas]")
    person.page.wait_for_selector("main[data-asked=true]")
    expect(person.page.get_by_test_id("status")).to_have_text("Du bist dran")
    assert person.page.locator("html").get_attribute("lang") == "de"


def test_the_guide_can_be_skipped_at_once(arrive: Arrive) -> None:
    person = arrive(guideSeen=False)
    person.start("classic")
    person.page.get_by_role("button", name="Skip").click()
    expect(person.page.locator(".guide")).to_have_count(0)
    person.page.reload()
    person.wait_to_be_asked()
    expect(person.page.locator(".guide")).to_have_count(0)
