"""One server for all tests that do not need their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import House


@pytest.fixture(scope="session")
def open_house() -> Iterator[House]:
    with House() as house:
        yield house


@pytest.fixture
def house(open_house: House) -> Iterator[House]:
    yield open_house
    open_house.dismiss()
