"""Frames that are read and written without the library are those that the library knows."""

from __future__ import annotations

import socket
from random import Random

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from tests.server.house import House
from tests.support.waiting import PATIENCE
from tsuro.server.play.frames import head_of, text_of

MOST = 70_000


@pytest.mark.parametrize("size", [0, 1, 3, 4, 125, 126, 127, 300, 65_535, 65_536])
def test_a_text_is_sent_as_the_library_would(size: int) -> None:
    message = b"x" * size
    assert head_of(message) + message == Frame(Opcode.TEXT, message).serialize(mask=False)


@pytest.mark.parametrize("size", [0, 1, 3, 4, 125, 126, 127, 300, 65_535])
def test_a_whole_text_is_read(size: int) -> None:
    rng = Random(size)
    message = (
        "".join(rng.choice("aß{") for _ in range(size)).encode()[:size].decode(errors="ignore")
    )
    for _ in range(20):
        assert text_of(Frame(Opcode.TEXT, message.encode()).serialize(mask=True), MOST) == message


def test_all_else_is_left_to_the_library() -> None:
    """Pieces, several at once, long ones, what is no text, unmasked, or no letters at all."""
    whole = Frame(Opcode.TEXT, b"hello").serialize(mask=True)
    assert text_of(whole, MOST) == "hello"
    others = [
        b"",
        whole[:1],
        whole[:-1],
        whole + whole[:1],
        whole + whole,
        Frame(Opcode.TEXT, b"hel", fin=False).serialize(mask=True),
        Frame(Opcode.CONT, b"lo").serialize(mask=True),
        bytes((whole[0] | 0x40,)) + whole[1:],
        Frame(Opcode.TEXT, b"hello").serialize(mask=False),
        Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True),
        Frame(Opcode.TEXT, b"x" * 65_536).serialize(mask=True),
        *(Frame(kind, b"hello").serialize(mask=True) for kind in Opcode if kind is not Opcode.TEXT),
    ]
    for data in others:
        assert text_of(data, MOST) is None
    assert text_of(whole, 5) == "hello"
    assert text_of(whole, 4) is None


@pytest.mark.parametrize("cut", [1, 2, 5, 7, 20, None])
def test_messages_are_heard_however_they_arrive(house: House, cut: int | None) -> None:
    """In pieces, several at once, in frames of their own, with a ping between: each once."""
    ada = house.person()
    table = ada.create("classic", "you random", seed=1)
    ping = b'{"type":"ping"}'
    with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as line:
        protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{house.port}/ws/{table}"))
        protocol.send_request(protocol.connect())
        line.sendall(b"".join(protocol.data_to_send()))
        while protocol.state is State.CONNECTING:
            protocol.receive_data(line.recv(65_536))
        protocol.send_text(b'{"type":"hello","protocol":2}')
        protocol.send_text(ping)
        protocol.send_text(ping[:4], fin=False)
        protocol.send_ping(b"between")
        protocol.send_continuation(ping[4:], fin=True)
        protocol.send_text(ping)
        data = b"".join(protocol.data_to_send())
        for start in range(0, len(data), cut or len(data)):
            line.sendall(data[start : start + (cut or len(data))])
        heard = read_frames(line, protocol, 5)
    texts = [bytes(each.data) for each in heard if each.opcode is Opcode.TEXT]
    assert texts[0].startswith(b'{"type":"welcome"')
    assert texts[1:] == [b'{"type":"pong"}'] * 3
    assert [bytes(each.data) for each in heard if each.opcode is Opcode.PONG] == [b"between"]


def read_frames(line: socket.socket, protocol: ClientProtocol, count: int) -> list[Frame]:
    found: list[Frame] = []
    while len(found) < count:
        protocol.receive_data(line.recv(65_536))
        found += [each for each in protocol.events_received() if isinstance(each, Frame)]
    return found
