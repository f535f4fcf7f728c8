"""Short stretches of measured time, and whether they can be trusted.

A window is clean if this thread had a core for itself nearly all the time: its CPU time is then
close to the time on the clock. Work with several threads cannot be judged that way, because threads
that wait for each other look like threads that are kept waiting; there the rest of the machine must
have been idle.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

LOST: Final = 0.05
"""The largest share of a window that may have gone to others."""
TRIES: Final = 6
"""Dirty windows are measured again, up to so many times in all."""
_STATISTICS: Final = Path("/proc/stat")


@dataclass(frozen=True)
class Form:
    """One way to play: `work` on what `prepare` made, which is not part of the time."""

    name: str
    prepare: Callable[[], Any]
    work: Callable[[Any], int]
    """Returns how many decisions it made."""
    threads: int = 0
    """0 for one thread measured by its CPU time; else the clock counts."""


@dataclass(frozen=True)
class Window:
    ns: float
    """Nanoseconds a decision."""
    clean: bool
    rejected: int = 0
    """Dirty windows before this one."""


def measure(form: Form, target: float) -> Window:
    """A clean window of `target` seconds or a little more; the last one if none was clean."""
    window = _window(form, target)
    for tried in range(1, TRIES):
        if window.clean:
            break
        again = _window(form, target)
        window = Window(again.ns, again.clean, rejected=tried)
    return window


def _window(form: Form, target: float) -> Window:
    decisions = spent = wall = 0
    began, busy = _clocks()[0], others_busy()
    while max(spent, wall) < target * 1e9 or not decisions:
        context = form.prepare()
        before = _clocks()
        decisions += form.work(context)
        after = _clocks()
        wall += after[0] - before[0]
        spent += after[1] - before[1]
    if form.threads:
        # Once for the whole window: asking takes longer than some work, and the answer is coarse.
        taken, elapsed = others_busy() - busy, _clocks()[0] - began
        return Window(wall / decisions, clean=taken <= LOST * elapsed * _cores())
    return Window(spent / decisions, clean=wall - spent <= LOST * wall)


def _clocks() -> tuple[int, int]:
    """In nanoseconds: the clock, and CPU time of this thread."""
    return time.perf_counter_ns(), time.thread_time_ns()


def others_busy() -> int:
    """Nanoseconds that other programs have spent on all cores; only differences mean something."""
    return machine_busy() - time.process_time_ns()


def machine_busy() -> int:
    """Nanoseconds that all programs together have spent on all cores; 0 where it is not told."""
    try:
        fields = _STATISTICS.read_bytes().split(b"\n", 1)[0].split()[1:]
    except OSError:
        return 0
    user, nice, system, _, _, irq, soft, steal, *_ = map(int, fields)
    return (user + nice + system + irq + soft + steal) * (1_000_000_000 // _ticks())


def _ticks() -> int:
    return os.sysconf("SC_CLK_TCK")


def _cores() -> int:
    return os.cpu_count() or 1
