"""Editions from outside: told of, served and played to the end, though nothing here knows them."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.house import House, play_on
from tests.server.stranger import BELLS, SIZE, WHY, RingBell, build
from tsuro.core.actions import Decision, Keep, Outcome
from tsuro.core.asks import Chance, Decide
from tsuro.core.ids import Seat
from tsuro.editions import registry
from tsuro.editions.edition import EditionInfo
from tsuro.editions.registry import EDITIONS, edition_info, register_edition
from tsuro.errors import EditionDataError, NotationError
from tsuro.server.http.rulebook import rules_of
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.server.thinking.workers import learn, strangers
from tsuro.telling.introducing import game_info, page_theme
from tsuro.telling.match import action_of

CLASSIC = edition_info("classic")


@pytest.fixture(autouse=True)
def bells(monkeypatch: pytest.MonkeyPatch) -> EditionInfo:
    """Registered for one test."""
    monkeypatch.setattr(registry, "_registered", {})
    return register_edition(BELLS)


@pytest.fixture
def complaints(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """Tells what the server has complained of by now."""
    caplog.set_level(logging.ERROR, logger="tsuro.server")
    return lambda: [record.getMessage() for record in caplog.records]


def test_a_game_of_it_is_played_to_the_end(complaints: Callable[[], list[str]]) -> None:
    with House() as house:
        ada = house.person()
        table = ada.create("bells", "you random cautious")
        sitting = ada.sit(table)
        assert sitting.welcome["game"]["size"] == SIZE
        assert sitting.until_asked()
        far = sitting.options()[-1]
        assert sitting.act(far)["type"] == "played", "a mark in the last column and row"
        assert sitting.until_asked()
        assert sitting.asks is not None
        ring = sitting.asks["options"][0]
        assert (ring["notation"], ring["type"]) == ("bell:loud", "ring_bell")
        assert ring["loud"] is True
        sitting.act("bell:soft")
        sitting.until_asked()
        barred = sitting.asks["barred"][0]
        assert barred["why"] == WHY
        refusal = sitting.act(barred["action"]["notation"])
        assert (refusal["code"], refusal["rule"]) == ("illegal_action", "BELL-2")
        play_on([sitting], Random(1))
        assert sitting.view["parts"]["bell"]["tone"] == "1j"
        rung = [line for line in sitting.lines() if "bell" in line["text"]]
        assert "Player 1: bell rung." in [line["text"] for line in rung]
        assert {line["seat"] for line in rung} == {0, 1, 2}
        replay = ada.get(f"/api/tables/{table}/steps")
        assert replay["complete"]
        assert replay["game"] == sitting.welcome["game"]
        assert ada.http.get(f"/api/tables/{table}/svg").status_code == 200
    assert complaints() == []


def test_it_is_offered_like_any_other(complaints: Callable[[], list[str]]) -> None:
    with House() as house:
        program = house.program()
        found = {each["id"]: each for each in program.get("/api/editions")}
        assert list(found) == list(EDITIONS)
        told = found["bells"]
        assert told["name"] == {"en": "Bells", "de": "Bells"}
        assert told["blurb"] == {"en": "Ring before you lay.", "de": "Ring before you lay."}
        assert told["theme"] == found["classic"]["theme"]
        assert told["size"] == SIZE
        for switch in told["switches"]:
            assert switch["meaning"] == {"en": switch["summary"], "de": switch["summary"]}
            assert len(switch["choices"]) == len(switch["values"])
        assert len(program.get("/api/editions/bells/tiles")) == 35
        assert {rule["id"][:4] for rule in program.get("/api/rules/bells")} == {"GEN-"}
        picture = program.http.get("/api/editions/bells/board.svg")
        assert picture.text.startswith("<svg"), "the worker that draws it knows it, too"
    assert complaints() == []


def test_its_games_go_on_after_a_restart(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "games.db"), limits=UNLIMITED)
    with House(settings) as house:
        ada = house.person()
        table = ada.create("bells", "you hotseat")
        cookies = dict(ada.http.cookies)
        sitting = ada.sit(table)
        for seat in (0, 1):
            sitting.send(type="look", seat=seat)
            sitting.until_asked()
            sitting.act(sitting.options()[0])
        sitting.send(type="look", seat=0)
        sitting.until_asked()
        assert sitting.act("bell:loud")["type"] == "played"
        sitting.until_asked()
        view = sitting.view
    with House(settings) as house:
        ada = house.program()
        ada.http.cookies.update(cookies)
        again = ada.sit(table)
        again.send(type="look", seat=0)
        again.until_asked()
        assert again.view == view


def test_games_of_an_edition_that_has_gone_do_not_keep_others_from_going_on(
    tmp_path: Path, complaints: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=str(tmp_path / "games.db"), limits=UNLIMITED)
    with House(settings) as house:
        ada = house.person()
        ours = ada.create("pocket", "you random", public=True)
        theirs = ada.create("bells", "you random", public=True)
    monkeypatch.setattr(registry, "_registered", {})
    with House(settings) as house:
        program = house.program()
        assert [each["id"] for each in program.get("/api/tables")] == [ours]
        assert program.refused("GET", f"/api/tables/{theirs}") == (400, "unknown_edition")
        assert program.sit(ours).welcome["table"]["state"] == "playing"
    assert [theirs in complaint for complaint in complaints()] == [True]


def test_an_edition_that_cannot_be_shown_does_not_keep_others_from_being_played(
    complaints: Callable[[], list[str]],
) -> None:
    register_edition(replace(BELLS, id="blots", sections={"theme": {"page": {"pawn": "blot"}}}))
    with House() as house:
        program = house.program()
        assert "blots" not in [each["id"] for each in program.get("/api/editions")]
    assert "blots" in complaints()[0]


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ({"light": {"acent": "#000000"}}, "a field 'acent' that nobody knows"),
        ({"light": {"accent": "red"}}, "accent"),
        ({"dark": "black"}, "bells"),
        ({"pawns": "ship"}, "a field 'pawns' that nobody knows"),
        ("dark", "bells"),
    ],
)
def test_a_theme_that_cannot_be_used_is_refused_with_a_reason(page: Any, complaint: str) -> None:
    with pytest.raises(EditionDataError, match=complaint) as error:
        page_theme(replace(BELLS, sections={"theme": {"page": page}}))
    assert "section theme of bells" in error.value.message


def test_a_theme_takes_from_the_classic_game_what_it_does_not_say() -> None:
    own = {"motif": "waves", "page": {"night": True, "light": {"accent": "#123456"}}}
    theme, usual = page_theme(replace(BELLS, sections={"theme": own})), page_theme(CLASSIC)
    assert (theme.motif, theme.night, theme.pawn) == ("waves", True, "pawn")
    assert theme.light.accent == "#123456"
    assert theme.light.page == usual.light.page
    assert theme.dark == usual.dark


def test_what_is_printed_for_daikaiju_comes_from_the_section(bells: EditionInfo) -> None:
    dice = {"gold": [0, 9], "blue": [3, 4]}
    printed = {"dice": dice, "daikaiju": {"arrows": {"G1": ["up", "rotate"]}}}
    edition = replace(BELLS.build(2, CLASSIC.defaults()), info=bells)
    told = game_info(replace(edition, info=replace(bells, sections={"printed": printed}))).sea
    assert told is not None
    assert (told.columns, told.rows) == ([0, 9], [3, 4])
    assert told.arrows == {"G1": ["up", "rotate"]}
    for other in ({}, {"dice": 6}, {"dice": {"red": [1]}}, {"dice": dice, "daikaiju": [1]}):
        info = replace(bells, sections={"printed": other})
        assert game_info(replace(edition, info=info)).sea is None


def test_its_rules_may_be_a_page_in_its_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home_of_bells"
    home.mkdir()
    (home / "__init__.py").write_text("")
    (home / "rules.toml").write_text('page = "ringing"\n')
    (home / "ringing.md").write_text("# Bells\n\n### BELL-1 · Ring\n\n*ruling* — Ring first.\n")
    monkeypatch.syspath_prepend(tmp_path)
    first, *others = rules_of(replace(BELLS, home="home_of_bells"))
    assert (first.id, first.title, first.html) == ("BELL-1", "Ring", "<p>Ring first.</p>")
    assert all(rule.id.startswith("GEN-") for rule in others)


@pytest.mark.parametrize("page", ["general", "no such page"])
def test_no_rule_is_there_twice_and_no_page_need_be(page: str) -> None:
    rules = rules_of(replace(BELLS, sections={"rules": {"page": page}}))
    assert len({rule.id for rule in rules}) == len(rules) > 0


def test_an_action_is_one_that_is_asked_for_before_it_is_what_its_notation_says() -> None:
    bell, keep = RingBell(loud=False), Toll()
    ask = Decide(Seat(0), (bell, keep), "BELL-1")
    assert action_of("bell:soft", ask) == bell
    assert action_of("keep", ask) is keep
    assert action_of("keep", None) == Keep()
    with pytest.raises(NotationError):
        action_of("bell:loud", ask)
    assert action_of("*toll", Chance(((Luck(), 1),), "BELL-3")) == Luck()


@dataclass(frozen=True)
class Toll(Decision):
    """Written like an action of ours."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True)
class Luck(Outcome):
    def __str__(self) -> str:
        return "*toll"


def test_workers_are_told_of_it_if_they_can_find_it(
    complaints: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    register_edition(replace(BELLS, id="inner", build=lambda seats, switches: build(2, switches)))
    assert strangers() == [BELLS]
    assert "inner" in complaints()[0]
    monkeypatch.setattr(registry, "_registered", {})
    copy = pickle.loads(pickle.dumps(BELLS))
    learn([copy])
    learn([BELLS])
    assert edition_info("bells") is copy, "a module that registers it, too, does no harm"
