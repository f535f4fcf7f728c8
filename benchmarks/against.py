"""Two versions of the package in turn, window by window on one core: what both programs share.

Each version has a process of its own, which reads the sources of its commit; both sit on the same
core and take turns by the CPU time of their thread, so that a slow moment of the machine hits both
alike. Where code and data come to lie differs from process to process and may cost some per cent:
so both are started anew for each sitting. The sources of the other commit are unpacked into
`build/commits`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmarks.commits import ROOT, unpacked

SEATS = (2, 4, 8)


@dataclass(frozen=True)
class Contest:
    """What is compared, and how long a window is."""

    program: str
    """The module that answers questions when it is told `--work`."""
    what: str
    unit: int
    """Nanoseconds in the unit that is printed."""
    window: float
    """Seconds of CPU time that a window has, about."""
    trial: int
    """Games that are played first to see how long they take."""
    rounds: int
    """In each sitting, unless somebody asks for more."""


class Worker:
    """A process with one version of the package."""

    def __init__(self, source: Path, program: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", program, "--work"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, edition: str, seats: int, games: int, seed: int) -> tuple[float, int]:
        """Nanoseconds a decision, and how many decisions there were."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([edition, seats, games, seed]) + "\n")
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


def serve(answer: Callable[[str, int, int, int], tuple[int, int]]) -> None:
    """The other end: nanoseconds and decisions for every edition, seats, games and seed asked."""
    for line in sys.stdin:
        print(json.dumps(answer(*json.loads(line))), flush=True)


@contextmanager
def workers(commit: str, program: str) -> Iterator[tuple[Worker, Worker]]:
    """The other version and this one, both on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with ExitStack() as stack:
        pair = Worker(unpacked(commit), program), Worker(ROOT / "src", program)
        for worker in pair:
            stack.callback(worker.close)
        yield pair


@dataclass
class Line:
    """What was measured for one edition and seat count."""

    edition: str
    seats: int
    sittings: list[list[tuple[float, float]]] = field(default_factory=list)
    """Nanoseconds a decision before and now, round by round."""
    same: bool = True
    """Whether both versions played the same games."""

    def games(self, pair: tuple[Worker, Worker], contest: Contest) -> int:
        """How many games fill a window; the first question has everything made ready."""
        for worker in pair:
            worker.ask(self.edition, self.seats, 1, 0)
        nanoseconds, decisions = pair[0].ask(self.edition, self.seats, contest.trial, 0)
        return max(1, round(contest.trial * contest.window * 1e9 / (nanoseconds * decisions)))

    def measure(self, pair: tuple[Worker, Worker], number: int, games: int) -> None:
        """One round; who is first finds the caches as somebody else has left them."""
        found = {
            which: pair[which].ask(self.edition, self.seats, games, number)
            for which in ((0, 1) if number % 2 else (1, 0))
        }
        self.sittings[-1].append((found[0][0], found[1][0]))
        self.same &= found[0][1] == found[1][1]

    def told(self, unit: int) -> str:
        pairs = [pair for sitting in self.sittings for pair in sitting]
        before, now = (median(column) / unit for column in zip(*pairs, strict=True))
        medians = [ratio_of(sitting) for sitting in self.sittings]
        return (
            f"{self.edition:<14}{self.seats:>6}{len(pairs):>6}{before:>9.1f}{now:>9.1f}"
            f"{ratio_of(pairs):>8.3f}   {min(medians):.3f} to {max(medians):.3f}"
            + ("" if self.same else "  (they play other games)")
        )


def ratio_of(pairs: list[tuple[float, float]]) -> float:
    return median(now / before for before, now in pairs)


def compare(
    contest: Contest, commit: str, lines: Sequence[Line], *, sittings: int, rounds: int
) -> None:
    for sitting in range(sittings):
        with workers(commit, contest.program) as pair:
            games = [line.games(pair, contest) for line in lines]
            for line in lines:
                line.sittings.append([])
            for number in range(rounds):
                for line, count in zip(lines, games, strict=True):
                    line.measure(pair, sitting * rounds + number, count)
    print(f"{contest.what}, in turn with {commit}: {sittings} sittings, one core")
    print(f"{'edition':<14}{'seats':>6}{'runs':>6}{'before':>9}{'now':>9}{'ratio':>8}   by sitting")
    for line in lines:
        print(line.told(contest.unit))


def run(contest: Contest, about: str, editions: Sequence[str]) -> None:
    """Read what is asked for on the command line, compare, and print."""
    parser = argparse.ArgumentParser(description=about.partition("\n")[0])
    parser.add_argument("commit", help="the version that is compared with this one")
    parser.add_argument("--sittings", type=int, default=7, help="how often both are started anew")
    parser.add_argument("--rounds", type=int, default=contest.rounds, help="in each sitting")
    parser.add_argument("--editions", nargs="+", choices=editions, default=editions)
    parser.add_argument("--seats", nargs="+", type=int, choices=range(2, 9), default=SEATS)
    arguments = parser.parse_args()
    if min(arguments.sittings, arguments.rounds) < 1:
        parser.error("--sittings and --rounds must be 1 or more")
    lines = [Line(edition, seats) for edition in arguments.editions for seats in arguments.seats]
    compare(contest, arguments.commit, lines, sittings=arguments.sittings, rounds=arguments.rounds)
