"""Tables full of players that decide at random, and whoever looks on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final

import httpx

from benchmarks.server.client import Client
from benchmarks.server.dialects import Question, act, dialect_of
from benchmarks.server.running import Server

SEATS: Final = 4
OPENING: Final = 16
"""Tables that are made, and sockets that are opened, at the same time."""


class Load:
    """What the players of many tables have in common; how they play is for subclasses to say."""

    def __init__(self, server: Server, *, ghosts: bool = False) -> None:
        self.server = server
        self.dialect = dialect_of(server.protocol)
        self.ghosts = ghosts
        self.tables: list[Table] = []
        self.decisions = 0
        """Those that all at the table have been told of."""
        self.games_over = 0
        self.received = 0
        """Bytes of messages since it began."""
        self.faults: list[str] = []
        self._changed = asyncio.Event()
        self._held: list[tuple[Table, Question]] | None = []
        """Questions that came before it began."""

    def begin(self) -> None:
        """Everybody is there: now they may decide."""
        assert self._held is not None
        held, self._held, self.received = self._held, None, 0
        for table, question in held:
            table.consider(question)

    def came(self, table: Table, question: Question) -> None:
        if self._held is None:
            table.consider(question)
        else:
            self._held.append((table, question))

    async def until(self, reached: Callable[[], bool]) -> bool:
        """Wait for something; False if it will not come to that any more."""
        while not reached():
            if self.faults or self.games_over == len(self.tables):
                return False
            self._changed.clear()
            await self._changed.wait()
        return True

    def changed(self) -> None:
        """Whoever waits has to look again."""
        self._changed.set()

    def blame(self, fault: str) -> None:
        """Something was not as it should be; the sitting is worth nothing."""
        self.faults.append(fault)
        self.changed()

    def asked(self, table: Table, question: Question) -> None:
        """Somebody has to decide, and has seen the ghosts if there are to be any."""

    def completed(self, table: Table, seconds: float) -> None:
        """A decision has reached everybody, so long after it was sent."""

    def check(self) -> None:
        if self.faults:
            said = ", ".join(sorted(set(self.faults)))
            raise SystemExit(f"{len(self.faults)} messages were not as expected: {said}.")

    def drop_all(self) -> None:
        for table in self.tables:
            table.drop()


class Table:
    """One table as all who are at it hear of it."""

    def __init__(self, load: Load, name: str, tokens: Sequence[str | None], seed: int) -> None:
        self.name = name
        self.tokens = tokens
        """Of everybody at it; onlookers have none."""
        self.over = False
        self.version = 0
        self._load = load
        self._rng = Random(seed)
        self._clients: dict[int, Client] = {}
        self._welcomed: dict[int, asyncio.Future[None]] = {}
        self._foreseen: Question | None = None
        """What is decided as soon as the ghosts are there."""
        self._sent: list[float] = []
        """When each decision was sent, or should have been."""
        self._told = [0] * len(tokens)
        """Of how many decisions each has heard."""
        self._missing: dict[int, int] = {}
        """By the number of a decision: how many have not heard of it."""

    async def join(self, number: int) -> None:
        """Connect one of them; who has been here before resumes. Ends with the welcome."""
        load, server = self._load, self._load.server
        client = Client(partial(self._heard, number), partial(load.blame, "the server hung up"))
        self._clients[number] = client
        self._welcomed[number] = asyncio.get_running_loop().create_future()
        await client.connect(server.host, server.port, f"/ws/{self.name}")
        after = self.version or None
        client.send(load.dialect.hello(self.tokens[number], after=after, ghosts=load.ghosts))
        await self._welcomed[number]

    def drop(self) -> None:
        for client in self._clients.values():
            client.drop()

    def decide(self, question: Question, *, since: float | None = None) -> None:
        """Any option; `since` is when it should have been sent, if that was earlier."""
        self._sent.append(time.perf_counter() if since is None else since)
        self._missing[len(self._sent)] = len(self.tokens)
        action = self._rng.choice(question.options)
        self._clients[question.seat].send(act(question, action))

    def _heard(self, number: int, data: bytes) -> None:
        news = self._load.dialect.read(data)
        self.version = max(self.version, news.version)
        if news.kind == "welcome":
            self._welcomed[number].set_result(None)
        self._load.received += len(data)
        if news.kind == "told":
            self._arrived(number, over=news.over)
        elif news.kind == "ghosts" and self._foreseen is not None:
            question, self._foreseen = self._foreseen, None
            self._load.asked(self, question)
        elif news.kind == "refused":
            self._load.blame(news.code)
        if news.question is not None:
            self._load.came(self, news.question)
        self._load.changed()

    def consider(self, question: Question) -> None:
        """Decide, or look at ghosts before."""
        request = self._load.dialect.foresee(question) if self._load.ghosts else None
        if request is None:
            self._load.asked(self, question)
        else:
            self._foreseen = question
            self._clients[question.seat].send(request)

    def _arrived(self, number: int, *, over: bool) -> None:
        self._told[number] += 1
        decision = self._told[number]
        if decision not in self._missing:
            self._load.blame("told of a decision that nobody made")
            return
        self._missing[decision] -= 1
        if self._missing[decision]:
            return
        del self._missing[decision]
        load = self._load
        load.decisions += 1
        if over:
            self.over = True
            load.games_over += 1
        load.completed(self, time.perf_counter() - self._sent[decision - 1])


async def open_tables(load: Load, edition: str, count: int, *, onlookers: int = 0) -> None:
    """Make tables and take their seats; nobody has connected yet."""
    made = asyncio.Semaphore(OPENING)
    seats = [{"kind": "open"}] * SEATS

    async def one(number: int) -> Table:
        async with made:
            answer = await http.post("/api/tables", json={"edition": edition, "seats": seats})
            name = answer.raise_for_status().json()["table"]
            tokens: list[str | None] = []
            for seat in range(SEATS):
                path = f"/api/tables/{name}/seats/{seat}/claim"
                answer = await http.post(path, json={"token": True})
                tokens.append(answer.raise_for_status().json()["token"])
            return Table(load, name, tokens + [None] * onlookers, seed=number)

    # The server closes idle connections after five seconds, perhaps just as one is used again.
    limits = httpx.Limits(max_connections=OPENING, keepalive_expiry=2)
    async with httpx.AsyncClient(
        base_url=load.server.origin, timeout=120, trust_env=False, limits=limits
    ) as http:
        load.tables += await asyncio.gather(*(one(number) for number in range(count)))


async def join_all(tables: Sequence[Table], *, at_once: int = OPENING) -> None:
    """Connect everybody at some tables."""
    room = asyncio.Semaphore(at_once)

    async def one(table: Table, number: int) -> None:
        async with room:
            await table.join(number)

    async with asyncio.TaskGroup() as group:
        for table in tables:
            for number in range(len(table.tokens)):
                group.create_task(one(table, number))
