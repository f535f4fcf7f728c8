"""The documentation site as it is built: without a warning, and with boards to play on."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.local.site import PLACE, handed_out
from tests.support.waiting import PATIENCE
from tests.web.browser import ROOT, launch
from tools import live_boards, make_docs
from tsuro.editions.registry import OURS
from tsuro.engine.play import resume
from tsuro.formats.position import parse_position


def test_the_site_is_built_without_a_warning_and_its_boards_play(tmp_path: Path) -> None:
    """With `--strict`, which makes every warning an error."""
    built = subprocess.run(
        [sys.executable, "-m", "tools.make_docs"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    assert "No issues found" in built.stdout + built.stderr
    assert_told_of_every_name()
    shutil.copytree(make_docs.SITE, tmp_path / PLACE)
    with sync_playwright() as playwright, handed_out(tmp_path) as files:
        browser = launch(playwright)
        page = browser.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        play_on_a_board(page, files.address)
        browser.close()


def assert_told_of_every_name() -> None:
    first = (make_docs.SITE / "index.html").read_text(encoding="utf-8")
    assert 'id="player-board"' in first
    assert "fonts.googleapis" not in first
    pages = "".join(page.read_text() for page in (make_docs.SITE / "reference").glob("*.html"))
    for package in make_docs.PACKAGES:
        for name, module in make_docs.public_names(package).items():
            assert f'id="{module}.{name}"' in pages, f"{package}.{name}"


def play_on_a_board(page: Page, address: str) -> None:
    """Nothing of a board is loaded before somebody asks for it."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}rules/classic.html")
    assert not [url for url in asked if f"/{live_boards.PLACE}/" in url]
    page.get_by_role("button", name="A first placement").first.click()
    board = page.frame_locator(".live-board iframe")
    board.locator("main[data-asked=true] .slot").first.click(timeout=1000 * PATIENCE)
    board.get_by_role("button", name="Play", exact=True).click()
    expect(board.locator(".trial[data-played=true]")).to_be_visible(timeout=1000 * PATIENCE)
    page.goto(f"{address}index.html")
    page.get_by_role("button", name="Play a game here").click()
    game = page.frame_locator(".live-board iframe").locator("main[data-asked=true] .target")
    game.first.wait_for(timeout=1000 * PATIENCE)


def test_every_rules_page_of_an_edition_has_boards() -> None:
    for name in OURS:
        text = (make_docs.DOCS / "rules" / f"{name}.md").read_text(encoding="utf-8")
        assert live_boards.with_boards(text, name).count('class="live-board"') >= 3, name
    for name in ("examples", "general"):
        text = (make_docs.DOCS / "rules" / f"{name}.md").read_text(encoding="utf-8")
        assert 'class="live-board"' in live_boards.with_boards(text, name)
    plain = (make_docs.DOCS / "rules" / "rulings.md").read_text(encoding="utf-8")
    assert live_boards.with_boards(plain, "rulings") == plain


def test_every_position_of_an_example_asks_somebody_to_decide() -> None:
    known = {example for example, _, _ in live_boards.examples()}
    assert live_boards.positions().keys() <= known
    for example, text in live_boards.positions().items():
        position = parse_position(text)
        assert resume(position.edition, position.state).ask is not None, example
