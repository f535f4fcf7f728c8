"""Many games with simple policies in the seats, counted: `tsuro simulate`.

    job = plan("classic", seats=4, games=1_000_000, policies=["cautious"], seed=1)
    run = simulate(job, workers=2)                    # or cluster.simulate_on(client, job)
    results = Results(run.job, run.tally)             # shares with intervals, tables, a page

How the parts fit together
--------------------------
`job.py`        what is to be played; each game has its own stream of luck
`tally.py`      counters of any number of games; sums of whole numbers, so the order is all the same
`census.py`     one batch of games, on the kernel or, for an edition without one, the reference
`reference.py`  the same counters from the reference engine
`gathering.py`  what has been counted so far, and what stands in the way of the rest
`local.py`      batches on all cores, with `pools.py`
`cluster.py`    the same on Dask, by way of `connecting.py`
`shares.py`     shares and means with their intervals
`results.py`    what the counters say, by name
`tables.py`     the same as flat tables; `files.py` makes JSON, CSV and Parquet of them
`report.py`     the page, with `charts.py`, `rim.py` and `style.py`
"""

from __future__ import annotations

from tsuro.simulation.census import count_batch
from tsuro.simulation.job import Batch, Job, plan
from tsuro.simulation.local import simulate
from tsuro.simulation.results import Results
from tsuro.simulation.run import Run
from tsuro.simulation.tally import Tally

__all__ = ["Batch", "Job", "Results", "Run", "Tally", "count_batch", "plan", "simulate"]
