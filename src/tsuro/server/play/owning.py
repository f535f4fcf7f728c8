"""Which process a table belongs to; where there is but one, nobody has to ask."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from tsuro.formats.wire.values import Json
from tsuro.server.storage.store import Lease, Process


class Elsewhere(Exception):
    """A table is in the memory of another process: whoever asked is sent there."""

    def __init__(self, process: Process) -> None:
        super().__init__(process.id)
        self.process = process


class Owners(Protocol):
    @property
    def me(self) -> str | None:
        """The id of this process; None if it is the only one."""

    @property
    def is_cut_off(self) -> bool:
        """Whether what is in memory may be past: others may own these tables by now."""

    async def lease(self, name: str) -> Lease | None:
        """The right to write a table, or `Elsewhere`; None if there is but one process."""

    async def info(self, process: Process, name: str, identity: Collection[str]) -> Json | None:
        """What another process says of its table; None if it does not answer.

        It comes as it is written, and is not read again.
        """


class Alone:
    me: str | None = None
    is_cut_off = False

    async def lease(self, name: str) -> Lease | None:
        return None

    async def info(self, process: Process, name: str, identity: Collection[str]) -> Json | None:
        return None
