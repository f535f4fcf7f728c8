"""Settings for every test: Hypothesis repeats itself exactly and stays quick; nothing is compiled
behind a test's back, where it would take the time of others; coverage counts where it should."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.support.strangers import without_kernel
from tsuro.fast.compiling.background import WARMING_VARIABLE

__all__ = ["without_kernel"]

HERE: Final = Path(__file__).parent
MEASURED: Final = {"rules", "unit"}
"""Tests that say what comes of a rule. What whole games, bots, servers and kernels happen to reach
proves no rule, and to trace their games takes more than twice as long as to play them."""
ORDER: Final = ("web", "server", "arena", "cli", "rules", "golden", "meta", "perft")
"""The folders with which the first worker begins: its browser, its servers and its processes are
started once. The others begin with the rest, where compiled kernels are needed. Whoever is ready
first takes over from the end of another's list, where tests are short."""

os.environ[WARMING_VARIABLE] = "never"
# States are made by the thousand and hold no cycles: looking for some takes a tenth of the time.
gc.set_threshold(50_000, 10, 10)

settings.register_profile(
    "tsuro",
    derandomize=True,
    deadline=None,
    max_examples=30,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("tsuro")


def pytest_xdist_auto_num_workers() -> int:
    """One more than cores: tests of the page wait for a browser and a server half of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    gc.freeze()


def folder_of(item: pytest.Item) -> str:
    return item.path.relative_to(HERE).parts[0]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if folder_of(item) not in MEASURED:
            item.add_marker("no_cover")
    if hasattr(config, "workerinput"):
        places = {folder: place for place, folder in enumerate(ORDER)}
        items.sort(key=lambda item: places.get(folder_of(item), len(ORDER)))
