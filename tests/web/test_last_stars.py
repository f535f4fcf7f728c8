"""A game that ends with its last travel: the stars of that travel are taken first (PR-51)."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.phoenix import last_travel
from tests.web.browser import build_page, running_server
from tests.web.person import Person
from tsuro.editions.edition import RULES_VERSION
from tsuro.formats.position import format_position
from tsuro.server.play.documents import stored
from tsuro.server.run import DATABASE
from tsuro.server.storage.sqlite import SqliteStore
from tsuro.server.storage.store import Create, Store
from tsuro.telling.documents import Seating, TableDocument

NAME = "laststar"


def store_table(path: Path, position: str) -> None:
    """A table for one person and a bot that goes on from a position."""
    document = TableDocument(
        id=NAME, edition="phoenix", switches={}, first=0, seed="1", public=False, clock=None,
        seats=[Seating(kind="open"), Seating(kind="bot", bot="random", name="Bea")],
        creator=None, position=position, rules_version=RULES_VERSION,
    )  # fmt: skip
    store = SqliteStore(str(path))
    try:
        # This thread's loop belongs to the browser.
        with ThreadPoolExecutor(1) as pool:
            pool.submit(lambda: asyncio.run(_create(store, document))).result()
    finally:
        store.close()


async def _create(store: Store, document: TableDocument) -> None:
    await store.write(Create(stored(document), [], at=0))


def test_whoever_strikes_the_last_pawn_takes_the_stars_and_wins(
    browser: Browser, tmp_path: Path
) -> None:
    table = last_travel()
    store_table(tmp_path / DATABASE, format_position(table.edition, table.state))
    build_page()
    with running_server("--data", str(tmp_path)) as running:
        person = Person.arrive(browser, running.address)
        page = person.page
        page.goto(f"{running.address}/#/t/{NAME}")
        page.get_by_role("button", name="Sit down here").click()
        assert person.wait_to_be_asked()
        page.locator(".slot[data-tile=E18]").click()
        person.press_play()
        page.locator(".target[data-action='in:6'] :is(.spot, .area, .handle circle)").first.click()
        person.press_play()
        page.wait_for_selector(".target[data-action^='lantern:']")
        person.play_on()
        expect(page.get_by_test_id("verdict")).to_contain_text("You win")
        assert person.errors == []
        person.close()
