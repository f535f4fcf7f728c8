"""The kinds of stores that tests are run with, behind one face."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol, TypeVar

import apsw

from tests.support.postgres import Postgres
from tsuro.server.storage.postgres.schema import connect
from tsuro.server.storage.postgres.store import PostgresStore
from tsuro.server.storage.sqlite import SqliteStore
from tsuro.server.storage.store import Store

ResultT = TypeVar("ResultT")


class Kind(Protocol):
    address: str
    """What `--database` would be told."""

    def open(self) -> Store:
        """One of several processes that share it."""

    def execute(self, statement: str) -> None:
        """Do something to it behind everybody's back."""


class OfSqlite:
    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "tsuro.db")

    def open(self) -> Store:
        return SqliteStore(self.address, shared=True)

    def execute(self, statement: str) -> None:
        connection = apsw.Connection(self.address, vfs="cksmvfs")
        connection.set_busy_timeout(60_000)
        connection.execute(statement)
        connection.close()


class OfPostgres:
    def __init__(self, database: Postgres) -> None:
        self.address = database.database()

    def open(self) -> Store:
        return PostgresStore(self.address, patience=300)

    def execute(self, statement: str) -> None:
        async def work() -> None:
            connection = await connect(self.address)
            await connection.execute(statement)
            await connection.close()

        asyncio.run(work())


def tell(
    kind: Kind, story: Callable[..., Coroutine[Any, Any, ResultT]], *, processes: int = 1
) -> ResultT:
    """Have something happen to so many processes that share a store."""

    async def work() -> ResultT:
        stores = [kind.open() for _ in range(processes)]
        for store in stores:
            await store.start()
        try:
            return await story(*stores)
        finally:
            for store in stores:
                await store.stop()

    return asyncio.run(work())
