"""A game with people and bots in its seats; knows nothing of screens."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from random import Random
from typing import cast

from tsuro.bots.base import Explainer, require_fit
from tsuro.bots.clocks import PATIENCE, Countdown
from tsuro.bots.foreign import FAILURES, failure_in_words
from tsuro.bots.guarded import BotFault, FaultKind, GuardedBot
from tsuro.bots.local import make_local_bot
from tsuro.cli.common import ADVISER, HUMAN, write_file
from tsuro.cli.terminal.hints import Hint, hint_of
from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.engine.views import seen_events
from tsuro.errors import KernelError, TsuroError, UnknownBot
from tsuro.formats.prose import EnglishNarrator
from tsuro.formats.record import name_headers
from tsuro.game import Game

LONGEST_NAME = 20
PRINTED = 100
"""Lines that are kept of what bots print."""


@dataclass(frozen=True)
class Player:
    """Who sits in a seat; people have no bot."""

    name: str
    bot: GuardedBot | None = None


def seat_players(specs: Sequence[str]) -> list[Player]:
    """Players from texts such as `human`, `human:Ada`, `random`, `cautious:slips=0.2`."""
    people = sum(spec.partition(":")[0] == HUMAN for spec in specs)
    kinds = Counter(spec.partition(":")[0] for spec in specs)
    seen: Counter[str] = Counter()
    players: list[Player] = []
    for spec in specs:
        kind, _, rest = spec.partition(":")
        seen[kind] += 1
        number = f" {seen[kind]}" if kinds[kind] > 1 else ""
        if kind == HUMAN:
            name = _clean(rest) or ("You" if people == 1 else f"Player{number}")
            players.append(Player(name))
        else:
            bot = GuardedBot(make_local_bot(spec))
            players.append(Player(f"{kind.capitalize()}{number}", bot))
    return players


def _adviser(spec: str) -> Explainer:
    bot = make_local_bot(spec)
    if not hasattr(bot, "explain"):
        raise UnknownBot(f"The bot {spec!r} gives no hints.")
    return cast("Explainer", bot)


def _clean(name: str) -> str:
    """A name that fits into a header and a panel."""
    return " ".join(name.split())[:LONGEST_NAME]


class TerminalTable:
    """The game, its players, and what can be done besides playing."""

    def __init__(self, game: Game, players: Sequence[Player], *, adviser: str = ADVISER) -> None:
        """`adviser` is the bot that gives hints."""
        self.game = game
        self.players = list(players)
        for player in players:
            if player.bot is not None:
                require_fit(player.bot, game.edition)
        self._adviser = _adviser(adviser)
        self.forfeits: Counter[Seat] = Counter()
        """Decisions that bots failed to make and luck made for them."""
        self.printed: deque[str] = deque(maxlen=PRINTED)
        """What bots printed while they decided: it would spoil the screen, and JSON."""
        self._complaints: dict[tuple[Seat, str], str] = {}

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(Seat(n) for n, player in enumerate(self.players) if player.bot is None)

    @property
    def is_hot_seat(self) -> bool:
        """Whether several people share the keyboard and must not see each other's tiles."""
        return len(self.people) > 1

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.players]

    def narrator(self, viewer: Seat | None) -> EnglishNarrator:
        return EnglishNarrator(
            self.game.edition, self.names, you=None if self.is_hot_seat else viewer
        )

    def story(self, viewer: Seat | None) -> tuple[list[str], list[str]]:
        """What the viewer saw happen before and since the last decision of a person."""
        game = self.game
        since = self._last_decision_of(self.people)
        old = [event for step in game.steps[:since] for event in step.events]
        new = [event for step in game.steps[since:] for event in step.events]
        narrator = self.narrator(viewer)
        return (
            narrator.story(seen_events(old, viewer)),
            narrator.story(seen_events(new, viewer)),
        )

    def _last_decision_of(self, seats: Sequence[Seat]) -> int:
        """The number of the step that followed the last decision of one of these seats."""
        decisions = self._decisions_of(seats)
        return decisions[-1] + 1 if decisions else 0

    def _decisions_of(self, seats: Sequence[Seat]) -> list[int]:
        """The numbers of the steps after which one of these seats has decided."""
        return [
            number
            for number, step in enumerate(self.game.steps[:-1])
            if isinstance(step.ask, Decide) and step.ask.seat in seats
        ]

    def let_bot_play(self) -> None:
        """The bot whose turn it is decides; if there is no choice, it is not asked."""
        seat = self.game.to_act
        assert seat is not None
        bot = self.players[seat].bot
        assert bot is not None
        if len(self.game.options) == 1:
            self.game.play(self.game.options[0])
            return
        view, options = self.game.view(seat), self.game.options
        with redirect_stdout(StringIO()) as aside:
            chosen = bot.choose(view, options, self._luck(seat), self._clock())
        self.printed.extend(f"{self.names[seat]}: {line}" for line in aside.getvalue().splitlines())
        self.game.play(chosen)
        self._note_faults(bot, seat)

    def _note_faults(self, bot: GuardedBot, seat: Seat) -> None:
        counts, notes = bot.take_faults()
        self.forfeits[seat] += sum(counts.values())
        for kind, note in zip(counts, notes, strict=True):
            complaint = f"{self.names[seat]} forfeits a decision to luck: {note}"
            self._complaints.setdefault((seat, kind), complaint)

    @property
    def complaints(self) -> list[str]:
        """What went wrong with bots: the first failure of each kind, the latest last."""
        return list(self._complaints.values())

    def close(self) -> None:
        """End what the bots have started."""
        for player in self.players:
            if player.bot is not None:
                player.bot.close()

    def hint(self) -> Hint:
        """What the adviser thinks of the options of the seat to act; raises `BotFault`."""
        seat = self.game.to_act
        assert seat is not None
        view, options = self.game.view(seat), self.game.options
        try:
            told = self._adviser.explain(view, options, self._luck(seat), self._clock())
            return hint_of(told, options, self.names)
        except KernelError as error:
            raise BotFault(FaultKind.CRASHED, f"There is no hint. {error}") from error
        except FAILURES as error:
            what = f"There is no hint, because its bot failed: {failure_in_words(error)}."
            raise BotFault(FaultKind.CRASHED, what) from error

    def _luck(self, seat: Seat) -> Random:
        """Of its own for every decision: after an undo the same bot does the same again."""
        return Random(f"tsuro {self.game.seed} bot {seat} {len(self.game.actions)}")

    def _clock(self) -> Countdown | None:
        """Nobody waits for long, least of all for a compiler; bots among themselves have time."""
        return Countdown(PATIENCE) if self.people else None

    def undo(self, seat: Seat) -> None:
        """Back to the previous decision of a person who plays against bots."""
        if self.is_hot_seat:
            raise TsuroError("Undo is for games against bots: here it would show hidden tiles.")
        decisions = self._decisions_of([seat])
        if not decisions:
            raise TsuroError("There is no decision of yours to take back.")
        while len(self.game.steps) > decisions[-1] + 1:
            self.game.undo()

    def save(self, path: Path | None) -> None:
        """Write the record, finished or not."""
        if path is None:
            return
        record = self.game.record(**name_headers(self.names), Seed=str(self.game.seed))
        write_file(path, str(record))
