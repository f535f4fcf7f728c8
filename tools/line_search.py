"""A bot of the package as a program of the line protocol (docs/bots.md).

    python tools/line_search.py mcts classic 2

It imports whichever `tsuro` its interpreter finds, so that the bots of one version can play those
of another (`tools/strength_against.py`), and it relies on nothing that came after the protocol.
What is written on the wire is read back field by field, by the types that states declare. The bot
is made ready for an edition and number of seats before it says hello.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from tsuro.bots.clocks import Countdown
from tsuro.bots.registry import make_bot
from tsuro.core.asks import Decide
from tsuro.core.state import GameState, Part
from tsuro.editions.registry import build_edition
from tsuro.engine.views import PlayerView
from tsuro.formats.notation import parse_action

PROTOCOL = 2


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """The types of the fields of a class."""
    return get_type_hints(kind)


def made(kind: Any, value: Any) -> Any:
    """A value of a type from what the wire has of it."""
    origin, arguments = get_origin(kind), get_args(kind)
    if hasattr(kind, "__supertype__"):
        return made(kind.__supertype__, value)
    if origin in (Union, UnionType):
        (real,) = (each for each in arguments if each is not NoneType)
        return None if value is None else made(real, value)
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return tuple(made(arguments[0], each) for each in value)
        return tuple(made(each, one) for each, one in zip(arguments, value, strict=True))
    if origin is frozenset:
        return frozenset(made(arguments[0], each) for each in value)
    if hasattr(kind, "_fields"):
        return taken(kind, iter(value))
    if is_dataclass(kind):
        return built(kind, value)
    return kind(value) if isinstance(kind, type) and issubclass(kind, Enum) else value


def taken(kind: Any, items: Iterator[Any]) -> Any:
    """A named tuple; those within it follow one another on the wire."""
    hints = hints_of(kind)
    found = []
    for name in kind._fields:
        inner = hints[name]
        found.append(taken(inner, items) if hasattr(inner, "_fields") else made(inner, next(items)))
    return kind(*found)


def built(kind: Any, value: dict[str, Any]) -> Any:
    """A dataclass; a field that is None has been left out."""
    hints = hints_of(kind)
    given = {}
    for each in fields(kind):
        if each.name in value:
            given[each.name] = made(hints[each.name], value[each.name])
        elif NoneType in get_args(hints[each.name]):
            given[each.name] = None
    return kind(**given)


def kinds_of_parts(base: type[Part] = Part) -> Iterator[type[Part]]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of_parts(kind)


def state_of(told: dict[str, Any]) -> GameState:
    parts = told["parts"]
    state: GameState = built(GameState, {**told, "parts": []})
    kinds = {kind.key: kind for kind in kinds_of_parts() if "key" in vars(kind)}
    return replace(state, parts=tuple(made(kinds[key], part) for key, part in parts.items()))


def answer(spec: str, message: dict[str, Any]) -> dict[str, Any]:
    told = message["view"]
    game = told["edition"]
    edition = build_edition(game["id"], seats=game["seats"], switches=game["switches"])
    options: Any = tuple(map(parse_action, message["options"]))
    decide = Decide(told["viewer"], options, told["decide"]["rule"])
    view = PlayerView(edition, told["viewer"], state_of(told["state"]), decide, told["viewer"])
    clock = Countdown(message["ms"] / 1000)
    chosen = make_bot(spec).choose(view, options, Random(message["seed"]), clock)
    return {"type": "choice", "id": message["id"], "action": str(chosen)}


def main() -> None:
    spec, edition, seats = sys.argv[1:]
    prepare = getattr(make_bot(spec), "prepare", None)
    if prepare is not None:
        prepare(build_edition(edition, seats=int(seats)))
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            reply = {"type": "hello", "protocol": PROTOCOL, "name": spec}
        elif message["type"] == "choose":
            reply = answer(spec, message)
        elif message["type"] == "quit":
            return
        else:
            continue
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
