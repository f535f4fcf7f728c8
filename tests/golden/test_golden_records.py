"""Recorded games replay to the same end for ever, and together show everything that can happen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.golden import Feature, demanded, shown
from tests.support.rules import rule
from tsuro.editions.edition import RULES_VERSION
from tsuro.errors import ReplayMismatch
from tsuro.formats.record import parse_record

RECORDS = sorted(Path(__file__).parent.glob("*.tsr"))
LARGEST = 400_000
"""Bytes that all records together may take."""


@rule("INV-14")
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_result_and_digest(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = parse_record(text)
    assert len(record.steps()) == len(record.actions) + 1
    if record.rules_version == RULES_VERSION:
        assert str(record) == text
    else:
        # Written anew, a record names the switches that have come since with what they were then.
        again = parse_record(str(record))
        assert (again, len(again.steps())) == (record, len(record.actions) + 1)


def test_the_records_show_every_ending_loss_action_and_event() -> None:
    """And no ending or loss that was thought impossible in its edition."""
    seen = set[Feature]()
    for path in RECORDS:
        record = parse_record(path.read_text(encoding="utf-8"))
        seen |= set(shown(record.edition, record.actions, record.steps()))
    assert sorted(demanded() - seen) == []
    assert sorted(seen - demanded()) == []


def test_the_records_stay_small() -> None:
    assert sum(path.stat().st_size for path in RECORDS) < LARGEST


def test_a_game_that_goes_differently_under_the_present_rules_is_refused_with_the_reason() -> None:
    """In this one a loop that a flip left standing was flown anew (WC-9, rules version 1)."""
    path = Path(__file__).parent / "refused" / "phoenix-7-00049.tsr"
    record = parse_record(path.read_text(encoding="utf-8"))
    with pytest.raises(ReplayMismatch, match="follows rules version 1"):
        record.steps()
