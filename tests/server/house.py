"""A real server in a thread, and people who use it, for tests."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from random import Random
from types import TracebackType
from typing import Any, NoReturn, Self

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.positions import applied
from tests.support.waiting import PATIENCE, until
from tsuro.server.app import create_app
from tsuro.server.clock import Alarm
from tsuro.server.hall import Hall
from tsuro.server.run import Server, bind, server_config
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.telling.messages import PROTOCOL

Json = dict[str, Any]


class HandAlarm:
    def __init__(self, when: float, callback: Callable[[], None]) -> None:
        self.when = when
        self.callback = callback
        self.loop = asyncio.get_running_loop()
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True

    def ring(self) -> None:
        if not self.cancelled:
            self.callback()


class HandTime:
    """A clock that only a test moves."""

    def __init__(self) -> None:
        self._now = 1_000.0
        self._alarms: list[HandAlarm] = []
        self._lock = threading.Lock()
        """The server sets alarms in its own thread."""

    def now(self) -> float:
        return self._now

    def call_at(self, when: float, callback: Callable[[], None]) -> Alarm:
        alarm = HandAlarm(when, callback)
        with self._lock:
            if when > self._now:
                self._alarms.append(alarm)
                return alarm
        alarm.loop.call_soon(alarm.ring)
        return alarm

    def advance(self, seconds: float) -> None:
        with self._lock:
            self._now += seconds
            due = [alarm for alarm in self._alarms if alarm.when <= self._now]
            self._alarms = [alarm for alarm in self._alarms if alarm.when > self._now]
        for alarm in due:
            alarm.loop.call_soon_threadsafe(alarm.ring)


class House:
    """A server on a free port."""

    def __init__(self, settings: Settings | None = None, *, time: HandTime | None = None) -> None:
        self.settings = settings or Settings(limits=UNLIMITED)
        self.app = app = create_app(self.settings, time=time)
        self.hall: Hall = app.state.hall
        self._listener = bind("127.0.0.1", 0, search=False)
        self.port: int = self._listener.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self._guests = ExitStack()
        config = server_config(app, self.settings)
        config.ws_ping_interval = None  # Whoever is slow on a busy machine is not gone.
        self._server = Server(config, self.hall)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[self._listener])

        asyncio.run(serve())

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        assert self._loop is not None
        return self._loop

    def call(self, function: Callable[[], object]) -> None:
        """Do something in the server's own thread and wait for it."""
        done = threading.Event()

        def work() -> None:
            function()
            done.set()

        self.loop.call_soon_threadsafe(work)
        assert done.wait(PATIENCE)

    def __enter__(self) -> Self:
        self._thread.start()
        until(lambda: self._server.started or not self._thread.is_alive(), "the server starts")
        assert self._thread.is_alive()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.dismiss()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self._listener.close()

    def dismiss(self) -> None:
        """Close everybody's connections."""
        self._guests.close()

    def person(self) -> Person:
        """Somebody with a session."""
        person = self.program()
        assert person.post("/api/session") == {"ok": True}
        return person

    def program(self) -> Person:
        """Somebody without a session."""
        return Person(self.origin, self._guests)


