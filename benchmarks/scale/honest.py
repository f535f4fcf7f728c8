"""Players that remember what they were promised, and come back whenever a connection breaks.

A decision counts as acknowledged once the server has answered it. One that was sent and not
answered is sent again with the same id, as a page does. In the end everything that was acknowledged
has to be in the log once, and nothing else (`audit.py`).
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tsuro.telling.messages import PROTOCOL

SEATS: Final = 2
BETWEEN: Final = 0.05
"""Seconds between two tries to connect."""
ANSWER: Final = 6.0
"""Seconds after which a page takes a connection for broken that does not answer."""
TRY_AGAIN: Final = ("storage_failed", "table_moved")
Json = dict[str, Any]


@dataclass
class Promises:
    """What all players were told."""

    acknowledged: dict[tuple[str, int, str], tuple[str, int]] = field(default_factory=dict)
    """By table, seat and id of a command: the action, and the version it led to."""
    told: dict[tuple[str, int], str] = field(default_factory=dict)
    """By table and version: what an observer of that seat was shown."""
    differences: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds from a connection that broke until its owner was welcomed again."""
    drops: int = 0
    """Connections that broke."""
    reasons: Counter[str] = field(default_factory=Counter)
    """Why they broke."""
    retries: int = 0
    """Decisions that were sent again."""
    games: int = 0
    sent: int = 0
    """Decisions that were sent, all copies counted."""
    outages: list[tuple[float, float]] = field(default_factory=list)
    """Seconds that a database was gone, and from when it was back to the next decision."""


