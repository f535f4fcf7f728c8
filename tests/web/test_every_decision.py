"""Every kind of decision has a control that works, by mouse and by keys, however rare it is.

Recorded games lead to a position where it is asked; the page branches off there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.keys import decide_by_keys
from tests.web.person import Person
from tsuro.core.asks import Decide
from tsuro.formats.record import parse_record

GOLDEN = Path(__file__).parents[1] / "golden"
Arrive = Callable[..., Person]

DECISIONS = {
    "classic-3-00060": {29: "Swap"},
    "kosmos-2-00051": {6: "TakeSide", 10: "PlaceTile", 11: "Enter", 12: "ChoosePile"},
    "pocket-2-00087": {6: "TakeMark"},
    "phoenix-2-00014": {0: "TakeSide", 22: "PlaceTile", 23: "Enter", 34: "TurnTile", 35: "Rise"},
    "phoenix-2-00094": {47: "MoveLantern"},
    "phoenix-3-00039": {42: "Flip"},
    "phoenix-4-00034": {107: "MoveLantern"},
    "phoenix-8-00124": {112: "Flip"},
    "seas-2-00053": {24: "Relocate"},
    "seas-4-00018": {23: "Swap"},
    "seas-7-00073": {55: "Relocate"},
}
"""By record and step: what is asked there. In phoenix-4 and phoenix-8 the seat asked is already out
of the game, which does not spare it its lanterns and flips (PR-34)."""
BUTTONS = {
    ("classic-3-00060", 29): "keep",
    ("phoenix-2-00014", 30): "withdraw",
    ("phoenix-2-00014", 34): "withdraw",
    ("seas-7-00073", 55): "stay",
}
"""Decisions that are no place on the board and no tile."""


def asked(person: Person, name: str, step: int, kind: str) -> None:
    """Sits down at a table that goes on from a step of a record, as the seat that is asked."""
    text = (GOLDEN / f"{name}.tsr").read_text(encoding="utf-8")
    ask = parse_record(text).steps()[step].ask
    assert isinstance(ask, Decide)
    assert kind in {type(option).__name__ for option in ask.options}
    seats = parse_record(text).edition.seats
    wishes = [{"kind": "you" if seat == ask.seat else "bot"} for seat in range(seats)]
    # Any file of the server will do to ask it from: home draws more than anybody here looks at.
    person.page.goto(f"{person.address}/icon.svg")
    table = person.page.evaluate(
        """async (body) => {
            const post = async (path, sent) => {
                const headers = { "content-type": "application/json" };
                const answer = await fetch(path, {
                    method: "POST", headers, body: JSON.stringify(sent),
                });
                if (!answer.ok) throw new Error(await answer.text());
                return answer.json();
            };
            await post("/api/session", {});
            return (await post("/api/branches", body)).table;
        }""",
        {"record": text, "at": step, "seats": wishes},
    )
    person.page.goto(f"{person.address}/#/t/{table}")
    assert person.wait_to_be_asked()


@pytest.mark.parametrize(
    ("name", "step", "kind"),
    [(name, step, kind) for name, found in DECISIONS.items() for step, kind in found.items()],
)
def test_a_decision_by_mouse_and_by_keys(arrive: Arrive, name: str, step: int, kind: str) -> None:
    person = arrive()
    for decide in (Person.decide, decide_by_keys):
        asked(person, name, step, kind)
        before = person.step
        decide(person)
        person.page.wait_for_function(
            "step => document.querySelector('main').dataset.step !== step", arg=before
        )


@pytest.mark.parametrize(
    ("name", "step", "action"), [(*where, action) for where, action in BUTTONS.items()]
)
def test_a_decision_by_button(arrive: Arrive, name: str, step: int, action: str) -> None:
    person = arrive()
    asked(person, name, step, action.capitalize())
    before = person.step
    button = person.page.locator(f"[data-action={action}]")
    button.click()
    if action == "withdraw":
        expect(button).to_have_text("Click again to confirm")
        button.click()
    person.page.wait_for_function(
        "step => document.querySelector('main').dataset.step !== step", arg=before
    )


def test_whoever_turns_to_a_tile_is_asked_twice_again(arrive: Arrive) -> None:
    person = arrive()
    asked(person, "phoenix-2-00014", 30, "Withdraw")
    button = person.page.locator("[data-action=withdraw]")
    button.click()
    person.page.locator("[data-tile]").first.click()
    expect(button).to_have_text("Take my pawn off")
