"""No text may exist in one language only: the page's, the server's and the editions' alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.modules import import_all
from tsuro.bots.levels import LEVELS
from tsuro.bots.registry import BOTS
from tsuro.editions.registry import EDITIONS, OURS
from tsuro.editions.words import Words
from tsuro.errors import TsuroError
from tsuro.server.http.rulebook import rules_of
from tsuro.telling.refusals import ENGINE_CODES, STATUS

PAGE = Path(__file__).parents[2] / "frontend" / "src"
TEXT = re.compile(r'^  "([\w.-]+)":\s*"(.*)",$', re.MULTILINE)
SAME = {"Tsuro: Phoenix Rising", "Tsuro of the Seas", "7×7"}
"""What is called the same in both languages."""
INTERNATIONAL = {"replay.gif", "settings.normal"}
COMMANDS = ("tsuro.cli.", "tsuro.arena.", "tsuro.simulation.", "tsuro.server.run")
"""Whose errors only whoever runs a command reads, and no player."""
TERMINAL = {"signs"}
"""Words that only the terminal uses, which speaks English."""


def catalogue(language: str) -> dict[str, str]:
    """The texts of the page in one language, by key."""
    files = [PAGE / "i18n" / f"{language}.ts", *sorted((PAGE / "i18n").glob(f"*.{language}.ts"))]
    texts = "".join(file.read_text(encoding="utf-8") for file in files)
    return dict(TEXT.findall(re.sub(r':\n\s+"', ': "', texts)))


def leaves(words: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a section with its place in it."""
    if isinstance(words, str):
        yield path, words
    elif isinstance(words, Mapping):
        for key, value in words.items():
            yield from leaves(value, f"{path}.{key}")
    else:
        for number, value in enumerate(words):
            yield from leaves(value, f"{path}[{number}]")


def test_the_page_says_everything_in_both_languages() -> None:
    english, german = catalogue("en"), catalogue("de")
    assert len(english) > 200
    assert english.keys() == german.keys()
    # A text that only puts blanks together has no words to translate.
    worded = {key: re.sub(r"\{\w+\}", "", text) for key, text in english.items()}
    alike = {key for key in english if english[key] == german[key]}
    alike = {key for key in alike if re.search(r"[A-Za-z]", worded[key])}
    assert alike <= {"common.bot", "home.bot", "info.daikaiju", "log.exact", *INTERNATIONAL}


@pytest.mark.parametrize("code", sorted({*STATUS, *ENGINE_CODES}))
def test_every_refusal_has_a_sentence_in_both_languages(code: str) -> None:
    for language in ("en", "de"):
        assert catalogue(language)[f"refusal.{code}"].endswith(".")


def test_every_code_of_an_error_has_a_sentence() -> None:
    def kinds(kind: type[TsuroError]) -> Iterator[type[TsuroError]]:
        yield kind
        for child in kind.__subclasses__():
            yield from kinds(child)

    import_all()
    ours = (each for each in kinds(TsuroError) if each.__module__.startswith("tsuro."))
    told = (each for each in ours if not each.__module__.startswith(COMMANDS))
    codes = {each.code for each in told if isinstance(each.__dict__.get("code"), str)}
    assert {f"refusal.{code}" for code in codes} <= catalogue("en").keys()


@pytest.mark.parametrize("bot", [*LEVELS, *BOTS])
def test_every_bot_has_a_name_and_a_character_in_both_languages(bot: str) -> None:
    for language in ("en", "de"):
        assert catalogue(language)[f"level.{bot}"]
        assert catalogue(language)[f"character.{bot}"]


@pytest.mark.parametrize("name", OURS)
def test_an_edition_says_everything_in_both_languages(name: str) -> None:
    section = EDITIONS[name].section("words")
    assert set(section) == {"en", "de"}
    english, german = (dict(leaves(section[language])) for language in ("en", "de"))
    only = {
        path for path in english.keys() ^ german.keys() if path.split("[")[0][1:] not in TERMINAL
    }
    # In English a switch is described beside its rule, unless people are told more.
    assert {path for path in only if not path.startswith(".switches.")} == set()
    alike = {
        english[path] for path in english.keys() & german.keys() if english[path] == german[path]
    }
    assert alike <= SAME


@pytest.mark.parametrize("name", OURS)
def test_every_switch_and_each_of_its_values_is_told_in_both_languages(name: str) -> None:
    info = EDITIONS[name]
    english, german = Words(info), Words(info, "de")
    for switch in info.switches:
        assert english.switch(switch.name) != german.switch(switch.name)
        for value in switch.values:
            if not value.isdigit():
                for language in ("en", "de"):
                    said = info.section("words")[language]["values"]
                    assert f"{switch.name}={value}" in said


@pytest.mark.parametrize("name", OURS)
def test_every_rule_of_an_edition_is_there_in_both_languages(name: str) -> None:
    english, german = (rules_of(EDITIONS[name], language) for language in ("en", "de"))
    assert [rule.id for rule in english] == [rule.id for rule in german]
    assert {rule.language for rule in english} == {"en"}
    assert [rule.id for rule in german if rule.language != "de"] == []
    for one, other in zip(english, german, strict=True):
        assert other.status
        assert one.html != other.html
        # Switches, rules and figures that one names are named by the other, too.
        for kind in (r"<code>\w+=[\w|]+</code>", r"\b(?:CL|KO|PO|SE|PR|WC|GEN)-\d+\b"):
            assert set(re.findall(kind, one.html)) == set(re.findall(kind, other.html)), one.id


def test_the_components_of_the_page_hold_no_words_of_their_own() -> None:
    """A text between tags, or a label in quotes, is in one language only."""
    spoken = re.compile(r">\s*([A-Za-z][a-z]+(?: [a-z]+)*)\s*<")
    label = re.compile(r'\b(?:aria-label|title|alt|placeholder)="([^"{]*[A-Za-z]{3,}[^"{]*)"')
    found = {
        f"{path.relative_to(PAGE)}: {text}"
        for path in PAGE.rglob("*.svelte")
        for markup in [re.sub(r"<(script|style).*?</\1>", "", path.read_text("utf-8"), flags=re.S)]
        for text in (*spoken.findall(markup), *label.findall(markup))
    }
    assert found == {
        "home/Home.svelte: Tsuro",
        "parts/SettingsPanel.svelte: Deutsch",
        "parts/SettingsPanel.svelte: English",
    }
