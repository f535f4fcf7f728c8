"""Somebody at a table of a device or of a server, who hears the frames as they are."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from tsuro.local.host import Effects, Host
from tsuro.local.keeping import written
from tsuro.telling.messages import PROTOCOL

Json = dict[str, Any]


@dataclass
class Device:
    """A browser that keeps what it is told to keep."""

    host: Host = field(default_factory=lambda: Host(partial(Random(11).getrandbits, 128)))
    kept: dict[str, str] = field(default_factory=dict)
    frames: deque[str] = field(default_factory=deque)

    def ask(self, method: str, path: str, body: Any = None, **query: str) -> tuple[int, str]:
        text = body if isinstance(body, str) else json.dumps(body or {})
        answer = self.settle(self.host.request(method, path, query, text)).answer
        assert answer is not None
        return answer.status, answer.body

    def create(self, edition: str, seats: str, **more: Any) -> str:
        status, body = self.ask("POST", "/api/tables", new_table(edition, seats, **more))
        assert status == 200, body
        table: str = json.loads(body)["table"]
        return table

    def sit(self, table: str, link: int = 1) -> None:
        self.host.connect(link, table)
        self.say({"type": "hello", "protocol": PROTOCOL}, link)

    def say(self, message: Json, link: int = 1) -> None:
        self.settle(self.host.say(link, json.dumps(message)))

    def hear(self) -> str:
        return self.frames.popleft()

    def settle(self, effects: Effects) -> Effects:
        self.kept |= {each.table: each.text for each in effects.kept}
        self.frames += [each.text for each in effects.told]
        return effects

    def study(self, **asked: Any) -> list[Json]:
        """A whole analysis, line by line; one line that says why not if it cannot be had."""
        refused = self.host.study(1, json.dumps(asked))
        if refused is not None:
            return [json.loads(written(refused))]
        return [json.loads(written(line)) for line in iter(lambda: self.host.study_on(1), None)]

    def let_bots_play(self) -> None:
        while (effects := self.host.think()) is not None:
            self.settle(effects)


def new_table(edition: str, seats: str, **more: Any) -> Json:
    """Seats are words: you, hotseat, open, or the spec of a bot."""
    people = ("you", "hotseat", "open")
    asked = [{"kind": s} if s in people else {"kind": "bot", "bot": s} for s in seats.split()]
    return {"edition": edition, "seats": asked, **more}


def play_all_seats(say: Callable[[Json], None], hear: Callable[[], str], luck: Random) -> list[str]:
    """Play a whole game for everybody at the table; all frames about the game, as they came."""
    frames: list[str] = []

    def until(kind: str) -> Json:
        while True:
            text = hear()
            message: Json = json.loads(text)
            if message["type"] in ("shown", "played"):
                frames.append(text)
            if message["type"] == kind:
                return message

    say({"type": "hello", "protocol": PROTOCOL})
    told = until("welcome")["shown"]
    number = 0
    while "asks" in told:
        number += 1
        seat = told["asks"]["seat"]
        if "options" not in told["asks"]:
            say({"type": "look", "seat": seat})
            told = until("shown")
        action = luck.choice(told["asks"]["options"])["notation"]
        command = {"id": f"c{number}", "version": told["version"], "seat": seat, "action": action}
        say({"type": "act", **command})
        told = until("played")
    return frames
