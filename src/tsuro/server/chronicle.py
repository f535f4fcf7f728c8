"""The log beside the board: events in words, in both languages, with the rule that matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tsuro.core.events import Event, GameEnded, PawnLost
from tsuro.editions.edition import Edition, EditionInfo
from tsuro.formats.prose import EnglishNarrator
from tsuro.rules.phoenix.soaring import PawnLeft
from tsuro.server.messages import Bilingual, LogLine
from tsuro.server.prose_de import GermanNarrator


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
            self._line(number, seat, event, english, german)
            for (event, english), (_, german) in told
            if english is not None and german is not None
        ]

    def _line(
        self, number: int, seat: int | None, event: Event, english: str, german: str
    ) -> LogLine:
        about = _seat_of(event, self.edition)
        return LogLine(
            n=number,
            seat=seat if about is None else about,
            text=Bilingual(english, german),
            rule=rule_of_event(self.edition.info, event),
        )


def _seat_of(event: Event, edition: Edition) -> int | None:
    """The seat a sentence is about."""
    seat = getattr(event, "seat", None)
    if isinstance(seat, int):
        return seat
    pawn = getattr(event, "pawn", None)
    return pawn // edition.pawns_per_seat if isinstance(pawn, int) else None


def rule_of_event(info: EditionInfo, event: Event) -> str | None:
    """The rule a reader may want to look up now; its section `rules` names them."""
    if isinstance(event, PawnLost | PawnLeft):
        return _rule_of(info, "fates", event.fate)
    if isinstance(event, GameEnded):
        return _rule_of(info, "reasons", event.result.reason)
    return None


def _rule_of(info: EditionInfo, kind: str, happened: str) -> str | None:
    rules: Mapping[str, str] = info.section("rules").get(kind, {})
    return rules.get(happened)
