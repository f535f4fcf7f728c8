"""Copying records and nothing else: a template (see `fast.loops`) for the benchmark."""

from __future__ import annotations

from typing import Any

from tsuro.fast.templates.loops import copy_row
from tsuro.fast.tiles.options import is_over

FROM_KERNEL = ("is_over",)


def clone_rows(target: Any, source: Any, end: int, times: int) -> int:
    """Make each row the like of its neighbour, many times; returns how many games go on."""
    running = 0
    for _ in range(times):
        for i in range(end):
            copy_row(target, i, source, i)
            running += not is_over(target[i])
    return running


def warm_up(kernel: Any) -> None:
    rows, others = kernel.new_rows(1, seed=0), kernel.new_rows(1, seed=0)
    kernel.load(__name__).clone_rows(rows, others, 1, 1)
