"""What one test makes the server say must not keep it from saying so in the next."""

from __future__ import annotations

import pytest

from tsuro.server.quiet import QUIET


@pytest.fixture(autouse=True)
def nothing_said_yet() -> None:
    QUIET._kinds.clear()
