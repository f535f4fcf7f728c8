"""Every kind of store, each test with an empty one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.stores.kinds import Kind, OfPostgres, OfSqlite


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Kind:
    if request.param == "sqlite":
        return OfSqlite(tmp_path)
    return OfPostgres(request.getfixturevalue("postgres"))
