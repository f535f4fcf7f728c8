"""What came of a job: its counters, and whether it was played to the end."""

from __future__ import annotations

from dataclasses import dataclass

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

    @property
    def complete(self) -> bool:
        """False if somebody had enough before the last game."""
        return self.tally.games == self.job.games

    @property
    def speed(self) -> float:
        """Games a second."""
        return self.tally.games / self.seconds if self.seconds else 0.0
