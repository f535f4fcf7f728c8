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


Sentences = dict[int, tuple[Event, LogLine | None]]
"""The lines about events of one step, by identity; the events are kept alive here."""


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
        self,
        number: int,
        seat: int | None,
        events: Sequence[Event],
        speech: Speech,
        told: Sentences | None = None,
    ) -> list[LogLine]:
        """What a viewer reads about one step; `events` are as that viewer sees them.

        What some viewers see alike is told once, if they come with the same `told`.
        """
        known = {} if told is None else told
        lines: list[LogLine] = []
        for index, event in enumerate(events):
            found = known.get(id(event))
            if found is None:
                found = known[id(event)] = event, self._line(number, seat, events, index, speech)
            if found[1] is not None:
                lines.append(found[1])
        return lines

    def _line(
        self, number: int, seat: int | None, events: Sequence[Event], index: int, speech: Speech
    ) -> LogLine | None:
        """The line about one of the events of a step, if there is something to say."""
        plain, exact = self._narrators[speech.language]
        text = plain.tell_one(events, index)
        if text is None:
            return None
        note = exact.tell_one(events, index) if speech.exact else None
        about = _seat_of(events[index], self._edition)
        return LogLine(
            n=number,
            seat=seat if about is None else about,
            text=text,
            rule=rule_of_event(self._edition.info, events, index),
            exact=None if note == text else note,
        )


def _seat_of(event: Event, edition: Edition) -> int | None:
    """The seat a sentence is about."""
    seat = getattr(event, "seat", None)
    if isinstance(seat, int):
        return seat
    pawn = getattr(event, "pawn", None)
    return pawn // edition.pawns_per_seat if isinstance(pawn, int) else None
