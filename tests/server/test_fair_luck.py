"""Tables commit to a secret, people add to it, and nobody learns it before the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.house import HandTime, House, Person, Sitting, play_on
from tsuro.formats.record import parse_record
from tsuro.server import luck
from tsuro.server.play.awaiting import SILENCE
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.telling.luck import commitment_of
from tsuro.telling.verifying import UNPROVEN, verify


@pytest.fixture
def time() -> HandTime:
    return HandTime()


@pytest.fixture
def house(time: HandTime) -> Iterator[House]:
    with House(Settings(limits=UNLIMITED), time=time) as house:
        yield house


def luck_of(person: Person, table: str) -> dict[str, Any]:
    found: dict[str, Any] = person.get(f"/api/tables/{table}")["luck"]
    return found


def record_of(person: Person, table: str) -> str:
    return person.http.get(f"/api/tables/{table}/record").text


def finished(*sittings: Sitting) -> None:
    play_on(list(sittings), Random(1))


def test_a_game_of_two_is_checked_by_the_commitment_they_saw(house: House) -> None:
    ada, bob = house.person(), house.person()
    table = ada.create("seas", "you open", add_part=True)
    shown = luck_of(bob, table)
    assert shown.keys() == {"commitment", "parts"}
    assert shown["parts"] == [None, ""]
    assert bob.post(f"/api/tables/{table}/seats/1/claim", {"name": "Bob", "part": "bob.42"})
    assert bob.get(f"/api/tables/{table}")["state"] == "waiting", "Ada has not added hers"
    assert ada.post(f"/api/tables/{table}/seats/0/part", {"part": "ada-7c"}) == {"ok": True}
    assert bob.get(f"/api/tables/{table}")["state"] == "playing"
    finished(ada.sit(table), bob.sit(table))
    told = luck_of(ada, table)
    assert told["parts"] == ["ada-7c", "bob.42"]
    assert commitment_of(told["secret"]) == told["commitment"] == shown["commitment"]
    record = parse_record(record_of(bob, table))
    verdict = verify(record, shown["commitment"])
    assert verdict.checked, verdict.reason
    assert verdict.parts == 2
    replay = bob.get(f"/api/tables/{table}/steps")
    assert replay["luck"] == told
    assert bob.http.post("/api/records", content=str(record)).json()["luck"] == told


def test_nothing_that_leaves_the_server_holds_the_secret_before_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "5e" * 32
    monkeypatch.setattr(luck, "game_secret", lambda: secret)
    ada, bob = house.person(), house.person()
    table = ada.create("classic", "you open", public=True)
    bob.post(f"/api/tables/{table}/seats/1/claim", {"part": "b"})
    sittings = [ada.sit(table), bob.sit(table)]
    play_on(sittings, Random(1), moves=2)
    paths = ("", "/steps", "/record", "/svg")
    said = [bob.http.get(f"/api/tables/{table}{path}").text for path in paths]
    said += [bob.http.get(path).text for path in ("/api/tables", "/api/my/tables")]
    assert not any(secret in text for text in said)
    finished(*sittings)
    while sittings[0].until("table_changed")["table"]["state"] != "finished":
        pass
    frames = [frame for sitting in sittings for frame in sitting.frames]
    revealing = [frame for frame in frames if secret in frame]
    assert revealing, "the end is told"
    assert all('"state":"finished"' in frame for frame in revealing)
    assert secret in record_of(bob, table)


def test_a_part_can_be_changed_until_the_game_begins(house: House) -> None:
    ada, bob = house.person(), house.person()
    table = ada.create("classic", "you open")
    path = f"/api/tables/{table}/seats/0/part"
    for part in ("first", "second"):
        ada.post(path, {"part": part})
        assert luck_of(bob, table)["parts"] == [part, ""]
    assert bob.refused("POST", path, {"part": "x"}) == (403, "not_your_seat")
    assert ada.refused("POST", path, {"part": "no blanks"}) == (400, "bad_part")
    assert ada.refused("POST", path, {"part": "x" * 65}) == (400, "bad_request")
    claim = f"/api/tables/{table}/seats/1/claim"
    assert bob.refused("POST", claim, {"part": "ä"}) == (400, "bad_part")
    bob.post(claim, {"part": "bob"})
    assert ada.refused("POST", path, {"part": "late"}) == (409, "already_started")
    assert luck_of(ada, table)["parts"] == ["second", "bob"]


def test_who_leaves_before_the_game_takes_the_part_along(house: House) -> None:
    ada, bob = house.person(), house.person()
    table = ada.create("classic", "you open open")
    bob.post(f"/api/tables/{table}/seats/1/claim", {"part": "bob"})
    bob.post(f"/api/tables/{table}/seats/1/leave")
    assert luck_of(ada, table)["parts"] == ["", "", ""]


def test_a_game_does_not_wait_for_long_for_who_says_nothing(house: House, time: HandTime) -> None:
    ada = house.person()
    table = ada.create("classic", "you random", add_part=True)
    sitting = ada.sit(table)
    assert ada.get(f"/api/tables/{table}")["state"] == "waiting"
    time.advance(SILENCE - 1)
    assert ada.get(f"/api/tables/{table}")["state"] == "waiting"
    time.advance(2)
    assert sitting.until_asked()
    assert luck_of(ada, table)["parts"] == ["", ""]
    finished(sitting)
    assert verify(parse_record(record_of(ada, table))).checked


def test_a_rematch_has_a_secret_of_its_own_and_asks_again(house: House, time: HandTime) -> None:
    ada = house.person()
    table = ada.create("classic", "you random", add_part=True)
    ada.post(f"/api/tables/{table}/seats/0/part", {"part": "ada"})
    finished(ada.sit(table))
    again = ada.post(f"/api/tables/{table}/rematch")["table"]
    assert luck_of(ada, again)["commitment"] != luck_of(ada, table)["commitment"]
    assert luck_of(ada, again)["parts"] == [None, ""]
    ada.post(f"/api/tables/{again}/seats/0/part", {"part": "anew"})
    finished(ada.sit(again))
    assert verify(parse_record(record_of(ada, again))).checked


def test_a_seed_and_a_what_if_leave_nothing_to_check(house: House) -> None:
    ada = house.person()
    table = ada.create("classic", "you random", seed=5, add_part=True)
    assert "luck" not in ada.get(f"/api/tables/{table}")
    finished(ada.sit(table))
    assert verify(parse_record(record_of(ada, table))).reason == UNPROVEN
    seats = [{"kind": "you"}, {"kind": "open"}]
    branch = ada.post("/api/branches", {"table": table, "at": 3, "seats": seats})["table"]
    path = f"/api/tables/{branch}/seats/0/part"
    assert ada.refused("POST", path, {"part": "x"}) == (409, "luck_settled")


def test_a_game_goes_on_with_the_same_luck_after_a_restart(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "tsuro.db"), limits=UNLIMITED)
    with House(settings) as house:
        ada = house.person()
        table = ada.create("phoenix", "you random", add_part=True)
        ada.post(f"/api/tables/{table}/seats/0/part", {"part": "ada"})
        shown = luck_of(ada, table)["commitment"]
        play_on([ada.sit(table)], Random(1), moves=2)
        waiting = ada.create("classic", "you random", add_part=True)
        cookies = dict(ada.http.cookies)
    time = HandTime()
    with House(settings, time=time) as house:
        ada = house.program()
        ada.http.cookies.update(cookies)
        finished(ada.sit(table))
        verdict = verify(parse_record(record_of(ada, table)), shown)
        assert verdict.checked, verdict.reason
        assert luck_of(ada, waiting)["parts"] == [None, ""]
        sitting = ada.sit(waiting)
        time.advance(SILENCE + 1)
        assert sitting.until_asked()
