"""The log beside the board: events in words, with the rule that matters."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.core.events import Event
from tsuro.editions.edition import Edition
from tsuro.formats.narrator import Narrator
from tsuro.formats.prose import EnglishNarrator
from tsuro.telling.messages import Language, LogLine
from tsuro.telling.prose_de import GermanNarrator
from tsuro.telling.rule_numbers import rule_of_event


class Chronicle:
    """Tells events to anybody; a sentence says no more than the event a viewer was shown."""

    def __init__(self, edition: Edition, names: tuple[str, ...]) -> None:
        self._edition = edition
        self._narrators: dict[Language, Narrator] = {
            "en": EnglishNarrator(edition, names),
            "de": GermanNarrator(edition, names),
        }

    def lines(
        self, number: int, seat: int | None, events: Sequence[Event], language: Language
    ) -> list[LogLine]:
        """What a viewer reads about one step; `events` are as that viewer sees them."""
        told = enumerate(self._narrators[language].tell_all(events))
        return [
            self._line(number, seat, events[: index + 1], sentence)
            for index, (_, sentence) in told
            if sentence is not None
        ]

    def _line(self, number: int, seat: int | None, upto: Sequence[Event], text: str) -> LogLine:
        """The line about the last of some events of a step."""
        about = _seat_of(upto[-1], self._edition)
        return LogLine(
            n=number,
            seat=seat if about is None else about,
            text=text,
            rule=rule_of_event(self._edition.info, upto),
        )


def _seat_of(event: Event, edition: Edition) -> int | None:
    """The seat a sentence is about."""
    seat = getattr(event, "seat", None)
    if isinstance(seat, int):
        return seat
    pawn = getattr(event, "pawn", None)
    return pawn // edition.pawns_per_seat if isinstance(pawn, int) else None
