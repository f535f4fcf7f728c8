"""How soon a table is painted in Chromium, and how much is sent for it.

    python benchmarks/page.py [--loads 15]

A server of its own, a table of each edition in turn, round by round: milliseconds from the
beginning of the navigation to the last first paint the browser reports, medians over the rounds
with nothing kept from the round before, and the bytes of scripts and styles as they are sent
(gzipped). The aim is 1000 ms and 150 kB.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Response, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.browser import build_page, launch, running_server  # noqa: E402
from tests.web.person import Person  # noqa: E402
from tsuro.editions.registry import OURS  # noqa: E402

PAINTED = "performance.getEntriesByType('paint').at(-1).startTime"


def load(browser: Browser, address: str, edition: str) -> tuple[float, int]:
    """Milliseconds until a table is painted, and the bytes of its scripts and styles."""
    host = Person.arrive(browser, address)
    table = host.start(edition)
    guest = Person.arrive(browser, address)
    sent: list[int] = []

    def count(response: Response) -> None:
        if response.request.resource_type in {"script", "stylesheet"}:
            sent.append(int(response.headers.get("content-length", 0)))

    guest.page.on("response", count)
    guest.page.goto(f"{address}/#/t/{table}")
    guest.page.wait_for_selector("svg.board")
    painted: float = guest.page.evaluate(PAINTED)
    host.close()
    guest.close()
    return painted, sum(sent)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--loads", type=int, default=15, help="rounds (15)")
    loads = parser.parse_args().loads
    build_page()
    times: dict[str, list[float]] = {edition: [] for edition in OURS}
    with sync_playwright() as playwright, running_server() as running:
        browser = launch(playwright)
        for _ in range(loads):
            for edition, found in times.items():
                painted, sent = load(browser, running.address, edition)
                found.append(painted)
        browser.close()
    for edition, found in times.items():
        print(
            f"{edition:8} painted after {median(found):5.0f} ms (slowest {max(found):.0f}),"
            f" median of {loads} loads"
        )
    print(f"scripts and styles: {sent / 1000:.1f} kB")


if __name__ == "__main__":
    main()
