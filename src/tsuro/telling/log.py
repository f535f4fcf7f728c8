"""The log beside the board: events in words, in both languages, with the rule that matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tsuro.core.events import Event
from tsuro.editions.edition import Edition
from tsuro.formats.prose import EnglishNarrator
from tsuro.telling.edition_messages import Bilingual
from tsuro.telling.messages import LogLine
from tsuro.telling.prose_de import GermanNarrator
from tsuro.telling.rule_numbers import rule_of_event


@dataclass(frozen=True, slots=True)
class Chronicle:
    """Tells events to anybody; a sentence says no more than the event a viewer was shown."""

    edition: Edition
    names: tuple[str, ...]
    _english: EnglishNarrator = field(init=False)
    _german: GermanNarrator = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_english", EnglishNarrator(self.edition, self.names))
        object.__setattr__(self, "_german", GermanNarrator(self.edition, self.names))

    def lines(self, number: int, seat: int | None, events: Sequence[Event]) -> list[LogLine]:
        """What a viewer reads about one step; `events` are as that viewer sees them."""
        told = zip(self._english.tell_all(events), self._german.tell_all(events), strict=True)
        return [
            self._line(number, seat, events[: index + 1], english, german)
            for index, ((_, english), (_, german)) in enumerate(told)
            if english is not None and german is not None
        ]

    def _line(
        self, number: int, seat: int | None, upto: Sequence[Event], english: str, german: str
    ) -> LogLine:
        """The line about the last of some events of a step."""
        about = _seat_of(upto[-1], self.edition)
        return LogLine(
            n=number,
            seat=seat if about is None else about,
            text=Bilingual(english, german),
            rule=rule_of_event(self.edition.info, upto),
        )


def _seat_of(event: Event, edition: Edition) -> int | None:
    """The seat a sentence is about."""
    seat = getattr(event, "seat", None)
    if isinstance(seat, int):
        return seat
    pawn = getattr(event, "pawn", None)
    return pawn // edition.pawns_per_seat if isinstance(pawn, int) else None
