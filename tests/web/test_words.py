"""What the page says at a decision: why it is asked, what it brings and what it costs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.person import Person
from tests.web.test_every_decision import asked
from tsuro.core.actions import Withdraw
from tsuro.core.asks import Decide
from tsuro.editions.edition import Edition
from tsuro.formats.record import parse_record
from tsuro.rules.exchange import Exchange
from tsuro.rules.seas.daikaiju import watch_of

GOLDEN = Path(__file__).parents[1] / "golden"
Arrive = Callable[..., Person]
SMALL = {"width": 390, "height": 664}


def says(person: Person, text: str) -> None:
    expect(person.page.locator(".question")).to_contain_text(text)


@pytest.mark.parametrize(
    ("name", "step", "kind", "english", "german"),
    [
        ("phoenix-3-00039", 42, "Flip", "has to glow for the lantern", "für die Laterne leuchten"),
        ("phoenix-3-00039", 43, "Flip", "You take the star of b2", "nimmst den Stern von b2"),
        ("phoenix-4-00034", 112, "Flip", "You fly in a closed loop", "geschlossenen Schleife"),
        ("seas-2-00053", 24, "Relocate", "it must go to another mark", "Es muss auf eine andere"),
        ("seas-7-00073", 55, "Relocate", "you may go to another mark", "Du darfst auf eine andere"),
    ],
)
def test_a_question_says_why(
    arrive: Arrive, name: str, step: int, kind: str, english: str, german: str
) -> None:
    for language, text in (("en", english), ("de", german)):
        person = arrive(language=language)
        asked(person, name, step, kind)
        says(person, text)


def test_the_title_says_which_switches_are_on(arrive: Arrive) -> None:
    person = arrive()
    asked(person, "phoenix-3-00039", 42, "Flip")
    title = person.page.locator("h1")
    expect(title).to_contain_text("Tsuro: Phoenix Rising · Winds of Change")
    assert "Winds of Change" in person.page.title()
    person.start("classic")
    expect(title).to_have_text("Classic Tsuro")
    german = arrive(language="de")
    asked(german, "phoenix-3-00039", 42, "Flip")
    expect(german.page.locator("h1")).to_contain_text("Winde des Wandels")
    expect(german.page.locator("h1")).not_to_contain_text("Winds")


def test_the_eliminated_hand_is_pictured_with_its_owner(arrive: Arrive) -> None:
    record = parse_record((GOLDEN / "classic-3-00060.tsr").read_text(encoding="utf-8"))
    exchange = record.steps()[29].state.part(Exchange)
    person = arrive(size=SMALL)
    asked(person, "classic-3-00060", 29, "Swap")
    taken = person.page.locator("[data-swap=take]")
    shown = [taken.nth(n).get_attribute("data-tile") for n in range(taken.count())]
    assert shown == [tile for _, tile in exchange.pool]
    words = [taken.nth(n).get_attribute("aria-label") or "" for n in range(taken.count())]
    assert all(re.match(r"Tile \d of \w+: paths ", each) for each in words)
    assert len(set(words)) == len(words)
    expect(taken.locator("svg.picture")).to_have_count(len(exchange.pool))
    expect(person.page.get_by_role("group", name="’s tiles")).to_have_count(len(exchange.losers))


@pytest.mark.parametrize("size", [SMALL, {"width": 1440, "height": 900}], ids=["small", "wide"])
def test_withdrawing_says_what_it_costs(arrive: Arrive, size: dict[str, int]) -> None:
    person = arrive(size=size)
    asked(person, "phoenix-2-00014", 30, "Withdraw")
    cost = person.page.locator(".cost")
    expect(cost).to_have_count(0)
    person.page.locator("[data-action=withdraw]").click()
    expect(cost).to_contain_text("Your tiles are discarded. You rise at once for your Life token")
    expect(cost).to_be_in_viewport(ratio=1)
    expect(person.page.locator("[data-action=withdraw]")).to_be_in_viewport(ratio=1)


def test_withdrawing_ends_the_turn_as_a_rule(arrive: Arrive) -> None:
    name, step = recorded(
        "phoenix",
        lambda edition, ask: (
            edition.switches["immolate"] == "next_turn" and Withdraw() in ask.options
        ),
    )
    person = arrive(language="de")
    asked(person, name, step, "Withdraw")
    person.page.locator("[data-action=withdraw]").click()
    expect(person.page.locator(".cost")).to_contain_text("Dein Zug endet hier")
    expect(person.page.locator(".cost")).to_contain_text("Lebensstein")


def test_dice_are_shown_with_their_sum(arrive: Arrive) -> None:
    record = parse_record((GOLDEN / "seas-7-00073.tsr").read_text(encoding="utf-8"))
    dice = watch_of(record.steps()[55].state).dice
    assert dice is not None
    person = arrive()
    asked(person, "seas-7-00073", 55, "Relocate")
    shown = person.page.locator(".side [data-testid=sum]")
    expect(shown).to_have_text(f"= {sum(dice)}")
    person.page.reload()
    person.wait_to_be_asked()
    expect(shown).to_have_text(f"= {sum(dice)}")


def test_help_tells_how_the_edition_goes(arrive: Arrive) -> None:
    person = arrive()
    asked(person, "phoenix-3-00039", 42, "Flip")
    person.page.keyboard.press("?")
    lesson = person.page.get_by_role("region", name="In short")
    for text in ("Life token", "the round is played to its end", "Winds of Change: "):
        expect(lesson).to_contain_text(text)
    expect(lesson).not_to_contain_text("are forbidden")
    expect(person.page.locator("article.now")).to_contain_text("WC-3")


def test_a_forbidden_placement_is_explained_in_german(arrive: Arrive) -> None:
    name, step = recorded(
        "classic", lambda _, ask: any(barred.rule == "CL-9" for barred in ask.barred)
    )
    person = arrive(language="de")
    asked(person, name, step, "PlaceTile")
    slots = person.page.locator(".slot:not(.idle)")
    warning = person.page.locator(".warning")
    for number in range(slots.count()):
        slots.nth(number).click()
        for _ in range(4):
            if warning.count():
                expect(warning).to_contain_text("damit verlässt deine Figur das Brett")
                return
            person.page.keyboard.press("r")
    pytest.fail("nothing was forbidden")


def test_the_log_is_told_anew_when_the_language_changes(arrive: Arrive) -> None:
    person = arrive()
    asked(person, "classic-3-00060", 29, "Swap")
    log = person.page.locator(".log").first
    expect(log).to_contain_text(" placed ")
    person.page.get_by_role("button", name="Settings").click()
    person.page.get_by_label("Language").select_option("de")
    expect(log).to_contain_text(" legt ")
    expect(log).not_to_contain_text(" placed ")
    person.page.keyboard.press("Escape")
    person.page.get_by_role("button", name="Notation").click()
    expect(log).to_contain_text(re.compile(r" T\d\d"))
    person.page.goto(f"{person.address}/#/r/{person.table}")
    person.page.wait_for_selector(".scrubber")
    expect(log).to_contain_text(" legt ")


def recorded(edition: str, wanted: Callable[[Edition, Decide], bool]) -> tuple[str, int]:
    """The record and the step of the first such decision."""
    for path in sorted(GOLDEN.glob(f"{edition}-*.tsr")):
        record = parse_record(path.read_text(encoding="utf-8"))
        for number, step in enumerate(record.steps()):
            if isinstance(step.ask, Decide) and wanted(record.edition, step.ask):
                return path.stem, number
    raise AssertionError("no recorded game has such a decision")
