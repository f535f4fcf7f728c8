"""Coming back: the same seat, what was missed, and nothing twice."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.server.house import House, Json, Sitting, play_on
from tsuro.editions.registry import EDITIONS
from tsuro.server.settings import UNLIMITED, Settings


def told(sitting: Sitting) -> dict[int, tuple[list[Json], Json]]:
    """The moves and the change of every decision that a sitting was told of, by version."""
    messages = [json.loads(frame) for frame in sitting.frames]
    return {m["version"]: (m["moves"], m["change"]) for m in messages if m["type"] == "played"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_missed_steps_are_told_as_they_were(house: House, edition: str) -> None:
    ada, bob = house.person(), house.person()
    table = ada.create(edition, "you open random")
    bob.post(f"/api/tables/{table}/seats/1/claim", {})
    one, two = ada.sit(table), bob.sit(table)
    play_on([one, two], Random(1), moves=2)
    left_at = one.version
    one.close()
    # Bob plays on alone as far as he can; Ada's twin connection does her part.
    twin = ada.sit(table)
    play_on([twin, two], Random(2), moves=3)
    back = ada.sit(table, after=left_at)
    assert back.shown["version"] == left_at
    assert back.shown.get("asks") is None or twin.version == left_at
    back.catch_up(twin.version)
    live, later = told(twin), told(back)
    assert all(later[version] == live[version] for version in later.keys() & live.keys())
    assert sum(len(moves) for moves, _ in later.values()) == twin.version - left_at
    assert back.view == twin.view
    assert back.asks == twin.asks


def test_an_unknown_sequence_number_gets_the_present(house: House) -> None:
    ada = house.person()
    table = ada.create("classic", "you random")
    first = ada.sit(table)
    assert first.until_asked()
    back = ada.sit(table, after=999)
    assert back.shown["version"] == first.version
    assert back.asks == first.asks


def test_an_act_sent_again_after_reconnecting_is_not_played_twice(house: House) -> None:
    ada = house.person()
    table = ada.create("classic", "you random")
    first = ada.sit(table)
    assert first.until_asked()
    action, version = first.options()[0], first.version
    assert first.act(action, id="once")["type"] == "played"
    first.close()
    back = ada.sit(table, after=version)
    again = back.act(action, id="once", version=version, seat=0)
    assert again == {"type": "ack", "id": "once", "version": version + 1}
    replay = ada.get(f"/api/tables/{table}/steps")["steps"]
    assert [step["action"] for step in replay if step.get("seat") == 0] == [action]


def test_a_server_started_again_knows_everything(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "games.db"), limits=UNLIMITED)
    with House(settings) as house:
        ada = house.person()
        tables = [ada.create(edition, "you random cautious") for edition in EDITIONS]
        cookies = dict(ada.http.cookies)
        kept = {}
        for table in tables:
            sitting = ada.sit(table)
            play_on([sitting], Random(3), moves=4)
            if not sitting.over:
                sitting.until_asked()
            kept[table] = sitting.view, sitting.asks, sitting.version
            sitting.act(sitting.options()[0], id="last") if not sitting.over else None
    with House(settings) as house:
        ada = house.program()
        ada.http.cookies.update(cookies)
        resumed = 0
        for table, (view, asks, version) in kept.items():
            before = ada.sit(table, after=version)
            if before.shown["version"] != version:
                continue  # Bots have played on so far that only the present is told.
            resumed += 1
            assert before.shown["view"] == view
            if asks is None:
                continue
            again = before.act(asks["options"][0]["notation"], id="last", version=version, seat=0)
            assert (again["type"], again["version"]) == ("ack", version + 1)
            before.catch_up(version + 1)
            play_on([before], Random(4))
        assert resumed > 0


def test_luck_of_a_seed_goes_on_after_a_restart(tmp_path: Path) -> None:
    def game(parts: int) -> list[str]:
        settings = Settings(database=str(tmp_path / f"{parts}.db"), limits=UNLIMITED)
        cookies: dict[str, str] = {}
        table = ""
        for part in range(parts):
            with House(settings) as house:
                ada = house.program()
                ada.http.cookies.update(cookies)
                if not table:
                    ada.post("/api/session")
                    cookies = dict(ada.http.cookies)
                    table = ada.create("seas", "you hotseat", seed=11)
                sitting = ada.sit(table)
                for _ in range(6 if part + 1 < parts else 100):
                    seat = sitting.asks["seat"] if sitting.asks else None
                    if seat is None:
                        break
                    sitting.send(type="look", seat=seat)
                    sitting.until("shown")
                    sitting.act(sitting.options()[0])
                    while sitting.asks is None and not sitting.over:
                        sitting.receive()
        with House(settings) as house:
            steps = house.program().get(f"/api/tables/{table}/steps")["steps"]
            return [step.get("action", "") for step in steps]

    assert game(1) == game(3)