class Player:
    """One seat of one table."""

    def __init__(self, crowd: Crowd, table: str, seat: int, token: str) -> None:
        self._crowd = crowd
        self._table = table
        self._seat = seat
        self._token = token
        self._rng = Random(f"{table} {seat}")
        self._version = 0
        self._asks: Json | None = None
        self._sent: tuple[str, str] | None = None
        """Id and action of the decision that nobody has answered."""
        self._broken: float | None = None
        self._acks: dict[str, int] = {}
        self._before: list[str] = []
        """Decisions that were sent before, as they were."""
        self.over = False

    async def play(self) -> None:
        while not (self.over or self._crowd.enough.is_set()):
            try:
                await self._sit()
            except (OSError, WebSocketException, TimeoutError, EOFError) as error:
                self._break(error)
                await asyncio.sleep(BETWEEN)

    def _break(self, error: Exception) -> None:
        if self._broken is None:
            self._crowd.promises.reasons[f"{type(error).__name__}: {error}"[:70]] += 1
            self._broken = time.monotonic()
            self._crowd.promises.drops += 1

    def _back(self) -> None:
        """The table is served again."""
        if self._broken is not None:
            self._crowd.promises.waits.append(time.monotonic() - self._broken)
            self._broken = None

    async def _sit(self) -> None:
        origin = self._crowd.origin()
        uri = f"ws{origin.removeprefix('http')}/ws/{self._table}"
        async with connect(
            uri, compression=None, max_size=None, open_timeout=ANSWER, ping_interval=1.5,
            ping_timeout=ANSWER, close_timeout=0.5, proxy=None,
        ) as way:  # fmt: skip
            hello = {"type": "hello", "protocol": PROTOCOL, "token": self._token}
            await way.send(json.dumps(hello | {"after": self._version or None}))
            if self._sent is not None:
                self._crowd.promises.retries += 1
                await self._say(way, *self._sent)
            await self._listen(way)

    async def _listen(self, way: ClientConnection) -> None:
        while not (self.over or self._crowd.enough.is_set()):
            wait = ANSWER if self._sent is not None else None
            stop = asyncio.ensure_future(self._crowd.enough.wait())
            heard = asyncio.ensure_future(way.recv())
            await asyncio.wait({stop, heard}, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            if not heard.done():
                heard.cancel()
                with suppress(asyncio.CancelledError, ConnectionClosed):
                    await heard
                if self._crowd.enough.is_set():
                    return
                raise TimeoutError
            self._hear(json.loads(heard.result()))
            await self._decide(way)

    def _hear(self, message: Json) -> None:
        match message["type"]:
            case "welcome":
                self._back()
                self._see(message["shown"])
            case "shown":
                self._see(message)
            case "played":
                self._see(message)
                self._compare(message)
                if message.get("id"):
                    self._answered(message["id"], message["version"])
            case "ack":
                self._again(message["id"], message["version"])
                self._answered(message["id"], message["version"])
            case "refused":
                self._refused(message)

    def _see(self, shown: Json) -> None:
        self._version = shown["version"]
        self._asks = shown.get("asks")
        view = shown.get("view", {})
        change = shown.get("change", {})
        self.over = "result" in view or "result" in change or self.over

    def _compare(self, message: Json) -> None:
        """Both who watch a seat are told the same; so is whoever comes back."""
        key = f"{self._table}/{self._seat}", message["version"]
        moves = json.dumps(message["moves"], sort_keys=True)
        known = self._crowd.promises.told.setdefault(key, moves)
        if known != moves:
            self._crowd.promises.differences.append(f"{key}: told two different things")

    def _again(self, command: str, version: int) -> None:
        """Whoever asks again is answered the same: the row of the decision, before luck came."""
        known = self._acks.setdefault(command, version)
        before = self._crowd.promises.acknowledged.get((self._table, self._seat, command))
        if known != version or (before is not None and version > before[1]):
            self._crowd.promises.differences.append(f"{command}: answered {known}, {version}")

    def _answered(self, command: str, version: int) -> None:
        if self._sent is None or self._sent[0] != command:
            return
        key = self._table, self._seat, command
        self._crowd.promises.acknowledged[key] = self._sent[1], version
        self._sent = None

    def _refused(self, message: Json) -> None:
        if self._sent is not None and message.get("id") not in (None, self._sent[0]):
            return  # A copy of something older.
        if message["code"] in TRY_AGAIN:
            # Whoever is told so comes again, with the same id.
            raise ConnectionResetError(message["code"])
        if message["code"] in ("stale_version", "not_your_turn"):
            self._sent = None  # The position has changed since; what was sent was not carried out.
            return
        self._crowd.promises.differences.append(
            f"{self._table} seat {self._seat}: refused: {message['code']}"
        )
        self._sent = None

    async def _decide(self, way: ClientConnection) -> None:
        asks = self._asks
        if self._sent is not None or asks is None or not asks.get("options"):
            return
        if asks["seat"] != self._seat:
            return
        await asyncio.sleep(self._rng.random() * self._crowd.pause)
        action = self._rng.choice(asks["options"])["notation"]
        self._sent = f"{self._seat}-{self._version}-{self._rng.getrandbits(32):x}", action
        await self._say(way, *self._sent)

    async def _say(self, way: ClientConnection, command: str, action: str) -> None:
        message = {
            "type": "act",
            "id": command,
            "version": self._version,
            "seat": self._seat,
            "action": action,
        }
        frames = [json.dumps(message)] * (1 + self._rng.randint(0, self._crowd.copies))
        if self._crowd.copies and self._before:
            frames += self._rng.choices(self._before, k=self._crowd.copies)
            self._rng.shuffle(frames)
        self._before.append(json.dumps(message))
        self._crowd.promises.sent += len(frames)
        for frame in frames:
            await way.send(frame)


class Crowd:
    """Tables of two, new ones when games are over, until it is enough."""

    def __init__(
        self, origins: Sequence[str], tables: int, *, edition: str = "classic", pause: float = 0.1
    ) -> None:
        self._origins = list(origins)
        self._tables = tables
        self._edition = edition
        self._rng = Random(7)
        self.copies = 0
        """Copies of a decision that are sent with it, with older ones and in any order."""
        self.pause = pause
        """Longest time that somebody thinks, in seconds."""
        self.enough = asyncio.Event()
        self.promises = Promises()

    def origin(self) -> str:
        """Any process, as a proxy would choose it."""
        return self._rng.choice(self._origins)

    async def play(self) -> None:
        await asyncio.gather(*(self._keep_playing() for _ in range(self._tables)))

    async def _keep_playing(self) -> None:
        while not self.enough.is_set():
            opened = await self._open()
            if opened is None:
                await asyncio.sleep(BETWEEN)
                continue
            table, tokens = opened
            players = [Player(self, table, seat, token) for seat, token in enumerate(tokens)]
            await asyncio.gather(*(player.play() for player in players))
            self.promises.games += 1

    async def _open(self) -> tuple[str, list[str]] | None:
        """A table whose seats are taken; None if a server was in the way."""
        try:
            async with httpx.AsyncClient(
                base_url=self.origin(), timeout=ANSWER, trust_env=False
            ) as http:
                seats = [{"kind": "open"}] * SEATS
                body = {"edition": self._edition, "seats": seats}
                answer = await http.post("/api/tables", json=body)
                table: str = answer.raise_for_status().json()["table"]
                tokens = []
                for seat in range(SEATS):
                    path = f"/api/tables/{table}/seats/{seat}/claim"
                    answer = await http.post(path, json={"token": True})
                    tokens.append(str(answer.raise_for_status().json()["token"]))
                return table, tokens
        except httpx.HTTPError:
            return None
