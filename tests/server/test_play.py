"""Whole games through the socket, in every edition."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.server.house import House, next_mover, play_on
from tsuro.editions.registry import EDITIONS
from tsuro.formats.record import parse_record


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_people_and_a_bot_play_to_the_end(house: House, edition: str) -> None:
    ada, bob = house.person(), house.person()
    table = ada.create(edition, "you open random")
    assert ada.get(f"/api/tables/{table}")["state"] == "waiting"
    one = ada.sit(table)
    assert one.view["board"] == []
    assert one.asks is None
    assert bob.post(f"/api/tables/{table}/seats/1/claim", {"name": "Bob"}) == {
        "seat": 1,
        "token": None,
    }
    two = bob.sit(table)
    play_on([one, two], Random(edition))
    two.until("ended")
    assert one.view["result"] == two.view["result"]
    info = ada.get(f"/api/tables/{table}")
    assert info["state"] == "finished"
    assert info["result"] == one.view["result"]
    record = parse_record(bob.http.get(f"/api/tables/{table}/record").text)
    assert record.steps()[-1].state.result is not None
    assert record.headers["Seat1"] == "Bob"


@pytest.mark.parametrize("edition", EDITIONS)
def test_steps_come_in_order_and_agree_with_the_replay(house: House, edition: str) -> None:
    ada = house.person()
    table = ada.create(edition, "you cautious random cautious")
    sitting = ada.sit(table)
    play_on([sitting], Random(7))
    messages = [json.loads(frame) for frame in sitting.frames]
    steps = [each for each in messages if each["type"] == "step"]
    first = sitting.welcome["seq"] + 1
    assert [step["seq"] for step in steps] == list(range(first, first + len(steps)))
    replay = ada.get(f"/api/tables/{table}/steps")
    assert replay["complete"]
    assert [step["n"] for step in replay["steps"]] == list(range(first + len(steps)))
    for step in steps:
        again = replay["steps"][step["seq"]]
        assert again["view"]["board"] == step["view"]["board"]
        assert again["view"]["pawns"] == step["view"]["pawns"]
        assert step["action"] in (again["action"], None)
        assert again["seat"] == step["actor"].get("seat")


def test_options_carry_the_ghost_of_what_they_do(house: House) -> None:
    ada = house.person()
    sitting = ada.sit(ada.create("classic", "you random", seed=4))
    rng = Random(4)
    for _ in range(6):
        if not sitting.until_asked():
            break
        assert sitting.asks is not None
        chosen = rng.choice(sitting.asks["options"])
        assert {"action", "kind", "data", "preview"} <= set(chosen)
        version = sitting.version
        answer = sitting.act(chosen["action"])
        assert (answer["type"], answer["version"]) == ("ack", version + 1)
        step = sitting.until("step")
        assert step["action"] == chosen["action"]
        assert step["events"] == chosen["preview"]["events"]


def test_barred_placements_name_rule_and_alternative(house: House) -> None:
    ada = house.person()
    rng = Random(3)
    for seed in range(20):
        sitting = ada.sit(ada.create("classic", "you random", seed=seed))
        while sitting.until_asked():
            assert sitting.asks is not None
            for barred in sitting.asks["barred"]:
                assert barred["rule"] == "CL-9"
                assert barred["nearest"] in sitting.options()
                assert barred["preview"]["moves"][0]["fate"] == "edge"
                error = sitting.act(barred["action"])
                assert (error["code"], error["rule"]) == ("illegal_action", "CL-9")
                return
            sitting.act(rng.choice(sitting.options()))
    raise AssertionError("no barred placement in twenty games")


def test_everybody_reads_the_log_in_both_languages(house: House) -> None:
    ada, eve = house.person(), house.person()
    table = ada.create("classic", "you random random", seed=2)
    sitting, watcher = ada.sit(table), eve.sit(table)
    play_on([sitting], Random(1))
    watcher.until("ended")
    lines = [line for frame in watcher.frames for line in json.loads(frame).get("log", ())]
    assert any("won" in line["text"]["en"] or "win" in line["text"]["en"] for line in lines)
    assert any("gewinnt" in line["text"]["de"] or "Sieg" in line["text"]["de"] for line in lines)
    assert {line["rule"] for line in lines} & {"CL-13", "CL-14"}
    assert not any("drew T" in line["text"]["en"] for line in lines)
    assert next_mover([sitting]) is None
