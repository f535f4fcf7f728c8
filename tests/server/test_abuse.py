"""What strangers, machines and bad networks send: refused with a code, and nobody else notices."""

from __future__ import annotations

import json
import logging
import socket
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.house import HandTime, House, Person, Sitting, new_table, play_on
from tests.support.waiting import until
from tsuro.server.settings import UNLIMITED, Limits, Rate, Settings
from tsuro.server.storage.sessions import COOKIE
from tsuro.telling.messages import PROTOCOL


def status_of(person: Person, table: str, **more: object) -> int:
    """How a handshake is refused."""
    with pytest.raises(InvalidStatus) as refused:
        person.connect(table, **more)
    return refused.value.response.status_code


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://evil.example:{port}", "http://127.0.0.1", "file://"],
)
def test_foreign_origins(house: House, origin: str) -> None:
    ada = house.person()
    table = ada.create("classic", "you random")
    foreign = origin.format(port=house.port)
    assert status_of(ada, table, origin=foreign) == 403
    ada.http.headers["origin"] = foreign
    assert ada.refused("POST", "/api/tables", new_table("classic", "you bot")) == (
        403,
        "foreign_origin",
    )
    assert ada.refused("POST", f"/api/tables/{table}/seats/0/leave") == (403, "foreign_origin")


def test_a_cookie_without_an_origin(house: House) -> None:
    ada = house.person()
    table = ada.create("classic", "you random")
    assert status_of(ada, table, origin=None) == 403
    del ada.http.headers["origin"]
    assert ada.refused("POST", f"/api/tables/{table}/seats/0/leave")[1] == "foreign_origin"


def test_foreign_host_names() -> None:
    settings = Settings(limits=UNLIMITED, hosts=frozenset({"127.0.0.1"}))
    with House(settings) as house:
        ada = house.program()
        assert ada.http.get("/api/editions").status_code == 200
        for host in ("evil.example", "evil.example:80", "", "127.0.0.1.evil.example"):
            for path in ("/api/editions", "/"):
                answer = ada.http.get(path, headers={"host": host})
                assert (answer.status_code, answer.json()["error"]["code"]) == (
                    403,
                    "foreign_host",
                )
        status_of(ada, "x", additional_headers={"host": "evil.example"})


@pytest.mark.parametrize("cookie", ["", "short", "A" * 22, "x" * 5000, "é" * 3, "../../etc/pass"])
def test_forged_cookies_are_nobody(house: House, cookie: str) -> None:
    ada, eve = house.person(), house.program()
    table = ada.create("classic", "you random")
    headers = {b"cookie": f"{COOKIE}={cookie}".encode(), b"origin": house.origin.encode()}
    answer = eve.http.post(f"/api/tables/{table}/seats/0/leave", headers=headers)
    assert answer.json()["error"]["code"] == "not_your_seat"


def test_forged_tokens(house: House) -> None:
    ada, program = house.person(), house.program()
    table = ada.create("classic", "you open")
    token = program.post(f"/api/tables/{table}/seats/1/claim", {"token": True})["token"]
    for wrong in ("nonsense", token[:-1], token.swapcase(), "x"):
        sitting = Sitting(program.connect(table))
        sitting.send(type="hello", protocol=PROTOCOL, token=wrong)
        assert sitting.until("refused")["code"] == "bad_token"
        assert sitting.close_code() == 4403
    elsewhere = ada.create("classic", "you open")
    sitting = Sitting(program.connect(elsewhere))
    sitting.send(type="hello", protocol=PROTOCOL, token=token)
    assert sitting.until("refused")["code"] == "bad_token"
    assert program.sit(table, token=token).welcome["you"] == [1]
    bearer = Sitting(
        program.connect(table, additional_headers={"authorization": f"Bearer {token}"})
    )
    bearer.send(type="hello", protocol=PROTOCOL)
    assert bearer.until("welcome")["you"] == [1]
    program.http.headers["authorization"] = f"Basic {token}"
    assert program.refused("POST", f"/api/tables/{table}/seats/1/leave") == (401, "bad_token")
    program.http.headers["authorization"] = f"Bearer {token}"
    assert program.post(f"/api/tables/{table}/seats/1/leave") == {"ok": True}


