"""Fixtures for the tests of bots."""

from __future__ import annotations

import pytest

from tsuro.editions.edition import Edition
from tsuro.fast.kernel import Kernel
from tsuro.fast.ready import kernel_of


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search in plain Python: the same decisions, and nothing to be compiled."""

    def ready(edition: Edition, template: str, *, hurried: bool) -> Kernel:
        return kernel_of(edition, ready="plain")

    monkeypatch.setattr("tsuro.bots.search.thinking.ready_kernel", ready)
