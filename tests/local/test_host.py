"""Tables of a device: the same game as at a server, kept before it is told."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from tests.local.guest import Device, new_table, play_all_seats
from tests.server.house import House
from tsuro.editions.registry import EDITIONS
from tsuro.formats.position import Position
from tsuro.game import Game
from tsuro.telling.refusals import Refusal

SEED = 20


@pytest.fixture(scope="module")
def server() -> Any:
    with House() as house:
        yield house


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_game_gives_the_same_bytes_as_a_server(server: House, edition: str) -> None:
    device, person = Device(), server.person()
    seats = "you hotseat hotseat"
    here = device.create(edition, seats, seed=SEED)
    device.host.connect(1, here)
    local = play_all_seats(device.say, device.hear, Random(edition))

    there = person.post("/api/tables", new_table(edition, seats, seed=SEED))["table"]
    socket = person.connect(there)
    remote = play_all_seats(
        lambda message: socket.send(json.dumps(message)),
        lambda: str(socket.recv()),
        Random(edition),
    )
    assert len(local) > 20
    assert local == remote
    for path in ("record", "svg"):
        assert device.ask("GET", f"/api/tables/{here}/{path}") == (
            200,
            person.http.get(f"/api/tables/{there}/{path}").text,
        )
    status, steps = device.ask("GET", f"/api/tables/{here}/steps", language="de")
    other = person.get(f"/api/tables/{there}/steps?language=de")
    assert status == 200
    assert json.loads(steps)["steps"] == other["steps"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_goes_on_from_what_was_kept_after_any_decision(edition: str) -> None:
    device = Device()
    table = device.create(edition, "you silly clever", seed=3)
    device.sit(table)
    for _ in range(6):
        device.let_bots_play()
        shown = _present(device, table)
        if "asks" not in shown:
            break
        _decide(device, shown)
    later = Device()
    later.host.restore(table, device.kept[table])
    later.sit(table)
    assert _present(later, table) == _present(device, table)
    assert [info.id for info in later.host.listed([device.kept[table]])] == [table]


def _present(device: Device, table: str) -> Any:
    """Everything that a newcomer sees."""
    device.frames.clear()
    device.sit(table, link=2)
    device.host.disconnect(2)
    return json.loads(device.hear())["shown"]


def _decide(device: Device, shown: Any) -> None:
    action = shown["asks"]["options"][0]["notation"]
    command = {"id": "c", "version": shown["version"], "seat": 0, "action": action}
    device.say({"type": "act", **command, "id": f"c{shown['version']}"})


def _refusal(device: Device, message: dict[str, Any]) -> str:
    device.frames.clear()
    device.say(message)
    told = json.loads(device.hear())
    assert told["type"] == "refused"
    code: str = told["code"]
    return code


def test_bad_messages_are_refused_and_change_nothing() -> None:
    device = Device()
    table = device.create("classic", "you random", seed=1)
    device.sit(table)
    kept = dict(device.kept)
    shown = _present(device, table)
    action = shown["asks"]["options"][0]["notation"]
    act = {"type": "act", "id": "a", "version": shown["version"], "seat": 0, "action": action}
    assert _refusal(device, {"type": "dance"}) == "bad_message"
    assert _refusal(device, {**act, "version": 0}) == "stale_version"
    assert _refusal(device, {**act, "seat": 1}) == "not_your_seat"
    assert _refusal(device, {**act, "action": "?!"}) == "bad_notation"
    assert _refusal(device, {**act, "action": "z9.0"}) == "illegal_action"
    assert _refusal(device, {**act, "type": "undo", "action": None}) == "bad_message"
    assert _refusal(device, {"type": "guess", "seat": 1}) == "guess_refused"
    assert _refusal(device, {"type": "hello", "protocol": 2}) == "bad_protocol"
    assert device.kept == kept
    device.frames.clear()
    device.say(act)
    first = json.loads(device.hear())
    device.frames.clear()
    device.say(act)
    again = json.loads(device.hear())
    assert (first["type"], first["id"]) == ("played", "a")
    assert again == {"type": "ack", "id": "a", "version": first["version"]}


CLOCK = {"seconds": 5}


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("POST", "/api/tables", new_table("classic", "you open"), "not_here"),
        ("POST", "/api/tables", new_table("classic", "you random", clock=CLOCK), "not_here"),
        ("POST", "/api/tables", new_table("classic", "you dragon"), "unknown_bot"),
        ("POST", "/api/tables", new_table("classic", "you mcts:threads=2"), "unknown_bot"),
        ("POST", "/api/lessons", {"edition": "", "position": "classic/3"}, "bad_position"),
        ("POST", "/api/tables", new_table("tsuro", "you random"), "unknown_edition"),
        ("POST", "/api/tables", "{", "bad_request"),
        ("POST", "/api/tables", {"edition": 3}, "bad_request"),
        ("POST", "/api/records", "no record", "bad_record"),
        ("GET", "/api/tables/nowhere/steps", None, "no_such_table"),
        ("GET", "/api/tables/nowhere/gif", None, "not_here"),
        ("DELETE", "/api/tables", None, "not_here"),
    ],
)  # fmt: skip
def test_bad_requests_are_refused_with_a_code(method: str, path: str, body: Any, code: str) -> None:
    device = Device()
    status, text = device.ask(method, path, body)
    assert status >= 400
    assert json.loads(text)["error"]["code"] == code
    assert not device.kept


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("}]}", "}", "data_damaged"),
        ('"format":1', '"format":2', "kept_by_newer"),
        ('"body":"', '"body":"x', "data_damaged"),
        ('"edition":"classic"', '"edition":"lost"', "data_damaged"),
    ],
)
def test_what_cannot_be_read_any_more_is_refused(old: str, new: str, code: str) -> None:
    device = Device()
    table = device.create("classic", "you random", seed=1)
    text = device.kept[table]
    assert old in text
    with pytest.raises(Refusal) as caught:
        device.host.restore(table, text.replace(old, new, 1))
    assert caught.value.code == code


def test_a_game_of_earlier_rules_that_goes_differently_today_is_refused() -> None:
    device = Device()
    table = device.create("classic", "you random", seed=1)
    kept = json.loads(device.kept[table])
    kept["document"]["rules_version"] = 1
    kept["lines"][0]["body"] = "nothing"
    with pytest.raises(Refusal) as caught:
        device.host.restore(table, json.dumps(kept))
    assert caught.value.code == "rules_changed"


def test_a_table_that_could_not_be_kept_is_forgotten() -> None:
    device = Device()
    table = device.create("classic", "you random", seed=1)
    before = device.kept[table]
    device.sit(table)
    shown = _present(device, table)
    _decide(device, shown)
    assert device.kept[table] != before
    assert device.host.forget(table) == [1]
    device.host.restore(table, before)
    assert _present(device, table) == shown
    device.say({"type": "ping"})
    assert not device.frames


def test_lessons_branches_rematches_and_leaving() -> None:
    device = Device()
    assert device.ask("POST", "/api/lessons", {"edition": "classic", "step": 1})[0] == 200
    table = device.create("pocket", "you random random", seed=2)
    assert device.ask("POST", f"/api/tables/{table}/seats/0/leave")[0] == 200
    device.sit(table)
    device.let_bots_play()
    assert json.loads(device.kept[table])["document"]["status"] == "finished"
    status, again = device.ask("POST", f"/api/tables/{table}/rematch")
    assert (status, json.loads(again)["table"] in device.kept) == (200, True)
    assert device.ask("POST", f"/api/tables/{table}/rematch") == (status, again)
    seats = new_table("pocket", "you silly clever")["seats"]
    _, record = device.ask("GET", f"/api/tables/{table}/record")
    for source in ({"table": table}, {"record": record}):
        status, body = device.ask("POST", "/api/branches", {**source, "at": 12, "seats": seats})
        assert status == 200, body
        assert json.loads(body)["table"] in device.kept


def test_a_position_is_tried_out_by_whoever_decides_there() -> None:
    """The player of the lesson sits where the position asks, and nobody else moves."""
    device = Device()
    game = Game("classic", seats=3, seed=4)
    while game.to_act != 1:
        game.play(game.options[0])
    asked = {"edition": "", "position": str(game.position())}
    status, body = device.ask("POST", "/api/lessons", asked)
    assert status == 200, body
    made = json.loads(body)
    assert [seat["yours"] for seat in made["seats"]] == [False, True, False]
    device.sit(made["table"])
    shown = _present(device, made["table"])
    options = {option["notation"] for option in shown["asks"]["options"]}
    assert options == set(map(str, game.options))
    assert device.host.think() is None
    hidden = str(Position(game.edition, game.view(0).state))
    refused = device.ask("POST", "/api/lessons", {"edition": "", "position": hidden})
    assert (refused[0], json.loads(refused[1])["error"]["code"]) == (400, "bad_position")


def test_the_search_plays_within_its_second() -> None:
    device = Device()
    table = device.create("pocket", "you mcts", seed=3, first=1)
    device.sit(table)
    device.let_bots_play()
    assert _present(device, table)["asks"]["seat"] == 0


def test_it_runs_where_nothing_is_installed() -> None:
    """Neither compiled packages nor those of the server are there in a browser."""
    program = """
import sys
for name in ("numpy", "numba", "msgspec", "apsw", "starlette", "uvicorn", "click", "rich"):
    sys.modules[name] = None
from tests.local.guest import Device
device = Device()
table = device.create("phoenix", "you silly clever greedy", seed=1)
device.sit(table)
assert device.ask("POST", f"/api/tables/{table}/seats/0/leave")[0] == 200
device.let_bots_play()
print(device.study(table=table, at=30)[-1]["progress"])
print(device.ask("GET", f"/api/tables/{table}/record")[0])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("1.0\n200\n", "")
