"""The log of a server: strangers cannot fill it."""

from __future__ import annotations

import logging

from tests.server.house import HandTime
from tsuro.server.quiet import NOISE, OFTEN, SECONDS, Quiet


def record(text: str, *arguments: object) -> logging.LogRecord:
    return logging.LogRecord("tsuro.server", logging.ERROR, "", 0, text, arguments, None)


def test_lines_of_one_kind_are_told_some_times_and_then_counted() -> None:
    time = HandTime()
    quiet = Quiet(time.now)
    said = [quiet.filter(record("table %s fails", n)) for n in range(OFTEN + 5)]
    assert said == [True] * OFTEN + [False] * 5
    assert quiet.filter(record("something else")), "another kind is told at once"
    time.advance(SECONDS)
    again = record("table %s fails", 7)
    assert quiet.filter(again)
    assert again.getMessage() == "table 7 fails (and 5 more like it)"


def test_what_strangers_cause_is_for_debugging_only() -> None:
    for text in NOISE:
        line = record(text)
        assert not Quiet().filter(line)
        assert line.levelno == logging.DEBUG
