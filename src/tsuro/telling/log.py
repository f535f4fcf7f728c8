"""The log beside the board: events in words, with the rule that matters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tsuro.core.events import Event
from tsuro.editions.edition import Edition
from tsuro.formats.narrator import Narrator
from tsuro.formats.prose import EnglishNarrator
from tsuro.telling.messages import Language, LogLine
from tsuro.telling.prose_de import GermanNarrator
from tsuro.telling.rule_numbers import rule_of_event


class Speech(NamedTuple):
    """How somebody is told things."""

    language: Language = "en"
    exact: bool = False
    """Whether sentences come with notation, too."""


class Chronicle:
    """Tells events to anybody; a sentence says no more than the event a viewer was shown."""

    def __init__(self, edition: Edition, names: tuple[str, ...]) -> None:
        self._edition = edition
        self._narrators: dict[Language, tuple[Narrator, Narrator]] = {
            "en": (
                EnglishNarrator(edition, names, plain=True),
                EnglishNarrator(edition, names),
            ),
            "de": (GermanNarrator(edition, names, plain=True), GermanNarrator(edition, names)),
        }
        """Who tells people, and who tells the same in notation."""

    def lines(
        self, number: int, seat: int | None, events: Sequence[Event], speech: Speech
    ) -> list[LogLine]:
        """What a viewer reads about one step; `events` are as that viewer sees them."""
        plain, exact = self._narrators[speech.language]
        told = list(plain.tell_all(events))
        noted = exact.tell_all(events) if speech.exact else told
        return [
            self._line(number, seat, events[: index + 1], sentence, notation)
            for index, ((_, sentence), (_, notation)) in enumerate(zip(told, noted, strict=True))
            if sentence is not None
        ]

    def _line(
        self, number: int, seat: int | None, upto: Sequence[Event], text: str, exact: str | None
    ) -> LogLine:
        """The line about the last of some events of a step."""
        about = _seat_of(upto[-1], self._edition)
        return LogLine(
            n=number,
            seat=seat if about is None else about,
            text=text,
            rule=rule_of_event(self._edition.info, upto),
            exact=None if exact == text else exact,
        )


def _seat_of(event: Event, edition: Edition) -> int | None:
    """The seat a sentence is about."""
    seat = getattr(event, "seat", None)
    if isinstance(seat, int):
        return seat
    pawn = getattr(event, "pawn", None)
    return pawn // edition.pawns_per_seat if isinstance(pawn, int) else None
