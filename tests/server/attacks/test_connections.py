"""Silent, slow and aborted connections: they run out of time or room, and people come in."""

from __future__ import annotations

import gc
import logging
import socket
import weakref
from dataclasses import replace
from functools import partial

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.server.attacks.raw import STATUS, head, heard, plug, status
from tests.server.house import HandTime, House, Sitting
from tests.support.waiting import PATIENCE, until
from tsuro.server.http.doorway import SPARE_FILES, Door, Doorway, room_for_connections
from tsuro.server.http.security import UNKNOWN, Turnstile, plain, whose
from tsuro.server.play.frames import Frames
from tsuro.server.settings import UNLIMITED, Rate, Settings
from tsuro.telling.messages import PROTOCOL


def has_left(door: Door, number: int) -> bool:
    """Whether so many stand at the door."""
    return len(door) == number


def test_silent_connections_shut_nobody_out() -> None:
    limits = replace(UNLIMITED, standing_per_address=8)
    with House(Settings(limits=limits)) as house:
        ada = house.person()
        sitting = ada.sit(ada.create("classic", "you random"))
        silent = [plug(house.port) for _ in range(60)]
        until(lambda: house.hall.door.shown_out >= 52, "those who came first have to go")
        assert len(house.hall.door) <= 8
        assert house.person().create("classic", "you random")
        assert sitting.until_asked()
        assert sitting.act(sitting.options()[0])["type"] == "played"
        for each in silent:
            each.close()


def test_whoever_comes_too_often_is_heard_later_and_others_at_once() -> None:
    time = HandTime()
    limits = replace(UNLIMITED, arrivals=Rate(5, 1))
    with House(Settings(limits=limits), time=time) as house:
        asked = head(house.port, "GET", "/ws/nowhere/at/all", {})
        assert [status(house.port, asked) for _ in range(5)] == [404] * 5
        late = [plug(house.port) for _ in range(4)]
        for each in late:
            each.sendall(asked)
        until(lambda: house.hall.door.delayed == 4, "they have to wait")
        neighbour = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=neighbour, timeout=PATIENCE) as other:
            assert other.get(f"{house.origin}/api/bots").status_code == 200
        for left in (3, 2, 1, 0):
            time.advance(1)
            until(partial(has_left, house.hall.door, left), "one of them is heard")
        for each in late:
            assert STATUS.match(heard(each)), "answered after all"
            each.close()


def test_whoever_asks_without_end_is_answered_later_and_others_at_once() -> None:
    time = HandTime()
    limits = replace(UNLIMITED, calls=Rate(3, 1), standing_per_address=4)
    with House(Settings(limits=limits), time=time) as house:
        asked = head(house.port, "GET", "/healthz", {})
        assert [status(house.port, asked) for _ in range(3)] == [200] * 3
        late = [plug(house.port) for _ in range(2)]
        for each in late:
            each.sendall(asked * 5)
        turnstile = turnstile_of(house)
        until(lambda: turnstile._waiting["127.0.0.1"] == 2, "one request of each waits")
        neighbour = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=neighbour, timeout=PATIENCE) as other:
            assert other.get(f"{house.origin}/healthz").status_code == 200
        turnstile._most = 2
        assert status(house.port, asked) == 429, "no more than some may wait"
        time.advance(1)
        until(lambda: turnstile._waiting["127.0.0.1"] == 1, "one of them is answered")
        time.advance(1)
        for each in late:
            assert heard(each).startswith(b"HTTP/1.1 200")
            each.close()


def turnstile_of(house: House) -> Turnstile:
    layer = house.app.middleware_stack
    while not isinstance(layer, Turnstile):
        layer = getattr(layer, "app", None) or getattr(layer, "_app", None)
    return layer


def test_a_subscriber_with_many_addresses_has_one_budget() -> None:
    door = Door(replace(UNLIMITED, arrivals=Rate(3, 1)), HandTime())
    assert [door.wait(f"2001:db8::{n:x}") for n in range(5)] == [0.0] * 3 + [1.0] * 2
    assert door.wait("2001:db8:0:1::1") == 0, "another network"


def test_addresses_of_the_old_kind_are_told_apart_by_a_listener_for_both_kinds() -> None:
    assert [whose("::ffff:192.0.2.7"), whose("::FFFF:192.0.2.8")] == ["192.0.2.7", "192.0.2.8"]
    assert [whose("2001:db8::7"), whose("::1")] == ["2001:db8::/64", "::/64"]
    assert whose("somebody") == whose("::ffff:some.body") == UNKNOWN
    door = Door(replace(UNLIMITED, arrivals=Rate(1, 1)), HandTime(), proxies=["127.0.0.1"])
    assert [door.wait(plain("::ffff:127.0.0.1")) for _ in range(3)] == [0.0] * 3


