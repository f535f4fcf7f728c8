"""What every store of games promises, whatever database is behind it.

`write` returns once everything it was given is safe on disk, and either all of it is there or
nothing. Rows are only ever added behind the last one of their game, so that a second row of the
same number is refused. Where several processes share a store, a table is written under a lease, and
whoever has lost it writes nothing (docs/decisions/0018-several-processes.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from tsuro.telling.match import Line
from tsuro.telling.refusals import Refusal

DAY: Final = 24 * 3600
AT_ONCE: Final = 100
"""Tables looked at or deleted in one piece of work: moves of others must not wait for long."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    id: str
    document: bytes
    status: str
    public: bool


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write a table: whoever takes it over has a higher fence."""

    game: str
    owner: str
    fence: int


@dataclass(frozen=True, slots=True)
class Process:
    """One of the servers that share a store."""

    id: str
    machine: str
    """The same for all that can hand each other their connections."""
    door: str
    """The Unix socket where the others of its machine find it."""
    relay: str
    """Host and port where those of other machines find it; empty if they cannot."""
    beat: int = 0
    leaving: bool = False
    tables: int = 0
    """How many tables it has in memory."""
    news: bytes = b""
    """What it tells the others with its beat."""


@dataclass(frozen=True, slots=True)
class Append:
    """Rows of the log behind `after`."""

    game: str
    after: int
    lines: Sequence[Line]
    at: float


@dataclass(frozen=True, slots=True)
class Save:
    """A table as it is now."""

    table: StoredTable
    at: float


@dataclass(frozen=True, slots=True)
class Create:
    """A new table and the rows it begins with; an id in use is refused."""

    table: StoredTable
    lines: Sequence[Line]
    at: float
    owner: str | None = None
    """The process that holds its lease from the first; None where there is but one."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A table with everything there is of it, as it lies in a store."""

    table: StoredTable
    updated: float
    seal: bytes
    rows: Sequence[tuple[Any, ...]]
    """Number, kind, seat, command, body, time and seal of each row of the log."""
    head: tuple[int, bytes] | None
    """How many rows there are, and the seal on that."""


Session = tuple[str, float, float, bytes]
"""Of a player: the hash of the secret, when it was made and last seen, and the seal."""


@dataclass(frozen=True, slots=True)
class AddPlayer:
    secret: str
    at: float


Change = Append | Save | Create | AddPlayer


class Registry(Protocol):
    """Which processes share a store, and which of them each table belongs to."""

    async def secret(self) -> str:
        """What the processes know each other by; made once."""

    async def enrol(self, process: Process) -> None:
        """Become one of those who share the store."""

    async def beat(self, process: Process) -> list[Process] | None:
        """Say that one is alive; returns everybody, or None if one was declared dead."""

    async def strike(self, process: Process) -> bool:
        """Declare dead whoever has not beaten since; whether it was so."""

    async def acquire(self, game: str, owner: str) -> Lease | None:
        """The lease of a table: one's own if nobody alive has it, else that of who has it.

        None if there is no such table.
        """

    async def release(self, owner: str, games: Sequence[str] | None = None) -> None:
        """Give up some leases, or all of them."""

    async def orphans(self, limit: int) -> list[str]:
        """Games going on whose owner is gone, or that nobody has taken up yet; latest first."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Something to think about, for whoever takes it."""

    id: str
    version: str
    """Of the program: only the same one can read it."""
    hurried: bool
    """Whether it is taken before all that are not."""
    body: bytes


@dataclass(frozen=True, slots=True)
class Answered:
    id: str
    body: bytes


class Questions(Protocol):
    """What processes that think take from the store, and give back."""

    async def ask(self, asked: Asked) -> None: ...

    async def take(self, version: str) -> Asked | None:
        """The one that has waited longest; nobody else gets it."""

    async def answer(self, answered: Answered) -> None:
        """For whoever asked; lost if nobody wants to know any more."""

    async def answers(self, ids: Sequence[str]) -> list[Answered]:
        """What has been answered; it is forgotten then."""

    async def withdraw(self, ids: Sequence[str]) -> None: ...


class Store(Protocol):
    path: str
    """Where games are kept, in words."""
    commits: int
    writes: int
    failures: int
    """Pieces of work that could not be done, whatever the reason."""
    failing: bool
    """Whether the last write failed; looking at what is there says nothing of the next one."""
    watch: Callable[[float], None]
    """Is told how many seconds each commit took."""

    @property
    def waiting(self) -> int:
        """Pieces of work that have not been begun."""

    @property
    def registry(self) -> Registry: ...

    @property
    def questions(self) -> Questions: ...

    async def write(self, *changes: Change, lease: Lease | None = None) -> None:
        """All of them or none, on disk when this returns; with a lease, only while it is held."""

    async def load(self, game: str) -> tuple[bytes, list[Line]] | None:
        """A table's document and log, as they were written; None if there is no such table."""

    async def document_of(self, game: str) -> bytes | None:
        """A table's document alone; None if there is no such table."""

    async def list_ids(self, *, status: Sequence[str], public_only: bool, limit: int) -> list[str]:
        """Ids, latest first; a table that cannot be read is among them."""

    async def list_ids_of(self, player: str, limit: int) -> list[str]:
        """Tables whose document names a player, latest first; no steps of a tutorial."""

    async def knows_player(self, secret: str, *, at: float) -> bool:
        """Whether there is such a player; that they were here is noted once a day."""

    async def old_tables(self, before: float, after: str) -> list[str]:
        """Ids behind `after` of tables whose seats and whose log nobody has changed since."""

    async def delete_tables(self, names: Sequence[str]) -> None: ...

    async def delete_players(self, before: float) -> int:
        """Forget who was not seen since a moment; returns how many."""

    async def sessions(self, after: str, limit: int) -> list[Session]:
        """All players behind a hash, in order."""

    async def names(self, after: str, limit: int) -> list[str]:
        """The ids of all tables behind one, in order."""

    async def whole(self, game: str) -> Whole | None: ...

    async def adopt(self, tables: Sequence[Whole], sessions: Sequence[Session]) -> None:
        """Take over what another store holds, seals and all."""

    async def mark(self, name: str, value: str | None) -> None:
        """Note something beside the games; None forgets it."""

    async def marked(self, name: str) -> str | None: ...

    async def require_unused(self) -> None:
        """Refuses, in a sentence, while a server uses the same store."""

    async def try_again(self) -> None:
        """After a failed write, see whether the disk is well again: nobody else may want to write.

        Whoever asks while somebody finds out is told what was known before.
        """

    def announce(self, address: str) -> None:
        """Where this server is found, for whoever comes second to a store for one."""

    async def start(self) -> None:
        """Before anything else is asked for, in the event loop that will ask."""

    async def stop(self) -> None:
        """Finish what has been asked for, then let go of the database."""


def written_already() -> Refusal:
    return Refusal("storage_failed", "This has been written already.")


def not_written() -> Refusal:
    return Refusal("storage_failed", "The game could not be written to disk.")


def lost_lease() -> Refusal:
    return Refusal("table_moved", "This table has moved to another server; try again.")


def damage(what: str) -> Refusal:
    return Refusal("data_damaged", f"{what}; whoever runs this server has been told.")


def unwatched(seconds: float) -> None:
    """Nobody wants to know."""
