"""How long one decision takes in the reference engine, options included.

Random games of every edition. A decision is measured from handing it to the engine until the next
one is asked for, with all its options: the luck in between belongs to it. The editions and seat
counts take turns game by game, so that a slow moment of the machine hits all of them alike.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import statistics
import time
from random import Random

from tsuro.core.asks import Chance, Decide
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.perft import roll
from tsuro.engine.play import advance, begin

SEATS = (2, 4, 8)


def play(edition: Edition, seed: int) -> list[float]:
    """One random game; the seconds that each of its decisions took."""
    chance, rng = SeededChance(seed), Random(seed)
    step = roll(edition, begin(edition), chance)
    times: list[float] = []
    while isinstance(step.ask, Decide):
        choice = rng.choice(step.ask.options)
        began = time.perf_counter()
        step = advance(edition, step, choice)
        while isinstance(step.ask, Chance):
            step = advance(edition, step, chance.pick(step.ask))
        times.append(time.perf_counter() - began)
    return times


def measure(rounds: int) -> dict[tuple[str, int], list[float]]:
    """Times by edition and seats; the first round of games only warms up."""
    settings = [(name, seats) for name in EDITIONS for seats in SEATS]
    times: dict[tuple[str, int], list[float]] = {setting: [] for setting in settings}
    for number in range(rounds + 1):
        for name, seats in settings:
            taken = play(build_edition(name, seats=seats), seed=number)
            if number:
                times[name, seats] += taken
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=40, help="games for each line")
    rounds = parser.parse_args().rounds
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    gc.disable()
    times = measure(rounds)
    print(
        f"One decision of the reference engine, in microseconds: {rounds} random games a line, "
        f"in turn, one core, Python {platform.python_version()}"
    )
    print(f"{'edition':<9}{'seats':>6}{'runs':>8}{'median':>9}{'p95':>9}")
    for (name, seats), taken in times.items():
        median = statistics.median(taken) * 1e6
        p95 = statistics.quantiles(taken, n=20)[-1] * 1e6
        print(f"{name:<9}{seats:>6}{len(taken):>8}{median:>9.0f}{p95:>9.0f}")


if __name__ == "__main__":
    main()
