"""What people at other tables notice while one address attacks, attack by attack."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx

from benchmarks.server.guests import (
    ELSEWHERE,
    GONE,
    HOST,
    Guest,
    House,
    running,
    share,
)
from tsuro.bots.cautious import CautiousBot
from tsuro.game import Game

VICTIMS: Final = 8
POLITENESS: Final = 5
"""Attackers have a machine of their own; where they must share this one, people go first."""
PAUSE: Final = 0.05
"""Seconds that people think."""
DRAGON: Final = "mcts:ms=1000,threads=2"
HANGING: Final = "mcts:deals=1000000000000,ms=10"


@dataclass
class Felt:
    """What people noticed."""

    moves: list[float] = field(default_factory=list)
    """Seconds from a decision to hearing that it was played."""
    bots: list[float] = field(default_factory=list)
    """Seconds from there until a simple bot had decided, too."""
    refused: int = 0
    thrown_out: int = 0


async def live(guest: Guest, felt: Felt) -> None:
    """Play on and on, as people do."""
    while True:
        try:
            if not guest.table or guest.over:
                await guest.open_table()
            async with guest.sitting() as connection:
                while not guest.over:
                    if not guest.is_asked:
                        await guest.hear(connection)
                        continue
                    await asyncio.sleep(PAUSE)
                    began = time.perf_counter()
                    answer = await guest.play(connection, guest.decision())
                    felt.moves.append(time.perf_counter() - began)
                    felt.refused += answer["type"] == "refused"
                    began = time.perf_counter()
                    while not guest.over and not guest.is_asked:
                        await guest.hear(connection)
                    felt.bots.append(time.perf_counter() - began)
        except httpx.HTTPStatusError:
            felt.refused += 1
            await asyncio.sleep(0.2)
        except GONE:
            felt.thrown_out += 1
            await asyncio.sleep(0.1)


Attack = Callable[[House, Guest], Coroutine[Any, Any, None]]


async def dragons(house: House, victim: Guest) -> None:
    """Twelve tables of nothing but Dragons."""
    for _ in range(12):
        await Guest(house, address=ELSEWHERE).let_play(DRAGON, DRAGON, DRAGON)
    await asyncio.Event().wait()


async def hanging(house: House, victim: Guest) -> None:
    """Bots that want to search for ever; refused ones are none."""
    for _ in range(4):
        try:
            await Guest(house, address=ELSEWHERE).let_play(HANGING, HANGING)
        except httpx.HTTPStatusError:
            continue
    await asyncio.Event().wait()


async def talking(house: House, victim: Guest, message: dict[str, object], sockets: int) -> None:
    """The same message again and again, by many onlookers of somebody's table."""

    async def one() -> None:
        eve = Guest(house, address=ELSEWHERE, table=victim.table)
        while True:
            try:
                async with eve.sitting(token=False) as connection:
                    reader = asyncio.ensure_future(drain(connection))
                    try:
                        while True:
                            await connection.send(json.dumps(message))
                            await asyncio.sleep(1 / 25)
                    finally:
                        reader.cancel()
            except GONE:
                await asyncio.sleep(0.2)

    async def drain(connection: object) -> None:
        async for _ in connection:  # type: ignore[attr-defined]
            pass

    await asyncio.gather(*(one() for _ in range(sockets)))


async def looking(house: House, victim: Guest) -> None:
    await talking(house, victim, {"type": "look"}, 40)


async def guessing(house: House, victim: Guest) -> None:
    await talking(house, victim, {"type": "guess", "seat": 0}, 40)


async def arriving(house: House, victim: Guest) -> None:
    """Come, be welcomed, go."""

    async def one() -> None:
        eve = Guest(house, address=ELSEWHERE, table=victim.table)
        while True:
            try:
                async with eve.sitting(token=False):
                    await asyncio.sleep(0)
            except GONE:
                await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(10)))


async def resuming(house: House, victim: Guest) -> None:
    """Come with a version that is long past, be told all since then, go."""

    async def one() -> None:
        eve = Guest(house, address=ELSEWHERE, table=victim.table)
        while True:
            try:
                async with eve.sitting(token=False, after=1):
                    await asyncio.sleep(0)
            except GONE:
                await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(10)))


