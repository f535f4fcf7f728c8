"""Clocks for bots."""

from __future__ import annotations

from time import monotonic
from typing import Final

PATIENCE: Final = 5.0
"""Seconds a person waits for a decision at most, whatever a bot's specification asks for."""


class Countdown:
    """A clock that runs from now on."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def remaining(self) -> float:
        return max(0.0, self._end - monotonic())
