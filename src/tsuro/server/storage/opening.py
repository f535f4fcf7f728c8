"""Which kind of store an address names."""

from __future__ import annotations

from tsuro.server.storage.postgres.schema import is_address
from tsuro.server.storage.postgres.store import PostgresStore
from tsuro.server.storage.sqlite import SqliteStore
from tsuro.server.storage.store import Store


def open_store(database: str, *, shared: bool) -> Store:
    """`shared`: several processes of this machine write a file, which whoever started them owns."""
    if is_address(database):
        return PostgresStore(database)
    return SqliteStore(database, shared=shared)
