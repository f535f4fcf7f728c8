"""Life tokens, rising from the ashes, and leaving the board by choice (PR-16 to PR-19)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from tsuro.core.actions import Action, Rise
from tsuro.core.asks import Decide
from tsuro.core.events import Event
from tsuro.core.geometry import Beside, is_ring, rim_places
from tsuro.core.ids import PawnId, Seat
from tsuro.core.state import Fate, GameState, Part, Pawn, Status
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft
from tsuro.rules.phoenix.flight import pawn_of
from tsuro.rules.phoenix.soaring import leave_board
from tsuro.rules.turns import begin_turn


@dataclass(frozen=True, slots=True)
class Ashes(Part):
    key: ClassVar[str] = "ashes"
    lives: tuple[bool, ...]
    """Which seats still have their Life token (PR-7)."""


@dataclass(frozen=True, slots=True)
class LifeSpent(Event):
    """A Life token went back to the box (PR-19)."""

    seat: Seat

    def fold(self, state: GameState) -> GameState:
        lives = list(state.part(Ashes).lives)
        lives[self.seat] = False
        return state.with_part(Ashes(tuple(lives)))


@dataclass(frozen=True, slots=True)
class PawnRose(Event):
    """A pawn was set beside an empty ring cell again (PR-19)."""

    pawn: PawnId
    beside: Beside

    def fold(self, state: GameState) -> GameState:
        seat = state.pawns[self.pawn].seat
        return state.with_pawn(self.pawn, Pawn(seat, Status.WAITING, beside=self.beside))


def can_rise(state: GameState, seat: Seat) -> bool:
    """With the Life token and an empty ring cell (PR-16)."""
    if not state.part(Ashes).lives[seat]:
        return False
    board = state.board
    return any(is_ring(cell, board.size) for cell in board.empty_cells())


@cache
def _rises(size: int) -> tuple[Rise, ...]:
    return tuple(map(Rise, rim_places(size)))


def withdraw(draft: Draft, pawn: PawnId) -> None:
    """The owner takes the pawn off; no star comes of it (PR-18, PR-31)."""
    leave_board(draft, [(pawn, Fate.WITHDRAWN, ())])


class BeginPhoenixTurnPhase(AutomaticPhase):
    """An empty hand is no reason to pass: there may be a tile to turn, or tiles to take (PR-41)."""

    name = "begin"

    def run(self, draft: Draft) -> None:
        begin_turn(draft)


class RisePhase(AskingPhase):
    """A pawn off the board rises beside an empty ring cell where no other waits (PR-17, PR-19).

    Who is still in with the pawn off the board is able to rise: all others were eliminated (PR-43).
    """

    name = "rise"

    def ask(self, state: GameState) -> Decide | None:
        seat = state.turn.seat
        if state.pawns[pawn_of(seat)].status is not Status.OFF:
            return None
        taken = {pawn.beside.cell for pawn in state.pawns if pawn.beside is not None}
        options = tuple(
            rise
            for rise in _rises(state.board.size)
            if state.board[rise.place.cell] is None and rise.place.cell not in taken
        )
        return Decide(seat, options, "PR-19")

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Rise)
        seat = draft.state.turn.seat
        draft.emit(LifeSpent(seat))
        draft.emit(PawnRose(pawn_of(seat), action.place))
