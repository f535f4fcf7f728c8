"""Finding a bot by its specification: `random`, `cautious:slips=0.2`, `mcts:ms=200`, `dragon`.

Bots come from here, from the named levels, and from every installed distribution that has an entry
point in the group `tsuro.bots`:

    [project.entry-points."tsuro.bots"]
    somebody = "somebody_bot:SomebodyBot"

The entry point is a class or a function. If it is a dataclass, its fields that are numbers, texts
or yes and no are the bot's settings; the first line of its docstring is its summary.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tsuro.bots.base import Bot, require_fit
from tsuro.bots.cautious import CautiousBot
from tsuro.bots.flat import FlatBot
from tsuro.bots.foreign import FAILURES, failure_in_words, in_words
from tsuro.bots.greedy import GreedyBot
from tsuro.bots.levels import LEVELS
from tsuro.bots.mcts import MctsBot
from tsuro.bots.random_bot import RandomBot
from tsuro.errors import TsuroError, UnknownBot, did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from tsuro.editions.edition import Edition

GROUP: Final = "tsuro.bots"
TRUTHS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
READERS: Final[dict[str, tuple[Callable[[str], Any], str]]] = {
    "bool": (lambda text: TRUTHS[text.lower()], "yes or no"),
    "float": (float, "a number"),
    "int": (int, "a whole number"),
    "str": (str, "a text"),
}
"""How the text of a setting is understood, by its type, and what it must be."""


@dataclass(frozen=True)
class BotInfo:
    """A kind of bot. The fields of `kind`, if it is a dataclass, are its settings."""

    name: str
    summary: str
    kind: Callable[..., Bot]


BOTS: Final[dict[str, BotInfo]] = {
    info.name: info
    for info in (
        BotInfo("random", "plays any legal move", RandomBot),
        BotInfo(
            "cautious",
            "never leaves the game if it can help it; slips=0.2 makes every fifth decision a "
            "random one",
            CautiousBot,
        ),
        BotInfo(
            "greedy",
            "takes what looks best at once, by a hand-written judgement whose weights can be set",
            GreedyBot,
        ),
        BotInfo(
            "flat",
            "plays every option out some hundred times; playouts=5000 or ms=100 set how often",
            FlatBot,
        ),
        BotInfo(
            "mcts",
            "searches a tree of games; iterations=20000 or ms=200 set how long, threads=2 uses two "
            "cores",
            MctsBot,
        ),
    )
}
"""The bots that come with the package."""


def make_bot(spec: str) -> Bot:
    """The bot that a text such as `cautious:slips=0.2` asks for."""
    name, _, rest = spec.partition(":")
    level = LEVELS.get(name.lower())
    if level is not None and not rest:
        return make_bot(level.spec)
    info = BOTS.get(name) or _offered.get(name) or _installed(name)
    if info is None or level is not None:
        raise UnknownBot(_unknown(name))
    settings = settings_of(info.name, info.kind, rest)
    try:
        bot = info.kind(**settings)
    except ValueError as error:
        raise UnknownBot(f"{spec!r}: {in_words(error)}.") from None
    except FAILURES as error:
        raise UnknownBot(f"{spec!r} cannot be made: {failure_in_words(error)}.") from error
    return checked(bot, spec)


def checked(bot: Any, spec: str) -> Bot:
    """Something made by code of others, if it is a bot."""
    if not callable(getattr(bot, "choose", None)):
        raise UnknownBot(f"{spec} has no method choose(view, options, rng, clock).")
    return bot  # type: ignore[no-any-return]


def fits(spec: str, edition: Edition) -> bool:
    """Whether the bot that a text asks for can be made and can play an edition."""
    try:
        require_fit(make_bot(spec), edition)
    except TsuroError:
        return False
    return True


def known_bots() -> dict[str, BotInfo]:
    """Every bot that can be asked for here, installed ones that work included."""
    known = {**BOTS, **_offered}
    for name in _found():
        with suppress(UnknownBot):
            info = _installed(name)
            assert info is not None
            known[name] = info
    return known


def offer_bot(info: BotInfo) -> None:
    """Make a bot known by its name in this process, to everything that takes one."""
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", info.name):
        raise UnknownBot(
            f"{info.name!r} cannot be the name of a bot: small letters, digits, - and _ only."
        )
    if info.name in {*BOTS, *LEVELS}:
        raise UnknownBot(f"There is a bot called {info.name!r} already.")
    _offered[info.name] = info


def offered_bots() -> list[BotInfo]:
    """What `offer_bot` has made known, for processes that are to know it as well."""
    return list(_offered.values())


_offered: Final[dict[str, BotInfo]] = {}


@cache
def _found() -> dict[str, EntryPoint]:
    """Entry points by name; none takes the place of a bot or a level of ours."""
    from importlib.metadata import entry_points

    points = {point.name: point for point in entry_points(group=GROUP)}
    return {name: point for name, point in points.items() if name not in {*BOTS, *LEVELS}}


@cache
def _installed(name: str) -> BotInfo | None:
    """Loaded only when it is asked for: a broken one must not harm the others."""
    if name not in _found():
        return None
    try:
        kind = _found()[name].load()
    except FAILURES as error:
        what = failure_in_words(error)
        raise UnknownBot(f"The bot {name!r} is installed but cannot be loaded: {what}.") from error
    summary = (kind.__doc__ or "").strip().partition("\n")[0]
    return BotInfo(name, summary, kind)


def _unknown(name: str) -> str:
    if name.lower() in LEVELS:
        return f"{LEVELS[name.lower()].name} has no settings."
    names = [*BOTS, *LEVELS, *_offered, *_found()]
    hint = did_you_mean(name, names)
    return f"There is no bot called {name!r}.{hint} Known are: {', '.join(names)}."


def settings_of(name: str, kind: Callable[..., Bot], text: str) -> dict[str, Any]:
    """What a text such as `slips=0.2,ms=50` sets, for a kind of bot of that name."""
    known = _kinds(kind)
    values: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        key, _, value = pair.partition("=")
        if key not in known:
            names = ", ".join(known) or "none"
            guess = did_you_mean(key, known)
            raise UnknownBot(f"The bot {name!r} has no setting {key!r}; it has: {names}.{guess}")
        values[key] = _read(known[key], value, f"The setting {key} of {name!r}")
    return values


def _read(kind: str, text: str, what: str) -> Any:
    read, meaning = READERS[kind]
    try:
        return read(text)
    except (ValueError, KeyError):
        raise UnknownBot(f"{what} must be {meaning}, not {text!r}.") from None


def _kinds(bot: Any) -> dict[str, str]:
    """What each setting of a bot is; a field of which that cannot be told is no setting."""
    found = fields(bot) if is_dataclass(bot) else ()
    return {each.name: _kind(each) for each in found if each.init and _kind(each) in READERS}


def _kind(setting: Field[Any]) -> str:
    """What the default is; without one, or where it is None, what is declared."""
    if setting.default is not MISSING and setting.default is not None:
        return type(setting.default).__name__
    declared = setting.type
    name = declared.__name__ if isinstance(declared, type) else str(declared)
    return name.removesuffix(" | None")
