"""Whole games through the socket, in every edition."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.server.house import House, next_mover, play_on
from tests.support.positions import applied
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
    assert bob.post(f"/api/tables/{table}/seats/1/claim", {"name": "Bob"}) == {"seat": 1}
    two = bob.sit(table)
    play_on([one, two], Random(edition))
    two.until_over()
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
    replay = ada.get(f"/api/tables/{table}/steps")
    assert replay["complete"]
    assert [step["n"] for step in replay["steps"]] == list(range(sitting.version + 1))
    known, view = sitting.shown["version"], sitting.shown["view"]
    for played in map(json.loads, sitting.frames):
        if played["type"] != "played":
            continue
        view = applied(view, played["change"])
        told = replay["steps"][known + 1 : played["version"] + 1]
        assert len(told) == len(played["moves"])
        for move, step in zip(played["moves"], told, strict=True):
            assert move.get("action") in (step["action"], None)
            assert move.get("seat") == step.get("seat")
        known = played["version"]
        assert view["board"] == replay["steps"][known]["view"]["board"]
        assert view["pawns"] == replay["steps"][known]["view"]["pawns"]
    assert known == sitting.version


def test_a_decision_and_the_luck_after_it_are_one_message(house: House) -> None:
    ada = house.person()
    sitting = ada.sit(ada.create("seas", "you random random"))
    play_on([sitting], Random(7))
    told = [json.loads(frame) for frame in sitting.frames]
    kinds = [[move.get("seat") is None for move in m["moves"]] for m in told if "moves" in m]
    assert all(luck[0] is False and all(luck[1:]) for luck in kinds)
    assert any(len(luck) > 3 for luck in kinds)


def test_ghosts_tell_what_options_do(house: House) -> None:
    ada = house.person()
    sitting = ada.sit(ada.create("classic", "you random", seed=4))
    rng = Random(4)
    for _ in range(6):
        if not sitting.until_asked():
            break
        chosen = rng.choice(sitting.options())
        ghost = sitting.ghosts(chosen)[chosen]
        move = sitting.act(chosen)["moves"][0]
        assert move["action"] == chosen
        assert move["events"] == ghost["events"]


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
                notation = barred["action"]["notation"]
                assert sitting.ghosts(notation)[notation]["moves"][0]["fate"] == "edge"
                error = sitting.act(notation)
                assert (error["code"], error["rule"]) == ("illegal_action", "CL-9")
                return
            sitting.act(rng.choice(sitting.options()))
    raise AssertionError("no barred placement in twenty games")


def test_everybody_reads_the_log(house: House) -> None:
    ada, eve = house.person(), house.person()
    table = ada.create("classic", "you random random", seed=2)
    sitting, watcher = ada.sit(table), eve.sit(table)
    play_on([sitting], Random(1))
    watcher.until_over()
    lines = watcher.lines()
    assert any("won" in line["text"] or "win" in line["text"] for line in lines)
    assert {line.get("rule") for line in lines} & {"CL-13", "CL-14"}
    assert not any("drew T" in line["text"] for line in lines)
    assert next_mover([sitting]) is None
