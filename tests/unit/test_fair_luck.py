"""Luck out of a secret, parts and the number of an event; and records whose luck is not that."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.support.fair_games import fair_game, fair_games, proof_of
from tsuro.core.actions import Draw, RollDie
from tsuro.core.asks import Chance
from tsuro.core.ids import TileId
from tsuro.editions.edition import RULES_VERSION
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.play import begin
from tsuro.errors import BadSetting
from tsuro.formats.record import digest, parse_record
from tsuro.telling.luck import (
    FairChance,
    clean_part,
    commitment_of,
    key_of,
    number_below,
    outcome_of,
)
from tsuro.telling.match import Line, Match, lines_of
from tsuro.telling.refusals import Refusal
from tsuro.telling.verifying import UNPROVEN, verify

DICE = Chance(tuple((RollDie(die), 1) for die in range(1, 7)), "SE-14")
KEY = key_of("ab" * 32, ("one", "", "three"))


def test_every_part_and_its_seat_counts() -> None:
    secret = "ab" * 32
    keys = {
        key_of(secret, parts)
        for parts in (("a", ""), ("", "a"), ("a", "b"), ("b", "a"), ("ab", ""), ("", ""), ("",))
    }
    assert len(keys) == 7
    assert key_of("ac" * 32, ("a", "")) not in keys
    assert commitment_of(secret) != commitment_of("ac" * 32)


def test_numbers_are_as_likely_as_each_other_also_where_some_are_refused() -> None:
    limit = 3 * 2**30  # A quarter of the numbers is refused.
    found = [number_below(KEY, event, limit) for event in range(2000)]
    assert all(0 <= number < limit for number in found)
    thirds = Counter(number // 2**30 for number in found)
    assert all(560 < thirds[third] < 780 for third in range(3)), "by modulo, the first had 1000"
    assert number_below(KEY, 0, 1) == 0


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_limits_beyond_the_hash_are_refused(limit: int) -> None:
    with pytest.raises(BadSetting, match="ways apart"):
        number_below(KEY, 0, limit)


def test_the_order_in_which_outcomes_are_told_does_not_matter() -> None:
    outcomes = [(Draw(TileId("T03")), 2), (Draw(TileId("T01")), 1), (Draw(TileId("T02")), 4)]
    for event in range(20):
        assert outcome_of(KEY, event, outcomes) == outcome_of(KEY, event, outcomes[::-1])


def test_weights_count() -> None:
    outcomes = [(Draw(TileId("T01")), 1), (Draw(TileId("T02")), 3)]
    found = Counter(outcome_of(KEY, event, outcomes) for event in range(2000))
    assert 430 < found[Draw(TileId("T01"))] < 570


def test_an_event_has_the_same_luck_whoever_asks() -> None:
    chance = FairChance(KEY)
    first = [chance.pick(DICE) for _ in range(10)]
    twin = FairChance(KEY, 4)
    assert [twin.pick(DICE) for _ in range(6)] == first[4:]
    copy = chance.copy()
    assert [copy.pick(DICE) for _ in range(5)] == [chance.pick(DICE) for _ in range(5)]


@pytest.mark.parametrize("part", ["a b", "ä", 'a"', "a\n", "a\\", "x" * 65])
def test_parts_that_would_not_be_written_alike_everywhere_are_refused(part: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_part(part)
    assert refused.value.code == "bad_part"


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_of_every_edition_verify(edition: str) -> None:
    for text in fair_games(edition, 4):
        verdict = verify(parse_record(text))
        assert verdict.checked, verdict.reason
        assert verdict.events == text.count(" *")


@pytest.fixture(scope="module")
def record() -> str:
    return fair_game(build_edition("classic", seats=3), "one")


def test_luck_of_another_secret_is_found_at_its_first_event() -> None:
    own, other = proof_of("own", 3), proof_of("other", 3)
    text = fair_game(build_edition("classic", seats=3), "one", own)
    other_text = text.replace(own.secret, other.secret).replace(own.commitment, other.commitment)
    record = parse_record(other_text)
    misfit = verify(record).misfit
    assert misfit is not None
    assert misfit.action == record.actions[misfit.event], "the deal comes first"
    assert misfit.line is not None
    line = other_text.splitlines()[misfit.line - 1]
    assert line[(misfit.column or 0) - 1 :].startswith(str(misfit.action))
    assert f"must be {misfit.expected}" in str(misfit)


@pytest.mark.parametrize(
    ("change", "by", "said"),
    [
        (r"\[Luck .*\n", "", UNPROVEN),
        (r'\[Luck "1"', '[Luck "2"', "which is not known here"),
        (r"\[LuckSecret .*\n", "", "the header LuckSecret must be"),
        (r'Secret ".', 'Secret "Z', "the header LuckSecret must be"),
        (r'Commitment ".', 'Commitment "?', "the header LuckCommitment must be"),
        (r'Secret ".{64}', f'Secret "{"0" * 64}', "not the one that was committed to"),
        (r"\[LuckPart0 .*\n", "", "must be"),
        (r'\[LuckPart0 "', '[LuckPart1 "more"]\n[LuckPart0 "', "must be"),
        (r'LuckPart2 "part', 'LuckPart2 "Part', "must be"),
    ],
)
def test_what_a_record_says_of_its_luck_has_to_be_true(
    record: str, change: str, by: str, said: str
) -> None:
    changed = re.sub(change, by, record, count=1)
    assert changed != record
    verdict = verify(parse_record(changed))
    assert not verdict.checked
    assert verdict.reason is not None
    assert said in verdict.reason


def test_the_commitment_that_was_noted_counts(record: str) -> None:
    read = parse_record(record)
    shown = read.headers["LuckCommitment"]
    assert verify(read, shown.upper()).checked
    assert verify(read, commitment_of("another")).reason == (
        "another commitment was shown before the game"
    )


def test_an_unfinished_game_has_nothing_to_check_yet() -> None:
    text = (
        '[Tsuro "record 1"]\n[Rules "2"]\n[Edition "classic"]\n[Seats "2"]\n[Switches ""]\n'
        '[First "0"]\n[Result "*"]\n[Digest "{}"]\n[Luck "1"]\n\n'
    )
    edition = build_edition("classic", seats=2)
    text = text.replace('"2"]\n[Edition', f'"{RULES_VERSION}"]\n[Edition')
    record = parse_record(text.format(digest(begin(edition).state, edition)))
    assert "the game is not over" in str(verify(record).reason)


def test_what_is_undone_or_never_written_comes_again_with_the_same_luck() -> None:
    edition = build_edition("classic", seats=2)
    chance = proof_of("match", 2).chance()
    match = Match(edition, first=0, seed="", position=None, chance=chance)
    deal = match.luck()
    assert [move.action for move in match.luck()] == [move.action for move in deal]
    match.take_over(deal, lines_of(deal, None))
    match.started = True
    for _ in range(2):
        ask = match.decide
        assert ask is not None
        marks = match.chosen(ask.seat, str(ask.options[0]))
        match.take_over(marks, lines_of(marks, None))
    ask = match.decide
    assert ask is not None
    option = next(str(each) for each in ask.options if len(match.chosen(0, str(each))) > 1)
    drawn = match.chosen(0, option)[1].action
    keep = len(match.moves)
    placed = match.chosen(0, option)[:1]
    match.take_over(placed, lines_of(placed, None))
    match.drop(keep, Line("undo", 0, "again", str(keep)))
    again = match.chosen(0, option)[1]
    assert again.seat is None
    assert again.action == drawn
