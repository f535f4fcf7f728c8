"""Staying on one core, where the system lets a program choose."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def one_core() -> Iterator[None]:
    """For this thread and those it starts: elsewhere it would find the caches cold."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    # A sandbox may forbid it: the numbers are then a little less steady, and as good as elsewhere.
    with suppress(OSError):
        os.sched_setaffinity(0, {min(allowed)})
    try:
        yield
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, allowed)
