"""What the operator of a server can choose, and the limits that keep its memory bounded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tsuro.editions.edition import Edition
from tsuro.engine.play import Step


@dataclass(frozen=True, slots=True)
class Rate:
    """A budget: `burst` at once, refilled at `per_second`."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    body_bytes: int = 16 * 1024
    record_bytes: int = 256 * 1024
    frame_bytes: int = 8 * 1024
    """Longest message a client may send."""
    requests: Rate = Rate(400, 50)
    """Per address: all requests that need more than a file."""
    sessions: Rate = Rate(60, 1)
    tables: Rate = Rate(60, 0.5)
    heavy: Rate = Rate(30, 2)
    """Per address: replays, pictures and records, which cost time to make."""
    studies: Rate = Rate(90, 4)
    """Per address: analyses begun."""
    studies_at_once: int = 8
    """Per address: analyses going on; one that is given up makes room at once."""
    messages: Rate = Rate(60, 20)
    """Per connection."""
    connections_per_address: int = 400
    connections_per_table: int = 1_500
    loaded_tables: int = 5_000
    """Tables in memory; those nobody looks at are put aside first."""
    bad_messages: int = 5
    """Malformed messages after which a connection is closed."""
    outbox_messages: int = 400
    outbox_bytes: int = 2 * 1024 * 1024
    addresses: int = 10_000
    """Addresses whose budgets are remembered."""
    hello_seconds: float = 10.0


FREE = Rate(1e9, 1e9)
UNLIMITED = Limits(
    requests=FREE,
    sessions=FREE,
    tables=FREE,
    heavy=FREE,
    studies=FREE,
    studies_at_once=1_000,
    messages=FREE,
    connections_per_address=1_000_000,
    loaded_tables=100_000,
    hello_seconds=3_600,
)
"""For tests and measurements on the own machine."""

IN_MEMORY = ":memory:"


class Animate(Protocol):
    """Draws a game as a moving picture; a function of a module, for a worker must find it."""

    def __call__(self, edition: Edition, steps: Sequence[Step], *, dark: bool) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Settings:
    database: str = IN_MEMORY
    """Path of the SQLite file, or `:memory:` for games that end with the program."""
    web: Path | None = None
    """The folder with the built page."""
    hosts: frozenset[str] | None = None
    """Host names this server answers to; None for any."""
    secure_cookie: bool = False
    """Whether it is reached by https only."""
    bot_workers: int = 1
    study_workers: int = 1
    """Processes for analyses, so that they never keep a bot from moving."""
    study_bot: str = "mcts:ms=1000"
    """Who judges positions; it is never given more than a quarter of a second at a time."""
    tidy: bool = False
    """Whether this process is the server's own, and garbage is searched for when it suits it."""
    prepare: bool = False
    """Whether to draw pictures and compile kernels before anybody asks."""
    animate: Animate | None = None
    """What makes GIFs, where it is installed."""
    limits: Limits = field(default_factory=Limits)


LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
