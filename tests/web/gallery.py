"""Every kind of decision in every size of window: where to find them, and what must be true there.

Positions are branched off recorded games, and the window is resized where it is, so that the whole
table of them costs little. `tools/make_gallery.py` keeps a picture of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tests.web.person import Person

SIZES: Final = (
    (320, 480),
    (360, 225),
    (360, 640),
    (390, 664),
    (390, 844),
    (568, 320),
    (640, 360),
    (720, 450),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1165, 800),
    (1280, 720),
    (1440, 900),
    (2560, 1440),
)
"""Phones with and without the bars of their browsers, tablets, and desktops; 720 x 450 is
1440 x 900 at 200 %, 360 x 225 the same at 400 %."""
LEAST_BOARD: Final = 280
LEAST_TARGET: Final = 44
LEAST_WINDOW: Final = 300
"""Pixels in height below which board and hand cannot be seen at once."""
LEAST_GLIMPSE: Final = 8
"""Of a tile in the hand, for somebody to know that it is there."""


@dataclass(frozen=True)
class Moment:
    """A decision that a recorded game comes to."""

    record: str
    step: int
    kind: str

    @property
    def edition(self) -> str:
        return self.record.split("-")[0]

    @property
    def name(self) -> str:
        return f"{self.record}-{self.step}-{self.kind}"


MOMENTS: Final = (
    Moment("classic-3-00060", 10, "TakeMark"),
    Moment("classic-3-00060", 20, "PlaceTile"),
    Moment("classic-3-00060", 29, "Swap"),
    Moment("kosmos-2-00051", 6, "TakeSide"),
    Moment("kosmos-2-00051", 10, "PlaceTile"),
    Moment("kosmos-2-00051", 11, "Enter"),
    Moment("kosmos-2-00051", 12, "ChoosePile"),
    Moment("pocket-2-00087", 6, "TakeMark"),
    Moment("pocket-4-00007", 16, "PlaceTile"),
    Moment("seas-2-00053", 24, "Relocate"),
    Moment("seas-4-00018", 23, "Swap"),
    Moment("seas-7-00073", 55, "Relocate"),
    Moment("phoenix-2-00014", 0, "TakeSide"),
    Moment("phoenix-2-00014", 22, "PlaceTile"),
    Moment("phoenix-2-00014", 34, "TurnTile"),
    Moment("phoenix-2-00014", 35, "Rise"),
    Moment("phoenix-2-00094", 47, "MoveLantern"),
    Moment("phoenix-8-00124", 112, "Flip"),
)

SEEING: Final = """
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const plain = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const box = (element) => plain(element.getBoundingClientRect());
  // What can be seen of it: the rest is scrolled away.
  const seen = (element) => {
    const part = box(element);
    for (let up = element.parentElement; up; up = up.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(up);
      if (display === "contents") continue;
      const frame = up.getBoundingClientRect();
      const { max, min } = Math;
      if (overflowX !== "visible") part.left = max(part.left, frame.left);
      if (overflowX !== "visible") part.right = min(part.right, frame.right);
      if (overflowY !== "visible") part.top = max(part.top, frame.top);
      if (overflowY !== "visible") part.bottom = min(part.bottom, frame.bottom);
    }
    return part;
  };
  const words = (element) =>
    element.getAttribute("aria-label") || element.textContent.trim() || element.className;
