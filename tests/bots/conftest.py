"""Fixtures for the tests of bots."""

from __future__ import annotations

import pytest

from tsuro.editions.edition import Edition
from tsuro.fast.kernel import Kernel
from tsuro.fast.ready import kernel_for


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search in plain Python: the same decisions, and nothing to be compiled."""

    def ready(edition: Edition, template: str, *, hurried: bool) -> Kernel:
        return kernel_for(edition, compiled=False)

    monkeypatch.setattr("tsuro.bots.searching.ready_kernel", ready)
