"""Two browsers at one table, hot seat, spectators, reconnecting, taking back."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from tests.web.person import PHONE, Person

Arrive = Callable[..., Person]


def open_table(host: Person, kinds: list[str], edition: int = 0) -> str:
    """Sets a table up in the dialog; kinds are those of the seats after the first."""
    host.go_home()
    host.page.get_by_role("button", name="Set up a table").nth(edition).click()
    dialog = host.page.locator("dialog")
    while dialog.locator(".seat").count() > 1 + len(kinds):
        dialog.get_by_role("button", name="Remove seat").last.click()
    while dialog.locator(".seat").count() < 1 + len(kinds):
        dialog.get_by_role("button", name="Add a seat").click()
    for number, kind in enumerate(kinds, start=1):
        dialog.locator(".seat select").nth(number).select_option(kind)
    dialog.get_by_label("Your name").first.fill("Ann")
    dialog.get_by_role("button", name="Start").click()
    host.page.wait_for_url("**/#/t/*")
    return host.table


def test_two_browsers_at_one_table(arrive: Arrive) -> None:
    ann, ben, eve = arrive(), arrive(), arrive()
    table = open_table(ann, ["open"])
    expect(ann.page.get_by_text("Waiting for players").first).to_be_visible()
    ben.page.goto(f"{ben.address}/#/t/{table}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down here").click()
    eve.page.goto(f"{eve.address}/#/t/{table}")
    while ann.wait_for_either():
        if ann.is_asked:
            ann.decide()
        elif ben.wait_to_be_asked():
            ben.decide()
            ann.follow(ben)
    for person in (ann, ben, eve):
        expect(person.page.get_by_test_id("verdict")).to_contain_text("win")
    assert "Ben" in (eve.page.locator(".players").text_content() or "")


def test_open_seats_are_seen_and_filled_on_a_phone(arrive: Arrive) -> None:
    host = arrive(size=PHONE)
    open_table(host, ["open", "open", "bot:cautious"])
    expect(host.page.locator(".lobby li", has_text="free")).to_have_count(2)
    fill = host.page.get_by_role("button", name="Fill open seats with bots")
    expect(fill).to_be_in_viewport(ratio=1)
    fill.click()
    assert host.wait_to_be_asked()


def test_spectators_see_no_hand(arrive: Arrive) -> None:
    ann, eve = arrive(), arrive()
    table = ann.start("classic")
    ann.play_on(3)
    eve.page.goto(f"{eve.address}/#/t/{table}")
    expect(eve.page.get_by_role("heading", name="You are watching")).to_be_visible()
    assert eve.page.locator("[data-tile]").count() == 0
    assert eve.page.locator(".players .mini").count() == 0


def test_hot_seat_hides_hands_between_turns(arrive: Arrive) -> None:
    ann = arrive()
    open_table(ann, ["hotseat"])
    ready = ann.page.get_by_role("button", name="I am Ann")
    expect(ready).to_be_visible()
    assert ann.page.locator("[data-tile]").count() == 0
    ready.click()
    ann.page.wait_for_selector("main[data-asked=true]")
    assert ann.page.locator("[data-tile]").count() == 3
    ann.decide()
    expect(ann.page.get_by_role("button", name="I am Seat 2")).to_be_visible()
    assert ann.page.locator("[data-tile]").count() == 0
    before = int(ann.step)
    ann.play_on(8)
    assert int(ann.step) > before


def test_reconnecting_in_the_middle_of_a_turn(arrive: Arrive) -> None:
    person = arrive()
    person.start("classic")
    person.play_on(3)
    person.wait_to_be_asked()
    step = person.step
    hand = person.page.locator("[data-tile]").count()
    person.page.reload()
    assert person.wait_to_be_asked()
    assert person.step == step
    assert person.page.locator("[data-tile]").count() == hand
    person.page.context.set_offline(True)
    person.page.evaluate("window.dispatchEvent(new Event('offline'))")
    person.page.context.set_offline(False)
    person.decide()
    person.wait_to_be_asked()
    assert int(person.step) > int(step)


def test_taking_a_start_mark_back(arrive: Arrive) -> None:
    person = arrive(opponents=1)
    person.start("pocket")
    person.wait_to_be_asked()
    person.decide()
    person.wait_to_be_asked()
    undo = person.page.get_by_role("button", name="Take back")
    expect(undo).to_be_visible()
    before = int(person.step)
    undo.click()
    person.page.wait_for_function(
        "before => Number(document.querySelector('main').dataset.step) !== before", arg=before
    )
    assert person.wait_to_be_asked()
    person.decide()
    assert person.wait_to_be_asked()
    assert int(person.step) >= before


def test_playing_again_leads_everybody_to_the_new_table(arrive: Arrive) -> None:
    person = arrive(opponents=1)
    old = person.start("pocket")
    person.play_on()
    person.page.get_by_role("button", name="Play again").click()
    person.page.wait_for_function("old => !location.hash.endsWith(old)", arg=old)
    assert person.wait_to_be_asked()


def test_a_game_broken_off_by_the_server_says_so(arrive: Arrive) -> None:
    """As one that has gone on for too long: nobody is asked any more, and nobody has won."""
    ann = arrive()

    def ask_nobody(page: WebSocketRoute) -> None:
        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "played":
                message.pop("asks", None)
            page.send(json.dumps(message))

        page.connect_to_server().on_message(hear)

    ann.page.route_web_socket("**/ws/*", ask_nobody)
    ann.start("classic")
    assert ann.wait_to_be_asked()
    status = ann.page.get_by_test_id("status")
    expect(status).to_have_text("Your turn")
    ann.page.locator(".target .spot").nth(5).click()
    ann.press_play()
    expect(status).to_have_text("Broken off: the game went on for too long")
