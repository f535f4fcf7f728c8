"""How fast the kernels are: nanoseconds of one core for each decision of a random game.

    python benchmarks/kernels.py [--rounds 15] [--games 2000] [--json FILE]

All forms are measured in turn, round by round, in one process, by the CPU time of this thread, so
that other programs disturb little; medians are printed, and ratios are medians of the ratios
within a round. The speed-up by two threads is the one number that needs the wall clock and an idle
machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from operator import truediv
from pathlib import Path
from random import Random
from statistics import median

import numpy

from tsuro.core.asks import Decide
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.play import advance, begin
from tsuro.fast import NO_ACTION, Kernel, has_kernel, kernel_for

EDITIONS = ("classic", "kosmos", "pocket", "seas", "phoenix")
SEATS = (2, 4, 8)
SLOW_GAMES = 3
"""Games a round for the forms in plain Python."""
BATCH = 1000
"""Rows played at once: they fit into the second-level cache."""

Measure = Callable[[], float]
"""Plays some games and returns nanoseconds a decision."""


def reference(edition: Edition, rng: Random) -> Measure:
    def measure() -> float:
        decisions = 0
        start = time.thread_time_ns()
        for _ in range(SLOW_GAMES):
            chance = SeededChance(rng.random().hex())
            step = begin(edition)
            while step.ask is not None:
                if isinstance(step.ask, Decide):
                    step = advance(edition, step, rng.choice(step.ask.options))
                    decisions += 1
                else:
                    step = advance(edition, step, chance.pick(step.ask))
        return (time.thread_time_ns() - start) / decisions

    return measure


def plain(edition: Edition, rng: Random) -> Measure:
    kernel = kernel_for(edition, compiled=False)
    return _playouts(kernel, SLOW_GAMES, SLOW_GAMES, rng)


def compiled(edition: Edition, games: int) -> Measure:
    """One row, set back to the opening for each game: the kernel and nothing else."""
    kernel = kernel_for(edition, compiled=True)
    rows, work = kernel.new_rows(1, seed=edition.seats), kernel.new_rows(1, seed=0)
    nobody = 255
    out = numpy.zeros(kernel.family.most_options, numpy.uint16)
    wins = numpy.zeros(8, numpy.int64)

    def measure() -> float:
        start = time.thread_time_ns()
        decisions = kernel.loops.rollouts(rows, 0, nobody, games, work, 0, out, wins)
        return float((time.thread_time_ns() - start) / decisions)

    return measure


def batch(edition: Edition, games: int, rng: Random) -> Measure:
    """Games that are kept, as a simulation wants them."""
    return _playouts(kernel_for(edition, compiled=True), games, BATCH, rng)


def _playouts(kernel: Kernel, games: int, size: int, rng: Random) -> Measure:
    rows = kernel.new_rows(size, seed=0)

    def measure() -> float:
        seed = rng.getrandbits(32)
        counts = []
        start = time.thread_time_ns()
        for first in range(0, games, size):
            counts.append(kernel.fresh_playouts(rows, seed=seed, begin_at=first))
        return (time.thread_time_ns() - start) / sum(int(sum(each)) for each in counts)

    return measure


def legal_only(edition: Edition, rng: Random) -> Measure:
    """Listing options, in positions from the middle of games."""
    kernel = kernel_for(edition, compiled=True)
    rows = kernel.new_rows(BATCH // 4, seed=rng.getrandbits(32))
    kernel.roll_batch(rows)
    luck = numpy.random.default_rng(rng.getrandbits(32))
    for _ in range(4 * edition.seats):
        step_at_random(kernel, rows, luck)

    answer = kernel.legal_batch(rows)
    asked = sum(1 for count in answer[1] if count)

    def measure() -> float:
        start = time.thread_time_ns()
        for _ in range(10):
            kernel.loops.legal_rows(rows, 0, len(rows), *answer)
        return (time.thread_time_ns() - start) / (10 * max(asked, 1))

    return measure


def batch_step(edition: Edition, size: int, rng: Random) -> Measure:
    """The guarded way: options listed, one chosen by numpy, checked and played."""
    kernel = kernel_for(edition, compiled=True)

    def measure() -> float:
        rows = kernel.new_rows(size, seed=rng.getrandbits(32))
        kernel.roll_batch(rows)
        turns = max(1, min(20, 4096 // size))
        luck = numpy.random.default_rng(rng.getrandbits(32))
        start = time.thread_time_ns()
        asked = sum(step_at_random(kernel, rows, luck) for _ in range(turns))
        return (time.thread_time_ns() - start) / max(asked, 1)

    return measure


def step_at_random(kernel: Kernel, rows: object, luck: numpy.random.Generator) -> int:
    """One decision in every running game; returns how many there were."""
    codes, counts = kernel.legal_batch(rows)
    picks = (luck.random(len(counts)) * counts).astype(numpy.int64)
    chosen = codes[numpy.arange(len(counts)), picks]
    chosen[counts == 0] = NO_ACTION
    kernel.step_batch(rows, chosen)
    return int((counts > 0).sum())


def forms(edition: Edition, games: int) -> dict[str, Measure]:
    rng = Random(f"{edition.id} {edition.seats}")
    return {
        "reference": reference(edition, rng),
        "plain": plain(edition, rng),
        "compiled": compiled(edition, games),
        "batch": batch(edition, games, rng),
        "legal only": legal_only(edition, rng),
        "step N=1": batch_step(edition, 1, rng),
        "step N=256": batch_step(edition, 256, rng),
        "step N=4096": batch_step(edition, 4096, rng),
    }


def two_threads(edition: Edition, games: int, rounds: int) -> tuple[float, float]:
    """How much faster two threads are by the wall clock, best round, and by CPU time spent.

    The second number is what an idle machine would show if nothing but the work itself slowed the
    threads down.
    """
    kernel = kernel_for(edition, compiled=True)
    rows = kernel.new_rows(8 * games, seed=1)
    wall: list[float] = []
    spent: list[float] = []
    for number in range(rounds):
        clocks = []
        for threads in (1, 2):
            start = time.perf_counter_ns(), time.process_time_ns()
            kernel.fresh_playouts(rows, seed=number, threads=threads)
            clocks.append((time.perf_counter_ns() - start[0], time.process_time_ns() - start[1]))
        wall.append(clocks[0][0] / clocks[1][0])
        spent.append(2 * clocks[0][1] / clocks[1][1])
    return max(wall), median(spent)


def run(rounds: int, games: int) -> dict[str, dict[str, float]]:
    """Median nanoseconds a decision by edition and seats, then by form."""
    ways = [
        build_edition(name, seats=seats)
        for name in EDITIONS
        for seats in SEATS
        if has_kernel(build_edition(name, seats=seats))
    ]
    measures = {f"{way.id} {way.seats}": forms(way, games) for way in ways}
    found: dict[str, dict[str, list[float]]] = {
        way: {form: [] for form in each} for way, each in measures.items()
    }
    for number in range(rounds + 1):
        for way, each in measures.items():
            for form, measure in each.items():
                spent = measure()
                if number:  # The first round compiles.
                    found[way][form].append(spent)
        print(f"\rround {number} of {rounds}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return {way: summary(found, way) for way in found}


def summary(found: dict[str, dict[str, list[float]]], way: str) -> dict[str, float]:
    """Medians of the forms, and of their ratios within a round."""
    mine = found[way]["compiled"]
    classic = found[f"classic {way.split()[1]}"]["compiled"]
    row = {form: median(values) for form, values in found[way].items()}
    row["times reference"] = median(map(truediv, found[way]["reference"], mine))
    row["over classic"] = median(map(truediv, mine, classic))
    return row


def show(table: dict[str, dict[str, float]]) -> None:
    heads = list(next(iter(table.values())))
    print(f"{'ns per decision':14}" + "".join(f"{head:>17}" for head in heads))
    for way, row in table.items():
        print(f"{way:14} " + "".join(f"{row[head]:17,.1f}" for head in heads))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=2000, help="games a round, compiled")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    table = run(options.rounds, options.games)
    show(table)
    wall, spent = two_threads(build_edition("classic", seats=4), options.games, options.rounds)
    print(f"two threads are {wall:.2f} times one by the clock, {spent:.2f} by CPU time")
    if options.json:
        options.json.write_text(json.dumps(table, indent=2) + "\n")


if __name__ == "__main__":
    main()