def test_secrets_are_stored_hashed_and_never_logged(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ada, program = house.person(), house.program()
    table = ada.create("classic", "you open")
    token = program.post(f"/api/tables/{table}/seats/1/claim", {"token": True})["token"]
    sitting = program.sit(table, token=token)
    sitting.socket.send("{")
    sitting.until("refused")
    secrets = [token, ada.http.cookies[COOKIE]]
    document = repr(house.hall.tables._loaded[table].document)
    told = json.dumps(ada.get(f"/api/tables/{table}")) + "".join(sitting.frames)
    logged = "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith("tsuro")
    )
    for secret in secrets:
        assert secret not in document
        assert secret not in told
        assert secret not in logged
    for owner in (seat.owner for seat in house.hall.tables._loaded[table].document.seats):
        assert owner is not None
        assert owner not in told


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (b"\xff\xfe", 400),
        (b"[" * 10_000, 400),
        (b"{" + b" " * 20_000 + b"}", 413),
        (b'{"edition":"classic"}', 400),
        (b'{"edition":"classic","seats":[]}', 400),
        (b'{"edition":"classic","seats":[{"kind":"king"},{"kind":"bot"}]}', 400),
        (b'{"edition":"classic","seats":[{"kind":"bot"},{"kind":"bot"}],"extra":1}', 400),
        (b'{"edition":"classic","seats":[{"kind":"bot","bot":"x"},{"kind":"bot"}]}', 400),
        (b'{"edition":"chess","seats":[{"kind":"bot"},{"kind":"bot"}]}', 400),
        (b'{"edition":"classic","first":7,"seats":[{"kind":"bot"},{"kind":"bot"}]}', 400),
    ],
)
def test_malformed_bodies(house: House, body: bytes, status: int) -> None:
    ada = house.person()
    headers = {"content-type": "application/json"}
    answer = ada.http.post("/api/tables", content=body, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"]["code"] in {
        "bad_request",
        "too_large",
        "unknown_edition",
        "unknown_bot",
        "bad_setting",
    }


def test_bodies_must_be_json(house: House) -> None:
    answer = house.person().http.post("/api/tables", data={"edition": "classic"})
    assert answer.json()["error"]["code"] == "bad_request"


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "{seat.__class__}",
        "{0}",
        "%s%n",
        "a\u202eb\x00c\n\td",
        "x" * 80,
        "Zoë 龍",
    ],
)
def test_names_with_markup_stay_text(house: House, name: str) -> None:
    ada = house.person()
    body = new_table("classic", "you random")
    body["seats"][0]["name"] = name
    table = ada.post("/api/tables", body)["table"]
    sitting = ada.sit(table)
    kept = sitting.welcome["table"]["seats"][0]["name"]
    assert len(kept) <= 24
    assert kept.isprintable()
    play_on([sitting], Random(1))
    assert any(line["text"][1:].startswith(kept[1:]) for line in sitting.lines())
    for path in ("svg", "record", "steps"):
        answer = ada.http.get(f"/api/tables/{table}/{path}")
        assert answer.status_code == 200
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "html" not in answer.headers["content-type"]
    assert "<script>" not in ada.http.get(f"/api/tables/{table}/svg").text
    record = ada.http.get(f"/api/tables/{table}/record").text
    answer = ada.http.post("/api/records", content=record.encode())
    assert answer.status_code == 200


