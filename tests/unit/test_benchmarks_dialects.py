"""The players of the server's benchmark understand both versions of the protocol."""

from __future__ import annotations

import json

import pytest

from benchmarks.server.client import NO_MASK, TEXT, bounds_of, frame
from benchmarks.server.dialects import First, News, Question, Second, act, dialect_of

SPOKEN = {"type": "place_tile", "pawn": None}
WAYS = [
    {"type": "place_tile", "notation": "T17/0", "laid": ["T17", 0, 0]},
    {"type": "place_tile", "notation": "T17/1", "laid": ["T17", 1, 0]},
    {"type": "place_tile", "notation": "T05/0", "laid": ["T05", 0, 0]},
]
FIRST_WAYS = [
    {"action": "T17/0", "kind": "place_tile", "data": SPOKEN, "preview": None},
    {"action": "T05/0", "kind": "place_tile", "data": SPOKEN, "preview": None},
]


def as_bytes(**message: object) -> bytes:
    return json.dumps(message).encode()


@pytest.mark.parametrize(
    ("message", "news"),
    [
        (
            {"type": "welcome", "version": 9, "asks": {"seat": 2, "options": FIRST_WAYS}},
            News("welcome", 9, Question(2, 9, ["T17/0", "T05/0"], ())),
        ),
        ({"type": "step", "version": 10, "asks": None, "events": []}, News("other", 10)),
        ({"type": "step", "version": 11, "asks": {"seat": 3}, "view": {}}, News("told", 11)),
        ({"type": "ended", "result": {"winners": [1]}}, News("told", over=True)),
        ({"type": "error", "code": "stale_version"}, News("refused", code="stale_version")),
        ({"type": "ack", "id": "m9", "version": 10}, News("other", 10)),
    ],
)
def test_version_1_is_read(message: dict[str, object], news: News) -> None:
    assert First().read(as_bytes(**message)) == news


ASKED = Question(2, 9, ["T17/0", "T17/1", "T05/0"], ["T17/0", "T17/1"])


@pytest.mark.parametrize(
    ("message", "news"),
    [
        (
            {
                "type": "welcome",
                "protocol": 2,
                "shown": {"type": "shown", "version": 9, "asks": {"seat": 2, "options": WAYS}},
            },
            News("welcome", 9, ASKED),
        ),
        (
            {"type": "played", "version": 9, "asks": {"seat": 2, "options": WAYS}, "moves": []},
            News("told", 9, ASKED),
        ),
        ({"type": "played", "version": 12, "asks": {"seat": 1}}, News("told", 12)),
        ({"type": "played", "version": 12, "change": {}}, News("told", 12, over=True)),
        ({"type": "ghosts", "version": 9, "ghosts": {}}, News("ghosts", 9)),
        ({"type": "refused", "code": "stale_version"}, News("refused", code="stale_version")),
        ({"type": "table_changed", "table": {"version": 3}}, News("other")),
    ],
)
def test_version_2_is_read(message: dict[str, object], news: News) -> None:
    assert Second().read(as_bytes(**message)) == news


def test_an_option_without_a_tile_is_looked_at_alone() -> None:
    starts = [{"notation": "c1.0", "mark": [2, 0, 0]}, {"notation": "c1.1", "mark": [2, 0, 1]}]
    message = as_bytes(type="played", version=1, asks={"seat": 0, "options": starts})
    question = Second().read(message).question
    assert question == Question(0, 1, ["c1.0", "c1.1"], ["c1.0"])


def test_what_is_sent_is_of_the_version() -> None:
    assert json.loads(First().hello("x", ghosts=True)) == {
        "type": "hello",
        "protocol": 1,
        "previews": True,
        "token": "x",
    }
    assert json.loads(Second().hello(None, after=7, ghosts=True)) == {
        "type": "hello",
        "protocol": 2,
        "after": 7,
    }
    assert First().foresee(ASKED) is None
    assert json.loads(Second().foresee(ASKED)) == {
        "type": "foresee",
        "version": 9,
        "actions": ["T17/0", "T17/1"],
    }
    assert json.loads(act(ASKED, "T05/0")) == {
        "type": "act",
        "id": "m9",
        "version": 9,
        "seat": 2,
        "action": "T05/0",
    }


def test_a_version_that_nobody_knows_is_refused() -> None:
    assert isinstance(dialect_of(1), First)
    assert isinstance(dialect_of(2), Second)
    with pytest.raises(SystemExit, match="speaks protocol 3"):
        dialect_of(3)


@pytest.mark.parametrize("length", [0, 125, 126, 65_535])
def test_a_frame_has_its_length(length: int) -> None:
    whole = frame(b"x" * length, TEXT)
    head = whole[: len(whole) - length - len(NO_MASK)]
    unmasked = bytes([head[0], head[1] & 127]) + head[2:] + b"x" * length
    assert bounds_of(unmasked, 0) == (len(head), len(head) + length)
    assert all(bounds_of(unmasked[:cut], 0) is None for cut in (0, 1, len(unmasked) - 1))
