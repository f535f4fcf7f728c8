"""Trying mutants: each in a child of its own, against the tests that should notice it."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from statistics import mean
from typing import Any, Final

import pytest
from hypothesis import Phase, settings

from tools.mutation.children import Instead, log_of, run_pytest, start
from tools.mutation.mutants import Mutant
from tools.mutation.reach import Reach

LOADING_SECONDS: Final = 120
"""Of the processor, not on the wall: a busy machine changes nothing."""
PATIENCE: Final = 30
"""How many times as long as with whole code a test may take until it counts as hanging ..."""
SLACK_SECONDS: Final = 20
"""... and this much longer."""
MOST_MEMORY: Final = 6 * 1024**3
FIRST_TESTS: Final = 30
FIRST_FILES: Final = 2
"""What is asked first, of the files that know a place best and of those that are cheapest. Most
mutants go no further, and to collect all tests takes its time."""


class Outcome(StrEnum):
    NOTICED = "noticed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"


@dataclass(frozen=True)
class Verdict:
    mutant: str
    outcome: Outcome
    by: str = ""
    """The test, or the test file, that noticed."""

    def to_json(self) -> dict[str, str]:
        return asdict(self)


class Bench:
    """Tries mutants in the copy of the project at `root`, several at a time."""

    def __init__(self, root: Path, reach: Reach, scratch: Path, slack: float) -> None:
        self._root, self._reach, self._scratch = root, reach, scratch
        self._slack = slack
        self._running: dict[int, tuple[Mutant, list[list[str]]]] = {}

    def verdicts(
        self, mutants: Sequence[Mutant], *, noticed_before: dict[str, str], jobs: int
    ) -> Iterator[Verdict]:
        """As they come in; `noticed_before` names a test that is likely to notice again."""
        left = list(reversed(mutants))
        try:
            while left or self._running:
                if left and len(self._running) < jobs:
                    mutant = left.pop()
                    tests = self._reach.tests_for(mutant)
                    likely = noticed_before.get(mutant.name)
                    self._begin(mutant, rounds_of(tests, likely, self._reach.seconds))
                else:
                    yield from self._next()
        finally:
            for child in self._running:
                os.kill(child, signal.SIGKILL)

    def _begin(self, mutant: Mutant, rounds: list[list[str]]) -> None:
        tests = rounds[0] if rounds else []
        limits = {test: self._slack + PATIENCE * self._reach.seconds[test] for test in tests}
        child = start(self._root, lambda: attempt(mutant, limits), self._answer(mutant))
        self._running[child] = (mutant, rounds[1:])

    def _next(self) -> Iterator[Verdict]:
        """Wait for a child; no verdict yet if its mutant has to face another round."""
        child, status = os.waitpid(-1, 0)
        mutant, rounds = self._running.pop(child)
        if os.WIFSIGNALED(status):
            timed_out = os.WTERMSIG(status) == signal.SIGPROF
            yield Verdict(mutant.name, Outcome.TIMED_OUT if timed_out else Outcome.NOTICED)
            return
        answer = self._answer(mutant)
        if os.WEXITSTATUS(status):
            raise RuntimeError(log_of(answer).read_text(encoding="utf-8"))
        noticed = json.loads(answer.read_text(encoding="utf-8"))
        if noticed:
            yield Verdict(mutant.name, Outcome.NOTICED, noticed)
        elif rounds:
            self._begin(mutant, rounds)
        else:
            yield Verdict(mutant.name, Outcome.SURVIVED)

    def _answer(self, mutant: Mutant) -> Path:
        return self._scratch / mutant.name.replace("/", "-")


def rounds_of(
    tests: Sequence[str], likely: str | None, seconds: Mapping[str, float]
) -> list[list[str]]:
    """Cheap tests of a few files, then all others; a test that is likely to notice before them."""
    per_file: dict[str, list[float]] = defaultdict(list)
    for test in tests:
        per_file[test.partition("::")[0]].append(seconds[test])
    most = sorted(per_file, key=lambda file: -len(per_file[file]))[:FIRST_FILES]
    cheapest = sorted(per_file, key=lambda file: mean(per_file[file]))[:FIRST_FILES]
    first = [test for test in tests if test.partition("::")[0] in {*most, *cheapest}][:FIRST_TESTS]
    known = [likely] if likely is not None and likely in tests else []
    asked = {*known, *first}
    rest = [test for test in tests if test not in asked]
    return [chosen for chosen in (known, first, rest) if chosen]


def attempt(mutant: Mutant, limits: dict[str, float]) -> str:
    """Run tests on broken code, each within its limit; the one that noticed, or nothing."""
    if not limits:
        return ""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    signal.setitimer(signal.ITIMER_PROF, LOADING_SECONDS)
    sys.meta_path.insert(0, Instead(mutant.module, mutant.root / mutant.path, mutant.code()))
    plugin = _Chosen(limits)
    status = run_pytest(list(dict.fromkeys(test.partition("::")[0] for test in limits)), plugin)
    if status == pytest.ExitCode.OK and plugin.passed == len(limits):
        return ""
    return plugin.noticed or "the tests could not be loaded"


class _Chosen:
    """Runs the chosen tests only, in their order, and ends a child that hangs."""

    def __init__(self, limits: dict[str, float]) -> None:
        self._place = {test: place for place, test in enumerate(limits)}
        self._limits = limits
        self.noticed = ""
        self.passed = 0

    def pytest_collection(self) -> None:
        # One failure is enough: it need not be made small for a reader.
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings(), phases=phases)
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self._place]
        items[:] = sorted(chosen, key=lambda item: self._place[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, self._limits[nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.noticed = report.nodeid
        elif report.when == "call":
            self.passed += 1

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.noticed = report.nodeid


def to_verdict(data: dict[str, Any]) -> Verdict:
    return Verdict(data["mutant"], Outcome(data["outcome"]), data["by"])
