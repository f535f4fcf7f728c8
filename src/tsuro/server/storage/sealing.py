"""A seal on every row: a hash over the row and, in the log, over the seal of the row before.

A seal notices what was changed, lost or put in between; it is no proof against somebody who can
write the database, as long as there is no key. `KEY` is empty today; a chain with a key, kept
elsewhere, is the same chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

import msgspec

from tsuro.telling.match import Line

SEAL_BYTES: Final = 16
KEY: Final = b""
_encode = msgspec.msgpack.Encoder().encode


def _seal(person: bytes, *parts: bytes) -> bytes:
    digest = blake2b(digest_size=SEAL_BYTES, key=KEY, person=person)
    for part in parts:
        digest.update(part)
    return digest.digest()


def first_seal(game: str) -> bytes:
    """What the first row of a game's log is chained to."""
    return _seal(b"tsuro game", game.encode())


def row_seal(previous: bytes, game: str, seq: int, line: Sequence[object], at: float) -> bytes:
    """The seal of one row of the log, given that of the row before."""
    return _seal(b"tsuro row", previous, _encode((game, seq, *line, float(at))))


def table_seal(name: str, document: bytes, status: str, public: bool, updated: float) -> bytes:
    return _seal(b"tsuro table", _encode((name, document, status, bool(public), float(updated))))


def player_seal(secret: str, created: float) -> bytes:
    return _seal(b"tsuro player", _encode((secret, float(created))))


def chained(
    previous: bytes, game: str, after: int, lines: Sequence[Line], at: float
) -> list[bytes]:
    """The seals of new rows behind `after`."""
    seals = []
    for seq, line in enumerate(lines, after + 1):
        previous = row_seal(previous, game, seq, line, at)
        seals.append(previous)
    return seals
