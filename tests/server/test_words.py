"""Texts of the page that come from the server: in both languages, and complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.house import House
from tsuro.core.asks import Decide
from tsuro.core.events import PawnLost, StartTaken, TileDrawn
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.state import Fate
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.editions.words import switched
from tsuro.formats.record import parse_record
from tsuro.formats.squares import printed_lines
from tsuro.rules import placing
from tsuro.rules.phoenix.winds import TileFlipped
from tsuro.rules.seas import placing as sea_placing
from tsuro.rules.seas.daikaiju import CellRolled, DiceRolled, DieRolled, TileSunk
from tsuro.telling import bilingual
from tsuro.telling.introducing import game_info
from tsuro.telling.log import Chronicle, Speech
from tsuro.telling.messages import Language
from tsuro.telling.prose_de import GermanNarrator

GOLDEN = Path(__file__).parents[1] / "golden"


def test_titles_name_the_switches_in_both_languages() -> None:
    edition = build_edition("phoenix", seats=2, switches={"winds_of_change": "on"})
    (winds,) = bilingual.switches_in_words(edition)
    assert (winds.en, winds.de) == ("Winds of Change", "Winde des Wandels")
    assert bilingual.switches_in_words(build_edition("phoenix", seats=2)) == []


@pytest.mark.parametrize("name", EDITIONS)
def test_every_unusual_switch_can_be_named_in_german(name: str) -> None:
    for option in EDITIONS[name].switches:
        for value in option.values[1:]:
            edition = build_edition(name, seats=3, switches={option.name: value})
            named = bilingual.switches_in_words(edition)
            assert len(named) == len(switched(edition.info, edition))
            assert all(each.de and each.de != each.en for each in named)


def test_every_reason_against_a_placement_can_be_given_in_german() -> None:
    whys = [
        placing.OFF_BOARD,
        placing.COLLIDING,
        *(f"{why}{sea_placing.OTHERWISE}" for why in sea_placing.WHY.values()),
        f"{sea_placing.SHARING}{sea_placing.OTHERWISE}",
    ]
    said = [bilingual.reason_of(why) for why in whys]
    assert [each.en for each in said] == whys
    assert len({each.de for each in said}) == len(whys)


@pytest.mark.parametrize("name", ["classic", "seas"])
def test_the_reasons_of_recorded_games_are_known(name: str) -> None:
    met = set()
    for path in GOLDEN.glob(f"{name}-*.tsr"):
        for step in parse_record(path.read_text(encoding="utf-8")).steps():
            if isinstance(step.ask, Decide):
                met |= {bilingual.reason_of(barred.why).de for barred in step.ask.barred}
    assert met


def test_the_log_says_why_a_tile_was_flipped() -> None:
    told: dict[str, str] = {}
    for path in GOLDEN.glob("phoenix-*.tsr"):
        record = parse_record(path.read_text(encoding="utf-8"))
        chronicle = Chronicle(record.edition, tuple(f"Seat {n}" for n in range(8)))
        for step in record.steps():
            if any(isinstance(event, TileFlipped) for event in step.events):
                german = chronicle.lines(1, 0, step.events, Speech("de"))
                for line, twin in zip(
                    chronicle.lines(1, 0, step.events, Speech("en")), german, strict=True
                ):
                    english = line.text.partition(" was flipped")[2]
                    if english:
                        told[english] = twin.text.partition(" wird gewendet")[2]
    assert told == {
        ", as its star was taken.": ", denn sein Stern ist vergeben.",
        " to glow for the lantern.": " und leuchtet für die Laterne.",
        " to break the loop.": ", um die Schleife zu brechen.",
    }


def test_the_log_tells_dice_in_german_too() -> None:
    tell = GermanNarrator(build_edition("seas", seats=2), ("Ada", "Ben")).tell
    assert tell(DiceRolled(1, 2)) == "Die Würfel zeigen 1 + 2 = 3: Die Daikaiju bleiben ruhig."
    assert tell(DiceRolled(4, 4)) == "Die Würfel zeigen 4 + 4 = 8."
    assert tell(DieRolled(6)) == "Der Daikaiju-Würfel zeigt 6: Keiner zieht."
    assert tell(DieRolled(5)) == "Der Daikaiju-Würfel zeigt 5."
    assert tell(DieRolled(6, "G2")) == "Der Würfel für Daikaiju G2 zeigt 6: Er ruht."
    named = "Die Würfel, Gold 3 und Blau 4, nennen c5"
    assert tell(CellRolled(3, 4, Cell(2, 4), taken=False)) == f"{named}."
    assert tell(CellRolled(3, 4, Cell(2, 4), taken=True)) == (
        f"{named}, wo schon ein Daikaiju steht."
    )


def test_a_table_tells_all_its_switches_and_names_the_unusual_ones(house: House) -> None:
    ada = house.person()
    table = ada.create("phoenix", "you bot", switches={"winds_of_change": "on"})
    info = ada.get(f"/api/tables/{table}")
    assert set(info["switches"]) == {option.name for option in EDITIONS["phoenix"].switches}
    assert info["switches"]["immolate"] == "next_turn"
    assert info["switched"] == [{"en": "Winds of Change", "de": "Winde des Wandels"}]
    assert ada.get(f"/api/tables/{table}/steps")["switched"] == info["switched"]
    usual = ada.get(f"/api/tables/{ada.create('phoenix', 'you bot')}")
    assert usual["switched"] == []


def test_a_phoenix_that_is_stranded_could_not_rise() -> None:
    lost = PawnLost(PawnId(1), Fate.STRANDED)
    told = [
        GermanNarrator(build_edition(name, seats=2), ("Ada", "Ben")).tell(lost)
        for name in ("phoenix", "seas")
    ]
    assert told == ["Ben kann nicht mehr aufsteigen.", "Für Ben gibt es keinen Weg mehr."]


def lesson(house: House, language: str, edition: str, **switches: str) -> str:
    """How the game goes, as a table tells it."""
    ada = house.person()
    table = ada.create(edition, "you bot", switches=switches)
    game = ada.sit(table).welcome["game"]
    assert ada.get(f"/api/tables/{table}/steps")["game"] == game
    return " ".join(game["lesson"][language])


def test_the_lesson_of_phoenix_tells_rising_life_and_the_end_of_the_round(house: House) -> None:
    english, german = (lesson(house, language, "phoenix") for language in ("en", "de"))
    for word in ("rises", "Life token", "round is played to its end", "Nothing is forbidden"):
        assert word in english
    for word in ("steigt", "Lebensstein", "Runde zu Ende", "Nichts ist verboten"):
        assert word in german
    assert "Winds of Change" not in english


def test_the_lesson_is_that_of_the_switches_at_the_table(house: House) -> None:
    assert "takes nobody off" in lesson(house, "en", "phoenix", winds_of_change="on")
    assert "6, 7 or 8 in sum" in lesson(house, "en", "seas")
    assert "aikaiju" not in lesson(house, "en", "seas", daikaiju="off")


def test_the_heading_is_in_both_languages_and_names_what_is_unusual(house: House) -> None:
    ada = house.person()
    table = ada.create("phoenix", "you bot", switches={"winds_of_change": "on"}, public=True)
    heading = {
        "en": "Tsuro: Phoenix Rising · Winds of Change",
        "de": "Tsuro: Phoenix Rising · Winde des Wandels",
    }
    assert ada.get(f"/api/tables/{table}")["heading"] == heading
    assert ada.sit(table).welcome["game"]["heading"] == heading
    listed = {each["id"]: each for each in ada.get("/api/tables")}
    assert listed[table]["heading"] == heading


@pytest.mark.parametrize("name", EDITIONS)
def test_everything_an_edition_says_is_there_in_german_too(house: House, name: str) -> None:
    found = {each["id"]: each for each in house.program().get("/api/editions")}[name]
    said = [found["blurb"], *(switch["meaning"] for switch in found["switches"])]
    assert all(each["de"] and each["de"] != each["en"] for each in said)
    game = game_info(build_edition(name, seats=3))
    assert game.goal.de
    assert game.goal.de != game.goal.en
    assert len(game.lesson.de) == len(game.lesson.en)
    assert not set(game.lesson.de) & set(game.lesson.en)


NOTATION = re.compile(r"\b[a-j]\d\d?\.(\d|[nesw])\b|\b[TP]\d\d\b|\b[GB]\d\b")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.tsr"))[::9], ids=lambda path: path.stem)
def test_a_sentence_for_people_has_no_notation(path: Path, language: Language) -> None:
    record = parse_record(path.read_text(encoding="utf-8"))
    chronicle = Chronicle(record.edition, ("",) * record.edition.seats)
    printed = printed_lines(record.edition.info)
    for number, step in enumerate(record.steps()):
        for line in chronicle.lines(number, None, step.events, Speech(language, exact=True)):
            assert not NOTATION.search(line.text), line.text
            assert "Seat 0" not in line.text
            assert "Platz 0" not in line.text
            if printed:
                assert not re.search(r"\b[a-g][1-7]\b", line.text), line.text


def test_notation_is_kept_beside_the_sentence() -> None:
    edition = build_edition("classic", seats=2)
    chronicle = Chronicle(edition, ("Ada", ""))
    events = (
        StartTaken(PawnId(0), mark=Stop(Cell(2, 0), 0)),
        TileDrawn(Seat(1), TileId("T07")),
    )
    told = {
        language: [
            (line.text, line.exact)
            for line in chronicle.lines(1, None, events, Speech(language, exact=True))
        ]
        for language in ("en", "de")
    }
    assert told == {
        "en": [
            ("Ada started at the top edge.", "Ada started at c1.0."),
            ("Seat 2 drew a tile.", "Seat 2 drew T07."),
        ],
        "de": [
            ("Ada beginnt am oberen Rand.", "Ada beginnt bei c1.0."),
            ("Platz 2 zieht ein Plättchen.", "Platz 2 zieht T07."),
        ],
    }


def test_squares_at_sea_are_named_by_what_is_printed() -> None:
    chronicle = Chronicle(build_edition("seas", seats=2), ("Ada", "Ben"))
    events = (
        CellRolled(3, 4, Cell(2, 4), taken=False),
        TileSunk(Cell(3, 0), TileId("T07"), gone=False),
    )
    english, german = (
        [line.text for line in chronicle.lines(1, None, events, Speech(language, exact=True))]
        for language in ("en", "de")
    )
    assert english == ["The dice named gold 3, blue 4.", "The tile on gold 3–4, blue 1 sank."]
    assert german == [
        "Die Würfel nennen Gold 3, Blau 4.",
        "Das Plättchen auf Gold 3–4, Blau 1 versinkt.",
    ]
