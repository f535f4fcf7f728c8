"""Take pictures of every kind of decision and every page, in windows of every size, by day and by
night: what tests measure, for the eye."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.browser import ARTEFACTS, build_page, launch, running_server  # noqa: E402
from tests.web.gallery import MOMENTS, SIZES, resize  # noqa: E402
from tests.web.pages import PAGES  # noqa: E402
from tests.web.person import WIDE, Person  # noqa: E402
from tests.web.test_every_decision import asked  # noqa: E402


def scenes() -> Iterator[tuple[str, Callable[[Person], None]]]:
    """What there is to look at, and how to come to it."""
    for moment in MOMENTS:
        yield (
            moment.name,
            partial(_decide, record=moment.record, step=moment.step, kind=moment.kind),
        )
    yield from PAGES.items()


def _decide(person: Person, record: str, step: int, kind: str) -> None:
    asked(person, record, step, kind)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="scenes with this in their name")
    parser.add_argument("--sizes", nargs="*", help="such as 390x664; all if none is given")
    parser.add_argument("--look", choices=["light", "dark"], help="both if none is given")
    parser.add_argument("--language", choices=["en", "de"], default="en")
    parser.add_argument("--folder", type=Path, default=ARTEFACTS / "gallery")
    arguments = parser.parse_args()
    sizes = [tuple(map(int, each.split("x"))) for each in arguments.sizes or ()] or SIZES
    looks = [arguments.look] if arguments.look else ["light", "dark"]
    build_page()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with running_server() as running, sync_playwright() as playwright:
        browser = launch(playwright)
        person = Person.arrive(browser, running.address, language=arguments.language)
        for name, come in scenes():
            if arguments.only not in name:
                continue
            resize(person, (WIDE["width"], WIDE["height"]))
            come(person)
            for look in looks:
                person.page.emulate_media(
                    color_scheme="dark" if look == "dark" else "light", reduced_motion="reduce"
                )
                for width, height in sizes:
                    resize(person, (width, height))
                    shot = f"{name}-{arguments.language}-{width}x{height}-{look}.png"
                    person.page.screenshot(path=arguments.folder / shot)
        person.close()
        browser.close()
    print(arguments.folder)


if __name__ == "__main__":
    main()
