"""What has been counted of a job so far, and what stands in the way of the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tsuro.simulation.counters import Counters
from tsuro.simulation.interrupt import Wish
from tsuro.simulation.job import Batch, Job

CountBatch = Callable[[Job, Batch], Counters]
"""Plays and counts some games of a job."""
PlayBatch = Callable[[Job, Batch], Any]
"""Plays some games of a job; what comes of them is a part of the whole."""
Progress = Callable[[int], None]
"""Is told how many more games are done."""


class Effort(NamedTuple):
    """How a job was carried out."""

    seconds: float
    workers: str
    """Who did the work, in words."""
    engine: str
    trouble: str | None
    """What kept it from being played to the end, and what to do about it."""


class Whole(Protocol):
    """What parts are added to, in any order; each part says how many games were `played`."""

    def add(self, part: Any) -> None: ...


@dataclass
class Gathering:
    job: Job
    progress: Progress | None
    wish: Wish
    total: Whole
    trouble: str | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more is to be begun."""
        return self.wish.stop or self.trouble is not None

    def add(self, part: Any) -> None:
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
