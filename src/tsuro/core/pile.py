"""Undrawn tiles without an order that could leak: a bag, and what is known to lie under it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tsuro.core.ids import Seat, TileId
from tsuro.core.replacing import replace


@dataclass(frozen=True, slots=True)
class Buried:
    """A tile whose place is settled: under the pile, or out of the game."""

    tile: TileId
    known_to: tuple[Seat, ...] | None
    """The seats that saw it go there; None for everybody."""

    def is_known_to(self, viewer: Seat | None) -> bool:
        return self.known_to is None or viewer in self.known_to


@dataclass(frozen=True, slots=True)
class Pile:
    """Undrawn tiles: a bag in unknown order, and what is known to lie under it."""

    bag: tuple[TileId, ...] = ()
    """Tiles in unknown order, kept sorted: any of them may be on top."""
    bottom: tuple[Buried, ...] = ()
    """Tiles put under the pile since the last shuffle, next to be drawn first."""

    def __len__(self) -> int:
        return len(self.bag) + len(self.bottom)

    def draws(self) -> Counter[TileId]:
        """The tiles that may be on top, with their weights."""
        if self.bag:
            return Counter(self.bag)
        return Counter([self.bottom[0].tile]) if self.bottom else Counter()

    def without(self, tile: TileId) -> Pile:
        """The pile after `tile` was drawn from its top."""
        if not self.bag:
            assert self.bottom[0].tile == tile
            return replace(self, bottom=self.bottom[1:])
        bag = list(self.bag)
        bag.remove(tile)
        return replace(self, bag=tuple(bag))

    def shuffled_with(self, tiles: Iterable[TileId]) -> Pile:
        """Everything shuffled together: nobody knows any place any more."""
        rest = (buried.tile for buried in self.bottom)
        return Pile(tuple(sorted((*self.bag, *rest, *tiles))))

    def over(self, buried: Iterable[Buried]) -> Pile:
        """The pile with tiles put under it, in order."""
        return replace(self, bottom=(*self.bottom, *buried))
