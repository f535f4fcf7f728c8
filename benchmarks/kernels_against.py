"""Whether the kernels are as fast as those of another commit, in one interleaved run.

    python benchmarks/kernels_against.py COMMIT [--sittings 7] [--editions seas] [--seats 2 4]

Random games on the compiled kernels of both versions, for every edition at 2, 4 and 8 seats. Each
version has a process of its own, which reads the sources of its commit; both sit on the same core
and take turns, window by window, by the CPU time of their thread, so that a slow moment of the
machine hits both alike. Where code and data come to lie differs from process to process and may
cost some per cent: so both are started anew for each sitting. The median ratio of all rounds is
printed, and the least and the largest median of a sitting: 1.03 means that a decision takes three
per cent longer than in COMMIT. Both play the same games, or it is told.

The other sources are unpacked into `build/kernels_against`; the code of both is compiled once and
kept in the cache of kernels.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent
SEATS = (2, 4, 8)
WINDOW = 0.02
"""Seconds of CPU time that a window has, about."""
NOBODY = 255
SEED = 1


class Worker:
    """A process with one version of the package."""

    def __init__(self, source: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--work"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, edition: str, seats: int, games: int) -> tuple[float, int]:
        """Nanoseconds a decision, and how many decisions there were."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([edition, seats, games]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"The process for {edition} has ended: see above what it said.")
        spent, decisions = json.loads(answer)
        return spent / decisions, decisions

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def work() -> None:
    """Answer questions: the part that runs with either version, so it uses what both have."""
    from tsuro.editions.registry import build_edition
    from tsuro.fast import Kernel

    ready: dict[tuple[str, int], tuple[Any, ...]] = {}
    for line in sys.stdin:
        edition, seats, games = json.loads(line)
        if (edition, seats) not in ready:
            kernel = Kernel(build_edition(edition, seats=seats), compiled=True)
            ready[edition, seats] = room_for(kernel)
        kernel, rows, spare, out, wins = ready[edition, seats]
        rows["rng"] = kernel.new_rows(1, seed=SEED)["rng"]
        before = time.thread_time_ns()
        decisions = kernel.loops.rollouts(rows, 0, NOBODY, games, spare, 0, out, wins)
        print(json.dumps([time.thread_time_ns() - before, int(decisions)]), flush=True)


def room_for(kernel: Any) -> tuple[Any, ...]:
    """One row that is set back to the opening for each game: the kernel and nothing else."""
    import numpy

    rows, spare = kernel.new_rows(1, seed=SEED), kernel.new_rows(1, seed=SEED)
    out = numpy.zeros(kernel.family.most_options, numpy.uint16)
    return kernel, rows, spare, out, numpy.zeros(8, numpy.int64)


def unpacked(commit: str) -> Path:
    """The sources of a commit."""
    name = subprocess.run(
        ["git", "rev-parse", "--verify", f"{commit}^{{commit}}"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    folder = ROOT / "build" / "kernels_against" / name
    if not folder.exists():
        packed = subprocess.run(
            ["git", "archive", name, "src"], cwd=ROOT, check=True, capture_output=True
        ).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
    return folder / "src"


@contextmanager
def workers(commit: str) -> Iterator[tuple[Worker, Worker]]:
    """The other version and this one, both on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with ExitStack() as stack:
        pair = Worker(unpacked(commit)), Worker(ROOT / "src")
        for worker in pair:
            stack.callback(worker.close)
        yield pair


def games_for(pair: tuple[Worker, Worker], edition: str, seats: int) -> int:
    """How many games fill a window; the first question has everything compiled."""
    for worker in pair:
        worker.ask(edition, seats, 1)
    nanoseconds, decisions = pair[0].ask(edition, seats, 200)
    return max(1, round(200 * WINDOW * 1e9 / (nanoseconds * decisions)))


@dataclass
class Line:
    """What was measured for one edition and seat count."""

    edition: str
    seats: int
    sittings: list[list[tuple[float, float]]] = field(default_factory=list)
    """Nanoseconds a decision before and now, round by round."""
    same: bool = True
    """Whether both versions played the same games."""

    def measure(self, pair: tuple[Worker, Worker], number: int, games: int) -> None:
        """One round; who is first finds the caches as somebody else has left them."""
        found = {
            which: pair[which].ask(self.edition, self.seats, games)
            for which in ((0, 1) if number % 2 else (1, 0))
        }
        self.sittings[-1].append((found[0][0], found[1][0]))
        self.same &= found[0][1] == found[1][1]

    def __str__(self) -> str:
        pairs = [pair for sitting in self.sittings for pair in sitting]
        before, now = (median(column) for column in zip(*pairs, strict=True))
        medians = [ratio_of(sitting) for sitting in self.sittings]
        return (
            f"{self.edition:<9}{self.seats:>6}{len(pairs):>6}{before:>9.1f}{now:>9.1f}"
            f"{ratio_of(pairs):>8.3f}   {min(medians):.3f} to {max(medians):.3f}"
            + ("" if self.same else "  (they play other games)")
        )


def ratio_of(pairs: list[tuple[float, float]]) -> float:
    return median(now / before for before, now in pairs)


def compare(commit: str, lines: list[Line], *, sittings: int, rounds: int) -> None:
    for _ in range(sittings):
        with workers(commit) as pair:
            games = [games_for(pair, line.edition, line.seats) for line in lines]
            for line in lines:
                line.sittings.append([])
            for number in range(rounds):
                for line, count in zip(lines, games, strict=True):
                    line.measure(pair, number, count)
    print(f"Nanoseconds a decision, compiled, in turn with {commit}: {sittings} sittings, one core")
    print(f"{'edition':<9}{'seats':>6}{'runs':>6}{'before':>9}{'now':>9}{'ratio':>8}   by sitting")
    for line in lines:
        print(line)


def main() -> None:
    if sys.argv[1:] == ["--work"]:
        work()
        return
    from tsuro.editions.registry import OURS

    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("commit", help="whose kernels are compared with these")
    parser.add_argument("--sittings", type=int, default=7, help="how often both are started anew")
    parser.add_argument("--rounds", type=int, default=9, help="in each sitting")
    parser.add_argument("--editions", nargs="+", choices=OURS, default=OURS)
    parser.add_argument("--seats", nargs="+", type=int, choices=range(2, 9), default=SEATS)
    arguments = parser.parse_args()
    if min(arguments.sittings, arguments.rounds) < 1:
        parser.error("--sittings and --rounds must be 1 or more")
    lines = [Line(edition, seats) for edition in arguments.editions for seats in arguments.seats]
    compare(arguments.commit, lines, sittings=arguments.sittings, rounds=arguments.rounds)


if __name__ == "__main__":
    main()
