"""A seat that always answers: what a bot fails to decide is decided at random."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from random import Random

from tsuro.bots.base import Bot, Clock, require_fit
from tsuro.bots.foreign import FAILURES, failure_with_place, in_words
from tsuro.core.actions import Decision
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView
from tsuro.errors import TsuroError

log = logging.getLogger("tsuro.bots")
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

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.counts: Counter[FaultKind] = Counter()
        self.notes: list[str] = []
        """The first faults since the last `take_faults`, in words."""

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

    def check_edition(self, edition: Edition) -> None:
        require_fit(self.bot, edition)

    def prepare(self, edition: Edition) -> None:
        """Let the bot do at once what it would else do at its first decision, such as compile."""
        self._call("prepare", edition)

    def close(self) -> None:
        """End what the bot has started, such as a program of its own."""
        self._call("close")

    def _call(self, name: str, *arguments: object) -> None:
        """A method the bot may have; no decision hangs on it, so its failure is only told."""
        try:
            method = getattr(self.bot, name, None)
            if callable(method):
                method(*arguments)
        except FAILURES as error:
            kind = type(self.bot).__name__
            log.warning("The bot %s failed in %s(): %s", kind, name, failure_with_place(error))

    def _legal(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None
    ) -> Decision:
        """The option the bot means; its answer itself is never used, only compared."""
        try:
            chosen = self.bot.choose(view, options, rng, clock)
            for option in options:
                # Of the same type, because others may compare to anything they like.
                if type(chosen) is type(option) and chosen == option:
                    return option
        except BotFault:
            raise
        except FAILURES as error:
            raise BotFault(FaultKind.CRASHED, failure_with_place(error)) from error
        raise BotFault(FaultKind.ILLEGAL, f"{in_words(chosen)} is not one of the options")

    def _note(self, fault: BotFault) -> None:
        self.counts[fault.kind] += 1
        if len(self.notes) < NOTES_KEPT:
            self.notes.append(f"{fault.kind}: {fault.message}")