def test_ten_thousand_tables_from_one_address() -> None:
    """The budget holds, memory stays bounded, and other people's tables go on."""
    time = HandTime()
    limits = replace(UNLIMITED, tables=Rate(20, 1), loaded_tables=50)
    with House(Settings(limits=limits), time=time) as house:
        ada = house.person()
        mine = ada.sit(ada.create("classic", "you random"))
        assert mine.until_asked()
        body = new_table("pocket", "open open")
        codes = [ada.http.post("/api/tables", json=body).status_code for _ in range(10_000 // 20)]
        assert codes.count(200) == 19
        assert set(codes) == {200, 429}
        for _ in range(30):
            time.advance(3)
            assert ada.http.post("/api/tables", json=body).status_code == 200
        assert len(house.hall.tables) <= limits.loaded_tables
        assert mine.act(mine.options()[0])["type"] == "played"


def test_a_flood_of_messages_closes_the_connection_only() -> None:
    with House(Settings(limits=replace(UNLIMITED, messages=Rate(30, 0)))) as house:
        ada = house.person()
        table = ada.create("classic", "you random")
        flood, other = ada.sit(table), house.program().sit(table)
        with suppress(ConnectionClosed):
            for _ in range(60):
                flood.send(type="ping")
        assert flood.close_code() == 4429
        other.send(type="ping")
        assert other.until("pong")


def test_connections_per_address_and_table() -> None:
    limits = replace(UNLIMITED, connections_per_address=6, connections_per_table=4)
    with House(Settings(limits=limits)) as house:
        ada = house.person()
        table = ada.create("classic", "you random")
        sittings = [ada.sit(table) for _ in range(4)]
        fifth = Sitting(ada.connect(table))
        fifth.send(type="hello", protocol=PROTOCOL)
        assert fifth.until("refused")["code"] == "too_many_connections"
        fifth.close_code()
        ada.sit(ada.create("classic", "you random"))
        ada.sit(ada.create("classic", "you random"))
        assert status_of(ada, table) == 429
        for sitting in sittings:
            sitting.close()


def test_whoever_says_nothing_is_shown_the_door() -> None:
    time = HandTime()
    with House(Settings(limits=replace(UNLIMITED, hello_seconds=10)), time=time) as house:
        ada = house.person()
        table = ada.create("classic", "you random")
        silent, civil = Sitting(ada.connect(table)), ada.sit(table)
        time.advance(9.5)
        late = ada.sit(table)
        time.advance(0.5)
        assert silent.close_code() == 1000
        for sitting in (civil, late):
            sitting.send(type="ping")
            assert sitting.until("pong")


def test_a_slow_reader_does_not_stall_others() -> None:
    """One seat stops reading; the game goes on for the rest and the outbox stays small."""
    limits = replace(UNLIMITED, outbox_messages=50, outbox_bytes=64 * 1024)
    with House(Settings(limits=limits)) as house:
        ada = house.person()
        table = ada.create("classic", "you random")
        sitting = ada.sit(table)
        assert sitting.until_asked()
        slow = socket.create_connection(("127.0.0.1", house.port))
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        handshake = (
            f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        )
        hello = b'{"type":"hello","protocol":%d}' % PROTOCOL
        slow.sendall(handshake.encode())
        assert slow.recv(12) == b"HTTP/1.1 101"
        slow.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        loaded = house.hall.tables._loaded[table]
        until(lambda: len(loaded.audience.connections) == 2, "the slow reader is welcomed")
        while len(loaded.audience.connections) == 2:
            house.call(loaded.audience.show_all)
            sitting.send(type="ping")
            sitting.until("pong")
        assert sitting.act(sitting.options()[0])["type"] == "played"
        slow.close()


def test_default_limits_let_a_family_play() -> None:
    """Even if time stands still and no budget is refilled."""
    with House(Settings(limits=Limits()), time=HandTime()) as house:
        people = [house.person() for _ in range(8)]
        table = people[0].create("pocket", "you open open open open open open open")
        for seat, person in enumerate(people[1:], 1):
            person.post(f"/api/tables/{table}/seats/{seat}/claim", {})
        play_on([person.sit(table) for person in people], Random(0))
