"""A whole server as operators start it, and people at its tables, for programs that attack it."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

HOST: Final = "127.0.0.1"
ELSEWHERE: Final = "127.0.0.2"
"""Another address of this machine: whoever attacks has budgets of its own."""
GONE: Final = (ConnectionClosed, InvalidHandshake, OSError, httpx.TransportError, TimeoutError)
"""What those hear whose server has just been killed."""
PROTOCOL: Final = 2
PATIENCE: Final = 60.0
OURS: Final = range(20_000, 30_000)
"""Ports below those that systems give by themselves (RFC 6335, Linux from 32768 on)."""

Json = dict[str, Any]


class House:
    """`tsuro serve` in a process of its own, which can be ended and started again."""

    def __init__(self, source: Path, folder: Path, port: int, options: Sequence[str] = ()) -> None:
        """Port 0 stands for one that is free now."""
        self.port = port = port or free_port()
        self.origin = f"http://{HOST}:{port}"
        self._environment = {**os.environ, "PYTHONPATH": str(source)}
        self._command = [sys.executable, "-m", "tsuro", "serve", "--no-open", f"--port={port}"]
        self._command += [f"--data={folder / 'games'}", *options]
        self.log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, env=self._environment, stdout=log, stderr=log
            )

    async def ready(self) -> None:
        end = time.monotonic() + PATIENCE
        async with httpx.AsyncClient(base_url=self.origin, timeout=PATIENCE) as http:
            while time.monotonic() < end:
                with suppress(httpx.TransportError):
                    if (await http.get("/api/bots")).is_success:
                        return
                await asyncio.sleep(0.02)
        told = self.log.read_text("utf-8", "replace")[-2_000:]
        raise SystemExit(f"The server did not start. It said last:\n{told}")

    async def end(self, how: signal.Signals) -> float:
        """How many seconds it took."""
        began = time.monotonic()
        self.process.send_signal(how)
        await asyncio.to_thread(self.process.wait)
        return time.monotonic() - began

    def resident(self) -> int:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def tracebacks(self) -> int:
        return self.log.read_text("utf-8", "replace").count("Traceback")

    def first_traceback(self) -> str:
        text = self.log.read_text("utf-8", "replace")
        at = text.find("Traceback")
        return text[max(0, at - 300) : at + 3_000]


def free_port() -> int:
    """One that the system gives to nobody by itself.

    Of those it gives, a guest that calls while the server is away may come by the very one that it
    calls, and so be connected with itself: the server would find its port taken, and take another.
    """
    for port in Random().sample(OURS, len(OURS)):
        try:
            with socket.create_server((HOST, port)):
                return port
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    raise SystemExit(f"No port from {OURS.start} to {OURS.stop - 1} is free; name another.")


@asynccontextmanager
async def running(house: House) -> AsyncIterator[House]:
    house.start()
    try:
        await house.ready()
        yield house
    finally:
        if house.process.poll() is None:
            await house.end(signal.SIGTERM)


@dataclass
class Guest:
    """Somebody with the first seat of a table, by a token."""

    house: House
    edition: str = "classic"
    others: Sequence[str] = ("random",)
    address: str = HOST
    rng: Random = field(default_factory=lambda: Random(1))
    table: str = ""
    token: str | None = None
    version: int = 0
    asks: Json | None = None
    over: bool = False
    _number: int = 0

    async def open_table(self) -> None:
        seats = [{"kind": "open"}, *({"kind": "bot", "bot": bot} for bot in self.others)]
        async with self.http() as http:
            answer = await http.post("/api/tables", json={"edition": self.edition, "seats": seats})
            table = answer.raise_for_status().json()["table"]
            claimed = await http.post(f"/api/tables/{table}/seats/0/claim", json={"token": True})
            self.token = claimed.raise_for_status().json()["token"]
        self.table = table
        self.version, self.asks, self.over = 0, None, False

    async def let_play(self, *bots: str) -> None:
        """A table of bots alone."""
        seats = [{"kind": "bot", "bot": bot} for bot in bots]
        async with self.http() as http:
            answer = await http.post("/api/tables", json={"edition": self.edition, "seats": seats})
            answer.raise_for_status()

    def http(self) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        return httpx.AsyncClient(base_url=self.house.origin, timeout=PATIENCE, transport=transport)

    @asynccontextmanager
    async def sitting(
        self, *, token: bool = True, after: int | None = None
    ) -> AsyncIterator[ClientConnection]:
        uri = f"ws://{HOST}:{self.house.port}/ws/{self.table}"
        async with connect(
            uri,
            compression=None,
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            close_timeout=1,
            local_addr=(self.address, 0),
        ) as connection:
            hello: Json = {"type": "hello", "protocol": PROTOCOL, "after": after}
            hello["token"] = self.token if token else None
            await connection.send(json.dumps(hello))
            await self.until(connection, "welcome")
            yield connection

    async def hear(self, connection: ClientConnection) -> Json:
        message: Json = json.loads(await connection.recv())
        told = message.get("shown", message)
        if message["type"] in ("welcome", "shown", "played"):
            self.version, self.asks = told["version"], told.get("asks")
            self.over = "result" in (told.get("view") or told.get("change") or {})
        return message

    async def until(self, connection: ClientConnection, *kinds: str) -> Json:
        while (message := await self.hear(connection))["type"] not in kinds:
            pass
        return message

    @property
    def is_asked(self) -> bool:
        return bool(self.asks and "options" in self.asks)

    def decision(self) -> Json:
        """Any of the options, as a message."""
        assert self.asks is not None
        self._number += 1
        option = self.rng.choice(self.asks["options"])["notation"]
        return {
            "type": "act",
            "id": f"{self.table}-{self._number}",
            "version": self.version,
            "seat": self.asks["seat"],
            "action": option,
        }

    async def play(self, connection: ClientConnection, message: Json) -> Json:
        """Send a decision and hear that it was played, or refused."""
        await connection.send(json.dumps(message))
        while True:
            answer = await self.until(connection, "played", "ack", "refused")
            if answer.get("id") == message["id"]:
                return answer


def share(values: Sequence[float], part: float) -> float:
    """The value below which a part of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")
