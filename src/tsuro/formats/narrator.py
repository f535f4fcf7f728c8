"""What telling events has in common in every language: a sentence and the words to put into it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from tsuro.core.events import Event
from tsuro.core.pile import Seat
from tsuro.core.state import PawnId
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.formats.text import hints

Telling = str | Callable[[Any, Any], str]
"""A sentence with fields of the event in braces, or a function of narrator and event that gives
one; empty for mere bookkeeping."""


@dataclass(frozen=True)
class Narrator(ABC):
    edition: Edition
    names: Sequence[str]
    """By seat."""

    joint: ClassVar[str]
    """Between the last two of several words."""
    some_tile: ClassVar[str]
    """A tile that is not to be seen."""
    nobody: ClassVar[str]

    @abstractmethod
    def telling_of(self, event: Event) -> Telling: ...

    @abstractmethod
    def pawn(self, pawn: PawnId) -> str:
        """Its owner, who with two pawns needs a letter besides."""

    def seat(self, seat: Seat) -> str:
        return self.names[seat]

    def tell(self, event: Event) -> str | None:
        """One sentence; None for mere bookkeeping."""
        telling = self.telling_of(event)
        text = telling(self, event) if callable(telling) else telling
        if not text:
            return None
        sentence = text.format_map(self.words(event))
        return sentence[0].upper() + sentence[1:] + "."

    def words(self, event: Event) -> dict[str, str]:
        """The event's fields; `pawn_owner` is the player whose pawn it is."""
        words: dict[str, str] = {}
        kind: Any = type(event)
        for each in fields(event):
            hint, value = hints(kind)[each.name], getattr(event, each.name)
            words[each.name] = self._word(str(hint), value)
            if hint is PawnId:
                words[f"{each.name}_owner"] = self.seat(self.owner(value))
        return words

    def owner(self, pawn: PawnId) -> Seat:
        return Seat(pawn // self.edition.pawns_per_seat)

    def listed(self, words: Sequence[str]) -> str:
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.joint} {words[-1]}"

    def _word(self, hint: str, value: Any) -> str:
        """A field's value; seats and pawns are both numbers, so the hint tells them apart."""
        if value is None:
            return self.some_tile if "TileId" in hint else self.nobody
        if isinstance(value, Laid):
            return value.tile
        if isinstance(value, tuple) and hint.startswith("tuple"):
            return self.listed([self._word(hint.removeprefix("tuple["), item) for item in value])
        if "PawnId" in hint:
            return self.pawn(value)
        return self.seat(value) if "Seat" in hint else str(value)
