"""Finding a bot by its specification: `random`, `cautious`, `cautious:slips=0.2`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, dataclass, fields
from difflib import get_close_matches
from typing import Any

from tsuro.bots.base import Bot
from tsuro.bots.cautious import CautiousBot
from tsuro.bots.random_bot import RandomBot
from tsuro.errors import UnknownBot


@dataclass(frozen=True)
class BotInfo:
    """A kind of bot. `kind` is a dataclass whose fields with a default are its settings."""

    name: str
    summary: str
    kind: Callable[..., Bot]

    def settings(self) -> dict[str, Any]:
        """Every setting and its default."""
        return {each.name: each.default for each in _fields(self.kind)}


BOTS: dict[str, BotInfo] = {
    info.name: info
    for info in (
        BotInfo("random", "plays any legal move", RandomBot),
        BotInfo(
            "cautious",
            "stays alive if it can, then takes the longest safe path; slips=0.2 makes every "
            "fifth decision a random one",
            CautiousBot,
        ),
    )
}


def make_bot(spec: str) -> Bot:
    """The bot that a text such as `cautious:slips=0.2` asks for."""
    name, _, rest = spec.partition(":")
    if name not in BOTS:
        guess = get_close_matches(name.lower(), BOTS, n=1)
        hint = f" Did you mean {guess[0]}?" if guess else ""
        raise UnknownBot(f"There is no bot called {name!r}.{hint} Known are: {', '.join(BOTS)}.")
    info = BOTS[name]
    try:
        return info.kind(**_settings(info, rest))
    except ValueError as error:
        raise UnknownBot(f"{spec!r}: {error}.") from None


def _settings(info: BotInfo, text: str) -> dict[str, Any]:
    known = {each.name: each for each in _fields(info.kind)}
    values: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        key, _, value = pair.partition("=")
        if key not in known:
            names = ", ".join(known) or "none"
            raise UnknownBot(f"The bot {info.name!r} has no setting {key!r}; it has: {names}.")
        values[key] = _read(known[key], value)
    return values


def _read(setting: Field[Any], text: str) -> Any:
    """A value of the same type as the setting's default."""
    kind: Any = type(setting.default)
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{setting.name}={text} is not of type {kind.__name__}") from None


def _fields(kind: Any) -> tuple[Field[Any], ...]:
    return fields(kind)