async def requesting(house: House, callers: int, *requests: httpx.Request) -> None:
    """The same requests again and again; whoever is refused takes a breath."""
    eve = Guest(house, address=ELSEWHERE)
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(eve.http())

        async def one(number: int) -> None:
            while True:
                request = requests[number % len(requests)]
                number += 1
                try:
                    answer = await http.send(request)
                    if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                        await asyncio.sleep(0.05)
                except GONE:
                    await asyncio.sleep(0.1)

        await asyncio.gather(*(one(number) for number in range(callers)))


async def posting(house: House, path: str, body: bytes, callers: int) -> None:
    kind = {"content-type": "application/json"}
    post = httpx.Request("POST", house.origin + path, content=body, headers=kind)
    await requesting(house, callers, post)


async def getting(house: House, callers: int, *paths: str) -> None:
    await requesting(house, callers, *(httpx.Request("GET", house.origin + path) for path in paths))


async def records(house: House, victim: Guest) -> None:
    """The longest records that are read at all; none of them replays."""
    heads = {"Tsuro": "record 1", "Rules": "2", "Edition": "classic", "Seats": "8"}
    heads |= {"Switches": "", "First": "0", "Result": "*", "Digest": "0"}
    text = "".join(f'[{name} "{value}"]\n' for name, value in heads.items())
    text += "\nsetup: " + "T01/0@a1 " * 26_000
    await posting(house, "/api/records", text[:255_000].encode(), 8)


def long_record() -> str:
    """A game with as many steps as people come to; it replays."""
    game, rng = Game("seas", seats=8, seed=3), Random(3)
    bot = CautiousBot()
    while not game.over:
        assert game.to_act is not None
        game.play(bot.choose(game.view(game.to_act), game.options, rng))
    return str(game.record())


async def studies(house: House, victim: Guest) -> None:
    """Analyses of a long record, each given up at once."""
    body = json.dumps({"record": long_record(), "at": 9_999}).encode()
    await posting(house, "/api/study", body, 8)


async def branches(house: House, victim: Guest) -> None:
    """What-ifs of a long record."""
    seats = [{"kind": "bot"}] * 8
    body = json.dumps({"record": long_record(), "at": 300, "seats": seats}).encode()
    await posting(house, "/api/branches", body, 8)


async def looking_back(house: House, victim: Guest) -> None:
    """All steps of a long game again and again, and pictures of it."""
    eve = Guest(house, address=ELSEWHERE)
    async with eve.http() as http:
        seats = [{"kind": "bot"}] * 8
        body = {"record": long_record(), "at": 0, "seats": seats}
        body["at"] = len(str(body["record"]).split("setup:")[1].split()) // 2
        answer = await http.post("/api/branches", json=body)
        table = answer.raise_for_status().json()["table"]
    paths = (f"/api/tables/{table}/steps", f"/api/tables/{table}/svg")
    await getting(house, 8, *paths)


async def asking(house: House, victim: Guest) -> None:
    """All that can be asked without a table."""
    names = ("classic", "kosmos", "pocket", "seas", "phoenix")
    paths = ["/api/bots", "/api/tables", "/openapi.json", "/api/demo", "/api/editions"]
    for name in names:
        kinds = ("tiles", "guide", "lessons", "guide/0.svg", "guide/1.svg", "guide/2.svg")
        paths += [f"/api/rules/{name}?language=de"]
        paths += [f"/api/editions/{name}/{kind}" for kind in kinds]
    await getting(house, 30, *paths)


async def fetching(house: House, victim: Guest) -> None:
    """Files of the page, and whether the server is alive, which cost next to nothing each."""
    await getting(house, 30, "/", "/healthz", "/manifest.webmanifest", "/readyz", "/nothing")


async def flooding(house: House, victim: Guest) -> None:
    """Requests one behind the other without waiting, for what costs least."""
    asked = f"GET /healthz HTTP/1.1\r\nhost: {HOST}:{house.port}\r\n\r\n".encode() * 50

    async def one() -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection(
                    HOST, house.port, local_addr=(ELSEWHERE, 0)
                )
                try:
                    while True:
                        writer.write(asked)
                        await writer.drain()
                        if not await reader.read(65_536):
                            break
                finally:
                    writer.close()
            except OSError:
                await asyncio.sleep(0.01)

    await asyncio.gather(*(one() for _ in range(40)))


