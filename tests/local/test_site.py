"""The page without a server in Chromium: plain files under a sub-path, and nothing else."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from benchmarks.site import in_browser
from tests.local import played
from tests.local.site import NAMED, PLACE, Files, handed_out, take_luck_from_names
from tests.support.waiting import PATIENCE
from tests.web.browser import build_page, launch, running_server
from tests.web.person import WIDE, Person, new_context
from tests.web.test_listening import begin
from tests.web.test_quality import findings
from tools.make_site import up_to_date
from tsuro.editions.registry import EDITIONS

expect.set_options(timeout=1000 * PATIENCE)
# Functions, as what a page may not evaluate is not evaluated for it a second time.
READY = "() => document.querySelector('.notice') === null"
OFFLINE = "() => navigator.serviceWorker.ready.then((it) => it.active.state === 'activated')"
KEPT = """() => new Promise((done) => {
  const request = indexedDB.open("tsuro");
  request.onsuccess = () => {
    const all = request.result.transaction("tables").objectStore("tables").getAll();
    all.onsuccess = () => (request.result.close(), done(all.result.length));
  };
})"""
PUT = "IDBObjectStore.prototype.put"
FULL = "new DOMException('', 'QuotaExceededError')"
CLEAR = "indexedDB.deleteDatabase('tsuro')"
Visit = Callable[[], Person]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once for all runs that find the same sources, and changed for these tests alone."""
    root = tmp_path_factory.mktemp("static")
    shutil.copytree(up_to_date(), root / PLACE)
    take_luck_from_names(root / PLACE)
    return root


@pytest.fixture
def files(built: Path) -> Iterator[Files]:
    with handed_out(built) as files:
        yield files


def a_browser_of_its_own(browser: Browser, **settings: Any) -> BrowserContext:
    context = new_context(browser, WIDE, {"confirm": True, **settings}, 1)
    context.add_init_script(NAMED)
    return context


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = a_browser_of_its_own(browser, opponents=2)
    yield context
    context.close()


@pytest.fixture
def visit(context: BrowserContext, files: Files) -> Iterator[Visit]:
    """Opens one more window of the same browser; none of them may complain in the end."""
    people: list[Person] = []

    def come() -> Person:
        person = visitor(context.new_page(), files.address)
        people.append(person)
        return person

    yield come
    assert [error for person in people for error in person.errors] == []


def visitor(page: Page, address: str) -> Person:
    person = Person(page, address)
    page.set_default_timeout(1000 * PATIENCE)
    page.on("pageerror", lambda error: person.errors.append(str(error)))
    return person


def test_a_whole_game_of_each_edition_by_mouse_without_a_network(
    visit: Visit, files: Files
) -> None:
    """The first visit loads everything; then the files are taken away."""
    person = visit()
    hosts: set[str] = set()
    person.page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    person.go_home()
    person.page.wait_for_function(READY)
    person.page.wait_for_function(OFFLINE)
    assert len(hosts) == 1, "nothing comes from a foreign host"
    files.cut()
    for edition in EDITIONS:
        person.start(edition)
        person.play_on()
        expect(person.page.get_by_test_id("verdict")).to_contain_text("win")
    # Rules and pictures are there as well.
    person.page.goto(f"{files.address}#/rules/seas")
    expect(person.page.locator("article img, figure img").first).to_be_visible()


