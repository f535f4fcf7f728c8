"""Take the screenshots of the documentation: home, games, a replay, a study, a phone, a report."""

from __future__ import annotations

import argparse
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.browser import build_page, launch, running_server  # noqa: E402
from tests.web.person import PHONE, Person  # noqa: E402
from tsuro.cli.main import cli  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "screens"
COLOURS = 256
"""A palette is enough for drawings, and makes the files a third as large."""
GAMES = {
    "classic": (7, False),
    "kosmos": (8, False),
    "pocket": (8, False),
    "seas": (8, True),
    "phoenix": (8, True),
}
"""Decisions before the picture is taken, and whether it is dark."""


def shoot(person: Person, folder: Path, name: str) -> None:
    person.page.mouse.move(2, 2)
    person.page.wait_for_timeout(600)
    keep(person.page.screenshot(), folder, name)


def keep(content: bytes, folder: Path, name: str) -> None:
    picture = Image.open(BytesIO(content))
    palette = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    palette.save(folder / f"{name}.png", optimize=True)
    print(folder / f"{name}.png")


def at_a_choice(person: Person, edition: str, decisions: int) -> None:
    """A game in its middle, with a tile held up so that the ghost of the move is seen."""
    for _ in range(20):
        person.start(edition)
        person.play_on(decisions)
        if person.is_out or not person.wait_to_be_asked():
            continue
        if person.hold_up():
            return
    raise RuntimeError(f"no game of {edition} comes to a choice after {decisions} decisions")


def home(browser: Browser, address: str, folder: Path) -> None:
    person = Person.arrive(browser, address, opponents=3)
    person.go_home()
    person.page.wait_for_function(
        "() => document.images.length === 5 && [...document.images].every(each => each.complete)"
    )
    shoot(person, folder, "home")
    person.close()


def games(browser: Browser, address: str, folder: Path) -> None:
    for edition, (decisions, dark) in GAMES.items():
        person = Person.arrive(browser, address, opponents=3, dark=dark)
        at_a_choice(person, edition, decisions)
        shoot(person, folder, edition)
        person.close()


def replay(browser: Browser, address: str, folder: Path) -> None:
    person = Person.arrive(browser, address, opponents=3)
    table = person.start("classic")
    person.play_on()
    person.page.goto(f"{address}/#/r/{table}")
    slider = person.page.locator("input[type=range]")
    last = int(slider.get_attribute("max") or 0)
    slider.fill(str(last * 4 // 5))
    shoot(person, folder, "replay")
    person.close()


def study(browser: Browser, address: str, folder: Path) -> None:
    """A move that cost much, with what would have been better."""
    person = Person.arrive(browser, address, opponents=3)
    table = person.start("classic")
    person.play_on()
    person.page.goto(f"{address}/#/r/{table}")
    person.page.get_by_role("button", name="Study this game").click()
    person.page.locator(".mistake").first.click()
    person.page.wait_for_selector("section.study > progress.idle", state="attached")
    shoot(person, folder, "study")
    person.close()


def phone(browser: Browser, address: str, folder: Path) -> None:
    for name, edition, dark in (("phone", "classic", False), ("phone-dark", "seas", True)):
        person = Person.arrive(browser, address, size=PHONE, scale=2, opponents=3, dark=dark)
        at_a_choice(person, edition, 6)
        shoot(person, folder, name)
        person.close()


def report(browser: Browser, address: str, folder: Path) -> None:
    """What `tsuro simulate` writes: the page itself needs no server."""
    with TemporaryDirectory() as place:
        words = ["simulate", "--edition", "seas", "--seats", "4", "--games", "100000"]
        cli([*words, "--policy", "cautious", "--out", place], standalone_mode=False)
        page = browser.new_page(viewport={"width": 1280, "height": 1500})
        page.goto((Path(place) / "report.html").as_uri())
        page.wait_for_timeout(600)
        keep(page.screenshot(), folder, "report")
        page.close()


PICTURES = {
    "home": home,
    "games": games,
    "replay": replay,
    "study": study,
    "phone": phone,
    "report": report,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*PICTURES, []], help="all if none is given")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    build_page()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with running_server() as running, sync_playwright() as playwright:
        browser = launch(playwright)
        for name in arguments.names or PICTURES:
            running.take_luck_of(name)
            PICTURES[name](browser, running.address, arguments.folder)
        browser.close()


if __name__ == "__main__":
    main()
