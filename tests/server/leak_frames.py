"""Every frame that a table sends a viewer, on every way of coming to it: bytes, sizes, order."""

from __future__ import annotations

from collections.abc import Callable

from tsuro.core.ids import Seat
from tsuro.server.play.audience import Audience
from tsuro.server.play.connection import Connection
from tsuro.server.play.outbox import Outbox
from tsuro.server.settings import UNLIMITED
from tsuro.telling.documents import Seating, TableDocument
from tsuro.telling.log import Speech
from tsuro.telling.match import Match
from tsuro.telling.messages import Guess, Look
from tsuro.telling.refusals import Refusal

SPEECH = Speech("en", exact=True)
"""Whoever is told most."""
BEHIND = 5
"""Versions that somebody has missed who comes back."""


class Heard:
    """Takes down all that leaves."""

    free = True

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def write(self, message: bytes) -> None:
        self.frames.append(message)


class Still:
    """Time that does not pass."""

    def now(self) -> float:
        return 0.0

    def call_at(self, when: float, callback: Callable[[], None]) -> Still:
        return self

    def cancel(self) -> None: ...


def document_of(match: Match) -> TableDocument:
    edition = match.edition
    return TableDocument(
        id="table", edition=edition.id, switches=dict(edition.switches), first=0, seed="",
        seats=[Seating(kind="person", owner=str(n), name=f"N{n}") for n in range(edition.seats)],
        public=True, clock=None, creator="0", status="playing",
    )  # fmt: skip


def frames_of(match: Match, viewer: Seat | None) -> list[bytes]:
    """What a viewer is sent who comes, comes back, is brought from elsewhere, or asks."""
    identity = [] if viewer is None else [str(int(viewer))]
    found: list[bytes] = []
    for arrive in (_come, _come_back, _be_brought, _ask):
        heard = Heard()
        outbox = Outbox(UNLIMITED)
        outbox.open(heard)
        audience = Audience(document_of(match), match, None, Still())
        arrive(audience, Connection(identity, outbox, SPEECH), viewer)
        found += [arrive.__name__.encode(), *heard.frames]
    return found


Arrive = Callable[[Audience, Connection, Seat | None], None]


def _come(audience: Audience, connection: Connection, viewer: Seat | None) -> None:
    audience.admit(connection, None, limit=9)


def _come_back(audience: Audience, connection: Connection, viewer: Seat | None) -> None:
    audience.admit(connection, max(0, audience.match.version - BEHIND), limit=9)


def _be_brought(audience: Audience, connection: Connection, viewer: Seat | None) -> None:
    connection.told = max(0, audience.match.version - BEHIND)
    audience.readmit(connection, viewer)


def _ask(audience: Audience, connection: Connection, viewer: Seat | None) -> None:
    """Look from every seat and guess: what is refused is said in words."""
    audience.admit(connection, None, limit=9)
    for seat in range(audience.match.edition.seats):
        for message in (Look(seat=seat), Guess(seat=seat)):
            try:
                audience.answer(connection, message)
            except Refusal as refusal:
                connection.outbox.put(f"{refusal.code} {refusal.message}".encode())
