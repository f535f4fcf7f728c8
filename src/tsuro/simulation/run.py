"""What came of a job: its counters, and whether it was played to the end."""

from __future__ import annotations

from dataclasses import dataclass

from tsuro.fast.templates.census_record import DECISIONS
from tsuro.simulation.job import Job
from tsuro.simulation.tally import Tally


@dataclass(frozen=True)
class Run:
    job: Job
    tally: Tally
    seconds: float
    workers: str
    """Who did the work, in words."""
    engine: str
    trouble: str | None = None
    """What kept it from being played to the end, and what to do about it."""

    @property
    def complete(self) -> bool:
        """False if somebody had enough before the last game, or something went wrong."""
        return self.tally.played == self.job.games

    def remarks(self) -> list[str]:
        """What a reader has to know before anything else."""
        remarks = [self.trouble] if self.trouble else []
        if not self.complete:
            remarks.append(
                f"Stopped early: {self.tally.played:,} of {self.job.games:,} games were played."
            )
        if endless := self.tally["endless"][0]:
            remarks.append(
                f"{endless:,} of {self.tally.played:,} games were broken off after {DECISIONS:,} "
                "decisions, as they went round in circles; they are not counted."
            )
        return remarks

    @property
    def speed(self) -> float:
        """Games a second."""
        return self.tally.played / self.seconds if self.seconds else 0.0
