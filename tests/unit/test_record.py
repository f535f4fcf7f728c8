"""Game records: what they look like, how they replay, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.games import Played, played_games
from tsuro.editions.edition import RULES_VERSION
from tsuro.editions.registry import build_edition
from tsuro.engine.play import begin
from tsuro.errors import RecordError, ReplayMismatch
from tsuro.formats.record import HEADERS, Record, digest, parse_record, record_of
from tsuro.game import Game


def finished_game() -> Game:
    game, rng = Game("classic", seats=2, seed=11), Random(11)
    while not game.over:
        game.play(rng.choice(game.options))
    return game


GAME = finished_game()
TEXT = str(GAME.record(North='Ada "the \\ first"', South="Bo"))
LINES = TEXT.splitlines()
BODY = LINES.index("") + 1


def changed(line: int, old: str, new: str) -> str:
    """The record with a change in a line, counted from 1."""
    assert old in LINES[line - 1]
    lines = list(LINES)
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines)


def header(name: str) -> int:
    """The line of a header."""
    return next(n for n, line in enumerate(LINES, 1) if line.startswith(f"[{name} "))


def test_headers_then_a_line_for_each_turn() -> None:
    assert LINES[:6] == [
        '[Tsuro "record 1"]',
        f'[Rules "{RULES_VERSION}"]',
        '[Edition "classic"]',
        '[Seats "2"]',
        '[Switches "draw=holder_first,ban=edge"]',
        '[First "0"]',
    ]
    assert LINES[6] == f'[Result "{GAME.result}"]'
    assert LINES[7] == f'[Digest "{digest(GAME.state, GAME.edition)}"]'
    assert LINES[8:10] == [r'[North "Ada \"the \\ first\""]', '[South "Bo"]']
    assert LINES[BODY].startswith("setup: *T")
    assert [line.split()[0] for line in LINES[BODY + 1 :]] == [
        f"{turn}.{(turn - 1) % 2}:" for turn in range(1, GAME.state.turn.number + 1)
    ]


def test_a_record_replays_to_the_same_states() -> None:
    record = parse_record(TEXT)
    assert record == GAME.record(North='Ada "the \\ first"', South="Bo")
    assert tuple(record.steps()) == GAME.steps
    assert str(record) == TEXT


def test_an_unfinished_game_has_a_star_for_its_result() -> None:
    record = Game("pocket", seats=3, seed=1).record()
    assert '[Result "*"]' in str(record)
    assert parse_record(str(record)).steps()[-1].state.result is None


def test_a_further_header_fills_one_line_and_has_its_own_name() -> None:
    assert GAME.record(North=" a\nb\u2028 c ").headers == {"North": "a b c"}
    for name in ("Result", "two words", ""):
        with pytest.raises(RecordError, match="cannot be the name"):
            record_of(GAME.edition, GAME.actions, GAME.state, headers={name: "x"})


def test_a_record_made_in_memory_is_held_to_its_result_too() -> None:
    wrong = replace(GAME.record(), actions=GAME.actions[:-1])
    with pytest.raises(ReplayMismatch, match="truncated"):
        wrong.steps()
    illegal = replace(GAME.record(), actions=GAME.actions[1:])
    with pytest.raises(ReplayMismatch) as refused:
        illegal.steps()
    assert (refused.value.line, refused.value.column) == (None, 1)


@pytest.mark.parametrize(
    ("text", "line", "column", "complaint"),
    [
        ("", 1, 1, "header Tsuro is missing"),
        ("hello", 1, 1, "expected a header"),
        (changed(1, "record 1", "record 2"), 1, 1, "only 'record 1' can be read"),
        (changed(2, '"2"', '"one"'), 2, 9, "not a number"),
        (changed(2, '"2"', '"02"'), 2, 9, "not a number"),
        (changed(3, "classic", "chess"), 3, 1, "no edition called"),
        (changed(4, '"2"', '"x"'), 4, 9, "not a number"),
        (changed(4, '"2"', '"9"'), 3, 1, "2 to 8 players"),
        (changed(5, "ban=edge", "ban=all"), 3, 1, "not a choice"),
        (changed(5, "ban=edge", "moon=full"), 3, 1, "no switch called"),
        (changed(6, '"0"', '""'), 6, 9, "not a number"),
        (changed(6, '[First "0"]', '[First 0]'), 6, 1, "expected a header"),
        (changed(6, '[First "0"]', '[Rules "1"]'), 6, 2, "Rules occurs twice"),
        (changed(6, '[First "0"]', '[Second "0"]'), len(LINES[:BODY]), 1, "First is missing"),
        (changed(BODY + 1, "setup:", "set-up:"), BODY + 1, 1, "not a turn"),
        (changed(BODY + 2, "1.0:", "1.8:"), BODY + 2, 1, "not a turn"),
        (changed(BODY + 2, "1.0: ", "1.0: T99/0 "), BODY + 2, 6, "not an action"),
        (changed(BODY + 2, "1.0: ", "1.0: T17b/0 "), BODY + 2, 9, "only one face"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_place(
    text: str, line: int, column: int, complaint: str
) -> None:
    with pytest.raises(RecordError) as refused:
        parse_record(text)
    assert complaint in refused.value.reason
    assert (refused.value.line, refused.value.column) == (line, column)


def moved_action() -> str:
    """The first action of turn 2 stands under turn 1."""
    label, first, *rest = LINES[BODY + 2].split()
    lines = list(LINES)
    lines[BODY + 1] += f" {first}"
    lines[BODY + 2] = " ".join([label, *rest])
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "line", "column", "complaint"),
    [
        (changed(header("Rules"), "2", "3"), 2, 1, "of version 2 cannot replay: a newer one can"),
        (changed(header("Rules"), "2", "0"), 2, 1, "there is no such version"),
        (changed(header("First"), "0", "1"), BODY + 2, 6, "listed under 1.0: but belongs to 1.1:"),
        (changed(header("First"), "0", "5"), 6, 1, "must be 0 to 1"),
        (changed(header("Result"), str(GAME.result), "*"), 7, 1, "it was edited"),
        (changed(header("Digest"), LINES[7][9:12], "xyz"), 8, 1, "digest"),
        ("\n".join(LINES[:-1]), 7, 1, "truncated or edited"),
        (changed(BODY + 2, "1.0: ", "1.0: T01/1 "), BODY + 2, 6, ""),
        (changed(BODY + 2, "1.0: ", "1.0: keep "), BODY + 2, 6, "not among the options"),
        (changed(len(LINES), LINES[-1], LINES[-1] + " *T05"), len(LINES), None, "too late"),
        (moved_action(), BODY + 2, None, "listed under 1.0: but belongs to 2.1:"),
    ],
)  # fmt: skip
def test_what_does_not_replay_is_refused_with_its_place(
    text: str, line: int, column: int | None, complaint: str
) -> None:
    record = parse_record(text)
    with pytest.raises(RecordError) as refused:
        record.steps()
    assert complaint in refused.value.reason
    assert refused.value.line == line
    assert column is None or refused.value.column == column


OLD_SEAS = """\
[Tsuro "record 1"]
[Rules "1"]
[Edition "seas"]
[Seats "2"]
[Options ""]
[First "0"]
[Result "*"]
[Digest "{digest}"]