NO_FRAME = b"\x83\x84abcdabcd"
"""Of a kind that there is not."""


def test_connections_that_have_ended_leave_nothing_for_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[weakref.ref[object]] = []
    usual = Door.enter

    def enter(self: Door, guest: Doorway, address: str) -> None:
        made.append(weakref.ref(guest.transport))
        usual(self, guest, address)

    def connected(self: Frames, transport: object) -> None:
        made.append(weakref.ref(self.conn))
        begin(self, transport)

    begin = Frames.connection_made
    monkeypatch.setattr(Door, "enter", enter)
    monkeypatch.setattr(Frames, "connection_made", connected)
    with House() as house:
        ada = house.person()
        table = ada.create("classic", "you random")
        sitting = ada.sit(table)
        gc.collect()
        gc.disable()
        try:
            sitting.close()
            assert status(house.port, head(house.port, "GET", "/healthz", {})) == 200
            ada.sit(table).socket.socket.shutdown(socket.SHUT_RDWR)
            ada.sit(table).socket.socket.sendall(NO_FRAME + bytes(9_000))
            gone = made[1:]
            until(lambda: not any(each() for each in gone), "nobody holds them any more")
        finally:
            gc.enable()
    assert len(gone) == 7, "three sockets, with the protocols of their frames, and a request"


def test_all_addresses_together_have_a_limit_too() -> None:
    with House(Settings(limits=replace(UNLIMITED, standing=5))) as house:
        silent = [plug(house.port) for _ in range(20)]
        until(lambda: house.hall.door.shown_out >= 15, "those who came first have to go")
        assert house.program().get("/api/bots")
        for each in silent:
            each.close()


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nhost: x\r\n",
        b"POST /api/records HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nTs",
        b"GET /nope HTTP/1.1\r\nhost: x\r\n\r\nGET /",
    ],
)
def test_a_request_that_does_not_come_to_its_end_runs_out_of_time(begun: bytes) -> None:
    time = HandTime()
    with House(Settings(limits=replace(UNLIMITED, request_seconds=20)), time=time) as house:
        with plug(house.port) as slow:
            slow.sendall(begun)
            until(lambda: len(house.hall.door) == 1, "the connection is made")
            if begun.startswith(b"GET /nope"):
                assert slow.recv(65_536).startswith(b"HTTP/1.1 404")
            assert house.program().get("/api/bots"), "what came before has been read by now"
            time.advance(20)
            heard(slow)
        until(lambda: len(house.hall.door) <= 1, "the slow one is gone")


def test_a_request_in_time_is_not_ended_by_what_it_waits_for() -> None:
    time = HandTime()
    with House(Settings(limits=replace(UNLIMITED, request_seconds=20)), time=time) as house:
        ada = house.person()
        time.advance(100)
        assert ada.get("/api/bots")
        sitting = ada.sit(ada.create("classic", "you random"))
        time.advance(100)
        sitting.send(type="ping")
        assert sitting.until("pong")


def test_the_last_places_are_for_people_with_a_seat() -> None:
    limits = replace(UNLIMITED, connections=10, reserved=0.5)
    with House(Settings(limits=limits)) as house:
        ada, eve = house.person(), house.program()
        table = ada.create("classic", "you random")
        onlookers = [eve.sit(table) for _ in range(5)]
        late = Sitting(eve.connect(table))
        late.send(type="hello", protocol=PROTOCOL)
        assert late.until("refused")["code"] == "too_many_connections"
        assert late.close_code() == 4403
        assert ada.sit(table).welcome["you"] == [0]
        players = [ada.sit(table) for _ in range(4)]
        with pytest.raises(InvalidStatus) as refused:
            ada.connect(table)
        assert refused.value.response.status_code == 429
        assert len(onlookers) + len(players) == 9


def test_aborted_uploads_and_port_scans_leave_no_traceback(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with plug(house.port) as aborted:
        aborted.sendall(head(house.port, "POST", "/api/records", {}, length=1000) + b"Tsuro")
    for noise in (
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"\x00" * 40,
        b"SSH-2.0-x\r\n\r\n",
        b"\xff\r\n\r\n",
    ):
        assert status(house.port, noise) in (400, None)
    text = head(house.port, "POST", "/api/records", {}, length=2) + b"\xff\xfe"
    assert status(house.port, text) == 400
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.INFO] == []


def test_the_number_of_descriptors_is_raised_and_some_are_kept_apart() -> None:
    resource = pytest.importorskip("resource")
    room = room_for_connections()
    assert room is not None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft == hard or soft >= 65_536
    assert room <= soft - SPARE_FILES
