"""Nobody is lost: own games, leaving, waiting for somebody who has gone, lists that stay fresh."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.person import Person
from tests.web.test_tables import open_table

Arrive = Callable[..., Person]
REFRESH = 5_000


def test_own_games_are_found_again_on_the_home_page(arrive: Arrive) -> None:
    person = arrive()
    person.go_home()
    expect(person.page.get_by_role("heading", name="My games")).to_have_count(0)
    table = person.start("classic")
    assert person.wait_to_be_asked()
    person.page.get_by_role("link", name="Home").click()
    games = person.page.get_by_role("region", name="My games")
    expect(games).to_contain_text("your turn")
    games.get_by_role("link", name="Go on").click()
    assert person.wait_to_be_asked()
    assert person.table == table


def test_whoever_resigns_hands_the_seat_to_a_bot(arrive: Arrive) -> None:
    person = arrive()
    table = person.start("pocket")
    assert person.wait_to_be_asked()
    person.page.get_by_role("button", name="Leave").click()
    person.page.get_by_role("button", name="Resign").click()
    expect(person.page.get_by_role("heading", name="Tsuro", exact=True)).to_be_visible()
    info = person.page.request.get(f"{person.address}/api/tables/{table}").json()
    assert info["seats"][0]["kind"] == "bot"
    assert person.page.request.get(f"{person.address}/api/my/tables").json()[0]["creator"]


def test_open_tables_appear_by_themselves(arrive: Arrive) -> None:
    ann, eve = arrive(), arrive()
    eve.page.clock.install()
    eve.go_home()
    ann.go_home()
    ann.page.get_by_role("button", name="Set up a table").first.click()
    dialog = ann.page.locator("dialog")
    dialog.locator(".seat select").nth(1).select_option("open")
    dialog.get_by_label("Your name").first.fill("Ann the host")
    dialog.get_by_label("Show in the list of public tables").check()
    dialog.get_by_role("button", name="Start").click()
    ann.page.wait_for_url("**/#/t/*")
    eve.page.clock.run_for(REFRESH)
    expect(eve.page.get_by_text("Ann the host")).to_be_visible()


def test_an_invitation_is_an_address_that_friends_reach(arrive: Arrive) -> None:
    """Nobody but this machine reaches the tests' own server; another one is made up."""
    person = arrive()
    table = open_table(person, ["open"])
    lobby = person.page.locator(".lobby")
    expect(lobby).to_contain_text("Only this device reaches the server")
    expect(lobby.get_by_role("img")).to_have_count(0)
    reached = {"address": "http://192.0.2.7:8000/"}
    person.page.route("**/api/invitation", lambda route: route.fulfill(json=reached))
    person.page.reload()
    link = f"http://192.0.2.7:8000/#/t/{table}"
    expect(lobby.get_by_text(link)).to_be_visible()
    code = lobby.get_by_role("img", name="QR code of the invitation")
    expect(code).to_have_attribute("data-link", link)
    expect(lobby).not_to_contain_text("Only this device")


def test_tiles_are_planned_with_while_somebody_else_moves(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    table = open_table(ann, ["open"])
    ben.page.goto(f"{ben.address}/#/t/{table}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down here").click()
    assert ann.wait_to_be_asked()
    ann.decide()
    assert ben.wait_to_be_asked()
    ben.decide()
    assert ann.wait_to_be_asked()
    ben.follow(ann)
    slot = ben.page.locator(".hand .slot").nth(1)
    slot.click()
    expect(slot).to_have_attribute("aria-pressed", "true")
    expect(ben.page.locator("svg.board .ghost .route")).to_have_count(1)
    before = ben.page.locator("svg.board .held .turning").get_attribute("style")
    ben.page.keyboard.press("r")
    expect(ben.page.locator("svg.board .held .turning")).not_to_have_attribute(
        "style", before or ""
    )
    expect(ben.page.locator(".play")).to_have_attribute("aria-disabled", "true")
    ann.decide()
    assert ben.wait_to_be_asked()
    expect(slot).to_have_attribute("aria-pressed", "true")


def test_everybody_sees_how_long_somebody_has_been_gone(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    table = open_table(ann, ["open"])
    ben.page.goto(f"{ben.address}/#/t/{table}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down here").click()
    assert ann.wait_to_be_asked()
    ben.page.close()
    ann.decide()
    expect(ann.page.get_by_text("Ben has been gone for 0:0")).to_be_visible()
    expect(ann.page.get_by_text("seconds you can let a bot play on")).to_be_visible()
