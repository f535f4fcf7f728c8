"""The whole benchmark: every form in turn, round by round, so that all meet the same weather."""

from __future__ import annotations

import gc
import os
import platform
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any, Final

from tsuro.benchmark.cores import one_core
from tsuro.benchmark.forms import UNITS, forms_of
from tsuro.benchmark.windows import Form, Window, measure, others_busy
from tsuro.editions.edition import Edition

RATIOS: Final[dict[str, tuple[str, str]]] = {
    "reference/compiled": ("reference", "compiled"),
    "interpreted/compiled": ("interpreted", "compiled"),
    "reference/interpreted": ("reference", "interpreted"),
    "step_1/step_4096": ("step_1", "step_4096"),
    "one_thread/two_threads": ("one_thread", "two_threads"),
}
"""How many times the second form is faster than the first."""
OVER_CLASSIC: Final = "over_classic"
"""Time of a compiled decision, in those of classic at as many seats."""


@dataclass(frozen=True)
class Plan:
    rounds: int = 9
    window: float = 0.02
    """Seconds."""
    threaded_window: float = 0.2
    """So long that what others may have of it, 5 % of every core, is a whole tick (10 ms) of the
    clock by which they are judged."""


QUICK: Final = Plan(rounds=3, window=0.005)


@dataclass(frozen=True)
class Ratio:
    value: float
    clean: bool
    """Whether both windows were clean in any round."""


def ratio_of(ones: Sequence[Window], others: Sequence[Window]) -> Ratio | None:
    """Median of the ratios within those rounds in which both windows were clean; of all rounds, if
    there is no such round."""
    rounds = list(zip(ones, others, strict=False))
    clean = [pair for pair in rounds if all(window.clean for window in pair)]
    ratios = [one.ns / other.ns for one, other in clean or rounds]
    return Ratio(median(ratios), bool(clean)) if ratios else None


@dataclass
class Line:
    """What was measured for one edition and seat count."""

    edition: str
    seats: int
    windows: dict[str, list[Window]] = field(default_factory=dict)

    def ns(self, form: str) -> list[float]:
        return [window.ns for window in self.windows.get(form, ())]

    def median(self, form: str) -> float | None:
        """Of the clean windows; of all, if no window was clean."""
        windows = self.windows.get(form, [])
        clean = [window.ns for window in windows if window.clean]
        values = clean or [window.ns for window in windows]
        return median(values) if values else None

    def is_clean(self, form: str) -> bool:
        return any(window.clean for window in self.windows[form])

    def ratio(self, one: str, other: str) -> Ratio | None:
        return ratio_of(self.windows.get(one, ()), self.windows.get(other, ()))


@dataclass
class Report:
    lines: list[Line]
    machine: dict[str, Any]
    others: float = 0.0
    """Cores that other programs used on average while the benchmark ran."""

    def over_classic(self, line: Line) -> Ratio | None:
        for other in self.lines:
            if other.edition == "classic" and other.seats == line.seats:
                windows = (each.windows.get("compiled", ()) for each in (line, other))
                return ratio_of(*windows)
        return None

    def rejected(self) -> int:
        return sum(w.rejected + (not w.clean) for w in self._windows())

    def accepted(self) -> int:
        return sum(window.clean for window in self._windows())

    def _windows(self) -> list[Window]:
        return [w for line in self.lines for windows in line.windows.values() for w in windows]

    def as_json(self) -> dict[str, Any]:
        return {
            "machine": self.machine,
            "other_programs_used_cores": round(self.others, 2),
            "windows": {"clean": self.accepted(), "rejected": self.rejected()},
            "unit": "nanoseconds per decision",
            "forms": UNITS,
            "lines": [self._line(line) for line in self.lines],
        }

    def _line(self, line: Line) -> dict[str, Any]:
        ratios = {name: line.ratio(*forms) for name, forms in RATIOS.items()}
        ratios[OVER_CLASSIC] = self.over_classic(line)
        return {
            "edition": line.edition,
            "seats": line.seats,
            "ns": {
                form: {
                    "median": line.median(form),
                    "best": min(line.ns(form)),
                    "worst": max(line.ns(form)),
                    "clean": line.is_clean(form),
                }
                for form in line.windows
            },
            "ratios": {
                name: {"median": ratio.value, "clean": ratio.clean}
                for name, ratio in ratios.items()
                if ratio is not None
            },
        }


def run(editions: Sequence[Edition], plan: Plan, tick: Callable[[str], None]) -> Report:
    """Measure; `tick` is told before each window what comes. The first round only warms up."""
    forms = [(Line(edition.id, edition.seats), forms_of(edition)) for edition in editions]
    began, busy = time.perf_counter_ns(), others_busy()
    collects = gc.isenabled()
    gc.disable()
    try:
        for number in range(plan.rounds + 1):
            for line, each in forms:
                tick(f"{line.edition}, {line.seats} seats")
                measure_round(line, each, plan, keep=number > 0)
            gc.collect()
    finally:
        if collects:
            gc.enable()
    others = (others_busy() - busy) / (time.perf_counter_ns() - began)
    return Report([line for line, _ in forms], describe_machine(), max(0.0, others))


def ticks(editions: Sequence[Edition], plan: Plan) -> int:
    return len(editions) * (plan.rounds + 1)


def measure_round(line: Line, forms: list[Form], plan: Plan, *, keep: bool) -> None:
    """A window of each form; all but those of several threads on one core."""
    for form in forms:
        target = plan.threaded_window if form.threads else plan.window
        with one_core() if form.threads < 2 else nullcontext():
            window = measure(form, target if keep else 0)
        if keep:
            line.windows.setdefault(form.name, []).append(window)


def describe_machine() -> dict[str, Any]:
    """Enough to know later what the numbers belong to."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        **{name: _version(name) for name in ("numba", "numpy")},
        "load": [round(value, 2) for value in os.getloadavg()] if hasattr(os, "getloadavg") else [],
        "date": time.strftime("%Y-%m-%d %H:%M"),
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
