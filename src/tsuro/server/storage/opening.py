"""Which kind of store an address names."""

from __future__ import annotations

from tsuro.server.storage.postgres.schema import is_address
from tsuro.server.storage.postgres.store import PostgresStore
from tsuro.server.storage.sqlite import SqliteStore
from tsuro.server.storage.store import Store


def open_store(database: str, *, shared: bool, sealed: bool = True) -> Store:
    """`shared`: several processes of this machine write a file, which whoever started them owns.

    `sealed` is False for whoever only thinks, and needs neither games nor the key of their seals.
    """
    if is_address(database):
        return PostgresStore(database, sealed=sealed)
    return SqliteStore(database, shared=shared, sealed=sealed)