def test_a_game_survives_a_closed_window_and_is_shared_as_a_link(
    browser: Browser, visit: Visit, files: Files
) -> None:
    person = visit()
    table = person.start("pocket")
    person.play_on(3)
    person.wait_to_be_asked()
    step, kept = person.step, person.page.evaluate(KEPT)
    assert kept == 1
    person.page.reload()
    person.wait_to_be_asked()
    assert (person.table, person.step) == (table, step)
    person.page.close()
    second = visit()
    second.go_home()
    second.page.locator(f"a[href$='{table}']").first.click()
    second.wait_to_be_asked()
    assert second.step == step
    second.play_on()
    second.page.get_by_role("button", name="Watch").click()
    second.page.wait_for_selector("input[type=range]")
    assert findings(second) == []
    shared = second.page.locator(".copy button")
    shared.wait_for()
    second.page.evaluate(
        "navigator.clipboard.writeText = (text) => ((window.copied = text), Promise.resolve())"
    )
    shared.click()
    link = second.page.evaluate("window.copied")
    assert link.startswith(f"{files.address}#/g/")
    assert len(link) < 1500

    elsewhere = visitor(a_browser_of_its_own(browser).new_page(), files.address)
    elsewhere.page.goto(link)
    elsewhere.page.wait_for_selector("input[type=range]")
    assert elsewhere.page.locator("svg.board").count() == 1
    elsewhere.page.goto(f"{files.address}#/g/nonsense")
    expect(elsewhere.page.get_by_role("alert")).to_contain_text("record")
    assert elsewhere.errors == []
    elsewhere.page.context.close()


def test_hints_and_a_study_are_had_without_a_network(visit: Visit, files: Files) -> None:
    person = visit()
    person.go_home()
    person.page.wait_for_function(READY)
    person.page.wait_for_function(OFFLINE)
    files.cut()
    person.start("pocket")
    person.play_on(1)
    person.wait_to_be_asked()
    hint = person.page.locator(".hint")
    person.page.get_by_role("button", name="Hint").click()
    expect(hint).to_contain_text("a short look")
    expect(hint.locator(".option").first).to_be_visible()
    # The game goes on while the browser still thinks.
    person.decide()
    person.play_on()
    person.page.get_by_role("button", name="Watch").click()
    person.page.get_by_role("button", name="Study this game").click()
    study = person.page.locator("section.study")
    expect(study).to_contain_text("This browser looks only briefly")
    expect(study.get_by_role("img", name="Chances to win")).to_contain_text("%")
    person.page.get_by_role("button", name="Close the study").click()
    expect(study).to_have_count(0)
    assert findings(person) == []


def test_the_same_game_is_told_in_the_same_bytes(browser: Browser, files: Files) -> None:
    """By Python in the browser and here; here it is compared with a server (test_host.py)."""
    cases = json.dumps([[edition, 3, 20] for edition in EDITIONS])
    assert in_browser(browser, files.address, cases, played) == played.measure(cases)


@pytest.mark.parametrize("edition", ["classic", "phoenix"])
def test_a_whole_game_with_eyes_closed(visit: Visit, edition: str) -> None:
    listener = begin(visit(), edition)
    listener.play_on()
    assert any("You: " in said for said in listener.heard), "what becomes of the own pawn is told"


def test_two_windows_show_one_game(visit: Visit) -> None:
    one, other = visit(), visit()
    table = one.start("classic")
    one.wait_to_be_asked()
    assert findings(one) == []
    other.page.goto(f"{one.address}#/t/{table}")
    other.wait_to_be_asked()
    for deciding, watching in ((one, other), (other, one)):
        deciding.decide()
        deciding.wait_to_be_asked()
        watching.follow(deciding)
        watching.wait_to_be_asked()
        assert watching.step == deciding.step


def test_games_are_saved_to_a_file_and_brought_in_elsewhere(
    browser: Browser, visit: Visit, files: Files, tmp_path: Path
) -> None:
    person = visit()
    table = person.start("kosmos")
    person.play_on(2)
    person.go_home()
    person.page.wait_for_function(READY)
    assert findings(person) == []
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name="Save all games").click()
    saved = tmp_path / "games.json"
    download.value.save_as(saved)
    assert len(json.loads(saved.read_text())["games"]) == 1

    elsewhere = visitor(a_browser_of_its_own(browser).new_page(), files.address)
    elsewhere.go_home()
    elsewhere.page.wait_for_function(READY)
    elsewhere.page.set_input_files("input[type=file]", saved)
    expect(elsewhere.page.locator(".keep [role=status]")).to_contain_text("1")
    elsewhere.page.goto(f"{files.address}#/t/{table}")
    elsewhere.wait_to_be_asked()
    elsewhere.go_home()
    elsewhere.page.wait_for_function(READY)
    saved.write_text("[3]")
    elsewhere.page.set_input_files("input[type=file]", saved)
    expect(elsewhere.page.locator(".keep [role=status]")).to_contain_text("no games")
    assert elsewhere.errors == []
    elsewhere.page.context.close()


