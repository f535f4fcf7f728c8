"""Requests that nobody could mean: refused before any work, and hardly a word in the log."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from tests.server.attacks.raw import head, status
from tests.server.house import HandTime, House
from tsuro.server.http.security import content_policy
from tsuro.server.settings import UNLIMITED, Rate, Settings

UPGRADE = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "sec-websocket-version": "13",
}
ORIGINS = ["http://[", "http://]", "http://[::1", "http://\x7f", "://", "http://a:b:c", "//", "é"]


@pytest.mark.parametrize("origin", [*ORIGINS, b"\xff\xfe", b"http://\xc0\xaf"])
def test_origins_that_are_no_addresses(
    house: House, origin: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for path, more in (("/api/session", {}), ("/ws/abc", UPGRADE)):
        method = "GET" if more else "POST"
        asked = head(house.port, method, path, {**more, "origin": origin})
        assert status(house.port, asked) in (400, 403)
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []


def test_they_are_refused_before_any_budget_is_touched() -> None:
    limits = replace(UNLIMITED, requests=Rate(1, 0))
    with House(Settings(limits=limits), time=HandTime()) as house:
        asked = head(house.port, "POST", "/api/session", {"origin": "http://["})
        assert [status(house.port, asked) for _ in range(3)] == [403] * 3
        civil = head(house.port, "POST", "/api/session", {})
        assert [status(house.port, civil) for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("host", ["[", "]", "a b", "a;b", "[::1", "é", b"\xff", "", "a" * 3000])
@pytest.mark.parametrize(
    "path", ["/", "/nope/", "/api/editions/", "/api/bots", "//", "/%00", "/%ff"]
)
def test_hosts_and_paths_that_are_none(
    house: House, host: str | bytes, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for method in ("GET", "POST", "HEAD", "PATCH"):
        answer = status(house.port, head(house.port, method, path, {"host": host}))
        assert answer is not None
        assert answer < 500
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []


def test_frames_that_are_no_text_leave_no_line(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    ada = house.person()
    sitting = ada.sit(ada.create("classic", "you random"))
    sitting.socket.send(b"\xff\xfe", text=True)
    assert sitting.close_code() == 1007
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []
    for _ in range(3):
        logging.getLogger("asyncio").warning("socket.send() raised exception.")
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []


def test_the_policy_names_the_own_sockets_only() -> None:
    assert "connect-src 'self' ws://a.example:80 wss://a.example:80;" in content_policy(
        "a.example:80"
    )
    assert "ws://[::1]:8000 " in content_policy("[::1]:8000")
    for host in ("", "*", "a; script-src *", "a b", "a,b", "'unsafe-inline'"):
        assert "connect-src 'self';" in content_policy(host)
