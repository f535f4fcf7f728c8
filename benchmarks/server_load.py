"""How many tables and moves one server process carries, with and without the disk.

Starts a server, opens the seats of many tables from this process, and lets every seat play any
legal move as soon as it is asked. Latency is from sending a move until the last of the four seats
has received it. Run it as `python benchmarks/server_load.py --tables 500`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
OPENING = 64
"""Tables opened at the same time."""


class Option(msgspec.Struct):
    action: str


class Asks(msgspec.Struct):
    seat: int
    options: list[Option] | None = None


class Message(msgspec.Struct):
    """What a player needs of any message; the rest is not even read."""

    type: str
    seq: int = 0
    version: int = 0
    asks: Asks | None = None
    code: str = ""


DECODER = msgspec.json.Decoder(Message)


@dataclass
class Meter:
    """What was measured so far."""

    since: float = 0.0
    """When measuring begins: the first moments, when everybody sits down at once, do not count."""
    latencies: list[float] = field(default_factory=list)
    moves: int = 0
    finished: int = 0
    received: int = 0
    errors: list[str] = field(default_factory=list)


@dataclass
class Seats:
    """One table with all its players."""

    origin: str
    table: str
    tokens: list[str]
    meter: Meter
    rng: Random
    pace: float
    previews: bool
    sent: dict[int, float] = field(default_factory=dict)
    waiting: dict[int, int] = field(default_factory=dict)
    sockets: list[ClientConnection] = field(default_factory=list)

    async def play(self, started: asyncio.Event, opened: asyncio.Semaphore) -> None:
        uri = f"ws{self.origin.removeprefix('http')}/ws/{self.table}"
        async with opened:
            for token in self.tokens:
                socket = await connect(
                    uri, compression=None, max_size=None, max_queue=None, ping_interval=None
                )
                hello = {"type": "hello", "protocol": 1, "token": token, "previews": self.previews}
                await socket.send(msgspec.json.encode(hello), text=True)
                self.sockets.append(socket)
        await asyncio.gather(*(self._sit(socket, started) for socket in self.sockets))

    async def _sit(self, socket: ClientConnection, started: asyncio.Event) -> None:
        first = DECODER.decode(await socket.recv(decode=False))
        await started.wait()
        if first.type == "welcome":
            await self._consider(socket, first)
        async for data in socket:
            message = DECODER.decode(data)
            self.meter.received += len(data)
            if message.type == "step":
                self._arrived(message.seq)
                await self._consider(socket, message)
            elif message.type == "ended":
                break
            elif message.type == "error":
                self.meter.errors.append(message.code)
        await socket.close()
        self.meter.finished += socket is self.sockets[0]

    def _arrived(self, seq: int) -> None:
        if seq in self.waiting:
            self.waiting[seq] -= 1
            if not self.waiting[seq]:
                del self.waiting[seq]
                now, sent = time.perf_counter(), self.sent.pop(seq)
                if sent >= self.meter.since:
                    self.meter.latencies.append(now - sent)
                    self.meter.moves += 1

    async def _consider(self, socket: ClientConnection, message: Message) -> None:
        """Decide, if this seat is asked."""
        if message.asks is None or message.asks.options is None:
            return
        if self.pace:
            await asyncio.sleep(self.rng.expovariate(1 / self.pace))
        act = {
            "type": "act",
            "id": f"m{message.version}",
            "version": message.version,
            "seat": message.asks.seat,
            "action": self.rng.choice(message.asks.options).action,
        }
        self.sent[message.version + 1] = time.perf_counter()
        self.waiting[message.version + 1] = SEATS
        await socket.send(msgspec.json.encode(act), text=True)


async def open_tables(origin: str, options: argparse.Namespace, meter: Meter) -> list[Seats]:
    tables: list[Seats] = []
    async with httpx.AsyncClient(base_url=origin, timeout=60) as http:
        for number in range(options.tables):
            body = {"edition": options.edition, "seats": [{"kind": "open"}] * SEATS}
            table = (await http.post("/api/tables", json=body)).json()["table"]
            tokens = []
            for seat in range(SEATS):
                path = f"/api/tables/{table}/seats/{seat}/claim"
                tokens.append((await http.post(path, json={"token": True})).json()["token"])
            rng = Random(number)
            previews = options.previews
            tables.append(Seats(origin, table, tokens, meter, rng, options.pace, previews))
    return tables


def start_server(data: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "tsuro", "serve", "--no-open", "--no-limits", "--port", "0"]
    command += ["--data", data]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().strip().rstrip("/")


def pin(server: int) -> None:
    """The server gets one core, the players another."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        for thread in Path(f"/proc/{server}/task").iterdir():
            os.sched_setaffinity(int(thread.name), {0})
        os.sched_setaffinity(0, {1})


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def measure(origin: str, server: int, options: argparse.Namespace) -> dict[str, float]:
    meter = Meter()
    tables = await open_tables(origin, options, meter)
    started, opened = asyncio.Event(), asyncio.Semaphore(OPENING)
    tasks = [asyncio.ensure_future(table.play(started, opened)) for table in tables]
    while sum(len(table.sockets) for table in tables) < options.tables * SEATS:
        await asyncio.sleep(0.1)
    held = resident(server)
    started.set()
    meter.since = time.perf_counter() + options.warmup
    await asyncio.wait(tasks, timeout=options.warmup)
    meter.received, before, busy = 0, time.perf_counter(), processor_seconds(server)
    await asyncio.wait(tasks, timeout=options.seconds)
    took, busy = time.perf_counter() - before, processor_seconds(server) - busy
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert not meter.errors, meter.errors[:5]
    return {
        "tables": options.tables,
        "connections": options.tables * SEATS,
        "games finished": meter.finished,
        "moves": meter.moves,
        "moves/s": meter.moves / took,
        "p50 ms": quantile(meter.latencies, 0.5) * 1e3,
        "p99 ms": quantile(meter.latencies, 0.99) * 1e3,
        "MB/s to players": meter.received / took / 2**20,
        "server MB with all seated": held,
        "server cores used": busy / took,
    }


def quantile(values: Sequence[float], share: float) -> float:
    return statistics.quantiles(values, n=1000)[int(share * 1000) - 1]


def run(title: str, data: str, options: argparse.Namespace) -> None:
    server, origin = start_server(data)
    try:
        time.sleep(1)
        if options.pin:
            pin(server.pid)
        results = asyncio.run(measure(origin, server.pid, options))
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=30)
    print(f"\n{title}")
    for name, value in results.items():
        print(f"  {name:28} {value:10.1f}" if value % 1 else f"  {name:28} {value:10.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--seconds", type=float, default=30, help="longest time to measure")
    parser.add_argument("--warmup", type=float, default=5, help="seconds that do not count")
    parser.add_argument("--pace", type=float, default=0, help="mean seconds a player thinks")
    parser.add_argument("--previews", action="store_true", help="ask for ghosts, as a page does")
    parser.add_argument("--pin", action="store_true", help="one core for the server")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run("on disk, every move synced before it is told", folder, options)
    run("in memory, nothing written", ":memory:", options)


if __name__ == "__main__":
    main()
