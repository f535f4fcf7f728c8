"""The board of notebooks: in a real browser, with the notebook's side of it in this process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.support.waiting import PATIENCE
from tests.web.browser import build_page, launch
from tsuro.errors import BadSetting, UnknownBot
from tsuro.game import Game
from tsuro.notebook import BUILT, Board
from tsuro.simulation import Results, plan, simulate

MOST_DECISIONS = 60
HOST = """<!doctype html><body><div id="cell"></div><script type="module">
const source = await window.scriptOfWidget();
const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
const { default: widget } = await import(url);
const listeners = {};
let scene = await window.sceneOfKernel();
window.tell = (next, messages) => {
  const changed = next.version !== scene.version;
  scene = next;
  if (changed) for (const each of listeners["change:scene"] ?? []) each();
  for (const content of messages) for (const each of listeners["msg:custom"] ?? []) each(content);
};
const model = {
  get: () => scene,
  on: (event, callback) => (listeners[event] ??= []).push(callback),
  off: (event, gone) => (listeners[event] = listeners[event].filter((each) => each !== gone)),
  send: (content) => window.sendToKernel(content),
};
window.close = widget.render({ model, el: document.getElementById("cell") });
</script></body>"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    build_page()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        shown = browser.new_page(viewport={"width": 640, "height": 900})
        shown.set_default_timeout(1000 * PATIENCE)
        yield shown
        browser.close()


class Kernel:
    """The notebook's side: a board whose messages go to a page instead of Jupyter's channels."""

    def __init__(self, page: Page, board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
        self.page, self.board = page, board
        self.sent: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []
        monkeypatch.setattr(board, "send", self.sent.append)
        page.expose_function("sceneOfKernel", lambda: board.scene)
        page.expose_function("scriptOfWidget", lambda: (BUILT / "board.js").read_text("utf-8"))
        page.expose_function("sendToKernel", lambda content: self.asked.append(content))
        page.set_content(HOST)
        page.add_style_tag(content=(BUILT / "board.css").read_text("utf-8"))
        page.locator(".tsuro-widget svg").first.wait_for()

    def answer(self) -> None:
        """Do what the page has asked for, and tell it what came of that."""
        for content in self.asked[:]:
            self.asked.remove(content)
            self.board._receive(self.board, content, ())
        messages, self.sent[:] = list(self.sent), []
        self.page.evaluate(
            "([scene, messages]) => window.tell(scene, messages)", [self.board.scene, messages]
        )


def test_a_game_is_played_by_clicks(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("classic", seats=2, seed=7)
    kernel = Kernel(page, Board(game, bots={1: "cautious"}), monkeypatch)
    page.locator('[data-action="a1.0"]').click()
    page.locator(".play:enabled").click()
    kernel.answer()
    assert str(game.state.pawns[0].stop) == "a1.0"
    for _ in range(MOST_DECISIONS):
        if game.over:
            break
        before = len(game.actions)
        others = page.locator(".other")
        if others.count():
            others.first.click()
        else:
            # Another tile, or another turn of it, until one may be laid.
            tiles = page.locator(".tile:enabled")
            for click in range(4 * tiles.count()):
                if page.locator(".play:enabled").count():
                    break
                tiles.nth(click // 4).click()
                kernel.answer()
            page.locator(".play:enabled").click()
        kernel.answer()
        assert len(game.actions) > before
    assert game.result is not None
    assert "wins" in page.get_by_role("status").inner_text() or len(game.result.winners) > 1
    assert page.locator(".play").count() == 0
    page.evaluate("window.close()")
    assert page.locator(".tsuro-widget").count() == 0


def test_ghosts_and_refusals_are_told() -> None:
    sent: list[dict[str, Any]] = []
    board = Board(Game("phoenix", seats=3, seed=3), bots={1: "random", 2: "random"})
    board.send = sent.append
    action = board.scene["asks"]["options"][0]["notation"]
    for asked in (action, "no such action"):
        board._receive(board, {"type": "foresee", "action": asked}, ())
    assert [each["type"] for each in sent] == ["ghost"]
    assert sent[0]["action"] == action
    board._receive(board, {"type": "act", "action": "T99/0"}, ())
    assert sent[-1]["type"] == "refused"
    with pytest.raises(BadSetting, match="no seat 5"):
        Board(Game("classic", seats=2), bots={5: "random"})
    with pytest.raises(UnknownBot):
        Board(Game("classic", seats=2), bots={1: "nobody"})


def test_nobody_is_shown_the_tiles_of_others() -> None:
    board = Board(Game("classic", seats=3, seed=3), bots={1: "random"})
    for _ in range(6):
        seat = board.game.to_act
        hands = board.scene["view"]["hands"]
        assert all(set(hand) <= {"?"} for n, hand in enumerate(hands) if n != seat)
        assert "?" not in hands[seat]
        board.play(str(board.game.options[0]))


def test_views_and_results_are_told_in_a_line_and_views_are_drawn() -> None:
    game = Game("classic", seats=2, seed=3)
    assert repr(game.view(0)) == "<PlayerView of seat 0: classic/2, turn 0, 48 options>"
    assert repr(game.view(None)) == "<PlayerView of a spectator: classic/2, turn 0>"
    assert game.view(1)._repr_svg_().startswith("<svg")
    job = plan("classic", seats=2, games=10, policies=["random"], seed=1)
    assert repr(Results(job, simulate(job).counters)).startswith("<Results of 10 games of classic")
