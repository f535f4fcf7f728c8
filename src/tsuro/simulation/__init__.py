"""Many games with simple policies in the seats, counted: `tsuro simulate`.

    job = plan("classic", seats=4, games=1_000_000, policies=["cautious"], seed=1)
    run = simulate(job, workers=2)                    # or cluster.simulate_on(client, job)
    results = Results(run.job, run.counters)          # shares with intervals, sheets, a page

How the parts fit together
--------------------------
`job.py`        what is to be played; each game has its own stream of luck
`counters.py`   numbers of any number of games; sums of whole numbers, so the order is all the same
`work.py`       one batch of games, played and counted by a kernel
`gathering.py`  what has been counted so far, and what stands in the way of the rest
`local.py`      batches on all cores, with `pools.py`
`cluster.py`    the same on Dask, by way of `connecting.py`
`shares.py`     shares and means with their intervals
`results.py`    what the counters say, by name
`sheets.py`     the same as sheets of rows; `files.py` makes JSON, CSV and Parquet of them
`page/`         the page: `report.py` with `charts.py`, `rim.py` and `style.py`
"""

from __future__ import annotations

from tsuro.simulation.counters import Counters
from tsuro.simulation.job import Batch, Job, plan
from tsuro.simulation.local import simulate
from tsuro.simulation.results import Results
from tsuro.simulation.run import Run
from tsuro.simulation.work import count_batch

__all__ = ["Batch", "Counters", "Job", "Results", "Run", "count_batch", "plan", "simulate"]
