"""What is not a game: editions, rules, pictures, the page itself, and the description of it all."""

from __future__ import annotations

import gzip
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest

from tests.server.house import House, Sitting, play_on
from tests.support.schemas import validator
from tsuro.bots.registry import BOTS, make_bot
from tsuro.core.ids import Seat
from tsuro.editions.registry import EDITIONS
from tsuro.engine.views import seen_events
from tsuro.formats.prose import PLAIN, TELLINGS, EnglishNarrator
from tsuro.formats.record import parse_record
from tsuro.formats.wire.values import tag_of
from tsuro.server.http.rulebook import to_html
from tsuro.server.protocol import protocol_schema
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.telling import prose_de
from tsuro.telling.messages import ClientMessage, ServerMessage
from tsuro.telling.prose_de import GermanNarrator
from tsuro.telling.refusals import ENGINE_CODES, STATUS

DOCS = Path(__file__).parents[2] / "docs"


def test_editions_and_bots(house: House) -> None:
    program = house.program()
    editions = {edition["id"]: edition for edition in program.get("/api/editions")}
    assert set(editions) == set(EDITIONS)
    assert editions["seas"]["size"] == 7
    assert editions["seas"]["seats"] == [2, 8]
    assert {switch["name"] for switch in editions["classic"]["switches"]} == {"draw", "ban"}
    bots = program.get("/api/bots")
    assert [bot["spec"] for bot in bots if not bot["level"]] == list(BOTS)
    assert all(make_bot(bot["spec"]) and bot["character"] for bot in bots)
    tiles = program.get("/api/editions/classic/tiles")
    assert len(tiles) == 35
    assert len(tiles["T01"]["faces"][0]["pairs"]) == 4
    assert program.refused("GET", "/api/editions/chess/tiles") == (400, "unknown_edition")
    assert program.refused("GET", "/api/rules/chess") == (400, "unknown_edition")


def test_a_page_that_needs_no_server_is_handed_out_beside_it(tmp_path: Path) -> None:
    """Under its own path, with a policy that lets it run Python, and named to whoever asks."""
    (tmp_path / "python" / "1a").mkdir(parents=True)
    (tmp_path / "index.html").write_text("<title>alone</title>")
    (tmp_path / "python" / "1a" / "pyodide.mjs").write_text("export {};")
    with House(Settings(limits=UNLIMITED, alone=tmp_path)) as house:
        http = house.person().http
        page, script = http.get("/alone/"), http.get("/alone/python/1a/pyodide.mjs")
        assert "alone" in page.text
        assert "wasm-unsafe-eval" in page.headers["content-security-policy"]
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-type"].startswith("text/javascript")
        assert http.get("/alone/../index.html").status_code == 404
        assert http.get("/api/invitation").json()["alone"] is True
        assert "wasm" not in http.get("/api/invitation").headers["content-security-policy"]
    with House() as house:
        http = house.person().http
        assert http.get("/alone/").status_code == 404
        assert not http.get("/api/invitation").json().get("alone")


@pytest.mark.parametrize("edition", EDITIONS)
def test_pictures(house: House, edition: str) -> None:
    ada = house.person()
    light = ada.http.get(f"/api/editions/{edition}/board.svg")
    dark = ada.http.get(f"/api/editions/{edition}/board.svg?dark=1")
    assert light.headers["content-type"].startswith("image/svg+xml")
    assert light.text != dark.text
    assert "script-src" not in light.headers["content-security-policy"]
    table = ada.create(edition, "you random")
    play_on([ada.sit(table)], Random(0), moves=3)
    first = ada.http.get(f"/api/tables/{table}/svg?at=0").text
    assert first != ada.http.get(f"/api/tables/{table}/svg").text
    assert ada.refused("GET", f"/api/tables/{table}/svg?at=9999") == (404, "no_such_step")
    assert ada.refused("GET", f"/api/tables/{table}/svg?at=x") == (400, "bad_request")


def test_animations_need_a_maker(house: House) -> None:
    ada = house.person()
    table = ada.create("pocket", "you random")
    assert ada.refused("GET", f"/api/tables/{table}/gif") == (501, "pictures_missing")


def test_animations_are_for_finished_games() -> None:
    with House(Settings(limits=UNLIMITED, animate=fake_animation)) as house:
        ada = house.person()
        table = ada.create("pocket", "you random")
        assert ada.refused("GET", f"/api/tables/{table}/gif") == (409, "still_running")
        play_on([ada.sit(table)], Random(0))
        answer = ada.http.get(f"/api/tables/{table}/gif")
        assert answer.headers["content-type"] == "image/gif"
        assert answer.content == b"GIF89a pocket"


def fake_animation(edition: object, steps: object, *, dark: bool) -> bytes:
    return f"GIF89a {getattr(edition, 'id', '')}".encode()


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        for name, value in attrs:
            assert (tag, name) in {("a", "href"), ("a", "rel"), ("a", "target")}
            assert name != "href" or (value or "").startswith("https://")


