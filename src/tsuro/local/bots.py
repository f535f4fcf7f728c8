"""The bots of a device: those of the library that are quick enough without compiled kernels."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from tsuro.bots.base import Bot, require_fit
from tsuro.bots.clocks import Countdown
from tsuro.bots.levels import LEVELS
from tsuro.bots.registry import BOTS, make_bot
from tsuro.engine.views import view
from tsuro.errors import UnknownBot
from tsuro.telling.documents import TableDocument
from tsuro.telling.match import Match
from tsuro.telling.requests import BotSummary

SIMPLE: Final = "cautious"
"""Who plays on for somebody who leaves."""
LEVELS_HERE: Final = ("silly", "clever")
SEER: Final = "mcts"
"""The tree search, for as long as a decision may take: stronger than any level here."""
KINDS_HERE: Final = ("random", "cautious", "greedy")
"""Kinds that may be asked for with settings of one's own."""
SECONDS: Final = 1.0
"""What a bot may think about one decision."""


@cache
def local_bot(spec: str) -> Bot:
    """A bot that a device can have."""
    name = spec.partition(":")[0].lower()
    if spec != SEER and name not in (*LEVELS_HERE, *KINDS_HERE):
        known = ", ".join((*LEVELS_HERE, SEER, *KINDS_HERE))
        raise UnknownBot(f"On this device {spec!r} cannot play; known are: {known}.")
    return make_bot(spec)


def offered() -> list[BotSummary]:
    """The levels first, as on a server."""
    levels = [
        BotSummary(spec=spec, name=LEVELS[spec].name, level=True, character=LEVELS[spec].character)
        for spec in LEVELS_HERE
    ]
    seer = BotSummary(spec=SEER, name="Seer", level=True, character=BOTS[SEER].summary)
    kinds = [
        BotSummary(spec=kind, name=kind.title(), level=False, character=BOTS[kind].summary)
        for kind in KINDS_HERE
    ]
    return [*levels, seer, *kinds]


def require_bots(document: TableDocument) -> None:
    """Refuse a table with a bot that cannot be had here, or cannot play there."""
    edition = document.build()
    for seat in document.seats:
        if seat.kind == "bot":
            require_fit(local_bot(seat.bot or SIMPLE), edition)


def decided(spec: str, match: Match, seed: int) -> str:
    """A bot's decision in notation; it is told what its seat may know."""
    decide = match.decide
    assert decide is not None
    if len(decide.options) == 1:
        return str(decide.options[0])
    events = tuple(event for move in match.moves for event in move.step.events)
    seen = view(match.edition, match.state, decide, viewer=decide.seat, events=events)
    bot = local_bot(spec)
    return str(bot.choose(seen, decide.options, Random(seed), Countdown(SECONDS)))
