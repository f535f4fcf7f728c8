"""A seal on every row: a hash over the row and, in the log, over the seal of the row before.

What the last row of a game is, is sealed as well (its head), so that rows cut off the end are
noticed, too. A seal notices what was changed, lost or put in between by accident or by hand; with
a key that lies elsewhere it is proof against whoever can write the database but does not know it.
A process has one key for all its stores: whoever starts it says which (`use_key`).
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec

from tsuro.server.storage.trouble import UNUSABLE, StorageTrouble, of_system
from tsuro.telling.match import Line

SEAL_BYTES: Final = 16
KEY_BYTES: Final = 32
UNKEYED: Final = b""
"""The key of databases that nobody gave one."""
SEALED: Final = "sealed"
"""Beside the games: the fingerprint of the key that all seals were made with."""
Head = tuple[int, bytes]
"""How many rows a game has, and the seal on that."""
_encode = msgspec.msgpack.Encoder().encode


class _Ring:
    """The key of this process."""

    key = UNKEYED


def use_key(key: bytes) -> None:
    """Make and check all seals with this key from now on."""
    _Ring.key = key


def is_keyed() -> bool:
    return _Ring.key != UNKEYED


def fingerprint() -> str:
    """By which a database knows the key; it does not tell it."""
    return _seal(b"tsuro key", b"heads").hex()


def read_key(path: Path, *, make: bool = False) -> bytes:
    """The key in a file; with `make` a new one where there is none."""
    try:
        if make and not path.exists():
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(f"{secrets.token_hex(KEY_BYTES)}\n")
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except OSError as error:
        raise of_system(path, error) from None
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise StorageTrouble(
            UNUSABLE, f"{path} holds no key: a key is {2 * KEY_BYTES} hexadecimal digits."
        )
    return key


def wrong_key(place: Path | str) -> StorageTrouble:
    return StorageTrouble(
        UNUSABLE,
        f"The games in {place} are sealed with a key that was not given; "
        "name its file with --seal-key.",
    )


def _seal(person: bytes, *parts: bytes, key: bytes | None = None) -> bytes:
    used = _Ring.key if key is None else key
    digest = blake2b(digest_size=SEAL_BYTES, key=used, person=person)
    for part in parts:
        digest.update(part)
    return digest.digest()


def first_seal(game: str, *, key: bytes | None = None) -> bytes:
    """What the first row of a game's log is chained to."""
    return _seal(b"tsuro game", game.encode(), key=key)


def row_seal(
    previous: bytes,
    game: str,
    seq: int,
    line: Sequence[object],
    at: float,
    *,
    key: bytes | None = None,
) -> bytes:
    """The seal of one row of the log, given that of the row before."""
    return _seal(b"tsuro row", previous, _encode((game, seq, *line, float(at))), key=key)


def head_seal(game: str, seq: int, last: bytes, *, key: bytes | None = None) -> bytes:
    """The seal on the end of a game's log, given the seal of its last row."""
    return _seal(b"tsuro head", last, _encode((game, seq)), key=key)


def table_seal(
    name: str,
    document: bytes,
    status: str,
    public: bool,
    updated: float,
    *,
    key: bytes | None = None,
) -> bytes:
    facts = name, document, status, bool(public), float(updated)
    return _seal(b"tsuro table", _encode(facts), key=key)


def player_seal(secret: str, created: float, *, key: bytes | None = None) -> bytes:
    return _seal(b"tsuro player", _encode((secret, float(created))), key=key)


def chained(
    previous: bytes,
    game: str,
    after: int,
    lines: Sequence[Line],
    at: float,
    *,
    key: bytes | None = None,
) -> list[bytes]:
    """The seals of new rows behind `after`."""
    seals = []
    for seq, line in enumerate(lines, after + 1):
        previous = row_seal(previous, game, seq, line, at, key=key)
        seals.append(previous)
    return seals