"""
"""What everything is measured with."""
MEASURE: Final = (
    """() => {"""
    + SEEING
    + """
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const controls = all("main :is(button, a, input, select, summary)").map((element) => ({
    words: words(element),
    plays: element.matches(".play"),
    docked: element.closest(".dock") !== null,
    inText: getComputedStyle(element).display === "inline" || element.matches(".rule"),
    squeezed: element.scrollWidth > element.clientWidth + 1,
    whole: box(element),
    ...seen(element),
  }));
  const outside = all("main *").filter((element) => {
    if (element.closest("svg, .hidden, .players")) return false;
    const { left, right } = element.getBoundingClientRect();
    return right > innerWidth + 1 || left < -1;
  });
  const place = (name) => all(`main .${name}`)[0];
  const names = ["bar", "side", "board-place", "coach", "tray", "dock"].filter(place);
  return {
    arrangement: document.querySelector("main").dataset.arrangement,
    board: box(document.querySelector("svg.board")),
    places: Object.fromEntries(names.map((name) => [name, seen(place(name))])),
    controls,
    outside: outside.map((element) => `${element.tagName}.${element.className}`),
    unreachable: all("main *").filter((element) => {
      const { overflowY } = getComputedStyle(element);
      return overflowY === "hidden" && !element.matches(".hidden, .status, .table")
        && element.scrollHeight > element.clientHeight + 2 && !element.closest("svg");
    }).map((element) => `${element.tagName}.${element.className}`),
    steps: all(".dock .turns > button:not([aria-disabled=true])").length,
    offered: all(".target").length,
    labels: all(".labels :is(text, rect)").map(box),
    marks: all(".target .spot, .pawn .body").map(box),
    status: all(".bar > .status").every((element) =>
      element.scrollWidth <= element.clientWidth + 1
        && element.scrollHeight <= element.clientHeight + 3),
    told: all(".prompt").every((element) => element.scrollHeight <= element.clientHeight + 1),
    hand: all(".hand .slot:not(.idle)").map(seen),
    sideways: document.documentElement.scrollWidth > innerWidth,
  };
}"""
)
EXPECTING: Final = """() => {
  window.resized = new Promise((done) => addEventListener("resize", done, { once: true }));
}"""
FILLED: Final = """([wide, high]) => {
  if (innerWidth !== wide || innerHeight !== high) return false;
  // A table is as large as its window; other pages are scrolled.
  const table = document.querySelector("main.table")?.getBoundingClientRect();
  return !table || (table.width === wide && table.height === high);
}"""
PAINTED: Final = (
    "() => document.fonts.ready.then(() =>"
    " new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"
)


Box = dict[str, Any]


def measure(person: Person) -> dict[str, Any]:
    """Where everything is, in pixels of the window."""
    found: dict[str, Any] = person.page.evaluate(MEASURE)
    return found


def width(box: Box) -> float:
    return float(box["right"] - box["left"])


def height(box: Box) -> float:
    return float(box["bottom"] - box["top"])


def area(box: Box) -> float:
    return max(0.0, width(box)) * max(0.0, height(box))


def overlap(one: Box, other: Box) -> Box:
    return {
        "left": max(one["left"], other["left"]),
        "top": max(one["top"], other["top"]),
        "right": min(one["right"], other["right"]),
        "bottom": min(one["bottom"], other["bottom"]),
    }


def covers(one: Box, other: Box) -> bool:
    """Whether two boxes share more than a hair."""
    common = overlap(one, other)
    return width(common) > 1 and height(common) > 1


def is_inside(box: Box, size: tuple[int, int]) -> bool:
    wide, high = size
    window = {"left": -1, "top": -1, "right": wide + 1, "bottom": high + 1}
    return area(overlap(box, window)) == area(box)


WORDS: Final = {
    "status": "whose turn it is cannot be read",
    "told": "the words about the decision are cut off",
}


def faults(found: dict[str, Any], size: tuple[int, int]) -> list[str]:
    """What is wrong with a page as it was measured, one line each."""
    controls = [each for each in found["controls"] if width(each) > 1 and height(each) > 1]
    board, places = found["board"], found["places"]
    wrong = [f"outside the window: {each}" for each in found["outside"]]
    wrong += [f"cut off: {each}" for each in found["unreachable"]]
    if found["sideways"]:
        wrong.append("the page is wider than the window")
    play = [each for each in found["controls"] if each["plays"]]
    if len(play) != 1 or not play[0]["docked"] or not is_inside(play[0]["whole"], size):
        wrong.append(f"Play is not in its place: {play}")
    if min(width(board), height(board)) < LEAST_BOARD:
        wrong.append(f"the board has only {width(board):.0f} x {height(board):.0f}")
    if size[1] >= LEAST_BOARD and any(
        area(each) > area(board) for name, each in places.items() if name != "board-place"
    ):
        wrong.append(f"something is larger than the board: {board} {places}")
    wrong += [
        f"{one} lies over {other}"
        for n, one in enumerate(places)
        for other in list(places)[n + 1 :]
        if covers(places[one], places[other])
    ]
    wrong += [
        f"{one['words']} lies over {other['words']}"
        for n, one in enumerate(controls)
        for other in controls[n + 1 :]
        if covers(one, other)
    ]
    if found["offered"] and found["steps"] < 2:
        wrong.append("places smaller than a finger cannot be stepped through")
    wrong += [
        f"a mark lies over a label: {mark} {label}"
        for mark in found["marks"]
        for label in found["labels"]
        if covers(mark, label)
    ]
    wrong += [f"{each['words']} does not fit" for each in controls if each["squeezed"]]
    wrong += [what for name, what in WORDS.items() if not found[name]]
    if size[1] >= LEAST_WINDOW and any(height(each) < LEAST_GLIMPSE for each in found["hand"]):
        wrong.append("the hand is out of sight")
    wrong += [
        f"{each['words']} is too small: {each['whole']}"
        for each in found["controls"]
        if not each["inText"] and min(width(each["whole"]), height(each["whole"])) < LEAST_TARGET
    ]
    return wrong


def resize(person: Person, size: tuple[int, int]) -> None:
    """Makes the window another size, and waits until the page is painted in it."""
    wide, high = size
    if person.page.viewport_size == {"width": wide, "height": high}:
        return
    person.page.evaluate(EXPECTING)
    person.page.set_viewport_size({"width": wide, "height": high})
    person.page.evaluate("() => window.resized")
    person.page.wait_for_function(FILLED, arg=[wide, high])
    person.page.evaluate(PAINTED)
