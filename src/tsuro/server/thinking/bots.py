"""Bots think in worker processes: however long they take, the event loop stays free."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from tsuro.bots.base import Bot
from tsuro.bots.cautious import CautiousBot
from tsuro.bots.clocks import PATIENCE, Countdown
from tsuro.bots.greedy import GreedyBot
from tsuro.bots.random_bot import RandomBot
from tsuro.bots.registry import make_bot
from tsuro.core.asks import Decide
from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.registry import build_edition
from tsuro.engine.views import PlayerView
from tsuro.errors import UnknownBot
from tsuro.server import luck
from tsuro.server.thinking.far import Thinkers
from tsuro.server.thinking.turns import NOBODY, Asker
from tsuro.server.thinking.workers import Workers

QUICK: Final = (RandomBot, CautiousBot, GreedyBot)
KNOWN: Final = 256
"""Bots that are kept; their specifications come from the network, without end."""
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


@lru_cache(maxsize=KNOWN)
def known_bot(spec: str) -> Bot:
    """A bot that is kept from one question to the next."""
    return table_bot(spec)


def nominal_seconds(spec: str) -> float:
    """How long a bot says that it thinks about a decision, whatever it finds; 0 if it does not."""
    return float(getattr(known_bot(spec), "ms", 0)) / 1000


def is_quick(spec: str) -> bool:
    """Whether a bot answers in a moment: it looks at what lies there and searches nothing."""
    return isinstance(known_bot(spec), QUICK)


def answer(question: Question, seconds: float = PATIENCE) -> str:
    """The bot's decision in notation; if there is no choice, it is not asked."""
    bot, options = known_bot(question.bot), question.decide.options
    if len(options) == 1:
        return str(options[0])
    clock = Countdown(seconds)
    return str(bot.choose(question.view(), options, Random(question.seed), clock))


class BotPool:
    """Bots that answer in a moment have a process of their own, so that none waits for a search."""

    def __init__(
        self,
        workers: int,
        seconds: float = PATIENCE,
        *,
        far: tuple[Thinkers, Thinkers] | None = None,
    ) -> None:
        """`seconds` are for one decision; the more wait, the less there is for each.

        `far` think instead of processes of this server: for bots that search, and for those that
        answer in a moment.
        """
        self._seconds = seconds
        self._deep: Thinkers
        self._quick: Thinkers
        if far is None:
            self._deep = Workers(workers, seconds=LONGEST)
            self._quick = Workers(1, seconds=LONGEST)
        else:
            self._deep, self._quick = far

    async def choose(self, question: Question, asker: Asker = NOBODY) -> str:
        workers = self._quick if is_quick(question.bot) else self._deep
        return await workers.think(answer, question, asker=asker, seconds=self._seconds)

    @property
    def waiting(self) -> int:
        """Decisions that no worker thinks about yet."""
        return len(self._deep.turns) + len(self._quick.turns)

    async def close(self) -> None:
        await self._deep.close()
        await self._quick.close()
