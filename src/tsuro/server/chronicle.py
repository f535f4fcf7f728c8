"""The log beside the board: events in words, in both languages, with the rule that matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tsuro.core.events import Event, GameEnded, PawnLost
from tsuro.core.state import Fate, Reason
from tsuro.editions.edition import Edition
from tsuro.formats.prose import EnglishNarrator
from tsuro.rules.soaring import PawnLeft
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
            rule=rule_of_event(self.edition.id, event),
        )


def _seat_of(event: Event, edition: Edition) -> int | None:
    """The seat a sentence is about."""
    seat = getattr(event, "seat", None)
    if isinstance(seat, int):
        return seat
    pawn = getattr(event, "pawn", None)
    return pawn // edition.pawns_per_seat if isinstance(pawn, int) else None


def rule_of_event(edition: str, event: Event) -> str | None:
    """The rule a reader may want to look up now."""
    if isinstance(event, PawnLost | PawnLeft):
        return FATE_RULES.get(edition, {}).get(event.fate)
    if isinstance(event, GameEnded):
        return REASON_RULES.get(edition, {}).get(event.result.reason)
    return None


FATE_RULES: dict[str, dict[Fate, str]] = {
    "classic": {Fate.EDGE: "CL-13", Fate.COLLISION: "CL-14"},
    "kosmos": {Fate.EDGE: "KO-13", Fate.COLLISION: "KO-13"},
    "pocket": {Fate.EDGE: "PO-11", Fate.COLLISION: "PO-11"},
    "seas": {
        Fate.EDGE: "SE-28",
        Fate.COLLISION: "SE-29",
        Fate.DAIKAIJU: "SE-28",
        Fate.STRANDED: "SE-32",
    },
    "phoenix": {
        Fate.EDGE: "PR-26",
        Fate.COLLISION: "PR-27",
        Fate.LOOP: "PR-28",
        Fate.STRANDED: "PR-43",
        Fate.WITHDRAWN: "PR-18",
    },
}
REASON_RULES: dict[str, dict[Reason, str]] = {
    "classic": {
        Reason.LAST_STANDING: "CL-16",
        Reason.ALL_OUT: "CL-17",
        Reason.TILES_OUT: "CL-24",
    },
    "kosmos": {
        Reason.LAST_STANDING: "KO-16",
        Reason.ALL_OUT: "KO-16",
        Reason.TILES_OUT: "KO-17",
    },
    "pocket": {Reason.LAST_STANDING: "PO-14", Reason.ALL_OUT: "PO-14"},
    "seas": {
        Reason.LAST_STANDING: "SE-34",
        Reason.ALL_OUT: "SE-35",
        Reason.BOARD_FULL: "SE-36",
    },
    "phoenix": {
        Reason.LAST_STANDING: "PR-46",
        Reason.ALL_OUT: "PR-47",
        Reason.STARS: "PR-45",
    },
}
