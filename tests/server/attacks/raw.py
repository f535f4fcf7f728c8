"""Bytes as no browser sends them."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping

from tests.support.waiting import PATIENCE

STATUS = re.compile(rb"HTTP/1\.1 (\d{3})")


def plug(port: int) -> socket.socket:
    """A connection that has said nothing yet."""
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def head(
    port: int, method: str, path: str, headers: Mapping[str, str | bytes], length: int = 0
) -> bytes:
    """The head of a request; what is given replaces what a browser would say."""
    usual: dict[str, str | bytes] = {
        "host": f"127.0.0.1:{port}",
        "connection": "close",
        "content-length": str(length),
    }
    lines = [f"{method} {path} HTTP/1.1".encode()]
    for name, value in (usual | dict(headers)).items():
        text = value.encode() if isinstance(value, str) else value
        lines.append(name.encode() + b": " + text)
    return b"\r\n".join((*lines, b"", b""))


def heard(connection: socket.socket) -> bytes:
    """Everything the server says until it closes."""
    told = bytearray()
    try:
        while data := connection.recv(65_536):
            told += data
    except ConnectionResetError:
        pass
    return bytes(told)


def status(port: int, data: bytes) -> int | None:
    """The status that some bytes are answered with; None if the server just closes."""
    with plug(port) as connection:
        connection.sendall(data)
        found = STATUS.match(heard(connection))
    return None if found is None else int(found[1])