def test_what_goes_wrong_is_said_and_the_game_stays(visit: Visit) -> None:
    """A worker that dies, a storage that is full, and one that is cleared under its feet."""
    person = visit()
    person.start("classic")
    person.play_on(1)
    person.wait_to_be_asked()
    assert person.hold_up()
    step, held = person.step, person.held
    with person.page.expect_event("worker"):
        person.page.workers[0].evaluate("void setTimeout(() => { throw new Error('dead'); })")
    expect(person.page.get_by_test_id("status")).to_have_text("Your turn")
    assert (person.step, person.held) == (step, held), "what was held stays in the hand"
    person.press_play()
    person.wait_to_be_asked()

    step = person.step
    worker = person.page.workers[-1]
    worker.evaluate(f"self.put = {PUT}; {PUT} = () => {{ throw {FULL}; }}; 0")
    person.hold_up()
    person.press_play()
    expect(person.page.locator("body")).to_contain_text("no room left")
    assert person.step == step
    worker.evaluate(f"{PUT} = self.put; 0")
    person.wait_to_be_asked()
    person.decide()
    person.wait_to_be_asked()

    person.page.evaluate(f"new Promise((done) => ({CLEAR}.onsuccess = done))")
    person.decide()
    person.wait_to_be_asked()
    step = person.step
    person.page.reload()
    person.wait_to_be_asked()
    assert person.step == step


def test_a_browser_that_cannot_gets_one_sentence(context: BrowserContext, visit: Visit) -> None:
    context.add_init_script("delete globalThis.WebAssembly")
    person = visit()
    person.go_home()
    expect(person.page.get_by_role("alert")).to_contain_text("WebAssembly")
    person.page.wait_for_selector("[data-edition=phoenix]")


def test_whoever_visited_it_plays_on_when_the_server_is_gone(
    context: BrowserContext, built: Path
) -> None:
    """A server hands it out as well; its own page leads there once nobody answers."""
    build_page()
    with running_server("--alone", str(built / PLACE)) as running:
        person = visitor(context.new_page(), f"{running.address}/")
        person.go_home()
        person.page.get_by_role("link", name="Play without a network").click()
        person.page.wait_for_url("**/alone/**")
        person.page.wait_for_function(OFFLINE)
        person.page.goto(running.address)
        person.start("classic")
        person.wait_to_be_asked()
        running.process.terminate()
        person.page.get_by_role("link", name="Play on this device").click()
        person.page.wait_for_function(READY)
        person.page.click("[data-edition=pocket]")
        person.play_on(2)
        assert "/alone/" in person.page.url
        assert findings(person) == []
        assert person.errors == []


def test_a_newer_version_is_offered_in_the_middle_of_a_game(
    context: BrowserContext, built: Path, tmp_path: Path
) -> None:
    shutil.copytree(built, tmp_path / "own")
    with handed_out(tmp_path / "own") as files:
        person = visitor(context.new_page(), files.address)
        person.start("classic")
        person.play_on(1)
        person.wait_to_be_asked()
        person.page.wait_for_function(OFFLINE)
        step = person.step
        worker = files.site / "sw.js"
        worker.write_text(worker.read_text().replace("tsuro-site-", "tsuro-site-newer-"))
        person.page.evaluate("navigator.serviceWorker.ready.then((it) => it.update())")
        with person.page.expect_navigation():
            person.page.get_by_role("button", name="Use it").click()
        person.wait_to_be_asked()
        assert person.step == step
        assert person.errors == []
