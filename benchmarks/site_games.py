"""How long decisions take at a table of a device; run by CPython, and as it stands in a browser."""

from __future__ import annotations

import json
import time
from statistics import median
from typing import Any

from tsuro.local.bridge import Bridge


def measure(cases: str) -> str:
    """For each edition and bot: a person's decision, a bot's, and the longest, in milliseconds."""
    bridge = Bridge()
    return json.dumps([game_of(bridge, *case) for case in json.loads(cases)])


def game_of(bridge: Bridge, edition: str, bot: str, decisions: int) -> list[float]:
    seats = [{"kind": "you"}, *[{"kind": "bot", "bot": bot}] * 3]
    body = json.dumps({"edition": edition, "seats": seats, "seed": 7})
    made = json.loads(bridge.request("POST", "/api/tables", "{}", body))
    bridge.connect(1, json.loads(made["answer"]["body"])["table"])
    told = latest(bridge.say(1, '{"type":"hello","protocol":2}'), {})
    own: list[float] = []
    others: list[float] = []
    while "asks" in told and len(own) + len(others) < decisions:
        mine = "options" in told["asks"]
        began = time.perf_counter()
        effects = bridge.say(1, decision(told)) if mine else bridge.think()
        (own if mine else others).append(1000 * (time.perf_counter() - began))
        told = latest(effects, told)
    bridge.disconnect(1)
    return [median(own), median(others), max(others)]


def decision(told: dict[str, Any]) -> str:
    action, version = told["asks"]["options"][0]["notation"], told["version"]
    act = {"type": "act", "id": str(version), "version": version, "seat": 0, "action": action}
    return json.dumps(act)


def latest(effects: str, told: dict[str, Any]) -> dict[str, Any]:
    """The last thing that is said about the position."""
    for each in json.loads(effects)["told"]:
        message = json.loads(each["text"])
        message = message.get("shown", message)
        if message["type"] in ("shown", "played"):
            told = message
    return told
