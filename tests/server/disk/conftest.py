"""What one test makes the server say must not keep it from saying so in the next; nor its key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tsuro.server.quiet import QUIET
from tsuro.server.storage.sealing import UNKEYED, use_key


@pytest.fixture(autouse=True)
def nothing_said_yet() -> None:
    QUIET._kinds.clear()


@pytest.fixture(autouse=True)
def key_of_nobody() -> Iterator[None]:
    yield
    use_key(UNKEYED)
