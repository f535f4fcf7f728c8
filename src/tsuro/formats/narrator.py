"""What telling events has in common in every language: a sentence and the words to put into it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, cached_property, lru_cache
from string import Formatter
from typing import Any, ClassVar

from tsuro.core.events import Event
from tsuro.core.geometry import Beside, Cell, Side, Stop, rim_side
from tsuro.core.ids import PawnId, Seat
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.formats.squares import Lines, printed_lines
from tsuro.formats.text import hints
from tsuro.rules.phoenix.lanterns import FinalRoundAnnounced, LanternMoved, StarsTaken
from tsuro.rules.phoenix.winds import TileFlipped

Telling = str | Callable[[Any, Any], str]
"""A sentence with fields of the event in braces, or a function of narrator and event that gives
one; empty for mere bookkeeping."""


class FlipCause(Enum):
    """Why a tile was flipped, which only the events around the flip tell."""

    STAR = auto()
    """Its star was taken (WC-2)."""
    LANTERN = auto()
    """It was Dimmed, and a lantern came to it (WC-1)."""
    LOOP = auto()
    """A pawn was caught in a closed loop (WC-9, WC-10)."""


def flip_cause(events: Sequence[Event], number: int) -> FlipCause:
    """Why a tile was flipped, by the number of the event among those of its whole step."""
    flip = events[number]
    assert isinstance(flip, TileFlipped)
    before = (
        each for each in reversed(events[:number]) if not isinstance(each, FinalRoundAnnounced)
    )
    match next(before, None):
        case StarsTaken(cells=(cell,)) if cell == flip.cell:
            return FlipCause.STAR
    match events[number + 1 : number + 2]:
        case [LanternMoved(target=target)] if target == flip.cell:
            return FlipCause.LANTERN
    return FlipCause.LOOP


@dataclass(frozen=True)
class Narrator(ABC):
    edition: Edition
    names: Sequence[str]
    """By seat; who has none is called by the number of the seat, counted from 1."""
    plain: bool = False
    """For people at a board: no names of tiles and ports, squares as they are printed."""

    joint: ClassVar[str]
    """Between the last two of several words."""
    some_tile: ClassVar[str]
    """A tile that is not to be seen."""
    nobody: ClassVar[str]
    nameless: ClassVar[str]
    """Stands before the number of a seat without a name."""
    edges: ClassVar[Mapping[Side, str]]
    """The sides of the board."""
    printed: ClassVar[str]
    """A square with the numbers of the `{gold}` and of the `{blue}` die printed beside it."""
    flips: ClassVar[Mapping[FlipCause, str]]
    """Sentences about a flipped tile, by the cause."""

    @abstractmethod
    def telling_of(self, event: Event) -> Telling | None:
        """How to tell of an event; None for one of somebody else's edition."""

    @abstractmethod
    def pawn(self, pawn: PawnId) -> str:
        """Its owner, who with two pawns needs a letter besides."""

    def seat(self, seat: Seat) -> str:
        return self.name(seat)

    def name(self, seat: Seat) -> str:
        return self.names[seat] or f"{self.nameless} {seat + 1}"

    @cached_property
    def _lines(self) -> Lines | None:
        return printed_lines(self.edition.info) if self.plain else None

    @cached_property
    def _cells(self) -> dict[Cell, str]:
        return _names_of_cells(self.printed, self._lines)

    def cell(self, cell: Cell) -> str:
        """A square as a reader finds it on the board."""
        word = self._cells.get(cell)
        if word is None:
            word = self._cells[cell] = self._name_of(cell)
        return word

    def _name_of(self, cell: Cell) -> str:
        numbers = self._lines.numbers(cell) if self._lines else None
        if numbers is None:
            return str(cell)
        gold, blue = numbers
        return self.printed.format(gold=gold, blue=blue)

    def tell(self, event: Event) -> str | None:
        """One sentence; None for mere bookkeeping."""
        telling = self.telling_of(event)
        if telling is None:
            return self._by_name(event)
        return self._sentence(event, telling(self, event) if callable(telling) else telling)

    def _by_name(self, event: Event) -> str:
        """Whom an event concerns and what it is called: `Ada: bell rung.`"""
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", type(event).__name__).lower()
        seat, pawn = getattr(event, "seat", None), getattr(event, "pawn", None)
        if isinstance(seat, int) and seat in range(self.edition.seats):
            return f"{self.seat(Seat(seat))}: {name}."
        if isinstance(pawn, int) and self.owner(PawnId(pawn)) in range(self.edition.seats):
            return f"{self.pawn(PawnId(pawn))}: {name}."
        return f"{name.capitalize()}."

    def tell_all(self, events: Sequence[Event]) -> Iterator[tuple[Event, str | None]]:
        """Every event of whole steps with its sentence."""
        for number, event in enumerate(events):
            yield event, self.tell_one(events, number)

    def tell_one(self, events: Sequence[Event], number: int) -> str | None:
        """The sentence of one of several events, which may lean on those around it."""
        event = events[number]
        if isinstance(event, TileFlipped):
            return self._sentence(event, self.flips[flip_cause(events, number)])
        return self.tell(event)

    def _sentence(self, event: Event, text: str) -> str | None:
        if not text:
            return None
        kind: Any = type(event)
        sentence = ""
        for said, field, form, hint in _pieces(kind, text):
            sentence += said
            if field:
                sentence += self._said(hint, getattr(event, field), form)
        return sentence[0].upper() + sentence[1:] + "."

    def _said(self, hint: str, value: Any, form: str) -> str:
        if hint not in _WHO:
            return self.form(hint, value, form) if form else self.word(hint, value)
        # All sentences are made of the few words for seats and pawns.
        word = self._called.get((hint, value, form))
        if word is None:
            word = self.form(hint, value, form) if form else self.word(hint, value)
            self._called[hint, value, form] = word
        return word

    @cached_property
    def _called(self) -> dict[tuple[str, int | None, str], str]:
        return {}

    def word(self, hint: str, value: Any) -> str:
        """What stands for a field in a sentence: mostly whose seat or pawn it is."""
        if hint == _PAWN and value is not None:
            return self.pawn(value)
        if hint == _SEAT and value is not None:
            return self.seat(value)
        return self._word(hint, value)

    def form(self, hint: str, value: Any, form: str) -> str:
        """A form of a field's word: `{pawn_owner}` is the player whose pawn it is."""
        assert (hint, form) == (_PAWN, "owner")
        return self.seat(self.owner(value))

    @property
    def can_rise(self) -> bool:
        """Whether pawns come back in this edition: then to be stranded is to stay away (PR-43)."""
        return self.edition.pawns_return

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
        if isinstance(value, Cell):
            return self.cell(value)
        if self.plain and isinstance(value, Stop | Beside):
            return self.edges[value.side if isinstance(value, Beside) else rim_side(value)]
        if isinstance(value, Laid):
            return self.some_tile if self.plain else value.tile
        if isinstance(value, tuple) and hint.startswith("tuple"):
            return self.listed([self._word(hint.removeprefix("tuple["), item) for item in value])
        if "TileId" in hint:
            return self.some_tile if self.plain else str(value)
        if "PawnId" in hint:
            return self.pawn(value)
        return self.seat(value) if "Seat" in hint else str(value)


_PAWN, _SEAT = str(PawnId), str(Seat)
_WHO = frozenset((_PAWN, _SEAT))


@cache
def _names_of_cells(printed: str, lines: Lines | None) -> dict[Cell, str]:
    """Those that have been told already, for all narrators who call squares alike."""
    return {}


@lru_cache(4096)
def _pieces(kind: type, text: str) -> tuple[tuple[str, str, str, str], ...]:
    """A sentence piece by piece: what is said, and the field whose word follows.

    With the field comes the form that is asked for, and the field's type.
    """
    known = hints(kind)
    pieces: list[tuple[str, str, str, str]] = []
    for said, name, _, _ in Formatter().parse(text):
        field, form = name or "", ""
        if field and field not in known:
            field, _, form = field.rpartition("_")
        pieces.append((said, field, form, str(known[field]) if field else ""))
    return tuple(pieces)
