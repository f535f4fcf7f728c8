"""A network that dies without a word: noticed, said, and the move made meanwhile is played once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocket, expect

from tests.web.frail import FrailNetwork
from tests.web.person import Person

NOTICED = 10_000
"""Milliseconds of the page's clock after which it must have said so."""


@pytest.fixture
def network(server: str) -> Iterator[FrailNetwork]:
    frail = FrailNetwork(server)
    yield frail
    frail.close()


def acts_sent(person: Person) -> list[dict[str, Any]]:
    """Every decision that the page sends from now on, over any connection."""
    acts: list[dict[str, Any]] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "act":
            acts.append(message)

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", hear)

    person.page.on("websocket", listen)
    return acts


def decisions(person: Person, table: str) -> list[str]:
    """What the own seat has decided, as the server knows it."""
    steps = person.page.request.get(f"{person.address}/api/tables/{table}/steps").json()["steps"]
    return [step["action"] for step in steps if step.get("seat") == 0]


@pytest.mark.parametrize("drops", [True, False], ids=["lost", "late"])
def test_a_dead_network_is_noticed_and_the_move_is_played_once(
    browser: Browser, network: FrailNetwork, drops: bool
) -> None:
    person = Person.arrive(browser, network.address)
    acts = acts_sent(person)
    person.page.clock.install()
    table = person.start("classic")
    assert person.wait_to_be_asked()
    status = person.page.get_by_test_id("status")
    network.die(drops=drops)
    person.page.locator(".target .spot").nth(5).click()
    person.press_play()
    person.page.clock.run_for(NOTICED)
    expect(status).to_contain_text("Connection lost")
    expect(status).to_contain_text("Your move is kept")
    network.recover()
    person.page.wait_for_selector("main[data-asked=true] .hand .slot:not(.idle)")
    expect(status).to_have_text("Your turn")
    assert len({act["id"] for act in acts}) == 1, "the same command, however often it is sent"
    assert decisions(person, table) == [acts[0]["action"]]
    assert person.errors == []
    person.close()
