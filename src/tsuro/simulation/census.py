"""One batch of games: the unit of work for threads, processes and clusters."""

from __future__ import annotations

from tsuro.fast.counting import count
from tsuro.fast.facts import FACTS, has_facts
from tsuro.fast.kernel import Kernel
from tsuro.fast.ready import kernel_for
from tsuro.fast.templates.policies import POLICIES
from tsuro.simulation.job import Batch, Job
from tsuro.simulation.reference import count_on_reference
from tsuro.simulation.tally import Tally


def count_batch(job: Job, batch: Batch) -> Tally:
    """Play and count some games of a job; the same wherever and whenever it is done."""
    if not has_facts(job.edition):
        return count_on_reference(job, batch)
    return count_on_kernel(kernel_for(job.edition), job, batch)


def count_on_kernel(kernel: Kernel, job: Job, batch: Batch) -> Tally:
    policies = [POLICIES.index(name) for name in job.policies]
    census = count(kernel, policies, seed=job.seed, first=batch.first, games=batch.games)
    return Tally.of_kernel(job.edition, FACTS[job.edition_id], census)
