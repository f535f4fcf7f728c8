"""Fixtures for the tests of the commands."""

from __future__ import annotations

import pytest

from tests.support.waiting import PATIENCE
from tsuro.bots import exec_bot, program


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that are programs may be as slow as the machine is."""
    monkeypatch.setattr(exec_bot, "GRACE", PATIENCE)
    monkeypatch.setattr(exec_bot, "START_UP", PATIENCE)
    monkeypatch.setattr(program, "LISTENING", PATIENCE)
