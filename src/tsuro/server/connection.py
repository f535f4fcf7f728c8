"""One socket at a table: whose it is, which hand it shows, and what waits to be sent."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec.json import Encoder

from tsuro.core.ids import Seat
from tsuro.telling.messages import Outbound
from tsuro.server.outbox import Outbox

ENCODER: Final = Encoder()


class Connection:
    def __init__(self, identity: Collection[str], outbox: Outbox, *, previews: bool = True) -> None:
        self.identity = frozenset(identity)
        """Hashes of the secrets its owner holds; empty for a mere spectator."""
        self.outbox = outbox
        self.looking: Seat | None = None
        self.previews = previews

    def send(self, message: Outbound) -> None:
        self.outbox.put(ENCODER.encode(message))
