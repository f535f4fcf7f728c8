"""Settings for every test: Hypothesis repeats itself exactly and stays quick; nothing is compiled
behind a test's back, where it would take the time of others; coverage counts where it should."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tsuro.fast.background import WARMING_VARIABLE

HERE: Final = Path(__file__).parent
MEASURED: Final = {"golden", "perft", "properties", "rules", "unit"}
"""Tests of the rules themselves. What bots, servers and kernels happen to reach proves no rule, and
to trace their games takes three times as long as to play them."""

os.environ[WARMING_VARIABLE] = "never"

settings.register_profile(
    "tsuro",
    derandomize=True,
    deadline=None,
    max_examples=30,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("tsuro")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(HERE).parts[0] not in MEASURED:
            item.add_marker("no_cover")
