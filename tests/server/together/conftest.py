"""Several servers that share a store, in threads of this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.house import HandTime, House
from tests.server.stores.kinds import Kind, OfPostgres, OfSqlite
from tsuro.server.settings import UNLIMITED, Settings, Sharing

Street = Callable[..., House]
"""Opens another house of the same games."""


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Kind:
    if request.param == "sqlite":
        return OfSqlite(tmp_path)
    return OfPostgres(request.getfixturevalue("postgres"))


@pytest.fixture
def street(kind: Kind) -> Iterator[Street]:
    with ExitStack() as stack:

        def open_house(machine: str = "here", *, time: HandTime | None = None) -> House:
            sharing = Sharing(machine=machine, relay=("127.0.0.1", 0))
            settings = Settings(database=kind.address, sharing=sharing, limits=UNLIMITED)
            return stack.enter_context(House(settings, time=time))

        yield open_house
