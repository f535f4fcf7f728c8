"""Makes the sixth edition known to the tests in this folder, as if it were installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.waiting import PATIENCE
from tsuro.editions import registry

expect.set_options(timeout=1000 * PATIENCE)

ROOT = Path(__file__).resolve().parents[2]
METADATA = "Metadata-Version: 2.1\nName: meadow-tsuro\nVersion: 1.0\n"
ENTRY_POINT = "[tsuro.editions]\nmeadow = tests.support.sixth_edition:MEADOW\n"


@pytest.fixture(scope="package", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Here and in every process that is started meanwhile."""
    site = tmp_path_factory.mktemp("site")
    information = site / "meadow_tsuro-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: meadow-tsuro\nVersion: 1.0\n"
    )
    (information / "entry_points.txt").write_text(ENTRY_POINT)
    known = os.pathsep.join((str(site), str(ROOT), os.environ.get("PYTHONPATH", "")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(site), *sys.path])
        patch.setenv("PYTHONPATH", known.rstrip(os.pathsep))
        registry.forget_installed()
        yield
    registry.forget_installed()
