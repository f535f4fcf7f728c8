"""Everything around a decision: how to come to each page and panel, and what must be true there.

Like the decisions of `gallery.py`, they are opened once and looked at in windows of every size.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.web.gallery import LEAST_TARGET, SEEING, Box, area, covers, height, width
from tests.web.person import Person
from tests.web.test_every_decision import asked

ANALYSED: Final = """() => {
  if (document.querySelector(".study [data-option]")) return "options";
  const said = document.querySelector("section.study").innerText;
  return /comes next|is over|Zuerst|ist aus/.test(said) ? "luck" : null;
}"""
"""What the study has to say of a step, as soon as it says anything."""
CHOICE: Final = 52
"""A step of the replay shown at which there are seven ways to go on."""
GOLDEN: Final = Path(__file__).parents[1] / "golden"
FRIENDS: Final = {"address": "http://192.0.2.7:8000/"}
OPENING: Final = """async (seats) => {
  const post = async (path, sent) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(sent) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  await post("/api/session", {});
  const wish = { edition: "seas", switches: {}, seats, public: true };
  return (await post("/api/tables", wish)).table;
}"""
MEASURE: Final = (
    """() => {"""
    + SEEING
    + """
  const dialog = document.querySelector("dialog[open], [role=dialog]");
  const root = dialog ?? document.querySelector("main");
  const all = (selector) => [...root.querySelectorAll(selector)].filter(shown);
  const target = (element) =>
    element.matches("[type=checkbox], [type=radio]") ? element.closest("label") : element;
  return {
    sideways: document.documentElement.scrollWidth > innerWidth,
    outside: all("*").filter((element) => {
      if (element.closest("svg, .hidden, .players")) return false;
      const { left, right } = element.getBoundingClientRect();
      return right > innerWidth + 1 || left < -1;
    }).map((element) => `${element.tagName}.${element.className}`),
    spilling: all("*").filter((element) => {
      if (element.closest("svg, .hidden, select, progress, input")) return false;
      const { display, overflowX, pointerEvents } = getComputedStyle(element);
      if (display === "inline" || overflowX === "auto" || pointerEvents === "none") return false;
      return element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
    }).map((element) => `${element.tagName}.${element.className}: ${words(element)}`),
    controls: all(":is(button, a, input, select, summary):not(.hidden)").map((element) => ({
      words: words(element),
      inText: getComputedStyle(target(element)).display === "inline" || element.matches(".rule"),
      whole: box(target(element)),
      ...seen(element),
    })),
  };
}"""
)


def home(person: Person) -> None:
    person.go_home()
    person.page.wait_for_selector("[data-edition=phoenix]")
    person.page.wait_for_selector(".demo")


def home_with_games(person: Person) -> None:
    """After all the others, whose games are listed there."""
    home(person)
    person.page.wait_for_selector("[aria-labelledby=mine] li")


def setup(person: Person) -> None:
    """What to choose before a game that has most to choose from."""
    home(person)
    person.page.locator(".card:has([data-edition=phoenix]) .buttons > button").nth(1).click()
    person.page.locator("dialog summary").click()


def lobby(person: Person) -> None:
    """Where whoever has opened a table waits for friends, who can reach it."""
    person.page.route("**/api/invitation", lambda route: route.fulfill(json=FRIENDS))
    person.go_home()
    seats = [{"kind": "you", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
    person.page.goto(f"{person.address}/#/t/{person.page.evaluate(OPENING, seats)}")
    person.page.wait_for_selector(".lobby [data-link]")


def invited(person: Person) -> None:
    """The same table, as a friend finds it who may sit down."""
    person.go_home()
    seats = [{"kind": "open"}, {"kind": "open"}, {"kind": "bot", "bot": "cautious", "name": "Aki"}]
    person.page.goto(f"{person.address}/#/t/{person.page.evaluate(OPENING, seats)}")
    person.page.wait_for_selector(".lobby li button")


def tutorial(person: Person) -> None:
    person.page.goto(f"{person.address}/#/learn/kosmos")
    person.page.wait_for_selector(".lesson-step")
    person.page.wait_for_selector("main[data-asked=true]")


def rules(person: Person) -> None:
    person.page.goto(f"{person.address}/#/rules/phoenix")
    person.page.wait_for_selector("main article, main section")


def replay(person: Person) -> None:
    """A recorded game at a choice of many, with what it could be played on with."""
    person.go_home()
    person.page.goto(f"{person.address}/#/file")
    person.page.locator("input[type=file]").set_input_files(GOLDEN / "classic-4-00015.tsr")
    person.page.locator("input[type=range]").fill(str(CHOICE))
    person.page.locator("details summary").first.click()


def study(person: Person) -> None:
    """Every option of a move in the middle of a game."""
    replay(person)
    person.page.locator("button.study").click()
    for at in range(CHOICE, CHOICE + 4):
        person.page.locator("input[type=range]").fill(str(at))
        if person.page.wait_for_function(ANALYSED).json_value() == "options":
            break


def finish(person: Person) -> None:
    """How a game ended, with a picture to share."""
    asked(person, "pocket-2-00087", 6, "TakeMark")
    person.play_on()


def leaving(person: Person) -> None:
    """How to leave a game, and how to resign."""
    asked(person, "seas-4-00018", 23, "Swap")
    person.page.locator("nav button").last.click()
    person.page.wait_for_selector(".leave")


def adjusting(person: Person) -> None:
    """The settings beside a game."""
    asked(person, "classic-3-00060", 20, "PlaceTile")
    person.page.locator("nav button").nth(1).click()
    person.page.wait_for_selector("[role=dialog] select")


def explaining(person: Person) -> None:
    """The rules beside a game."""
    asked(person, "phoenix-8-00124", 112, "Flip")
    person.page.locator("nav button").first.click()
    person.page.wait_for_selector("[role=dialog] article")


PAGES: Final[dict[str, Callable[[Person], None]]] = {
    "home": home,
    "setup": setup,
    "lobby": lobby,
    "invited": invited,
    "tutorial": tutorial,
    "rules": rules,
    "replay": replay,
    "study": study,
    "finish": finish,
    "leaving": leaving,
    "adjusting": adjusting,
    "explaining": explaining,
    "home-with-games": home_with_games,
}


def measure(person: Person) -> dict[str, Any]:
    """Where everything is, in pixels of the window."""
    found: dict[str, Any] = person.page.evaluate(MEASURE)
    return found


def faults(found: dict[str, Any]) -> list[str]:
    """What is wrong with a page as it was measured, one line each."""
    controls: list[Box] = [each for each in found["controls"] if area(each) > 1]
    wrong = [f"outside the window: {each}" for each in found["outside"]]
    wrong += [f"wider than its place: {each}" for each in found["spilling"]]
    if found["sideways"]:
        wrong.append("the page is wider than the window")
    wrong += [
        f"{one['words']} lies over {other['words']}"
        for n, one in enumerate(controls)
        for other in controls[n + 1 :]
        if covers(one, other)
    ]
    wrong += [
        f"{each['words']} is too small: {each['whole']}"
        for each in controls
        if not each["inText"] and min(width(each["whole"]), height(each["whole"])) < LEAST_TARGET
    ]
    return wrong
