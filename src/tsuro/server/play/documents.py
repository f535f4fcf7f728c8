"""The document of a table as it is written to disk, and read again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tsuro.server.storage.store import StoredTable
from tsuro.telling.documents import TableDocument
from tsuro.telling.match import Line, Match


def stored(document: TableDocument) -> StoredTable:
    fields = msgspec.to_builtins(document)
    # On disk the switches have kept the name of older files.
    fields["options"] = fields.pop("switches")
    status = "lesson" if document.lesson else document.status
    return StoredTable(document.id, msgspec.msgpack.encode(fields), status, document.public)


def match_of(document: TableDocument, lines: Sequence[Line]) -> Match:
    """The game of a table, played again from its log."""
    match = Match(
        document.build(),
        first=document.first,
        seed=document.seed,
        position=document.position,
        chance=None if document.proof is None else document.proof.chance(),
    )
    match.replay(lines)
    match.started = document.status != "waiting"
    return match


def read_document(data: bytes) -> TableDocument:
    fields = msgspec.msgpack.decode(data, type=dict[str, object])
    if "options" in fields:
        fields["switches"] = fields.pop("options")
    return msgspec.convert(fields, TableDocument)
