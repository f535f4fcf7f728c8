"""Ghosts: what an option would do, told before it is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsuro.core.asks import Decide
from tsuro.core.events import TurnBegan
from tsuro.engine.play import advance
from tsuro.engine.preview import foresee
from tsuro.formats.record import parse_record

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize(
    "name",
    ["classic-3-00060", "kosmos-2-00051", "phoenix-3-00039", "phoenix-7-00054", "seas-7-00073"],
)
def test_all_of_a_turn_is_foreseen_and_nothing_of_the_next(name: str) -> None:
    record = parse_record((GOLDEN / f"{name}.tsr").read_text(encoding="utf-8"))
    decisions = [step for step in record.steps() if isinstance(step.ask, Decide)]
    for step in decisions:
        assert isinstance(step.ask, Decide)
        for option in (step.ask.options[0], step.ask.options[-1]):
            foreseen = foresee(record.edition, step.state, option)
            happened = advance(record.edition, step, option).events
            assert happened[: len(foreseen)] == foreseen
            if len(happened) > len(foreseen):
                assert any(isinstance(event, TurnBegan) for event in foreseen)
    assert decisions
