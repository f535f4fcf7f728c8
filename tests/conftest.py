"""Settings for every test: Hypothesis repeats itself exactly and stays quick."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "tsuro",
    derandomize=True,
    deadline=None,
    max_examples=30,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("tsuro")
