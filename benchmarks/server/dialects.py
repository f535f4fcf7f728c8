"""What a player has to read and write, in each version of the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import msgspec


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that is awaited from the receiver."""

    seat: int
    version: int
    options: Sequence[str]
    looked_at: Sequence[str]
    """The options a page shows first: all ways to lay the first tile of the hand."""


@dataclass(frozen=True, slots=True)
class News:
    """A message as far as it matters for a load.

    `told` is the last message about a decision: the receiver knows all that came of it.
    """

    kind: Literal["welcome", "told", "ghosts", "refused", "other"]
    version: int = 0
    question: Question | None = None
    over: bool = False
    code: str = ""


class Dialect(Protocol):
    def hello(self, token: str | None, *, after: int | None = None, ghosts: bool) -> bytes: ...

    def foresee(self, question: Question) -> bytes | None:
        """What asks for ghosts; None where they come unasked."""

    def read(self, data: bytes) -> News: ...


def act(question: Question, action: str) -> bytes:
    """Is the same in all versions."""
    return msgspec.json.encode(
        {
            "type": "act",
            "id": f"m{question.version}",
            "version": question.version,
            "seat": question.seat,
            "action": action,
        }
    )


class _FirstOption(msgspec.Struct):
    action: str


class _FirstAsks(msgspec.Struct):
    seat: int
    options: list[_FirstOption] | None = None


class _FirstMessage(msgspec.Struct):
    type: str
    version: int = 0
    asks: _FirstAsks | None = None
    code: str = ""


class First:
    """Version 1: a message for every step, with the whole position; ghosts come if wanted."""

    def __init__(self) -> None:
        self._decoder = msgspec.json.Decoder(_FirstMessage)

    def hello(self, token: str | None, *, after: int | None = None, ghosts: bool) -> bytes:
        message = {"type": "hello", "protocol": 1, "previews": ghosts}
        return msgspec.json.encode(message | _who(token, after))

    def foresee(self, question: Question) -> bytes | None:
        return None

    def read(self, data: bytes) -> News:
        message = self._decoder.decode(data)
        match message.type:
            case "welcome":
                return News("welcome", message.version, self._question(message))
            case "step" if message.asks is not None:
                return News("told", message.version, self._question(message))
            case "ended":
                return News("told", over=True)
            case "error":
                return News("refused", code=message.code)
        return News("other", message.version)

    @staticmethod
    def _question(message: _FirstMessage) -> Question | None:
        asks = message.asks
        if asks is None or asks.options is None:
            return None
        options = [option.action for option in asks.options]
        return Question(asks.seat, message.version, options, ())


class _SecondOption(msgspec.Struct):
    notation: str
    laid: tuple[str, int, int] | None = None


class _SecondAsks(msgspec.Struct):
    seat: int
    options: list[_SecondOption] | None = None


class _SecondShown(msgspec.Struct):
    version: int
    asks: _SecondAsks | None = None


class _SecondMessage(msgspec.Struct):
    type: str
    version: int = 0
    asks: _SecondAsks | None = None
    shown: _SecondShown | None = None
    code: str = ""


class Second:
    """Version 2: a message for every decision, with what it changed; ghosts are asked for."""

    def __init__(self) -> None:
        self._decoder = msgspec.json.Decoder(_SecondMessage)

    def hello(self, token: str | None, *, after: int | None = None, ghosts: bool) -> bytes:
        return msgspec.json.encode({"type": "hello", "protocol": 2} | _who(token, after))

    def foresee(self, question: Question) -> bytes:
        return msgspec.json.encode(
            {"type": "foresee", "version": question.version, "actions": question.looked_at}
        )

    def read(self, data: bytes) -> News:
        message = self._decoder.decode(data)
        match message.type:
            case "welcome" if message.shown is not None:
                shown = message.shown
                return News("welcome", shown.version, self._question(shown.version, shown.asks))
            case "played":
                question = self._question(message.version, message.asks)
                return News("told", message.version, question, over=message.asks is None)
            case "ghosts":
                return News("ghosts", message.version)
            case "refused":
                return News("refused", code=message.code)
        return News("other", message.version)

    @staticmethod
    def _question(version: int, asks: _SecondAsks | None) -> Question | None:
        if asks is None or asks.options is None:
            return None
        first = asks.options[0]
        looked_at = [first.notation]
        if first.laid is not None:
            tile = first.laid[0]
            looked_at = [
                each.notation
                for each in asks.options
                if each.laid is not None and each.laid[0] == tile
            ]
        options = [option.notation for option in asks.options]
        return Question(asks.seat, version, options, looked_at)


def _who(token: str | None, after: int | None) -> dict[str, object]:
    known = {"token": token, "after": after}
    return {name: value for name, value in known.items() if value is not None}


def dialect_of(protocol: int) -> Dialect:
    spoken: dict[int, type[First] | type[Second]] = {1: First, 2: Second}
    if protocol not in spoken:
        raise SystemExit(f"The server speaks protocol {protocol}; this program knows 1 and 2.")
    return spoken[protocol]()
