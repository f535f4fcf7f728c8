"""Frames that nobody could mean, hundreds of thousands of them, beside people who play."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.server.client import TEXT, Client
from benchmarks.server.guests import HOST, PROTOCOL, Guest, House, running

ODD: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 2**31, 2**63, 2**200, 1e308, -0.5, "", "x" * 2_000, "\u202e\x00", "é"),
    *([], {}, [[[[]]]], {"a": {"b": {}}}, ["act"] * 50, {"type": "act"}),
)
RUDE: Final = 0.0005
AT_ONCE: Final = 40
"""Frames sent before an answer is waited for, so that the server is kept busy and not flooded."""


def messages(table: Guest) -> list[dict[str, Any]]:
    base = {"id": "a", "version": table.version, "seat": 0}
    return [
        {"type": "act", **base, "action": "T01/0"},
        {"type": "undo", **base},
        {"type": "foresee", "version": table.version, "actions": None},
        {"type": "look", "seat": 0},
        {"type": "guess", "seat": 1},
        {"type": "speak", "language": "de"},
        {"type": "refresh"},
        {"type": "ping"},
        {"type": "hello", "protocol": PROTOCOL},
    ]


def mutated(rng: Random, base: dict[str, Any]) -> tuple[bytes, int]:
    """A frame, and its kind."""
    message = dict(base)
    for _ in range(rng.randrange(4)):
        match rng.randrange(4):
            case 0:
                message[rng.choice(list(message) or ["x"])] = rng.choice(ODD)
            case 1:
                message.pop(rng.choice(list(message)), None) if message else None
            case 2:
                message[rng.choice(("x", "seat", "version", "type", "token"))] = rng.choice(ODD)
            case 3:
                message["id"] = rng.choice(ODD)
    data = bytearray(json.dumps(message).encode())
    # What breaks the protocol of sockets ends a connection with all that was sent after it, so
    # such frames are rare; the others only break ours.
    most = 256 if rng.random() < RUDE else 128
    for _ in range(rng.choice((0, 0, 0, 1, 5))):
        data[rng.randrange(len(data))] = rng.randrange(most)
    if rng.random() < 0.05:
        data = data[: rng.randrange(len(data) + 1)]
    kinds = (2, 3, 9, 10, 15) if rng.random() < RUDE else (TEXT,)
    return bytes(data[:7_000]), rng.choice(kinds)


async def stranger(guest: Guest, rng: Random, frames: int, counted: Counter[str]) -> None:
    """Send frames over one connection after the other; the server closes some."""
    done = 0
    while done < frames:
        answered, gone = asyncio.Event(), asyncio.Event()

        def hear(data: bytes, answered: asyncio.Event = answered) -> None:
            message = json.loads(data)
            counted[message.get("code", message["type"])] += 1
            answered.set()

        client = Client(hear, gone.set)
        await client.connect(HOST, guest.house.port, f"/ws/{guest.table}")
        client.send(json.dumps({"type": "hello", "protocol": PROTOCOL}).encode())
        while done < frames and not gone.is_set():
            for _ in range(min(AT_ONCE, frames - done)):
                client.send(*mutated(rng, rng.choice(messages(guest))))
                done += 1
            answered.clear()
            client.send(b'{"type":"ping"}')
            counted["frames"] += AT_ONCE
            waits = [asyncio.ensure_future(each.wait()) for each in (answered, gone)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
        client.drop()


async def progress(house: House, counted: Counter[str], total: int, memory: list[int]) -> None:
    while True:
        memory.append(house.resident())
        print(f"\r{counted['frames']}/{total} frames", end="", file=sys.stderr, flush=True)
        await asyncio.sleep(1)


async def measure(options: argparse.Namespace, source: Path, folder: Path) -> int:
    limits = ["--no-limits", "--limit=bad_messages=1000000000"]
    house, counted = House(source, folder, options.port, limits), Counter[str]()
    async with running(house):
        guest = Guest(house, others=("random", "random"))
        await guest.open_table()
        # What is allotted once, such as caches, is allotted by the first frames.
        await stranger(guest, Random(0), options.frames // 10, Counter())
        before, began = house.resident(), time.monotonic()
        memory: list[int] = []
        telling = asyncio.ensure_future(progress(house, counted, options.frames, memory))
        share = options.frames // options.strangers
        crowd = [stranger(guest, Random(n + 1), share, counted) for n in range(options.strangers)]
        await asyncio.gather(*crowd)
        telling.cancel()
        memory.append(house.resident())
        seconds = time.monotonic() - began
        alive = house.process.poll() is None
        async with guest.sitting() as socket:
            played = guest.is_asked and (await guest.play(socket, guest.decision()))["type"]
    print(file=sys.stderr)
    print(f"{share * options.strangers} frames in {seconds:.0f} s; alive: {alive}, then: {played}")
    print(f"tracebacks {house.tracebacks()}, refused as internal {counted['internal']}")
    tenths = [memory[part * (len(memory) - 1) // 10] for part in range(1, 11)]
    told = ", ".join(f"{each / 2**20:.0f}" for each in tenths)
    print(f"memory {before / 2**20:.0f} MB before, then by tenths {told} MB")
    if house.tracebacks():
        print(house.first_traceback())
    print("answers:", ", ".join(f"{code} {n}" for code, n in counted.most_common(12)))
    return house.tracebacks() + counted["internal"] + (not alive)