class Person:
    """A browser: a cookie jar, the right origin, and sockets."""

    def __init__(self, origin: str, stack: ExitStack) -> None:
        self.origin = origin
        self._stack = stack
        client = httpx.Client(base_url=origin, headers={"origin": origin}, timeout=PATIENCE)
        self.http = stack.enter_context(client)

    def post(self, path: str, body: Any = None) -> Any:
        response = self.http.post(path, json=body) if body is not None else self.http.post(path)
        return response.json()

    def get(self, path: str) -> Any:
        return self.http.get(path).json()

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Status and code of a refusal."""
        response = self.http.request(method, path, json=body)
        return response.status_code, response.json()["error"]["code"]

    def create(self, edition: str = "classic", seats: str = "you bot bot", **more: Any) -> str:
        """A table; seats are words: you, open, hotseat, bot, or the spec of a bot."""
        answer = self.post("/api/tables", new_table(edition, seats, **more))
        table: str = answer["table"]
        return table

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def headers(self) -> dict[str, str]:
        return {"cookie": self.cookie} if self.cookie else {}

    def connect(self, table: str, **more: Any) -> ClientConnection:
        options: dict[str, Any] = {
            "origin": self.origin,
            "additional_headers": self.headers(),
            "compression": None,
            "max_size": None,
            "max_queue": None,
            "open_timeout": PATIENCE,
            "ping_interval": None,
            "close_timeout": 1,
        }
        uri = f"ws{self.origin.removeprefix('http')}/ws/{table}"
        socket: ClientConnection = self._stack.enter_context(connect(uri, **(options | more)))
        return socket

    def sit(self, table: str, *, after: int | None = None, token: str | None = None) -> Sitting:
        """Say hello and be welcomed."""
        sitting = Sitting(self.connect(table))
        sitting.send(type="hello", protocol=PROTOCOL, after=after, token=token)
        sitting.welcome = sitting.until("welcome")
        return sitting


def new_table(edition: str, seats: str, **more: Any) -> Json:
    kinds = [
        {"kind": word}
        if word in ("you", "open", "hotseat", "bot")
        else {"kind": "bot", "bot": word}
        for word in seats.split()
    ]
    return {"edition": edition, "seats": kinds, **more}


@dataclass
class Sitting:
    """One socket after hello."""

    socket: ClientConnection
    welcome: Json = field(default_factory=dict)
    frames: list[str] = field(default_factory=list)
    """Everything received, as it came."""
    version: int = 0
    asks: Json | None = None
    view: Json = field(default_factory=dict)
    _ids: count[int] = field(default_factory=count)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> Json:
        frame = self.socket.recv(timeout=PATIENCE)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Json = json.loads(frame)
        match message["type"]:
            case "welcome":
                self._see(message["shown"], message["shown"]["view"])
            case "shown":
                self._see(message, message["view"])
            case "played":
                self._see(message, applied(self.view, message["change"]))
        return message

    def _see(self, message: Json, view: Json) -> None:
        self.version, self.asks, self.view = message["version"], message.get("asks"), view

    @property
    def over(self) -> bool:
        return "result" in self.view

    @property
    def shown(self) -> Json:
        """The position as it was on arrival."""
        shown: Json = self.welcome["shown"]
        return shown

    def lines(self) -> list[Json]:
        """Every line of the log that was received."""
        told = map(json.loads, self.frames)
        return [line for each in told for line in each.get("shown", each).get("log", ())]

    def until_over(self) -> None:
        while not self.over:
            self.receive()

    def ghosts(self, *actions: str) -> Json:
        """What options would do; all of them unless some are named."""
        self.send(type="foresee", version=self.version, actions=actions or None)
        ghosts: Json = self.until("ghosts")["ghosts"]
        return ghosts

    def until(self, *types: str) -> Json:
        """The next message of one of some types; others are taken note of."""
        while (message := self.receive())["type"] not in types:
            pass
        return message

    def catch_up(self, version: int) -> None:
        """Read on until this version is known."""
        while self.version < version:
            self.receive()

    def until_asked(self) -> bool:
        """Whether this sitting must decide; False once the game is over."""
        while not self.over and not (self.asks and "options" in self.asks):
            self.receive()
        return not self.over

    def options(self) -> list[str]:
        assert self.asks is not None
        return [option["notation"] for option in self.asks["options"]]

    def act(self, action: str, **more: Any) -> Json:
        """Decide and hear the answer: that it was played, or that it is refused."""
        seat = self.asks["seat"] if self.asks else 0
        message = {
            "id": f"act-{id(self)}-{next(self._ids)}",
            "version": self.version,
            "seat": seat,
            "action": action,
            **more,
        }
        self.send(type="act", **message)
        while (answer := self.until("played", "ack", "refused")).get("id") != message["id"]:
            assert answer["type"] == "played"
        return answer

    def close_code(self) -> int:
        """Read on until the server closes."""
        with pytest.raises(ConnectionClosed) as closed:
            self._read_on()
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code

    def _read_on(self) -> NoReturn:
        while True:
            self.receive()

    def close(self) -> None:
        self.socket.close()


def play_on(sittings: Sequence[Sitting], rng: Random, *, moves: int = 10_000) -> int:
    """Let everybody play any legal move until the game is over or enough were made."""
    for number in range(moves):
        mover = next_mover(sittings)
        if mover is None:
            return number
        played = mover.act(rng.choice(mover.options()))
        assert played["type"] == "played"
        for sitting in sittings:
            sitting.catch_up(played["version"])
    return moves


def next_mover(sittings: Sequence[Sitting]) -> Sitting | None:
    """Whoever must decide; reads until all sittings know the same."""
    first = sittings[0]
    while not first.over and not (first.asks and _is_here(first.asks["seat"], sittings)):
        first.receive()
    for other in sittings[1:]:
        other.catch_up(first.version)
    if first.over:
        return None
    return next(each for each in sittings if each.asks and "options" in each.asks)


def _is_here(seat: int, sittings: Sequence[Sitting]) -> bool:
    return any(seat in sitting.welcome["you"] for sitting in sittings)
