"""Hints, and the study of a game: shares, ghosts with figures, the moves that cost most."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, expect

from tests.web.browser import ROOT
from tests.web.person import PHONE, WIDE, Person
from tests.web.test_quality import findings
from tests.web.test_tables import open_table

Arrive = Callable[..., Person]
GAMES = ROOT / "tests" / "golden"
IN_ORDER = "options => options.map((each) => each.dataset.option)"
SECOND_THOUGHT = """
const ask = window.fetch;
window.fetch = async (address, request) => {
  const answer = await ask(address, request);
  if (!String(address).endsWith("/api/study") || request.body.includes("scan")) return answer;
  const lines = (await answer.text()).trim().split("\\n").map((line) => JSON.parse(line));
  const told = lines.at(-1);
  const body = new ReadableStream({
    start(stream) {
      const tell = () => stream.enqueue(new TextEncoder().encode(JSON.stringify(told) + "\\n"));
      window.thinkAgain = () => { told.options.reverse(); told.played = told.options[0]; tell(); };
      told.played = told.options?.[0] ?? null;
      tell();
    },
  });
  return new Response(body);
};
"""
"""The page is told the last thought on a position at first, and then as often as asked."""
PERCENT = re.compile(r"\d+%")


def load(person: Person, name: str) -> int:
    """Looks at a recorded game; the number of its steps."""
    person.page.goto(f"{person.address}/#/file")
    person.page.locator("input[type=file]").set_input_files(GAMES / f"{name}.tsr")
    slider = person.page.locator("input[type=range]")
    return int(slider.get_attribute("max") or 0)


def go_to(person: Person, step: int) -> None:
    person.page.locator("input[type=range]").fill(str(step))


def study(person: Person) -> None:
    person.page.get_by_role("button", name="Study this game").click()


def go_to_a_choice(person: Person, step: int, *, of: str = "[data-option]") -> None:
    """The first position from a step on that has options to look at."""
    page = person.page
    for at in range(step, step + 12):
        go_to(person, at)
        page.wait_for_function(
            "() => document.querySelector('.study [data-option]')"
            " || /comes next|is over/.test(document.querySelector('section.study').innerText)"
        )
        if page.locator(f".study {of}").count():
            return
    raise AssertionError("nobody decides anything")


@pytest.mark.parametrize(
    ("name", "size", "dark"),
    [
        ("classic-4-00015", WIDE, False),
        ("phoenix-3-00039", PHONE, True),
        ("classic-8-00030", PHONE, False),
    ],
)
def test_studying_a_recorded_game(
    arrive: Arrive, name: str, size: dict[str, int], dark: bool
) -> None:
    person = arrive(size=size, dark=dark)
    page = person.page
    last = load(person, name)
    study(person)
    go_to_a_choice(person, last // 2)
    bar = page.locator(".study [role=img]").first
    label = bar.get_attribute("aria-label") or ""
    assert label.startswith("Chances to win:")
    assert len(PERCENT.findall(label)) == page.locator(".players li").count()
    expect(page.locator(".study .option .figure").first).to_contain_text(PERCENT)
    expect(page.locator(".study em")).to_have_text("played")
    expect(page.locator(".study progress").first).to_be_attached()
    assert findings(person) == []


def test_the_bar_follows_the_scrubber_and_who_moves_on_stops_the_thinking(arrive: Arrive) -> None:
    person = arrive()
    page = person.page
    last = load(person, "pocket-2-00087")
    go_to(person, last)
    page.get_by_role("button", name="Back", exact=True).click()
    before = page.locator(".where").get_attribute("data-at")
    study(person)
    go_to_a_choice(person, last // 2)
    page.route("**/api/study", lambda route: None)  # Thinks until it is given up.

    def is_the_last_but_one(asked: Request) -> bool:
        return f'"at":{before}' in (asked.post_data or "")

    with page.expect_request(is_the_last_but_one):
        go_to(person, int(before or 0))
    page.unroute("**/api/study")
    with page.expect_event("requestfailed", is_the_last_but_one):
        go_to(person, last)
    expect(page.locator("section.study")).to_contain_text("The game is over")
    bar = page.locator(".study [role=img]").first
    assert "100%" in (bar.get_attribute("aria-label") or "")
    page.get_by_role("button", name="Close the study").click()
    expect(page.locator(".study [role=img]")).to_have_count(0)


def test_options_are_drawn_as_ghosts_with_their_figures(arrive: Arrive) -> None:
    person = arrive()
    page = person.page
    last = load(person, "classic-4-00015")
    study(person)
    go_to_a_choice(person, last // 2, of=".option .tile")
    figures = page.locator(".verdicts .figure")
    expect(figures.first).to_contain_text(PERCENT)
    expect(page.locator(".board .held")).to_be_attached()
    options = page.locator(".study [data-option]")
    options.first.hover()
    second = page.locator(f".study [data-option='{options.evaluate_all(IN_ORDER)[1]}']")
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ghost .route").first).to_be_attached()
    figures.first.click()
    expect(page.locator(".study [data-option][aria-pressed=true]")).to_have_count(1)


def test_options_that_are_pointed_at_stay_where_they_are(arrive: Arrive) -> None:
    """A further thought that turns the order around is sent when the test wants it."""
    person = arrive()
    page = person.page
    page.add_init_script(SECOND_THOUGHT)
    last = load(person, "classic-4-00015")
    study(person)
    go_to_a_choice(person, last // 2, of=".option .tile")
    options = page.locator(".study [data-option]")
    best = page.locator(".study .option.best")
    before = options.evaluate_all(IN_ORDER)
    options.first.hover()
    page.evaluate("thinkAgain()")
    expect(best).to_have_attribute("data-option", before[-1])
    assert options.evaluate_all(IN_ORDER) == before
    page.mouse.move(1, 1)
    expect(options.first).to_have_attribute("data-option", before[-1])
    after = options.evaluate_all(IN_ORDER)
    page.get_by_role("button", name="Close the study").focus()
    page.keyboard.press("Tab")
    expect(options.first).to_be_focused()
    page.evaluate("thinkAgain()")
    expect(best).to_have_attribute("data-option", after[-1])
    expect(options.first).to_be_focused()
    assert options.evaluate_all(IN_ORDER) == after


def test_costly_moves_are_marked_and_lead_to_their_positions(arrive: Arrive) -> None:
    """Told by a server of cardboard, for what a search finds depends on the machine."""
    person = arrive()
    page = person.page
    seats = [0.5, 0.25, 0.125, 0.125]

    def answer(at: int, loss: float, error: float, confirmed: str = "true") -> str:
        return (
            f'{{"type":"scanned","at":{at},"seat":1,"shares":{seats},"played":"T01/0",'
            f'"best":"T02/0","loss":{loss},"error":{error},"confirmed":{confirmed},"progress":1}}\n'
        )

    lines = answer(20, 0.02, 0.001) + answer(24, 0.3, 0.05) + answer(30, 0.4, 0.4)
    lines += answer(34, 0.9, 0.01, "false")
    page.route("**/api/study", lambda route: route.fulfill(body=lines))
    load(person, "classic-4-00015")
    study(person)
    marks = page.locator(".marks b")
    expect(marks).to_have_count(1)
    page.get_by_role("button", name=re.compile("Move 5 .*30%")).click()
    expect(page.locator(".where")).to_have_attribute("data-at", "24")


@pytest.mark.parametrize(
    ("edition", "size", "decisions"), [("classic", WIDE, 2), ("kosmos", PHONE, 1)]
)
def test_a_hint_in_a_game_against_bots(
    arrive: Arrive, edition: str, size: dict[str, int], decisions: int
) -> None:
    # One opponent that starts in the same cell may be out after the first tile, and the game over.
    person = arrive(size=size, opponents=3, bot="cautious")
    page = person.page
    person.start(edition)
    for _ in range(decisions):
        assert person.wait_to_be_asked()
        step = person.step
        page.get_by_role("button", name="Hint").click()
        option = page.locator(".hint [data-option]").first
        expect(option).to_contain_text(PERCENT)
        expect(page.locator(".verdicts .figure").first).to_contain_text(PERCENT)
        page.wait_for_function(
            "() => Number(document.querySelector('.hint').dataset.progress) === 1"
        )
        option.click()
        assert person.can_play
        person.press_play()
        page.wait_for_function(
            "step => document.querySelector('main').dataset.step !== step", arg=step
        )
        expect(page.locator(".hint")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hint [data-option]")
    assert findings(person) == []


def test_a_running_game_against_bots_is_studied_from_the_own_seat(arrive: Arrive) -> None:
    person = arrive(opponents=2, bot="cautious")
    page = person.page
    person.start("classic")
    person.play_on(3)
    while not person.wait_to_be_asked():
        person.start("classic")  # Luck is not bound here, and may end a game as early as that.
        person.play_on(3)
    table = page.evaluate("location.hash").rpartition("/")[2]
    page.goto(f"{person.address}/#/r/{table}")
    study(person)
    bar = page.locator(".study [role=img]").first
    expect(bar).to_have_attribute("aria-label", re.compile(r"Chances to win:(.*%){3}"))
    expect(page.locator(".study .option .figure").first).to_contain_text(PERCENT)
    assert findings(person) == []


def test_no_hints_where_other_people_play(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    table = open_table(ann, ["open"])
    ben.page.goto(f"{ben.address}/#/t/{table}")
    ben.page.get_by_role("button", name="Sit down here").click()
    assert ann.wait_to_be_asked()
    expect(ann.page.get_by_role("button", name="Hint")).to_have_count(0)
    ann.page.keyboard.press("h")
    expect(ann.page.locator(".hint")).to_have_count(0)
    ann.page.goto(f"{ann.address}/#/r/{table}")
    ann.page.wait_for_selector(".scrubber")
    expect(ann.page.get_by_role("button", name="Study this game")).to_have_count(0)


def test_levels_have_names_and_characters(arrive: Arrive) -> None:
    person = arrive(bot="")
    person.go_home()
    levels = person.page.locator("label", has_text="Bots").locator("optgroup").first
    assert levels.locator("option").all_inner_texts() == ["Silly", "Clever", "Tricky", "Dragon"]
    person.page.get_by_label("Bots").select_option("dragon")
    expect(person.page.locator(".character")).to_have_text(
        "Sees thousands of endings and forgives nothing."
    )
    person.page.get_by_role("button", name="Set up a table").first.click()
    menu = person.page.locator("dialog .seat select").nth(1)
    expect(menu).to_have_value("bot:dragon")
    assert "Silly – Dreams along" in menu.inner_text()
    menu.select_option("bot:silly")
    person.page.get_by_role("button", name="Start").click()
    person.page.wait_for_selector("svg.board")
    expect(person.page.locator(".players small")).to_have_text(["you", "Silly", "Dragon"])


def test_switches_are_explained_in_german(arrive: Arrive) -> None:
    person = arrive(language="de")
    person.page.goto(person.address)
    person.page.get_by_role("button", name="Tisch einrichten").nth(3).click()
    person.page.locator("summary", has_text="Regeln").click()
    dialog = person.page.locator("dialog")
    expect(dialog).to_contain_text("mit oder ohne Daikaiju spielen")
    assert "ein Würfel für alle" in dialog.inner_text()
    assert "per_daikaiju" not in dialog.inner_text()


def test_who_is_out_may_try_another_line(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    table = next(filter(None, (put_out(ann, ben) for _ in range(8))))
    button = ann.page.get_by_role("button", name="Try another line")
    expect(button).to_be_visible()
    button.click()
    ann.page.wait_for_function("old => !location.hash.endsWith(old)", arg=table)
    assert ann.wait_to_be_asked()
    expect(ann.page.get_by_role("button", name="Hint")).to_have_count(0)


def put_out(ann: Person, ben: Person) -> str | None:
    """A table at which one of two people is out and the game goes on; None if it is over."""
    table = open_table(ann, ["open", "bot:cautious"], edition=2)
    ben.page.goto(f"{ben.address}/#/t/{table}")
    ben.page.get_by_role("button", name="Sit down here").click()
    while ann.wait_for_either():
        if ann.is_out:
            return table
        if ann.is_asked:
            give_up(ann)
        elif ben.wait_to_be_asked():
            ben.decide()
            ann.follow(ben)
    return None


def give_up(person: Person) -> None:
    """Lays a tile that takes the own pawn off the board, if there is one; else decides as usual."""
    step = person.step
    slots = person.page.locator(".slot:not(.idle)")
    for number in range(slots.count()):
        slots.nth(number).click()
        for _ in range(4):
            if person.outlook == (True, True):
                person.press_play()
                person.page.wait_for_function(
                    "step => document.querySelector('main').dataset.step !== step", arg=step
                )
                return
            person.page.keyboard.press("r")
    person.page.keyboard.press("Escape")
    person.decide()