async def knocking(house: House, victim: Guest) -> None:
    """Handshakes for tables that do not exist, as fast as they are answered."""

    async def one() -> None:
        while True:
            try:
                async with Guest(house, address=ELSEWHERE, table="nowhere/at/all").sitting():
                    await asyncio.sleep(0)
            except GONE:
                await asyncio.sleep(0)

    await asyncio.gather(*(one() for _ in range(20)))


async def silence(house: House, victim: Guest) -> None:
    """Connections that say nothing, as many as the system allows."""
    held: list[socket.socket] = []
    try:
        while True:
            for _ in range(50):
                silent = socket.socket()
                silent.bind((ELSEWHERE, 0))
                silent.setblocking(False)
                silent.connect_ex((HOST, house.port))
                held.append(silent)
            while len(held) > 1_500:
                held.pop(0).close()
            await asyncio.sleep(0.1)
    finally:
        for each in held:
            each.close()


ASSAULTS: Final[dict[str, Attack]] = {
    each.__name__: each
    for each in (
        *(dragons, hanging, looking, guessing, arriving, resuming, records, studies, branches),
        *(looking_back, asking, fetching, flooding, knocking, silence),
    )
}


def attacking(attack: Attack, port: int, table: str) -> None:
    """In a process of its own, which does not keep people from hearing; nobody ends it politely."""
    os.nice(POLITENESS)
    house = House(Path(), Path(), port)
    asyncio.run(attack(house, Guest(house, table=table)))


async def felt_under(attack: Attack | None, options: argparse.Namespace, house: House) -> Felt:
    """What people feel for some seconds, once an attack has begun."""
    felt = Felt()
    guests = [
        Guest(house, others=("cautious",), rng=Random(n), address=f"127.0.1.{n + 1}")
        for n in range(VICTIMS)
    ]
    tasks = [asyncio.ensure_future(live(guest, felt)) for guest in guests]
    await asyncio.sleep(1)
    enemy: SpawnProcess | None = None
    if attack is not None:
        while not guests[0].table:
            await asyncio.sleep(0.1)
        arguments = attack, house.port, guests[0].table
        enemy = get_context("spawn").Process(target=attacking, args=arguments, daemon=True)
        enemy.start()
        await asyncio.sleep(3)
    felt.moves.clear()
    felt.bots.clear()
    felt.refused = felt.thrown_out = 0
    await asyncio.sleep(options.seconds)
    if enemy is not None:
        if not enemy.is_alive():
            raise SystemExit(f"The attack {attack.__name__ if attack else ''} came to an end.")
        enemy.kill()
        enemy.join()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return felt


def row(name: str, felt: Felt) -> str:
    cells: Sequence[str] = (
        f"{name:12}",
        f"{len(felt.moves):6}",
        *(f"{share(felt.moves, part) * 1000:8.1f}" for part in (0.5, 0.99)),
        *(f"{share(felt.bots, part) * 1000:8.0f}" for part in (0.5, 0.99)),
        f"{felt.refused:7}",
        f"{felt.thrown_out:7}",
    )
    return " ".join(cells)


async def measure(options: argparse.Namespace, source: Path, folder: Path) -> None:
    """Quiet and under attack in turn; every attack has a server of its own."""
    print("attack        moves  p50 ms   p99 ms  bot p50  bot p99 refused  thrown", flush=True)
    for name in options.only or ASSAULTS:
        place = folder / name
        place.mkdir()
        async with running(House(source, place, options.port)) as house:
            quiet = await felt_under(None, options, house)
            print(row("quiet", quiet), flush=True)
            felt = await felt_under(ASSAULTS[name], options, house)
            print(row(name, felt), flush=True)
            if house.tracebacks():
                print(f"{house.tracebacks()} tracebacks", file=sys.stderr)
                print(house.first_traceback(), file=sys.stderr)
