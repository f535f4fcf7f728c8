"""Tables and seats: claiming, leaving, hot seat, rematch, what-if and taking back."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from tests.server.house import House, Person, Sitting, new_table, play_on
from tests.support.waiting import PATIENCE
from tsuro.editions.registry import EDITIONS


@pytest.fixture
def ada(house: House) -> Person:
    return house.person()


@pytest.fixture
def bob(house: House) -> Person:
    return house.person()


def seat_of(person: Person, table: str, seat: int) -> dict[str, Any]:
    info: dict[str, Any] = person.get(f"/api/tables/{table}")["seats"][seat]
    return info


def test_a_session_is_kept(ada: Person) -> None:
    before = dict(ada.http.cookies)
    answer = ada.http.post("/api/session")
    assert "set-cookie" not in answer.headers
    assert dict(ada.http.cookies) == before


def test_the_cookie_is_for_the_server_alone(house: House) -> None:
    header = house.program().http.post("/api/session").headers["set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=strict" in header
    assert "Path=/" in header


def test_making_a_table(house: House, ada: Person) -> None:
    body = new_table("phoenix", "you hotseat bot open", switches={"winds_of_change": "on"})
    body["seats"][0]["name"] = "  Ada   L.  "
    made = ada.post("/api/tables", body)
    assert [seat["kind"] for seat in made["seats"]] == ["person", "person", "bot", "open"]
    assert [seat["yours"] for seat in made["seats"]] == [True, True, False, False]
    info = house.program().get(f"/api/tables/{made['table']}")
    assert info["seats"][0]["name"] == "Ada L."
    assert info["seats"][1]["hotseat"]
    assert info["switches"]["winds_of_change"] == "on"
    assert not info["creator"]
    assert ada.get(f"/api/tables/{made['table']}")["creator"]


def test_refused_tables(house: House, ada: Person) -> None:
    stranger = house.program()
    body = new_table("classic", "you bot")
    assert stranger.refused("POST", "/api/tables", body) == (401, "no_session")
    seeded = new_table("classic", "you open", seed=3)
    assert ada.refused("POST", "/api/tables", seeded) == (409, "seed_not_allowed")
    wrong = new_table("classic", "you bot", switches={"nonsense": "on"})
    assert ada.refused("POST", "/api/tables", wrong) == (400, "bad_setting")
    assert ada.refused("GET", "/api/tables/nosuch") == (404, "no_such_table")
    assert ada.refused("GET", "/api/nonsense") == (404, "not_found")
    assert ada.refused("DELETE", "/api/tables") == (405, "method_not_allowed")


def test_public_tables_are_listed(house: House, ada: Person, bob: Person) -> None:
    shown = ada.create("classic", "you open", public=True)
    hidden = ada.create("classic", "you open")
    listed = {table["id"]: table for table in bob.get("/api/tables")}
    assert shown in listed
    assert hidden not in listed
    assert listed[shown]["seats"][0]["name"] == "Player 1"
    bob.post(f"/api/tables/{shown}/seats/1/claim", {})
    assert {table["id"]: table["state"] for table in bob.get("/api/tables")}[shown] == "playing"


def test_a_seat_is_claimed_once(house: House, ada: Person, bob: Person) -> None:
    table = ada.create("classic", "you open open")
    claim = f"/api/tables/{table}/seats/1/claim"
    assert house.program().refused("POST", claim, {}) == (401, "no_session")
    assert bob.post(claim, {"name": "Bob"})["seat"] == 1
    assert house.person().refused("POST", claim, {}) == (409, "seat_taken")
    assert bob.refused("POST", f"/api/tables/{table}/seats/9/claim", {}) == (404, "no_such_seat")
    assert bob.refused("POST", f"/api/tables/{table}/seats/0/claim", {}) == (409, "seat_taken")
    assert ada.refused("POST", f"/api/tables/{table}/seats/1/leave") == (403, "not_your_seat")


def test_leaving_before_the_game_frees_the_seat(ada: Person, bob: Person) -> None:
    table = ada.create("classic", "you open open")
    bob.post(f"/api/tables/{table}/seats/1/claim", {"name": "Bob"})
    sitting = bob.sit(table)
    assert sitting.welcome["you"] == [1]
    assert bob.post(f"/api/tables/{table}/seats/1/leave") == {"ok": True}
    assert seat_of(bob, table, 1)["kind"] == "open"
    assert "looking" not in sitting.until("shown")


def test_leaving_during_the_game_leaves_a_bot(ada: Person, bob: Person) -> None:
    table = ada.create("classic", "you open")
    bob.post(f"/api/tables/{table}/seats/1/claim", {"name": "Bob"})
    one, two = ada.sit(table), bob.sit(table)
    play_on([one, two], Random(1), moves=2)
    hand = two.view["hands"][1]
    assert "?" not in hand
    bob.post(f"/api/tables/{table}/seats/1/leave")
    assert two.until("shown")["view"]["hands"][1] == ["?"] * len(hand)
    assert seat_of(ada, table, 1)["bot"] == "cautious"
    assert bob.refused("POST", f"/api/tables/{table}/seats/1/reclaim") == (409, "not_reclaimable")
    assert two.act("keep", seat=1)["code"] == "not_your_seat"
    play_on([one], Random(1))


def test_bots_fill_open_seats(ada: Person, bob: Person) -> None:
    table = ada.create("classic", "you open open")
    assert bob.refused("POST", f"/api/tables/{table}/start", {}) == (403, "not_the_creator")
    for wrong in ("genius", "mcts:threads=3", "mcts:deals=1000000000000"):
        body = {"bot": wrong}
        assert ada.refused("POST", f"/api/tables/{table}/start", body) == (400, "unknown_bot")
        asked = {"edition": "classic", "seats": [{"kind": "you"}, {"kind": "bot", "bot": wrong}]}
        assert ada.refused("POST", "/api/tables", asked) == (400, "unknown_bot")
    assert ada.post(f"/api/tables/{table}/seats/1/bot", {"bot": "random"}) == {"ok": True}
    again = f"/api/tables/{table}/seats/1/bot"
    assert ada.refused("POST", again, {"bot": "random"}) == (409, "seat_taken")
    sitting = ada.sit(table)
    assert ada.post(f"/api/tables/{table}/start", {"bot": "cautious:slips=0.5"}) == {"ok": True}
    assert ada.refused("POST", f"/api/tables/{table}/start", {}) == (409, "already_started")
    play_on([sitting], Random(3))


def test_a_bot_that_cannot_play_an_edition_is_refused(ada: Person, without_kernel: str) -> None:
    asked = new_table(without_kernel, "you greedy")
    assert ada.refused("POST", "/api/tables", asked) == (400, "kernel")
    table = ada.create(without_kernel, "you open")
    seat = f"/api/tables/{table}/seats/1/bot"
    assert ada.refused("POST", seat, {"bot": "greedy"}) == (400, "kernel")
    assert ada.post(seat, {"bot": "random"}) == {"ok": True}


def test_a_program_takes_a_seat_with_a_token(house: House, ada: Person) -> None:
    table = ada.create("pocket", "you open")
    program = house.program()
    claimed = program.post(f"/api/tables/{table}/seats/1/claim", {"name": "R2", "token": True})
    assert claimed["seat"] == 1
    one, two = ada.sit(table), program.sit(table, token=claimed["token"])
    play_on([one, two], Random(5))


def test_hot_seat_shows_one_hand_at_a_time(ada: Person) -> None:
    sitting = ada.sit(ada.create("classic", "you hotseat random", seed=8))
    assert sitting.welcome["you"] == [0, 1]
    assert sitting.shown.get("looking") is None
    assert all(hand == ["?"] * 3 for hand in sitting.view["hands"])
    for seat in (0, 1):
        sitting.send(type="look", seat=seat)
        looked = sitting.until("shown")
        assert looked["looking"] == seat
        assert ["?" in hand for hand in looked["view"]["hands"]] == [n != seat for n in range(3)]
    sitting.send(type="look", seat=None)
    assert all(hand == ["?"] * 3 for hand in sitting.until("shown")["view"]["hands"])
    rng = Random(8)
    while not sitting.over:
        while sitting.asks is None or sitting.asks["seat"] == 2:
            sitting.receive()
            if sitting.over:
                return
        if "options" not in sitting.asks:
            sitting.send(type="look", seat=sitting.asks["seat"])
            sitting.until("shown")
            continue
        assert sitting.act(rng.choice(sitting.options()))["type"] == "played"


def test_rematch(house: House, ada: Person, bob: Person) -> None:
    table = ada.create("pocket", "you open random", clock={"seconds": 600})
    bob.post(f"/api/tables/{table}/seats/1/claim", {"name": "Bob"})
    one, two = ada.sit(table), bob.sit(table)
    path = f"/api/tables/{table}/rematch"
    assert ada.refused("POST", path) == (409, "still_running")
    play_on([one, two], Random(1))
    assert house.person().refused("POST", path) == (403, "not_your_seat")
    again = bob.post(path)["table"]
    assert ada.post(path)["table"] == again
    assert one.until("rematch_offered") == {"type": "rematch_offered", "table": again}
    assert two.until("rematch_offered")["table"] == again
    info = ada.get(f"/api/tables/{again}")
    assert info["first"] == 1
    assert info["clock"]["seconds"] == 600
    assert [seat["yours"] for seat in info["seats"]] == [True, False, False]
    assert ada.get(f"/api/tables/{table}")["rematch"] == again
    play_on([ada.sit(again), bob.sit(again)], Random(2))


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_if_of_a_finished_game(ada: Person, edition: str) -> None:
    table = ada.create(edition, "you random random")
    play_on([ada.sit(table)], Random(1))
    steps = ada.get(f"/api/tables/{table}/steps")["steps"]
    at = len(steps) // 2
    body = {"table": table, "at": at, "seats": new_table("", "random you cautious")["seats"]}
    branch = ada.post("/api/branches", body)["table"]
    sitting = ada.sit(branch)
    assert sitting.welcome["table"]["branched_from"] == {"table": table, "at": at}
    again = ada.get(f"/api/tables/{branch}/steps")["steps"]
    assert [step["view"]["board"] for step in again[: at + 1]] == [
        step["view"]["board"] for step in steps[: at + 1]
    ]
    play_on([sitting], Random(2))
    assert ada.http.get(f"/api/tables/{branch}/record").status_code == 200


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_if_of_a_game_against_bots_reveals_nothing(ada: Person, edition: str) -> None:
    """The unknown tiles are dealt anew, so looking at the bots' hands there helps nobody."""
    table = ada.create(edition, "you cautious cautious", seed=1)
    sitting = ada.sit(table)
    play_on([sitting], Random(1), moves=2)
    assert sitting.until_asked()
    at = len(ada.get(f"/api/tables/{table}/steps")["steps"]) - 1
    seats = new_table("", "you hotseat hotseat")["seats"]
    found = set()
    for _ in range(6):
        branch = ada.post("/api/branches", {"table": table, "at": at, "seats": seats})["table"]
        what_if = ada.sit(branch)
        what_if.send(type="look", seat=0)
        own = what_if.until("shown")["view"]
        assert own["hands"][0] == sitting.view["hands"][0]
        assert own["board"] == sitting.view["board"]
        for seat in (1, 2):
            what_if.send(type="look", seat=seat)
            found.add(json.dumps([seat, *what_if.until("shown")["view"]["hands"][seat]]))
        what_if.close()
    assert len(found) > 2
    assert ada.refused("GET", f"/api/tables/{branch}/record") == (409, "still_running")


