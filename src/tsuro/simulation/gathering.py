"""What has been counted of a job so far, and what stands in the way of the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tsuro.simulation.counters import Counters
from tsuro.simulation.interrupt import Wish
from tsuro.simulation.job import Batch, Job

CountBatch = Callable[[Job, Batch], Counters]
"""Plays and counts some games of a job."""
Progress = Callable[[int], None]
"""Is told how many more games are done."""


@dataclass
class Gathering:
    job: Job
    progress: Progress | None
    wish: Wish
    total: Counters = field(default_factory=Counters.empty)
    trouble: str | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more is to be begun."""
        return self.wish.stop or self.trouble is not None

    def add(self, part: Counters) -> None:
        self.total.add(part)
        if self.progress is not None:
            self.progress(part.played)

    def give_up(self, trouble: str) -> None:
        """What is counted stays. The first trouble is the cause of all others."""
        self.trouble = self.trouble or trouble

    def give_up_batch(self, batch: Batch, reason: str, advice: str) -> None:
        last = batch.first + batch.games - 1
        self.give_up(f"Games {batch.first:,} to {last:,} could not be played ({reason}). {advice}")


def reason_of(error: BaseException) -> str:
    """What an error says, on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
