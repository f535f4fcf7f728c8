"""Dealing, drawing, and what becomes of an eliminated hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import starmap

from tsuro.core.actions import Action, Draw
from tsuro.core.asks import Chance
from tsuro.core.events import HandLaidDown, HandShuffledIn, TileDrawn
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Pile
from tsuro.core.state import GameState
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft


@lru_cache(256)
def draw_from(pile: Pile, rule: str) -> Chance:
    """Options that are tried out one after the other all lead to drawing from the same pile."""
    return Chance(tuple(starmap(_weighted, pile.draws().items())), rule)


@cache
def _weighted(tile: TileId, copies: int) -> tuple[Draw, int]:
    """One object for all piles of all games, which would otherwise hold thousands of them."""
    return Draw(tile), copies


@dataclass(frozen=True)
class DealPhase(AskingPhase):
    """Each seat gets its first tiles (CL-3, KO-5, PO-5, SE-8, PR-12)."""

    name = "deal"
    hand_size: int
    rule: str

    def ask(self, state: GameState) -> Chance | None:
        if self._needy(state) is None:
            return None
        return draw_from(state.pile, self.rule)

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Draw)
        seat = self._needy(draft.state)
        assert seat is not None
        draft.emit(TileDrawn(seat, action.tile))

    def _needy(self, state: GameState) -> Seat | None:
        order = (state.first, *state.clockwise(state.first)[:-1])
        return next((seat for seat in order if len(state.hands[seat]) < self.hand_size), None)


@dataclass(frozen=True)
class DrawOnePhase(AskingPhase):
    """The active seat, if still in, draws one tile (PO-13)."""

    name = "draw"
    rule: str

    def ask(self, state: GameState) -> Chance | None:
        if not may_draw_one(state):
            return None
        return draw_from(state.pile, self.rule)

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Draw)
        draft.emit(TileDrawn(draft.state.turn.seat, action.tile))


def may_draw_one(state: GameState) -> bool:
    """The active seat is in, has not drawn in this (half-)turn, and there is a tile to draw."""
    return not state.turn.drawn and len(state.pile) > 0 and state.is_in(state.turn.seat)


class ShuffleInPhase(AutomaticPhase):
    """Hands eliminated by this placement are shuffled into the pile (CL-20, PO-12)."""

    name = "return"

    def run(self, draft: Draft) -> None:
        for seat in draft.state.out_now():
            draft.emit(HandShuffledIn(seat, len(draft.state.hands[seat])))


@dataclass(frozen=True)
class LayDownPhase(AutomaticPhase):
    """Hands eliminated by this placement leave the game (KO-14)."""

    name = "lay_down"
    openly: bool
    """Everybody sees the tiles (KO-25)."""

    def run(self, draft: Draft) -> None:
        for seat in draft.state.out_now():
            hand = draft.state.hands[seat]
            draft.emit(HandLaidDown(seat, len(hand), hand if self.openly else ()))