"""


def old_seas(*, rules: int) -> str:
    """The beginning of a game at sea as rules version 1 wrote it, with no switch changed."""
    edition = build_edition("seas", seats=2, rules_version=1)
    opening = begin(edition, first=0).state
    text = OLD_SEAS.format(digest=digest(opening, edition, 1))
    return text.replace('[Rules "1"]', f'[Rules "{rules}"]')


def test_a_record_of_earlier_rules_means_the_defaults_of_its_time() -> None:
    record = parse_record(old_seas(rules=1))
    assert record.edition.switches["removed"] == "gone_if_off"
    assert len(record.steps()) == 1
    again = parse_record(str(record))
    assert (again.rules_version, again.edition.switches) == (1, record.edition.switches)
    assert len(again.steps()) == 1
    assert parse_record(old_seas(rules=2)).edition.switches["removed"] == "recycle"


def test_a_record_of_earlier_rules_that_goes_differently_now_is_refused_with_the_reason() -> None:
    record = parse_record(changed(header("Rules"), "2", "1").replace(LINES[7][9:12], "xyz"))
    with pytest.raises(ReplayMismatch) as refused:
        record.steps()
    assert "digest" in refused.value.reason
    assert "follows rules version 1" in refused.value.reason
    assert "the changelog says which" in refused.value.reason


@settings(max_examples=15)
@given(played_games(), st.data())
def test_a_mutilated_record_is_refused_or_still_replays(game: Played, data: st.DataObject) -> None:
    text = str(record_of(game.edition, game.actions, game.state))
    for _ in range(5):
        place = data.draw(st.integers(0, len(text)))
        extra = data.draw(st.text(alphabet='T0123456789*/.:[]"\\ abn\n', max_size=2))
        cut = data.draw(st.integers(0, 2))
        found = read(text[:place] + extra + text[place + cut :])
        if isinstance(found, Record):
            assert found.actions == game.actions
            assert parse_record(str(found)) == found


def read(text: str) -> Record | RecordError:
    """A record that replays, or the complaint; any other exception is let through."""
    try:
        record = parse_record(text)
        record.steps()
    except RecordError as error:
        return error
    return record


def test_every_header_has_its_place() -> None:
    assert [line[1:].split()[0] for line in LINES[: len(HEADERS)]] == list(HEADERS)


def test_the_former_name_of_the_switches_is_still_read() -> None:
    record = parse_record(TEXT)
    older = TEXT.replace("[Switches ", "[Options ")
    assert older != TEXT
    assert parse_record(older) == record
    with pytest.raises(RecordError, match="the header Switches occurs twice"):
        parse_record(older.replace("[First ", '[Switches ""]\n[First '))
