"""Every message and every refusal of the socket."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.server.house import House, Person, Sitting, play_on


@pytest.fixture
def ada(house: House) -> Person:
    return house.person()


@pytest.fixture
def sitting(ada: Person) -> Sitting:
    """Ada's turn against a bot."""
    sitting = ada.sit(ada.create("classic", "you random", seed=1))
    assert sitting.until_asked()
    return sitting


def refused(sitting: Sitting, **message: Any) -> str:
    sitting.send(**message)
    error = sitting.until("error")
    assert error["id"] == message.get("id")
    code: str = error["code"]
    return code


def test_ping(sitting: Sitting) -> None:
    sitting.send(type="ping")
    assert sitting.until("pong") == {"type": "pong"}


def test_welcome_says_who_and_where(ada: Person) -> None:
    table = ada.create("seas", "random you random", public=True)
    welcome = ada.sit(table).welcome
    assert welcome["protocol"] == 1
    assert welcome["you"] == [1]
    assert welcome["looking"] == 1
    assert welcome["seq"] == welcome["version"]
    assert welcome["table"]["id"] == table
    assert welcome["table"]["creator"]
    assert [seat["yours"] for seat in welcome["table"]["seats"]] == [False, True, False]
    assert set(welcome["tiles"]["T01"]) == {"faces", "lantern"}
    assert welcome["view"]["hands"][0] == ["?"] * 3
    assert "?" not in welcome["view"]["hands"][1]


def test_a_repeated_act_is_answered_but_not_played_twice(sitting: Sitting) -> None:
    action, version = sitting.options()[0], sitting.version
    first = sitting.act(action, id="same")
    again = sitting.act(action, id="same", version=version, seat=0)
    assert first == again
    assert first["type"] == "ack"
    assert sitting.until_asked()
    late = sitting.act(sitting.options()[0], id="same")
    assert late == first


def test_stale_version(sitting: Sitting) -> None:
    action, version = sitting.options()[0], sitting.version
    for wrong in (version - 1, version + 1):
        message = {"id": "x", "seat": 0, "version": wrong, "action": action}
        assert refused(sitting, type="act", **message) == "stale_version"
    assert sitting.act(action)["type"] == "ack"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("T99/0", "bad_notation"),
        ("", "bad_notation"),
        ("keep", "illegal_action"),
        ("*T05", "illegal_action"),
        ("a1.7", "illegal_action"),
    ],
)
def test_bad_actions(ada: Person, action: str, code: str) -> None:
    sitting = ada.sit(ada.create("classic", "you random", seed=1))
    assert sitting.until_asked()
    if action == "a1.7":
        assert sitting.act("a1.7")["type"] == "ack"
        assert sitting.until_asked()
    assert sitting.act(action)["code"] == code


def test_out_of_turn_and_seats_of_others(house: House, ada: Person) -> None:
    bob = house.person()
    table = ada.create("classic", "you open random")
    bob.post(f"/api/tables/{table}/seats/1/claim", {})
    one, two = ada.sit(table), bob.sit(table)
    assert one.until_asked()
    two.until("step", "welcome") if two.version < one.version else None
    version, action = one.version, one.options()[0]
    message = {"type": "act", "id": "x", "version": version, "action": action}
    assert refused(two, **message, seat=1) == "not_your_turn"
    assert refused(two, **message, seat=0) == "not_your_seat"
    assert refused(two, **message, seat=2) == "not_your_seat"
    assert refused(two, **message, seat=7) == "not_your_seat"
    watcher = house.program().sit(table)
    assert refused(watcher, **message, seat=0) == "not_your_seat"
    assert refused(watcher, type="look", seat=0) == "not_your_seat"
    assert refused(watcher, type="undo", id="u", version=version, seat=0) == "not_your_seat"


