"""Where a socket is after its hello: at a table of this process, or on the way to another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from tsuro.server.play.attachment import Attachment
from tsuro.server.play.connection import Connection
from tsuro.server.play.table import Table
from tsuro.telling.messages import (
    Act,
    ClientMessage,
    Foresee,
    Hello,
    Ping,
    Pong,
    Speak,
    Undo,
)
from tsuro.telling.refusals import Refusal

if TYPE_CHECKING:
    from tsuro.server.together.relaying import Relay


class Place(Protocol):
    async def carry_out(self, message: ClientMessage, frame: str) -> None: ...

    def check(self) -> None:
        """After something was refused: whether the table can still be used."""

    def leave(self) -> None: ...

    def attachment(self) -> Attachment | None:
        """What another process has to know to go on; None if nothing has been told yet."""

    def unanswered(self) -> Sequence[str]:
        """What was said and perhaps not heard."""


class Here:
    """At a table in memory."""

    def __init__(self, table: Table, connection: Connection) -> None:
        self.table = table
        self.connection = connection

    async def carry_out(self, message: ClientMessage, frame: str) -> None:
        table, connection = self.table, self.connection
        match message:
            case Act():
                await table.act(connection, message)
            case Undo():
                await table.undo(connection, message)
            case Foresee():
                await table.foresee(connection, message)
            case Ping():
                connection.send(Pong())
            case Hello():
                raise Refusal("bad_protocol", "Hello has been said already.")
            case _:
                table.audience.answer(connection, message)

    def check(self) -> None:
        self.table.send_off_if_broken()

    def leave(self) -> None:
        self.table.audience.dismiss(self.connection)

    def attachment(self) -> Attachment:
        return self.connection.attachment(self.table.id)

    def unanswered(self) -> Sequence[str]:
        return ()


class There:
    """At a table of another machine, by way of a second socket."""

    def __init__(self, relay: Relay, present: Attachment) -> None:
        self._relay = relay
        self._present = present

    async def carry_out(self, message: ClientMessage, frame: str) -> None:
        if isinstance(message, Speak):
            self._present = replace(self._present, language=message.language, exact=message.exact)
        await self._relay.send(frame)

    def check(self) -> None:
        """That is for the other machine to know."""

    def leave(self) -> None:
        self._relay.end()

    def attachment(self) -> Attachment | None:
        relay = self._relay
        if relay.version < 0:
            return None
        return replace(self._present, version=relay.version, looking=relay.looking)

    def unanswered(self) -> Sequence[str]:
        return self._relay.unheard()
