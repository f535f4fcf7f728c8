"""A whole game at a table of a device, in frames; run by CPython, and as it is in a browser."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tsuro.local.bridge import Bridge

LINK = 1


def measure(cases: str) -> str:
    """For each edition, seats and seed all frames about the game, as they came."""
    return json.dumps([frames_of(Bridge(), *case) for case in json.loads(cases)])


def frames_of(bridge: Bridge, edition: str, seats: int, seed: int) -> list[str]:
    people = [{"kind": "you"}, *[{"kind": "hotseat"}] * (seats - 1)]
    body = json.dumps({"edition": edition, "seats": people, "seed": seed})
    made = json.loads(bridge.request("POST", "/api/tables", "{}", body))
    bridge.connect(LINK, json.loads(made["answer"]["body"])["table"])
    frames: list[str] = []

    def say(message: dict[str, Any]) -> dict[str, Any]:
        told = [each["text"] for each in json.loads(bridge.say(LINK, json.dumps(message)))["told"]]
        found = [json.loads(text) for text in told]
        kinds = ("shown", "played")
        frames.extend(t for t, m in zip(told, found, strict=True) if m["type"] in kinds)
        found = [each.get("shown", each) for each in found]
        latest: dict[str, Any] = next(m for m in reversed(found) if m["type"] in kinds)
        return latest

    luck = Random(seed)
    told = say({"type": "hello", "protocol": 2})
    while "asks" in told:
        seat = told["asks"]["seat"]
        if "options" not in told["asks"]:
            told = say({"type": "look", "seat": seat})
        action = luck.choice(told["asks"]["options"])["notation"]
        version = told["version"]
        act = {"type": "act", "id": str(version), "version": version, "seat": seat}
        told = say({**act, "action": action})
    return frames
