"""The rules that lines of the log name: they exist, and they fit what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tsuro.core.events import Event, GameEnded, PawnLost, PawnMoved, SeatOut, TilePlaced
from tsuro.core.state import Fate, Reason
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, edition_info
from tsuro.formats.record import parse_record
from tsuro.rules.phoenix.soaring import PawnLeft
from tsuro.rules.seas.daikaiju import DaikaijuMoved, DaikaijuPlaced, ShipCaught, TileSunk
from tsuro.server.http.rulebook import rules_of
from tsuro.telling.log import Chronicle, Speech
from tsuro.telling.rule_numbers import rule_of_event

GOLDEN = Path(__file__).parents[1] / "golden"

LOSSES = {
    "classic": {Fate.EDGE: "CL-13", Fate.COLLISION: "CL-14"},
    "kosmos": {Fate.EDGE: "KO-13", Fate.COLLISION: "KO-13"},
    "pocket": {Fate.EDGE: "PO-11", Fate.COLLISION: "PO-11"},
    "phoenix": {
        Fate.EDGE: "PR-26",
        Fate.COLLISION: "PR-27",
        Fate.LOOP: "PR-28",
        Fate.STRANDED: "PR-43",
        Fate.WITHDRAWN: "PR-18",
    },
}
"""Where one rule is behind each fate."""

AT_SEA = {
    (Fate.EDGE, TilePlaced): "SE-28",
    (Fate.LOOP, TilePlaced): "SE-28",
    (Fate.DAIKAIJU, TilePlaced): "SE-28",
    (Fate.DAIKAIJU, ShipCaught): "SE-21",
    (Fate.DAIKAIJU, DaikaijuMoved): "SE-21",
    (Fate.DAIKAIJU, DaikaijuPlaced): "SE-21",
    (Fate.STRANDED, ShipCaught): "SE-32",
}
"""By what brought the loss about; a tile that sank tells more."""

SUNK = {DaikaijuMoved: "SE-17", DaikaijuPlaced: "SE-19"}

ENDINGS = {
    "classic": {"last_standing": "CL-16", "all_out": "CL-17", "tiles_out": "CL-24"},
    "kosmos": {"last_standing": "KO-16", "all_out": "KO-16", "tiles_out": "KO-17"},
    "pocket": {"last_standing": "PO-14", "all_out": "PO-14"},
    "seas": {
        "last_standing": "SE-34",
        "all_out": "SE-35",
        "board_full": "SE-36",
        "tiles_out": "SE-19",
    },
    "phoenix": {"last_standing": "PR-46", "all_out": "PR-47", "stars": "PR-45"},
}


def fitting(edition: str, before: Sequence[Event], event: PawnLost | PawnLeft) -> str:
    """The rule behind a loss, found out anew."""
    if edition in LOSSES:
        return LOSSES[edition][event.fate]
    aside = (PawnMoved, PawnLost, SeatOut)
    *_, last = causes = [each for each in before if not isinstance(each, aside)]
    if isinstance(last, TileSunk):
        return SUNK[type(causes[-2])]
    return AT_SEA[event.fate, type(last)]


def steps_of(name: str) -> Iterator[tuple[Edition, tuple[Event, ...]]]:
    for path in sorted(GOLDEN.glob(f"{name}-*.tsr")):
        record = parse_record(path.read_text(encoding="utf-8"))
        for step in record.steps():
            yield record.edition, step.events


@pytest.mark.parametrize("name", EDITIONS)
def test_every_loss_and_every_ending_names_the_rule_behind_it(name: str) -> None:
    known = {rule.id for rule in rules_of(edition_info(name))}
    met: set[str] = set()
    for edition, events in steps_of(name):
        for number, event in enumerate(events):
            rule = rule_of_event(edition.info, events, number)
            match event:
                case PawnLost() | PawnLeft():
                    assert rule == fitting(name, events[:number], event), events
                case GameEnded():
                    assert rule == ENDINGS[name][event.result.reason]
                case _:
                    assert rule is None
            met |= {rule} if rule else set()
    assert met <= known
    told = edition_info(name).section("rules")
    after = (rules.values() for rules in told.get("fates_after", {}).values())
    named = {*told["fates"].values(), *told["reasons"].values()}.union(*after)
    assert named <= known
    assert met == named, "no rule is named that no recorded game comes to"


@pytest.mark.parametrize("name", EDITIONS)
def test_sections_name_fates_and_reasons_that_there_are(name: str) -> None:
    told = edition_info(name).section("rules")
    assert set(told["fates"]) | set(told.get("fates_after", {})) <= set(Fate)
    assert set(told["reasons"]) <= set(Reason)


def test_the_log_shows_them_line_by_line() -> None:
    shown = set()
    for edition, events in steps_of("seas"):
        lines = Chronicle(edition, tuple(f"Seat {n}" for n in range(8))).lines(
            1, 0, events, Speech()
        )
        shown |= {line.rule for line in lines if "devoured" in line.text}
    assert shown == {"SE-17", "SE-19", "SE-21", "SE-28"}