def test_refused_what_ifs(house: House, ada: Person, bob: Person) -> None:
    table = ada.create("classic", "you open")
    bob.post(f"/api/tables/{table}/seats/1/claim", {})
    seats = new_table("", "you bot")["seats"]
    body = {"table": table, "at": 0, "seats": seats}
    assert ada.refused("POST", "/api/branches", body) == (409, "still_running")
    alone = ada.create("classic", "you bot")
    assert bob.refused("POST", "/api/branches", {**body, "table": alone})[1] == "still_running"
    late = {**body, "table": alone, "at": 9999}
    assert ada.refused("POST", "/api/branches", late) == (404, "no_such_step")
    more = {"table": alone, "at": 0, "seats": new_table("", "you bot bot")["seats"]}
    assert ada.refused("POST", "/api/branches", more) == (400, "bad_request")
    neither = {"at": 0, "seats": seats}
    assert ada.refused("POST", "/api/branches", neither) == (400, "bad_request")
    nonsense = {"record": "nonsense", "at": 0, "seats": seats}
    assert ada.refused("POST", "/api/branches", nonsense) == (400, "bad_record")


def test_records_are_loaded_and_branched_off(ada: Person) -> None:
    table = ada.create("seas", "you random random")
    play_on([ada.sit(table)], Random(4))
    answer = ada.http.get(f"/api/tables/{table}/record")
    assert answer.headers["content-disposition"].endswith(f'"tsuro-{table}.tsr"')
    record = answer.text
    loaded = ada.http.post("/api/records", content=record.encode()).json()
    live = ada.get(f"/api/tables/{table}/steps")
    assert "table" not in loaded
    names = [seat["name"] for seat in ada.get(f"/api/tables/{table}")["seats"]]
    assert [seat["name"] for seat in loaded["seats"]] == names
    nameless = re.sub(r"^\[Seat\d.*\n", "", record, flags=re.MULTILINE).encode()
    loaded_again = ada.http.post("/api/records", content=nameless).json()
    assert [seat["name"] for seat in loaded_again["seats"]] == ["", "", ""]
    assert [step["events"] for step in loaded["steps"]] == [
        step["events"] for step in live["steps"]
    ]
    seats = new_table("", "random random random")["seats"]
    body = {"record": record, "at": 20, "seats": seats}
    branch = ada.post("/api/branches", body)["table"]
    assert len(ada.get(f"/api/tables/{branch}/steps")["steps"]) >= 21
    edited = record.replace("1.0:", "1.1:", 1)
    answer = ada.http.post("/api/records", content=edited.encode())
    assert answer.json()["error"]["code"] == "replay_mismatch"
    answer = ada.http.post("/api/records", content=b"\xff")
    assert answer.json()["error"]["code"] == "bad_request"
    answer = ada.http.post("/api/records", content=b"x" * 300_000)
    assert answer.json()["error"]["code"] == "too_large"


