"""Titles of games: the edition, and the switches that are not as usual."""

from __future__ import annotations

from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.editions.words import switched
from tsuro.formats.ascii import draw_text
from tsuro.formats.heading import heading_of
from tsuro.formats.svg import draw_svg
from tsuro.formats.svg.lettering import fitting_height
from tsuro.game import Game


def title(edition: str, **switches: str) -> str:
    return heading_of(build_edition(edition, seats=3, switches=switches))


def test_every_unusual_value_of_every_switch_has_words() -> None:
    for name, info in EDITIONS.items():
        unusual = {f"{each.name}={value}" for each in info.switches for value in each.values[1:]}
        for language, words in info.section("words").items():
            said = words.get("switched", {})
            assert set(said) == unusual, (name, language)
            assert len(set(said.values())) == len(unusual), "each says something else"


def test_the_usual_game_has_a_bare_title() -> None:
    for name, info in EDITIONS.items():
        assert title(name) == info.title


def test_the_title_names_the_switches_that_are_on() -> None:
    assert title("phoenix", winds_of_change="on") == "Tsuro: Phoenix Rising · Winds of Change"
    assert title("seas", daikaiju="off") == "Tsuro of the Seas · without daikaiju"
    assert title("kosmos", board="large", piles="3") == "Kosmos Tsuro · 7×7 board · three piles"


def test_a_switch_without_a_meaning_is_not_named() -> None:
    assert title("phoenix", winds_first="encountered") == "Tsuro: Phoenix Rising"
    assert "loops flip" in title("phoenix", winds_of_change="on", winds_first="encountered")
    alone = build_edition("seas", seats=3, switches={"daikaiju": "off", "die": "per_daikaiju"})
    assert switched(alone.info, alone) == ("daikaiju=off",)


def test_a_switch_leans_on_a_value_that_another_has() -> None:
    for info in EDITIONS.values():
        settings = {f"{each.name}={value}" for each in info.switches for value in each.values}
        assert {each.needs for each in info.switches if each.needs} <= settings


def test_pictures_bear_the_title() -> None:
    game = Game("phoenix", seats=2, seed=1, winds_of_change="on")
    assert heading_of(game.edition) in draw_text(game.edition, game.state)
    svg = draw_svg(game.edition, game.state)
    assert f"<title>{heading_of(game.edition)}, " in svg
    usual = Game("phoenix", seats=2, seed=1)
    assert len(draw_svg(usual.edition, usual.state)) < len(svg), "the switch is drawn, too"


def test_many_switches_are_written_smaller() -> None:
    assert fitting_height("ON", height=8, width=200, spacing=3) == 8
    long = fitting_height("WINDS OF CHANGE " * 6, height=8, width=200, spacing=3)
    assert 0 < long < 4
