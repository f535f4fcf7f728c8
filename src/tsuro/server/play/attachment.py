"""Where a connection was when it left a process: enough for another one to go on with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from tsuro.telling.messages import Language


@dataclass(frozen=True, slots=True)
class Attachment:
    """A connection that has said hello."""

    table: str
    identity: tuple[str, ...]
    """Hashes of the secrets its owner holds."""
    language: Language
    exact: bool
    looking: int | None
    version: int
    """Everything up to it has been told."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """An open connection on its way to another process, beside its file descriptor."""

    head: bytes
    """The request it began with, as it came."""
    attachment: Attachment | None
    """None if it has not been let in anywhere."""
    unread: tuple[str, ...]
    """What it said that nobody has answered."""


_encoder: Final = msgspec.msgpack.Encoder()
_parcels: Final = msgspec.msgpack.Decoder(Parcel)
_attachments: Final = msgspec.msgpack.Decoder(Attachment)


def packed(parcel: Parcel) -> bytes:
    return _encoder.encode(parcel)


def unpacked(data: bytes) -> Parcel:
    return _parcels.decode(data)


def written(attachment: Attachment) -> bytes:
    return _encoder.encode(attachment)


def read(data: bytes) -> Attachment:
    return _attachments.decode(data)
