"""Hints and studies on a device: the same lines as a server's, a spell of thinking at a time."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.local.guest import Device
from tests.support.schemas import validator
from tsuro.bots.mcts import MctsBot
from tsuro.bots.random_bot import RandomBot
from tsuro.editions.registry import EDITIONS
from tsuro.local import study
from tsuro.studying.analysis import Effort

PROMISED = validator("StudyLine")
BRIEF = Effort(spells=(0.001, 0.001), glance=0.001, second_look=(0.001,))
TILE = re.compile(r"\b[TP]\d\d\b")


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """How games are looked into is told apart from how deeply: who judges knows nothing."""
    monkeypatch.setattr(study, "EFFORT", BRIEF)
    monkeypatch.setattr(study, "JUDGE", RandomBot())


def at_a_table(edition: str, seats: str) -> tuple[Device, str, dict[str, Any]]:
    """A game in its middle, where a person has to decide."""
    for seed in range(20):
        device = Device()
        table = device.create(edition, seats, seed=seed)
        device.sit(table)
        device.let_bots_play()
        for _ in range(3):
            told = latest(device)
            if "asks" not in told:
                break
            device.say(first_option(told))
            device.let_bots_play()
        if "asks" in latest(device):
            return device, table, latest(device)
    raise AssertionError("all games were short")


def first_option(told: dict[str, Any]) -> dict[str, Any]:
    action, version = told["asks"]["options"][0]["notation"], told["version"]
    return {"type": "act", "id": str(version), "version": version, "seat": 0, "action": action}


def latest(device: Device) -> dict[str, Any]:
    """The last thing that is said about the position."""
    for text in reversed(device.frames):
        message = json.loads(text)
        message = message.get("shown", message)
        if message["type"] in ("shown", "played"):
            return dict(message)
    raise AssertionError("nothing was told")


def finished(seats: str = "you random random") -> tuple[Device, str, int]:
    device = Device()
    table = device.create("pocket", seats, seed=2)
    assert device.ask("POST", f"/api/tables/{table}/seats/0/leave")[0] == 200
    device.sit(table)
    device.let_bots_play()
    status, steps = device.ask("GET", f"/api/tables/{table}/steps")
    assert status == 200
    return device, table, len(json.loads(steps)["steps"]) - 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_hint_tells_of_the_options_there_are(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study, "JUDGE", MctsBot())
    device, table, told = at_a_table(edition, "you random random")
    assert json.loads(device.ask("GET", f"/api/tables/{table}")[1])["can_study"]
    lines = device.study(table=table)
    for line in lines:
        PROMISED.validate(line)
    last = lines[-1]
    assert (len(lines), last["seat"], last["progress"]) == (len(BRIEF.spells), 0, 1.0)
    notations = {option["notation"] for option in told["asks"]["options"]}
    assert {each["option"]["notation"] for each in last["options"]} <= notations
    assert last["visits"] > 0
    assert "played" not in last


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_running_game_tells_no_hidden_tile(edition: str) -> None:
    device, table, _ = at_a_table(edition, "you random random")
    shown = TILE.findall("".join(device.frames))
    of_bots = 0
    for line in device.study(table=table, scan=True):
        assert set(TILE.findall(json.dumps(line))) <= set(shown)
        if line["seat"] != 0:
            of_bots += 1
            assert not {"played", "best", "loss"} & set(line)
            assert device.study(table=table, at=line["at"])[-1]["options"] == []
    assert of_bots


def test_a_finished_game_is_looked_through_from_its_table_or_its_record() -> None:
    device, table, last = finished()
    lines = device.study(table=table, scan=True)
    for line in lines:
        PROMISED.validate(line)
    first = [line for line in lines if not line["confirmed"]]
    assert [line["at"] for line in first] == sorted({line["at"] for line in lines})
    assert all(line["played"] and line["best"] for line in lines)
    _, record = device.ask("GET", f"/api/tables/{table}/record")
    again = device.study(record=record, scan=True)
    assert [line["at"] for line in again if not line["confirmed"]] == [each["at"] for each in first]
    (over,) = device.study(table=table, at=last)
    assert "seat" not in over


def test_what_cannot_be_studied_is_said_in_one_line() -> None:
    device, table, _ = finished()
    several = device.create("classic", "you hotseat random", seed=1)
    for asked, code in (
        ({"table": several}, "study_refused"),
        ({"table": "nowhere"}, "no_such_table"),
        ({"table": table, "at": 9999}, "no_such_step"),
        ({"record": "nonsense"}, "bad_record"),
        ({}, "bad_request"),
        ({"table": table, "record": "both"}, "bad_request"),
        ({"table": 7}, "bad_request"),
    ):
        (line,) = device.study(**asked)
        PROMISED.validate(line)
        assert (line["type"], line["code"]) == ("failed", code)


def test_the_game_goes_on_between_two_spells_and_whoever_has_enough_hears_no_more() -> None:
    device, table, told = at_a_table("classic", "you random random")
    assert device.host.study(1, json.dumps({"table": table})) is None
    first = device.host.study_on(1)
    assert first is not None
    device.say(first_option(told))
    assert latest(device)["version"] > told["version"]
    second = device.host.study_on(1)
    assert second is not None
    assert second.at == first.at  # type: ignore[union-attr]
    assert device.host.study_on(1) is None

    assert device.host.study(2, json.dumps({"table": table, "at": 1})) is None
    device.host.study_off(2)
    assert device.host.study_on(2) is None
