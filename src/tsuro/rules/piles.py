"""Two or three face-down piles to draw from (KO-5, KO-15)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from tsuro.core.actions import Action, ChoosePile, Draw
from tsuro.core.asks import Chance, Decide
from tsuro.core.events import Event, TileDrawn
from tsuro.core.replacing import replace
from tsuro.core.state import GameState, Part
from tsuro.rules.hands import draw_from, may_draw_one
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft


@dataclass(frozen=True, slots=True)
class Heaps(Part):
    """Only the sizes: every undrawn tile is equally likely to lie on top of any pile."""

    key: ClassVar[str] = "heaps"
    sizes: tuple[int, ...] = ()
    chosen: int | None = None
    """The pile the active seat draws from now."""


@dataclass(frozen=True, slots=True)
class PilesSplit(Event):
    """The undrawn tiles were split into piles."""

    sizes: tuple[int, ...]

    def fold(self, state: GameState) -> GameState:
        return state.with_part(Heaps(self.sizes))


@dataclass(frozen=True, slots=True)
class PileChosen(Event):
    """A seat chose the pile it draws from."""

    pile: int

    def fold(self, state: GameState) -> GameState:
        heaps = state.part(Heaps)
        sizes = tuple(size - (pile == self.pile) for pile, size in enumerate(heaps.sizes))
        return state.with_part(replace(heaps, sizes=sizes, chosen=self.pile))


@dataclass(frozen=True, slots=True)
class PileLeft(Event):
    """The card from the chosen pile is in the hand."""

    def fold(self, state: GameState) -> GameState:
        return state.with_part(replace(state.part(Heaps), chosen=None))


@dataclass(frozen=True)
class SplitPilesPhase(AutomaticPhase):
    """The undealt cards make piles whose sizes differ by at most one (KO-5)."""

    name = "split"
    piles: int

    def run(self, draft: Draft) -> None:
        rest = len(draft.state.pile)
        sizes = tuple((rest + self.piles - 1 - i) // self.piles for i in range(self.piles))
        draft.emit(PilesSplit(sizes))


@cache
def _choice(pile: int) -> ChoosePile:
    return ChoosePile(pile)


@dataclass(frozen=True)
class ChoosePilePhase(AskingPhase):
    """The active seat draws one card from a pile of its choice (KO-15)."""

    name = "draw"

    def ask(self, state: GameState) -> Decide | Chance | None:
        if not may_draw_one(state):
            return None
        heaps = state.part(Heaps)
        piles = self._open(heaps)
        if heaps.chosen is not None or len(piles) == 1:
            return draw_from(state.pile, "KO-15")
        return Decide(state.turn.seat, tuple(map(_choice, piles)), "KO-15")

    def answer(self, draft: Draft, action: Action) -> None:
        if isinstance(action, ChoosePile):
            draft.emit(PileChosen(action.pile))
            return
        assert isinstance(action, Draw)
        heaps = draft.state.part(Heaps)
        if heaps.chosen is None:
            draft.emit(PileChosen(self._open(heaps)[0]))
        draft.emit(TileDrawn(draft.state.turn.seat, action.tile))
        draft.emit(PileLeft())

    @staticmethod
    def _open(heaps: Heaps) -> list[int]:
        return [pile for pile, size in enumerate(heaps.sizes) if size > 0]
