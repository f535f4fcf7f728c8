"""What came of a job: its counters, and whether it was played to the end."""

from __future__ import annotations

from dataclasses import dataclass

from tsuro.fast.templates.census_record import DECISIONS
from tsuro.simulation.counters import Counters
from tsuro.simulation.job import Job


@dataclass(frozen=True)
class Run:
    """A simulation that was carried out: what came of it, and how it went."""

    job: Job
    counters: Counters
    seconds: float
    workers: str
    """Who did the work, in words."""
    engine: str
    trouble: str | None = None
    """What kept it from being played to the end, and what to do about it."""

    @property
    def complete(self) -> bool:
        """False if somebody had enough before the last game, or something went wrong."""
        return self.counters.played == self.job.games

    def remarks(self) -> list[str]:
        """What a reader has to know before anything else."""
        remarks = [self.trouble] if self.trouble else []
        if not self.complete:
            remarks.append(
                f"Stopped early: {self.counters.played:,} of {self.job.games:,} games were played."
            )
        if endless := self.counters["endless"][0]:
            remarks.append(
                f"{endless:,} of {self.counters.played:,} games were broken off after "
                f"{DECISIONS:,} decisions, as they went round in circles; they are not counted."
            )
        return remarks

    @property
    def speed(self) -> float:
        """Games a second."""
        return self.counters.played / self.seconds if self.seconds else 0.0
