"""Events in plain English, those of an edition that nobody here knows included."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tsuro.core.events import Event
from tsuro.core.ids import PawnId, Seat
from tsuro.formats.narrator import Narrator
from tsuro.formats.prose import TELLINGS, EnglishNarrator


def is_known(event: Event) -> bool:
    """Whether there are sentences about events of this kind."""
    return type(event) in TELLINGS


def name_in_words(narrator: Narrator, event: Event) -> str:
    """Whom an event concerns and what it is called: `Ada: bell rung.`"""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", type(event).__name__).lower()
    seat, pawn = getattr(event, "seat", None), getattr(event, "pawn", None)
    if isinstance(seat, int) and seat in range(narrator.edition.seats):
        return f"{narrator.seat(Seat(seat))}: {name}."
    if isinstance(pawn, int) and narrator.owner(PawnId(pawn)) in range(narrator.edition.seats):
        return f"{narrator.pawn(PawnId(pawn))}: {name}."
    return f"{name.capitalize()}."


@dataclass(frozen=True)
class LogNarrator(EnglishNarrator):
    """Tells what happened, and of events it has no sentence for at least what they are called."""

    def tell(self, event: Event) -> str | None:
        return super().tell(event) if is_known(event) else name_in_words(self, event)