SAFE = {"p", "ul", "ol", "li", "table", "tr", "th", "td", "code", "em", "strong", "pre", "a"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_is_there_as_safe_html(house: House, edition: str) -> None:
    rules = house.program().get(f"/api/rules/{edition}")
    text = (DOCS / "rules" / f"{edition}.md").read_text() + (DOCS / "rules/general.md").read_text()
    assert [rule["id"] for rule in rules] == re.findall(r"^### ([A-Z]+-\d+\w?) · ", text, re.M)
    for rule in rules:
        tags = Tags()
        tags.feed(rule["html"])
        assert tags.found <= SAFE
        assert rule["title"]
        assert rule["html"]
        assert "test_" not in rule["html"], "tests are for whoever reads the code"
        assert rule["status"]


def test_markup_in_rules_is_shown_not_run() -> None:
    evil = (
        "<script>x</script> [a](javascript:alert(1)) `<b>` **<i>** | ![x](y) [ok](https://e.org/)"
    )
    html = to_html(evil)
    tags = Tags()
    tags.feed(html)
    assert tags.found <= SAFE
    assert "javascript" not in html
    assert '<a href="https://e.org/"' in html


def test_german_tells_what_english_tells() -> None:
    assert {kind.__name__ for kind in TELLINGS} == set(prose_de.TELLINGS)
    for kind, english in TELLINGS.items():
        german = prose_de.TELLINGS[kind.__name__]
        assert callable(english) == callable(german)
        assert bool(english) == bool(german)
    assert {kind.__name__ for kind in PLAIN} == set(prose_de.PLAIN)


GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.tsr"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_event_that_can_happen_is_told_in_both_languages(edition: str) -> None:
    """By both or by neither, to every seat, names and numbers filled in."""
    for path in (path for path in GOLDEN if path.stem.startswith(edition)):
        record = parse_record(path.read_text(encoding="utf-8"))
        names = tuple(f"Player{seat}" for seat in range(record.edition.seats))
        english, german = (
            EnglishNarrator(record.edition, names),
            GermanNarrator(record.edition, names),
        )
        events = [event for step in record.steps() for event in step.events]
        for viewer in (None, Seat(0)):
            for event in seen_events(events, viewer):
                one, other = english.tell(event), german.tell(event)
                assert (one is None) == (other is None), event
                assert set(re.findall(r"Player\d", other or "")) == set(
                    re.findall(r"Player\d", one or "")
                ), (one, other)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>page</title>")
    (tmp_path / "assets/app-1234.js").write_text("let x = 1;")
    (tmp_path / "assets/app-1234.js.gz").write_bytes(gzip.compress(b"let x = 1;"))
    (tmp_path / "sw.js").write_text("// worker")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    return tmp_path


def test_the_page_is_cached_and_compressed_well(site: Path) -> None:
    (site.parent / "secret.txt").write_text("secret")
    with House(Settings(limits=UNLIMITED, web=site)) as house:
        http = house.program().http
        page = http.get("/")
        assert page.text.startswith("<!doctype html>")
        assert page.headers["cache-control"] == "no-cache"
        policy = page.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe-eval" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        script = http.get("/assets/app-1234.js")
        assert script.headers["content-encoding"] == "gzip"
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.text == "let x = 1;"
        plain = http.get("/assets/app-1234.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert http.get("/sw.js").headers["cache-control"] == "no-cache"
        kind = http.get("/manifest.webmanifest").headers["content-type"]
        assert kind == "application/manifest+json"
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/nope"):
            assert http.get(path).status_code == 404


def test_without_a_built_page_the_server_says_so() -> None:
    with House() as house:
        assert "has not been built" in house.program().http.get("/").text


def test_the_description_names_every_route(house: House) -> None:
    description = house.program().get("/openapi.json")
    assert description["openapi"].startswith("3.1")
    assert "/api/tables/{id}/seats/{n}/claim" in description["paths"]
    text = msgspec.json.encode(description).decode()
    for name in set(re.findall(r"#/components/schemas/([\w.]+)", text)):
        assert name in description["components"]["schemas"]


def test_the_documented_schema_is_the_real_one() -> None:
    """`tsuro serve --schema > docs/protocol.schema.json` brings it up to date."""
    documented = msgspec.json.decode((DOCS / "protocol.schema.json").read_bytes())
    assert documented == msgspec.json.decode(msgspec.json.encode(protocol_schema()))


def test_the_documentation_names_every_message_and_every_code() -> None:
    text = (DOCS / "protocol.md").read_text()
    for code in (*STATUS, *ENGINE_CODES):
        assert f"`{code}`" in text, code
    for message in (*get_args(ClientMessage), *get_args(ServerMessage)):
        assert f"`{tag_of(message)}`" in text


def test_every_message_fits_the_schema(house: House) -> None:
    ada = house.person()
    promised = validator("ServerMessage")
    for edition in EDITIONS:
        sitting: Sitting = ada.sit(ada.create(edition, "you random random"))
        while sitting.until_asked():
            sitting.ghosts(sitting.options()[0])
            sitting.act(sitting.options()[0])
        for frame in sitting.frames:
            promised.validate(json.loads(frame))
