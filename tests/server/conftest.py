"""One server for all tests that do not need their own."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.server.house import House
from tests.support.postgres import Postgres
from tsuro.server import luck, reporting
from tsuro.server.reporting import NAMES


@pytest.fixture(scope="session")
def open_house() -> Iterator[House]:
    with House() as house:
        yield house


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of a process."""
    # Not among pytest's own folders: whoever starts pytest closes those to other users.
    with tempfile.TemporaryDirectory(prefix="tsuro-") as folder:
        Path(folder).chmod(0o755)
        database = Postgres(Path(folder) / "postgres")
        yield database
        database.close()


@pytest.fixture
def house(open_house: House) -> Iterator[House]:
    yield open_house
    open_house.dismiss()


@pytest.fixture
def own_log() -> Iterator[None]:
    """For tests that start a server's log in this process: the next one finds it as it was."""
    names = ("", *NAMES)
    loggers = [logging.getLogger(name) for name in names]
    kept = [(logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    chosen = reporting.chosen_form()
    yield
    reporting._chosen = chosen
    logging.captureWarnings(False)
    for logger, (handlers, level, propagate) in zip(loggers, kept, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.fixture(autouse=True)
def same_luck_every_time(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Each test has luck of its own, the same in every run."""
    rng = Random(request.node.nodeid)
    monkeypatch.setattr(luck, "game_seed", lambda: f"{rng.getrandbits(128):032x}")
    monkeypatch.setattr(luck, "game_secret", lambda: f"{rng.getrandbits(256):064x}")
    monkeypatch.setattr(luck, "thinking_seed", lambda: rng.getrandbits(luck.SEED_BITS))