def test_nothing_can_be_done_before_the_game_or_after_it(house: House, ada: Person) -> None:
    for edition in ("classic", "phoenix"):
        waiting = ada.sit(ada.create(edition, "you open"))
        assert waiting.asks is None
        assert waiting.act("a1.0", seat=0)["code"] == "not_started"
    finished = ada.sit(ada.create("pocket", "you random"))
    play_on([finished], Random(2))
    assert finished.act("T01/0", seat=0)["code"] == "not_your_turn"
    undo = {"type": "undo", "id": "u", "version": finished.version, "seat": 0}
    assert refused(finished, **undo) == "undo_refused"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"hello"',
        "{}",
        '{"type":"nonsense"}',
        '{"type":"act"}',
        '{"type":"act","id":"","version":1,"seat":0,"action":"keep"}',
        '{"type":"act","id":"x","version":-1,"seat":0,"action":"keep"}',
        '{"type":"act","id":"x","version":1,"seat":99,"action":"keep"}',
        '{"type":"act","id":"x","version":1,"seat":0,"action":"keep","more":1}',
        '{"type":"act","id":"x","version":1e400,"seat":0,"action":"keep"}',
        '{"type":"look"}',
        '{"type":"guess","seat":"one"}',
        "[" * 4000,
        "\x00",
    ],
)
def test_malformed_messages_are_refused_and_the_game_goes_on(sitting: Sitting, text: str) -> None:
    sitting.socket.send(text)
    assert sitting.until("error")["code"] == "bad_message"
    assert sitting.act(sitting.options()[0])["type"] == "ack"


def test_binary_frames_are_refused(sitting: Sitting) -> None:
    sitting.socket.send(b"\x00\xff")
    assert sitting.until("error")["code"] == "bad_message"


def test_too_many_malformed_messages_close(sitting: Sitting) -> None:
    for _ in range(5):
        sitting.socket.send("{")
    assert sitting.close_code() == 4400


def test_an_oversized_frame_closes(sitting: Sitting) -> None:
    sitting.socket.send("x" * 10_000)
    assert sitting.close_code() == 1009


def test_the_first_message_must_be_hello(ada: Person) -> None:
    table = ada.create("classic", "you random")
    sitting = Sitting(ada.connect(table))
    sitting.send(type="ping")
    assert sitting.until("error")["code"] == "bad_protocol"
    assert sitting.close_code() == 4400


def test_an_unknown_protocol_is_refused(ada: Person) -> None:
    sitting = Sitting(ada.connect(ada.create("classic", "you random")))
    sitting.send(type="hello", protocol=2)
    assert sitting.until("error")["code"] == "bad_protocol"
    assert sitting.close_code() == 4400


def test_hello_is_said_once(sitting: Sitting) -> None:
    assert refused(sitting, type="hello", protocol=1) == "bad_protocol"


def test_an_unknown_table_is_refused(ada: Person) -> None:
    sitting = Sitting(ada.connect("nosuch"))
    sitting.send(type="hello", protocol=1)
    assert sitting.until("error")["code"] == "no_such_table"
    assert sitting.close_code() == 4404


def test_guesses_are_for_onlookers(house: House, ada: Person) -> None:
    table = ada.create("classic", "you random random")
    one, watcher = ada.sit(table), house.program().sit(table)
    assert refused(one, type="guess", seat=1) == "guess_refused"
    assert refused(watcher, type="guess", seat=5) == "no_such_seat"
    watcher.send(type="guess", seat=1)
    assert watcher.until("table")["table"]["guesses"] == [0, 1, 0]
    watcher.send(type="guess", seat=2)
    assert watcher.until("table")["table"]["guesses"] == [0, 0, 1]
    play_on([one], Random(0))
    watcher.until("ended")
    assert refused(watcher, type="guess", seat=1) == "guess_refused"


def test_everybody_hears_who_comes_and_goes(house: House, ada: Person) -> None:
    bob = house.person()
    table = ada.create("classic", "you open")
    one = ada.sit(table)
    bob.post(f"/api/tables/{table}/seats/1/claim", {"name": "Bob"})
    seat = one.until("table")["table"]["seats"][1]
    assert (seat["kind"], seat["name"], seat["connected"]) == ("person", "Bob", False)
    two = bob.sit(table)
    assert one.until("table")["table"]["seats"][1]["connected"]
    two.close()
    assert not one.until("table")["table"]["seats"][1]["connected"]


def test_programs_may_do_without_ghosts(ada: Person) -> None:
    table = ada.create("classic", "you random", seed=1)
    plain = Sitting(ada.connect(table))
    plain.send(type="hello", protocol=1, previews=False)
    plain.until("welcome")
    full = ada.sit(table)
    assert plain.until_asked()
    assert full.until_asked()
    assert plain.asks is not None
    assert full.asks is not None
    assert plain.options() == full.options()
    assert {option["preview"] for option in plain.asks["options"]} == {None}
    assert None not in [option["preview"] for option in full.asks["options"]]
