"""Who is who: secrets issued once, kept only as hashes, never shown again."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections import OrderedDict
from typing import Final

from tsuro.server.storage.store import DAY, AddPlayer, Store

COOKIE: Final = "tsuro_player"
SECRET_BYTES: Final = 16
REMEMBERED: Final = 10_000
_FORM: Final = re.compile(r"[A-Za-z0-9_-]{22}")


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> str:
    """What is stored in place of a secret. It has 128 random bits, so it needs no salt."""
    return hashlib.blake2b(secret.encode(), digest_size=20, person=b"tsuro seat").hexdigest()


class Sessions:
    """Players known by their cookie."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, float] = OrderedDict()
        """When they were last looked up."""

    async def open(self) -> str:
        """A new player; the secret is returned once and then forgotten."""
        secret = new_secret()
        await self._store.write(AddPlayer(hashed(secret), at=time.time()))
        return secret

    async def identify(self, secret: str | None) -> str | None:
        """The player a cookie belongs to; None for none or a forged one."""
        if secret is None or not _FORM.fullmatch(secret):
            return None
        player, now = hashed(secret), time.time()
        if now - self._known.get(player, 0.0) < DAY:
            self._known.move_to_end(player)
            return player
        if not await self._store.knows_player(player, at=now):
            self._known.pop(player, None)
            return None
        self._known[player] = now
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return player
