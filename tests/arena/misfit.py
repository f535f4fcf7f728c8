"""A bot program that behaves as its first argument says; see `test_exec_bot.py`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def good(message: dict[str, Any], number: int | None = None) -> None:
    """The first option; answers another question if told so."""
    number = message["id"] if number is None else number
    say({"type": "choice", "id": number, "action": message["options"][0]})


def crash(message: dict[str, Any]) -> None:
    raise ZeroDivisionError("the bot divides by zero")


def stale(message: dict[str, Any]) -> None:
    good(message, message["id"] - 1)
    good(message)


def endless(message: dict[str, Any]) -> None:
    while True:
        sys.stdout.write("x" * 65536)


def flood(message: dict[str, Any]) -> None:
    while True:
        print("x" * 40_000)


def chatter(message: dict[str, Any]) -> None:
    while True:
        good(message, message["id"] - 1)


def every_other(message: dict[str, Any]) -> None:
    if message["id"] % 2:
        sys.exit(3)
    good(message)


def choice(message: dict[str, Any], action: object) -> None:
    say({"type": "choice", "id": message["id"], "action": action})


BEHAVIOURS: dict[str, Callable[[dict[str, Any]], None]] = {
    "good": good,
    "crash": crash,
    "hang": lambda message: time.sleep(1000),
    "nonsense": lambda message: print("I think I will move north.", flush=True),
    "list": lambda message: print("[1, 2, 3]", flush=True),
    "deep": lambda message: print("[" * 40_000, flush=True),
    "illegal": lambda message: choice(message, "T99/0"),
    "number": lambda message: choice(message, 7),
    "future": lambda message: good(message, message["id"] + 1),
    "stale": stale,
    "endless": endless,
    "flood": flood,
    "chatter": chatter,
    "every-other": every_other,
}


def greet(behaviour: str) -> None:
    match behaviour:
        case "mute":
            time.sleep(1000)
        case "old":
            say({"type": "hello", "protocol": 0})
        case "rude":
            print("hello!", flush=True)
        case _:
            say({"type": "hello", "protocol": 2, "name": "misfit"})


def write(log: str | None, line: str) -> None:
    if log is not None:
        with Path(log).open("a", encoding="utf-8") as file:
            file.write(line)


def main() -> None:
    behaviour, log = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    if behaviour == "parent":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        write(log, f"{child.pid}\n")
        behaviour = "hang"
    if behaviour == "deaf":
        greet(behaviour)
        time.sleep(1000)
    for line in sys.stdin:
        message = json.loads(line)
        write(log, line)
        if message["type"] == "hello":
            greet(behaviour)
        elif message["type"] == "choose":
            BEHAVIOURS[behaviour](message)


main()
