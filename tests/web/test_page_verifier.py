"""The page checks luck by code of its own, and agrees with `tsuro verify`, right or wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.support.fair_games import fair_game, fair_games, proof_of
from tools.verify_in_node import PageVerifier
from tsuro.editions.registry import EDITIONS, build_edition, edition_info
from tsuro.formats.record import parse_record
from tsuro.telling.verifying import verify


@pytest.fixture(scope="module")
def page() -> Iterator[PageVerifier]:
    with PageVerifier() as page:
        yield page


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_check_games_of_every_edition(page: PageVerifier, edition: str) -> None:
    for text in fair_games(edition, 6):
        here = verify(parse_record(text))
        assert page.verdict(text) == {"checked": True, "events": here.events}


@pytest.mark.parametrize("edition", EDITIONS)
def test_and_with_every_switch(page: PageVerifier, edition: str) -> None:
    for switch in edition_info(edition).switches:
        for value in switch.values[1:]:
            built = build_edition(edition, seats=3, switches={switch.name: value})
            text = fair_game(built, f"{switch.name} {value}")
            assert verify(parse_record(text)).checked
            assert page.verdict(text)["checked"], f"{switch.name}={value}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_name_the_same_event_if_the_luck_is_that_of_another_secret(
    page: PageVerifier, edition: str
) -> None:
    for number in range(4):
        own, other = proof_of(f"own {number}", 3), proof_of(f"other {number}", 3)
        text = fair_game(build_edition(edition, seats=3), number, own)
        text = text.replace(own.secret, other.secret).replace(own.commitment, other.commitment)
        here, there = verify(parse_record(text)).misfit, page.verdict(text)
        assert here is not None
        misfit = there["misfit"]
        assert there["why"] == "event"
        assert (misfit["event"], misfit["action"], misfit["expected"]) == (
            here.event,
            str(here.action),
            str(here.expected),
        )


@pytest.mark.parametrize(
    ("change", "by", "why"),
    [
        (r"\[Luck .*\n", "", "unproven"),
        (r'\[Luck "1"', '[Luck "2"', "unknown"),
        (r"\[LuckSecret .*\n", "", "malformed"),
        (r'Secret ".{64}', f'Secret "{"0" * 64}', "secret"),
        (r"\[LuckPart0 .*\n", "", "event"),
        (r"(?<=[.]0: )\S+", "T99/0", "other"),
    ],
)
def test_what_is_wrong_with_a_record_is_told(
    page: PageVerifier, change: str, by: str, why: str
) -> None:
    text = fair_game(build_edition("classic", seats=3), "one")
    changed = re.sub(change, by, text, count=1)
    assert changed != text
    verdict = page.verdict(changed, shown=text)
    assert (verdict["checked"], verdict["why"]) == (False, why)