def undo(sitting: Sitting, seat: int = 0, **more: Any) -> dict[str, Any]:
    message = {"id": f"undo {sitting.version}", "version": sitting.version, "seat": seat, **more}
    sitting.send(type="undo", **message)
    return sitting.until("ack", "refused")


def test_a_start_place_can_be_taken_back(ada: Person) -> None:
    """Pocket: no luck follows a start place; alone with a device, seats follow each other."""
    table = ada.create("pocket", "you hotseat")
    sitting = ada.sit(table)
    sitting.send(type="look", seat=0)
    assert not sitting.until("shown")["undo"]
    start = sitting.asks
    board = sitting.view
    played = sitting.act(sitting.options()[3])
    assert played["type"] == "played"
    # The other person on the device decides next, so with two people the turn is over.
    assert played["asks"]["seat"] == 1
    assert undo(sitting)["code"] == "undo_refused"
    assert start is not None
    assert board["pawns"] != sitting.view["pawns"]


def test_a_path_can_be_taken_back_before_it_is_entered(ada: Person) -> None:
    """Kosmos: after the first tile the way in is chosen; the tile can still be taken up."""
    rng = Random(2)
    for _ in range(20):
        sitting = ada.sit(ada.create("kosmos", "you random random"))
        while sitting.until_asked():
            assert sitting.asks is not None
            before, asks, version = sitting.view, sitting.asks, sitting.version
            sitting.send(type="refresh")
            log = sitting.until("shown")["log"]
            played = sitting.act(rng.choice(sitting.options()))
            assert played["type"] == "played"
            if not played["undo"] or played["asks"]["seat"] != 0:
                continue
            ack = undo(sitting, id="back")
            assert ack["type"] == "ack"
            undone = sitting.until("shown")
            assert undone["version"] == version + 2
            assert undone["view"] == before
            assert undone["asks"] == asks
            assert undone["log"] == log
            assert undo(sitting, id="back", version=version)["version"] == ack["version"]
            back = ada.sit(sitting.welcome["table"]["id"], after=version)
            assert back.shown["version"] == undone["version"]
            assert back.view == before
            play_on([sitting], rng)
            return
    raise AssertionError("no decision could be taken back in twenty games")


def test_against_bots_a_start_place_is_taken_back_although_they_have_followed(ada: Person) -> None:
    sitting = ada.sit(ada.create("classic", "you random random"))
    assert sitting.until_asked()
    before = sitting.view
    sitting.act(sitting.options()[5])
    assert sitting.until_asked()
    assert sitting.view["turn"]["number"] == 1
    assert undo(sitting)["type"] == "ack"
    assert sitting.until("shown")["view"] == before


def test_luck_is_not_taken_back(ada: Person) -> None:
    """Classic: laying a tile draws another, so the placement stands."""
    sitting = ada.sit(ada.create("classic", "you cautious cautious", seed=1))
    refused = set()
    for _ in range(4):
        if not sitting.until_asked():
            break
        if sitting.view["turn"]["number"] > 3:
            refused.add(undo(sitting).get("code"))
        sitting.act(sitting.options()[0])
    assert refused == {"undo_refused"}


def test_the_example_program_plays(house: House, ada: Person) -> None:
    table = ada.create("seas", "random open random")
    command = [sys.executable, "examples/socket_bot.py", f"{house.origin}/#/t/{table}", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.startswith("winners: [")
