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
    calls: Rate = Rate(2_000, 200)
    """Per address: requests of any kind, for files as well; past it they are answered later."""
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
    """Per connection, by what a message costs; whoever sends more is closed."""
    talk: Rate = Rate(1_200, 300)
    """Per address, all its connections together; whoever sends more is heard later."""
    waking: Rate = Rate(60, 4)
    """Per address: tables brought back from disk."""
    thinking_seconds: float = 2.0
    """For a bot's decision; where many wait there is less for each."""
    pictures_waiting: int = 8
    """Animations that wait to be drawn; whoever comes then is refused."""
    picture_bytes: int = 64 * 1024 * 1024
    """Animations that are kept."""
    record_actions: int = 5_000
    """Longest record of a game that is replayed."""
    connections: int = 20_000
    """Sockets of tables; a server that may open fewer files has fewer."""
    reserved: float = 0.2
    """The part of them that is kept for people with a seat."""
    standing: int = 1_000
    """Connections that are no sockets of tables: asking for something, or silent."""
    standing_per_address: int = 64
    arrivals: Rate = Rate(400, 60)
    """Per address: connections made, whatever for; past it they are heard later."""
    request_seconds: float = 20.0
    """For the head and the body of a request to come."""
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
    calls=FREE,
    requests=FREE,
    sessions=FREE,
    tables=FREE,
    heavy=FREE,
    studies=FREE,
    studies_at_once=1_000,
    messages=FREE,
    talk=FREE,
    waking=FREE,
    thinking_seconds=5.0,
    standing=1_000_000,
    standing_per_address=1_000_000,
    arrivals=FREE,
    request_seconds=3_600,
    connections=1_000_000,
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
class Sharing:
    """How a process finds others that serve the same games."""

    machine: str | None = None
    """The same for all that can hand each other their connections; None to find it out."""
    relay: tuple[str, int] | None = None
    """Where processes of other machines come in; None if there are none."""


@dataclass(frozen=True, slots=True)
class Settings:
    database: str = IN_MEMORY
    """Path of the SQLite file, `:memory:` for games that end with the program, or the address of
    a PostgreSQL database."""
    sharing: Sharing | None = None
    """None if this process is the only one that serves its games."""
    web: Path | None = None
    """The folder with the built page."""
    alone: Path | None = None
    """A folder that `make site` wrote: a page that goes on when this server is gone."""
    hosts: frozenset[str] | None = None
    """Host names this server answers to; None for any."""
    reachable: str | None = None
    """An address at which others reach this server; None if nobody but this machine does."""
    secure_cookie: bool = False
    """Whether it is reached by https only."""
    bot_workers: int = 1
    bot_pace: float = 0.0
    """Seconds that a bot takes for a decision at least, so that nobody can tell by the time how
    many options it had; 0 lets all answer as soon as they can."""
    think_elsewhere: bool = False
    """Whether bots and analyses are left to processes of `tsuro think`, here or elsewhere."""
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
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks whose word on where a request came from is taken."""
    metrics_from: tuple[str, ...] = ()
    """Addresses and networks that may read the metrics, beside this machine."""
    keep_days: int | None = None
    """Games and sessions that nobody touched for so many days are deleted; None keeps them."""
    limits: Limits = field(default_factory=Limits)


LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
