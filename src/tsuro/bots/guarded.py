"""A seat that always answers: what a bot fails to decide is decided at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from random import Random

from tsuro.bots.base import Bot, Clock
from tsuro.core.actions import Decision
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView
from tsuro.errors import TsuroError

NOTES_KEPT = 3
"""How many faults are remembered word by word; all are counted."""


class FaultKind(StrEnum):
    """How a bot can fail a decision."""

    CRASHED = "crashed"
    """It ended, raised an error, or could not be started."""
    LATE = "late"
    NONSENSE = "nonsense"
    """Its answer cannot be read."""
    ILLEGAL = "illegal"
    """Its answer is not among the options."""


class BotFault(TsuroError):
    """A bot failed one decision; it may do better at the next."""

    code = "bot_fault"

    def __init__(self, kind: FaultKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class GuardedBot:
    """Plays as `bot` does; a decision that `bot` fails is forfeited to luck and counted."""

    def __init__(self, bot: Bot, *, on_fault: Callable[[BotFault], None] | None = None) -> None:
        self.bot = bot
        self.counts: Counter[FaultKind] = Counter()
        self.notes: list[str] = []
        """The first faults since the last `take_faults`, in words."""
        self._on_fault = on_fault

    def choose(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random,
        clock: Clock | None = None,
    ) -> Decision:
        try:
            return self._legal(view, options, rng, clock)
        except BotFault as fault:
            self._note(fault)
        return rng.choice(options)

    def take_faults(self) -> tuple[dict[str, int], list[str]]:
        """Counts and notes since the last call."""
        taken = {kind.value: count for kind, count in self.counts.items()}, self.notes
        self.counts, self.notes = Counter(), []
        return taken

    def prepare(self, edition: Edition) -> None:
        """Let the bot do at once what it would else do at its first decision, such as compile."""
        prepare = getattr(self.bot, "prepare", None)
        if callable(prepare):
            # What cannot be prepared will fail again when it is needed, and is told then.
            with suppress(Exception):
                prepare(edition)

    def close(self) -> None:
        """End what the bot has started, such as a program of its own."""
        close = getattr(self.bot, "close", None)
        if callable(close):
            close()

    def _legal(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None
    ) -> Decision:
        try:
            chosen = self.bot.choose(view, options, rng, clock)
        except BotFault:
            raise
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise BotFault(FaultKind.CRASHED, what) from error
        if chosen not in options:
            raise BotFault(FaultKind.ILLEGAL, f"{chosen} is not one of the options")
        return chosen

    def _note(self, fault: BotFault) -> None:
        self.counts[fault.kind] += 1
        if len(self.notes) < NOTES_KEPT:
            self.notes.append(f"{fault.kind}: {fault.message}")
        if self._on_fault is not None:
            self._on_fault(fault)
