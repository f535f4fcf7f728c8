"""Whether the kernels are as fast as those of another commit, in one interleaved run.

    python -m benchmarks.kernels_against COMMIT [--sittings 7] [--editions seas] [--seats 2 4]

Random games on the compiled kernels of both versions, for every edition at 2, 4 and 8 seats;
`against.py` says how they take turns. The median ratio of all rounds is printed, and the least and
the largest median of a sitting: 1.03 means that a decision takes three per cent longer than in
COMMIT. Both play the same games, or it is told.

The code of both versions is compiled once and kept in the cache of kernels.
"""

from __future__ import annotations

import sys
import time
from functools import cache
from typing import Any

from benchmarks.against import Contest, run, serve

NOBODY = 255
CONTEST = Contest(
    program="benchmarks.kernels_against",
    what="Nanoseconds a decision, compiled",
    unit=1,
    window=0.02,
    trial=200,
    rounds=9,
)


def work(edition: str, seats: int, games: int, seed: int) -> tuple[int, int]:
    """Play games: the part that runs with either version, so it uses what both have."""
    kernel, rows, spare, out, wins = room_for(edition, seats)
    rows["rng"] = kernel.new_rows(1, seed=seed)["rng"]
    before = time.thread_time_ns()
    decisions = kernel.loops.rollouts(rows, 0, NOBODY, games, spare, 0, out, wins)
    return time.thread_time_ns() - before, int(decisions)


@cache
def room_for(edition: str, seats: int) -> tuple[Any, ...]:
    """One row that is set back to the opening for each game: the kernel and nothing else."""
    import numpy

    from tsuro.editions.registry import build_edition
    from tsuro.fast import Kernel

    kernel: Any = Kernel(build_edition(edition, seats=seats), compiled=True)
    rows, spare = kernel.new_rows(1, seed=0), kernel.new_rows(1, seed=0)
    out = numpy.zeros(kernel.family.most_options, numpy.uint16)
    return kernel, rows, spare, out, numpy.zeros(8, numpy.int64)


def main() -> None:
    if sys.argv[1:] == ["--work"]:
        serve(work)
        return
    from tsuro.editions.registry import OURS

    assert __doc__ is not None
    run(CONTEST, __doc__, OURS)


if __name__ == "__main__":
    main()
