"""`Encoding`: the actions of an edition by index, and what a seat may know as numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import Final

from tsuro.core.actions import Action
from tsuro.editions.edition import Edition
from tsuro.encoding.actions import indexed_codes
from tsuro.encoding.seen import Seen
from tsuro.engine.views import PlayerView
from tsuro.errors import BadSetting, IllegalAction, KernelError
from tsuro.fast.checks import whole_number
from tsuro.fast.contract import Family
from tsuro.fast.families import family_of
from tsuro.fast.shared.outline import Outline

VERSION: Final = 0
"""Raised whenever an index or a number of an observation would mean something else."""


@dataclass(frozen=True)
class Encoding:
    """How one edition on one size of board becomes numbers."""

    edition_id: str
    size: int
    """Cells on a side of the board."""
    family: Family
    texts: tuple[str, ...]
    """Every action in notation, by index."""
    codes: tuple[int, ...]
    """Their codes in the kernel, by index."""

    @property
    def name(self) -> str:
        return f"{self.edition_id}-{self.size}x{self.size}-v{VERSION}"

    @property
    def actions(self) -> int:
        """How many indices there are."""
        return len(self.codes)

    @property
    def outline(self) -> Outline:
        """The planes and entries of an observation."""
        return self.family.outline

    @property
    def length(self) -> int:
        """Bytes of an observation."""
        return self.outline.length(self.size * self.size)

    @property
    def planes(self) -> tuple[int, int, int]:
        """The shape of the first part of an observation: planes, rows, columns."""
        return self.outline.plane_count, self.size, self.size

    def totals(self, edition: Edition) -> list[int]:
        """How many tiles of each kind a game has, by the numbers of the kernel."""
        copies = Counter(edition.bag)
        return [copies[tile] for tile in self.family.tiles]

    def text_at(self, index: int) -> str:
        """An action as it is written."""
        return self.texts[self._checked(index)]

    def action_at(self, edition: Edition, index: int) -> Action:
        """The action of an index in a game of the edition."""
        self.require(edition)
        code = self.codes[self._checked(index)]
        if code not in _decisions(edition):
            raise KernelError(
                f"{self.text_at(index)} (action {index}) cannot be done in {edition.title} with "
                f"{edition.seats} seats and these switches."
            )
        return self.family.action_of(self.family.tables(edition), code)

    def index_of(self, edition: Edition, action: Action) -> int:
        """The index of an action in a game of the edition."""
        self.require(edition)
        code = self.family.code_of(self.family.tables(edition), action)
        if code not in self._indices:
            raise KernelError(f"{action} is no decision of {self.name}: luck has no index.")
        return self._indices[code]

    def mask(self, view: PlayerView) -> bytes:
        """1 for everything that the viewer may do now, in the order of the indices."""
        allowed = bytearray(self.actions)
        for option in view.decide.options if view.decide is not None else ():
            allowed[self.index_of(view.edition, option)] = 1
        return bytes(allowed)

    def observe(self, view: PlayerView) -> bytes:
        """All that a view tells, in the order of the outline."""
        self.require(view.edition)
        if view.viewer is None:
            raise BadSetting("A spectator has no observation: give the view of a seat.")
        seen = Seen(self.outline, view, view.viewer)
        import_module(f"{__package__}.{self.family.name}").observe(seen)
        return seen.whole()

    def require(self, edition: Edition) -> None:
        """Refuse a game of another edition, or on a board of another size."""
        if (edition.id, edition.size) != (self.edition_id, self.size):
            raise KernelError(
                f"The encoding {self.name} is not for {edition.title} on a board of "
                f"{edition.size}×{edition.size}: take `encoding_of` of its own edition."
            )

    @cached_property
    def _indices(self) -> dict[int, int]:
        return {code: index for index, code in enumerate(self.codes)}

    def _checked(self, index: int) -> int:
        number = whole_number(index, "The index of an action", least=0)
        if number >= self.actions:
            raise IllegalAction(
                f"There is no action {number} in {self.name}: they count from 0 to "
                f"{self.actions - 1}."
            )
        return number


def encoding_of(edition: Edition) -> Encoding:
    """The encoding of an edition on its board; it needs a kernel."""
    family = family_of(edition)
    known = _KNOWN.get((edition.id, edition.size))
    if known is None:
        found = indexed_codes(edition)
        known = Encoding(edition.id, edition.size, family, tuple(found.values()), tuple(found))
        _KNOWN[edition.id, edition.size] = known
    return known


@cache
def _decisions(edition: Edition) -> frozenset[int]:
    """The codes that decisions may have in games of this very edition."""
    family = family_of(edition)
    return frozenset(family.decisions(family.tables(edition)))


_KNOWN: Final[dict[tuple[str, int], Encoding]] = {}
"""By edition and size of the board."""
