"""Take pictures of every kind of decision in windows of every size, by day and by night."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.browser import ARTEFACTS, build_page, launch, running_server  # noqa: E402
from tests.web.gallery import MOMENTS, SIZES, resize  # noqa: E402
from tests.web.person import Person  # noqa: E402
from tests.web.test_every_decision import asked  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="moments with this in their name")
    parser.add_argument("--sizes", nargs="*", help="such as 390x664; all if none is given")
    parser.add_argument("--look", choices=["light", "dark"], help="both if none is given")
    parser.add_argument("--folder", type=Path, default=ARTEFACTS / "gallery")
    arguments = parser.parse_args()
    wanted = [tuple(map(int, each.split("x"))) for each in arguments.sizes or ()]
    looks = [arguments.look] if arguments.look else ["light", "dark"]
    build_page()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with running_server() as running, sync_playwright() as playwright:
        browser = launch(playwright)
        person = Person.arrive(browser, running.address)
        for moment in MOMENTS:
            if arguments.only not in moment.name:
                continue
            asked(person, moment.record, moment.step, moment.kind)
            for look in looks:
                person.page.emulate_media(color_scheme="dark" if look == "dark" else "light")
                for width, height in wanted or SIZES:
                    resize(person, (width, height))
                    name = f"{moment.name}-{width}x{height}-{look}.png"
                    person.page.screenshot(path=arguments.folder / name)
        person.close()
        browser.close()
    print(arguments.folder)


if __name__ == "__main__":
    main()
