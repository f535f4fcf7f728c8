"""The server carries the sixth edition, and the page plays it with `random` and `cautious`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.server.house import House, play_on
from tests.web.browser import build_page, launch, running_server
from tests.web.person import Person

NEW_TABLE = """async () => {
  const bots = ["random", "cautious"].map((bot) => ({ kind: "bot", bot }));
  const seats = [{ kind: "you", name: "Ada" }, ...bots];
  const post = (path, body) => fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await post("/api/session", {});
  return (await (await post("/api/tables", { edition: "meadow", seats })).json()).table;
}"""


@pytest.fixture
def house() -> Iterator[House]:
    with House() as house:
        yield house


def test_it_is_served_with_its_own_words(house: House) -> None:
    ada = house.person()
    editions = {each["id"]: each for each in ada.get("/api/editions")}
    assert editions["meadow"]["title"] == "Meadow Tsuro"
    assert [each["name"] for each in editions["meadow"]["switches"]] == ["basket"]
    assert editions["meadow"]["bots"] == ["silly", "random", "cautious"], "no kernel, no search"
    assert "dragon" in editions["classic"]["bots"]


def test_a_game_is_played_to_its_end_over_the_socket(house: House) -> None:
    ada = house.person()
    table = ada.create("meadow", "you random cautious", switches={"basket": "small"})
    sitting = ada.sit(table)
    play_on([sitting], Random(3))
    assert ada.get(f"/api/tables/{table}")["state"] == "finished"
    steps = ada.get(f"/api/tables/{table}/steps")
    assert steps["switched"] == [{"en": "small baskets", "de": "small baskets"}]
    told = [line for step in steps["steps"] for line in step["log"]]
    assert {line.get("rule") for line in told} <= {None, "MD-6"}


def test_bots_that_need_a_kernel_are_refused_at_once(house: House) -> None:
    ada = house.person()
    body = {"edition": "meadow", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "greedy"}]}
    status, code = ada.refused("POST", "/api/tables", body)
    assert (status, code) == (400, "kernel")


def test_a_game_is_played_in_the_page() -> None:
    build_page()
    with running_server() as running, sync_playwright() as playwright:
        browser = launch(playwright)
        person = Person.arrive(browser, running.address)
        person.go_home()
        expect(person.page.get_by_text("Meadow Tsuro").first).to_be_visible()
        person.start("meadow")
        expect(person.page.locator(".players")).to_contain_text("Cautious")
        table = person.page.evaluate(NEW_TABLE)
        person.page.goto(f"{running.address}/#/t/{table}")
        person.page.wait_for_selector("svg.board")
        person.play_on()
        expect(person.page.get_by_test_id("verdict")).to_contain_text("win")
        assert person.errors == []
        browser.close()
