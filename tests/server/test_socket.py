"""Every message and every refusal of the socket."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.server.house import House, Person, Sitting, play_on
from tsuro.editions.registry import EDITIONS
from tsuro.telling.messages import PROTOCOL


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
    error = sitting.until("refused")
    assert error.get("id") == message.get("id")
    code: str = error["code"]
    return code


def test_ping(sitting: Sitting) -> None:
    sitting.send(type="ping")
    assert sitting.until("pong") == {"type": "pong"}


def test_welcome_says_who_and_where(ada: Person) -> None:
    table = ada.create("seas", "random you random", public=True)
    sitting = ada.sit(table)
    welcome, shown = sitting.welcome, sitting.shown
    assert welcome["protocol"] == PROTOCOL
    assert welcome["you"] == [1]
    assert shown["looking"] == 1
    assert welcome["game"]["edition"] == "seas"
    assert welcome["table"]["id"] == table
    assert welcome["table"]["creator"]
    assert [seat["yours"] for seat in welcome["table"]["seats"]] == [False, True, False]
    assert set(welcome["tiles"]["T01"]) == {"copies", "faces"}
    assert shown["view"]["hands"][0] == ["?"] * 3
    assert "?" not in shown["view"]["hands"][1]


def test_a_repeated_act_is_answered_but_not_played_twice(sitting: Sitting) -> None:
    action, version = sitting.options()[0], sitting.version
    first = sitting.act(action, id="same")
    again = sitting.act(action, id="same", version=version, seat=0)
    assert (first["type"], first["id"]) == ("played", "same")
    assert again == {"type": "ack", "id": "same", "version": version + 1}
    assert sitting.until_asked()
    late = sitting.act(sitting.options()[0], id="same")
    assert late == again


def test_stale_version(sitting: Sitting) -> None:
    action, version = sitting.options()[0], sitting.version
    for wrong in (version - 1, version + 1):
        message = {"id": "x", "seat": 0, "version": wrong, "action": action}
        assert refused(sitting, type="act", **message) == "stale_version"
    assert sitting.act(action)["type"] == "played"


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
        assert sitting.act("a1.7")["type"] == "played"
        assert sitting.until_asked()
    assert sitting.act(action)["code"] == code


def test_out_of_turn_and_seats_of_others(house: House, ada: Person) -> None:
    bob = house.person()
    table = ada.create("classic", "you open random")
    bob.post(f"/api/tables/{table}/seats/1/claim", {})
    one, two = ada.sit(table), bob.sit(table)
    assert one.until_asked()
    two.catch_up(one.version)
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
        '{"type":"look","seat":[]}',
        '{"type":"speak","language":"fr"}',
        '{"type":"foresee","version":0,"actions":[1]}',
        '{"type":"act","id":"\\ud800","version":1,"seat":0,"action":"keep"}',
        '{"type":"guess","seat":"one"}',
        "[" * 4000,
        "\x00",
    ],
)
def test_malformed_messages_are_refused_and_the_game_goes_on(sitting: Sitting, text: str) -> None:
    sitting.socket.send(text)
    assert sitting.until("refused")["code"] == "bad_message"
    assert sitting.act(sitting.options()[0])["type"] == "played"


def test_binary_frames_are_refused(sitting: Sitting) -> None:
    sitting.socket.send(b"\x00\xff")
    assert sitting.until("refused")["code"] == "bad_message"


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
    assert sitting.until("refused")["code"] == "bad_protocol"
    assert sitting.close_code() == 4400


@pytest.mark.parametrize("protocol", [0, 1, 3])
def test_another_protocol_is_refused(ada: Person, protocol: int) -> None:
    sitting = Sitting(ada.connect(ada.create("classic", "you random")))
    sitting.send(type="hello", protocol=protocol)
    refusal = sitting.until("refused")
    assert refusal["code"] == "bad_protocol"
    assert str(PROTOCOL) in refusal["message"]
    assert sitting.close_code() == 4400


def test_hello_is_said_once(sitting: Sitting) -> None:
    assert refused(sitting, type="hello", protocol=PROTOCOL) == "bad_protocol"


def test_an_unknown_table_is_refused(ada: Person) -> None:
    sitting = Sitting(ada.connect("nosuch"))
    sitting.send(type="hello", protocol=PROTOCOL)
    assert sitting.until("refused")["code"] == "no_such_table"
    assert sitting.close_code() == 4404


def test_guesses_are_for_onlookers(house: House, ada: Person) -> None:
    table = ada.create("classic", "you random random")
    one, watcher = ada.sit(table), house.program().sit(table)
    assert refused(one, type="guess", seat=1) == "guess_refused"
    assert refused(watcher, type="guess", seat=5) == "no_such_seat"
    watcher.send(type="guess", seat=1)
    assert watcher.until("table_changed")["table"]["guesses"] == [0, 1, 0]
    watcher.send(type="guess", seat=2)
    assert watcher.until("table_changed")["table"]["guesses"] == [0, 0, 1]
    play_on([one], Random(0))
    watcher.until_over()
    assert refused(watcher, type="guess", seat=1) == "guess_refused"


def test_everybody_hears_who_comes_and_goes(house: House, ada: Person) -> None:
    bob = house.person()
    table = ada.create("classic", "you open")
    one = ada.sit(table)
    bob.post(f"/api/tables/{table}/seats/1/claim", {"name": "Bob"})
    seat = one.until("table_changed")["table"]["seats"][1]
    assert (seat["kind"], seat["name"], seat["connected"]) == ("person", "Bob", False)
    two = bob.sit(table)
    assert one.until("table_changed")["table"]["seats"][1]["connected"]
    two.close()
    assert not one.until("table_changed")["table"]["seats"][1]["connected"]


def test_ghosts_are_shown_to_who_decides(house: House, ada: Person) -> None:
    bob = house.person()
    table = ada.create("classic", "you open", seed=None)
    bob.post(f"/api/tables/{table}/seats/1/claim", {})
    one, two = ada.sit(table), bob.sit(table)
    play_on([one, two], Random(1), moves=2)
    assert one.until_asked()
    two.catch_up(one.version)
    first = one.options()[0]
    assert set(one.ghosts(first)) == {first}
    assert set(one.ghosts()) >= set(one.options())
    asked = {"type": "foresee", "version": one.version}
    assert refused(two, **asked) == "not_your_turn"
    assert refused(one, **asked, actions=["keep"]) == "illegal_action"
    assert refused(one, type="foresee", version=one.version + 1) == "stale_version"


@pytest.mark.parametrize("edition", EDITIONS)
def test_changes_add_up_to_the_whole_position(house: House, edition: str) -> None:
    people = [house.person() for _ in range(3)]
    table = people[0].create(edition, "you open open")
    for number in (1, 2):
        people[number].post(f"/api/tables/{table}/seats/{number}/claim", {})
    sittings = [person.sit(table) for person in people]
    watcher = house.program().sit(table)
    rng = Random(edition)
    while play_on(sittings, rng, moves=1):
        watcher.catch_up(sittings[0].version)
        for sitting in (*sittings, watcher):
            kept = sitting.view
            sitting.send(type="refresh")
            assert sitting.until("shown")["view"] == kept


def test_the_log_is_told_in_the_language_of_the_listener(house: House, ada: Person) -> None:
    table = ada.create("classic", "you random", seed=1)
    sitting = ada.sit(table)
    play_on([sitting], Random(1), moves=2)
    assert sitting.until_asked()
    sitting.send(type="refresh")
    english = sitting.until("shown")["log"]
    sitting.send(type="speak", language="de")
    german = sitting.until("shown")["log"]
    assert [line["n"] for line in english] == [line["n"] for line in german]
    assert any("legt" in line["text"] for line in german)
    assert not any("legt" in line["text"] for line in english)
    played = sitting.act(sitting.options()[0])
    assert any("legt" in line["text"] for line in played["log"])


def test_notation_is_told_to_whoever_asks_for_it(house: House, ada: Person) -> None:
    table = ada.create("classic", "you random", seed=1)
    sitting = ada.sit(table)
    play_on([sitting], Random(1), moves=2)
    assert sitting.until_asked()
    plain = sitting.lines()
    assert not any("exact" in line for line in plain)
    sitting.send(type="speak", language="en", exact=True)
    told = sitting.until("shown")["log"]
    assert [line["text"] for line in told] == [line["text"] for line in plain]
    played = sitting.act(sitting.options()[0])
    assert any("exact" in line for line in played["log"])
