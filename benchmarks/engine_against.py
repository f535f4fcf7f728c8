"""Whether the reference engine is as fast as that of another commit, in one interleaved run.

    python -m benchmarks.engine_against COMMIT [--sittings 7] [--editions seas] [--seats 2 4]

Random games on the readable engine of both versions, for every edition at 2, 4 and 8 seats, and for
Phoenix Rising with Winds of Change (`winds`). A decision is one choice with the luck after it and
the list of options for whoever is next, as a server asks for them. `against.py` says how the
versions take turns. The median ratio of all rounds is printed, and the least and the largest median
of a sitting: 0.5 means that a decision takes half as long as in COMMIT.
"""

from __future__ import annotations

import sys
import time
from functools import cache
from inspect import signature
from random import Random
from typing import Any

from benchmarks.against import Contest, run, serve

CONTEST = Contest(
    program="benchmarks.engine_against",
    what="Microseconds a decision, reference engine",
    unit=1000,
    window=0.2,
    trial=4,
    rounds=3,
)
WINDS = "winds"


def work(edition: str, seats: int, games: int, seed: int) -> tuple[int, int]:
    """Play games: the part that runs with either version, so it uses what both have."""
    built = edition_of(edition, seats)
    before = time.thread_time_ns()
    decisions = sum(play(built, seed * games + number) for number in range(games))
    return time.thread_time_ns() - before, decisions


@cache
def edition_of(name: str, seats: int) -> Any:
    from tsuro.editions.registry import build_edition

    # Switches were called options once.
    word = "switches" if "switches" in signature(build_edition).parameters else "options"
    chosen = {"winds_of_change": "on"} if name == WINDS else {}
    build: Any = build_edition
    return build("phoenix" if name == WINDS else name, seats=seats, **{word: chosen})


def play(edition: Any, seed: int) -> int:
    """One random game, setting up included; how many decisions it had."""
    from tsuro.core.asks import Chance
    from tsuro.engine.chance import SeededChance
    from tsuro.engine.play import advance, begin

    chance, rng = SeededChance(seed), Random(seed)
    decisions = 0
    step = begin(edition)
    while step.ask is not None:
        if isinstance(step.ask, Chance):
            step = advance(edition, step, chance.pick(step.ask))
        else:
            step = advance(edition, step, rng.choice(step.ask.options))
            decisions += 1
    return decisions


def main() -> None:
    if sys.argv[1:] == ["--work"]:
        serve(work)
        return
    from tsuro.editions.registry import OURS

    assert __doc__ is not None
    run(CONTEST, __doc__, (*OURS, WINDS))


if __name__ == "__main__":
    main()
