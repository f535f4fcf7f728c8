"""One batch of games: the unit of work for threads, processes and clusters."""

from __future__ import annotations

from tsuro.fast import Kernel, kernel_of
from tsuro.fast.counting import count
from tsuro.fast.templates.policies import POLICIES
from tsuro.simulation.counters import Counters
from tsuro.simulation.job import Batch, Job


def count_batch(job: Job, batch: Batch) -> Counters:
    """Play and count some games of a job; the same wherever and whenever it is done."""
    return count_with(kernel_of(job.edition), job, batch)


def count_with(kernel: Kernel, job: Job, batch: Batch) -> Counters:
    """The same with a kernel of one's own choice: compiled or plain, it counts the same."""
    policies = [POLICIES.index(name) for name in job.policies]
    census = count(kernel, policies, seed=job.seed, first=batch.first, games=batch.games)
    return Counters.of_census(job.edition, census)
