"""One viewer of a table: who it is, what it looks at, and where its messages wait."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from msgspec.json import Encoder

from tsuro.core.ids import Seat
from tsuro.formats.wire.values import Memo, Tagged, to_wire
from tsuro.server.play.attachment import Attachment
from tsuro.server.play.outbox import Outbox
from tsuro.telling.log import Speech

ENCODER: Final = Encoder()
PLAIN: Final = Speech()


def encoded(message: Tagged, memo: Memo | None = None) -> bytes:
    """The bytes of a message; what it shares with others of the same memo is written once."""
    return ENCODER.encode(to_wire(message, memo))


class Connection:
    def __init__(self, identity: Collection[str], outbox: Outbox, speech: Speech = PLAIN) -> None:
        self.identity = frozenset(identity)
        """Hashes of the secrets its owner holds; empty for a mere spectator."""
        self.outbox = outbox
        self.speech = speech
        self.looking: Seat | None = None
        self.told = 0
        """The version of the latest position it was told."""
        self.moved: Callable[[], None] | None = None
        """Called when the table has gone to another process; None if it can only come back."""

    def attachment(self, table: str) -> Attachment:
        """What another process has to know to go on with it."""
        return Attachment(
            table=table,
            identity=tuple(sorted(self.identity)),
            language=self.speech.language,
            exact=self.speech.exact,
            looking=None if self.looking is None else int(self.looking),
            version=self.told,
        )

    def send(self, message: Tagged) -> None:
        self.outbox.put(encoded(message))
