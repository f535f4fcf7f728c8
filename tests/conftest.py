"""Settings for every test: Hypothesis repeats itself exactly and stays quick; nothing is compiled
behind a test's back, where it would take the time of others."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

from tsuro.fast.background import WARMING_VARIABLE

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
