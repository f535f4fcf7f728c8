"""Bots think in worker processes: however long they take, the event loop stays free."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from tsuro.bots.base import Bot
from tsuro.bots.clocks import PATIENCE, Countdown
from tsuro.bots.registry import make_bot
from tsuro.core.asks import Decide
from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.registry import build_edition
from tsuro.engine.views import PlayerView
from tsuro.errors import UnknownBot
from tsuro.server import luck
from tsuro.server.workers import Workers

MOST_THREADS: Final = 2
LONGEST: Final = 30.0
"""Seconds for a decision, after which its process is ended: bots keep to five, so it hangs."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision put to a bot: the seat's view, without the edition, which the worker has."""

    bot: str
    edition: str
    seats: int
    switches: tuple[tuple[str, str], ...]
    state: GameState
    """As the seat sees it."""
    decide: Decide
    events: tuple[Event, ...]
    seed: int

    @classmethod
    def of(cls, bot: str, view: PlayerView) -> Question:
        assert view.decide is not None
        edition = view.edition
        return cls(
            bot=bot,
            edition=edition.id,
            seats=edition.seats,
            switches=tuple(edition.switches.items()),
            state=view.state,
            decide=view.decide,
            events=view.events,
            seed=luck.thinking_seed(),
        )

    def view(self) -> PlayerView:
        """What the seat sees, with the worker's own edition."""
        decide = self.decide
        return PlayerView(
            edition=build_edition(self.edition, seats=self.seats, switches=dict(self.switches)),
            viewer=Seat(decide.seat),
            state=self.state,
            decide=decide,
            to_act=decide.seat,
            events=self.events,
        )


def table_bot(spec: str) -> Bot:
    """A bot that may sit at a table: it shares the machine with everybody else."""
    bot = make_bot(spec)
    if getattr(bot, "threads", 1) > MOST_THREADS:
        raise UnknownBot(f"{spec!r}: at a table threads must be between 1 and {MOST_THREADS}.")
    return bot


@cache
def known_bot(spec: str) -> Bot:
    """A bot that the worker keeps from one question to the next."""
    return table_bot(spec)


def answer(question: Question) -> str:
    """The bot's decision in notation; if there is no choice, it is not asked."""
    bot, options = known_bot(question.bot), question.decide.options
    if len(options) == 1:
        return str(options[0])
    # Other tables wait for the worker too.
    clock = Countdown(PATIENCE)
    return str(bot.choose(question.view(), options, Random(question.seed), clock))


class BotPool:
    def __init__(self, workers: int) -> None:
        self._workers = Workers(workers, seconds=LONGEST)

    async def choose(self, question: Question) -> str:
        return await self._workers.run(answer, question)

    def close(self) -> None:
        self._workers.close()
