"""The document of a table as it is written to disk, and read again."""

from __future__ import annotations

import msgspec

from tsuro.server.storage.store import StoredTable
from tsuro.telling.documents import TableDocument


def stored(document: TableDocument) -> StoredTable:
    fields = msgspec.to_builtins(document)
    # On disk the switches have kept the name of older files.
    fields["options"] = fields.pop("switches")
    status = "lesson" if document.lesson else document.status
    return StoredTable(document.id, msgspec.msgpack.encode(fields), status, document.public)


def read_document(data: bytes) -> TableDocument:
    fields = msgspec.msgpack.decode(data, type=dict[str, object])
    if "options" in fields:
        fields["switches"] = fields.pop("options")
    return msgspec.convert(fields, TableDocument)
