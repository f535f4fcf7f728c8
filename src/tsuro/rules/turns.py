"""Whose turn it is (GEN-15, GEN-21), with one pawn a seat or with two (KO-20, KO-21, PO-16)."""

from __future__ import annotations

from tsuro.core.events import Passed, TurnBegan
from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Status
from tsuro.rules.phases import AutomaticPhase, Draft


def next_seat_in(state: GameState, after: Seat) -> Seat:
    """The next seat clockwise that is still in (GEN-15)."""
    return next(seat for seat in state.clockwise(after) if state.is_in(seat))


class BeginTurnPhase(AutomaticPhase):
    """The turn passes clockwise to the next seat still in; the first seat opens the game."""

    name = "begin"

    def run(self, draft: Draft) -> None:
        begin_turn(draft)
        pass_without_tile(draft)


def begin_turn(draft: Draft) -> None:
    state = draft.state
    begin_turn_of(draft, next_seat_in(state, state.turn.seat))


def begin_turn_of(draft: Draft, seat: Seat) -> None:
    """The turn passes to `seat`, but the game opens with the first seat (GEN-16)."""
    turn = draft.state.turn
    draft.emit(TurnBegan(seat if turn.number else draft.state.first, turn.number + 1))


def pass_without_tile(draft: Draft) -> None:
    """A seat without a tile does not place; the rest of the turn goes on (GEN-21)."""
    seat = draft.state.turn.seat
    if not draft.state.hands[seat]:
        draft.emit(Passed(seat))


class BeginHalfTurnPhase(AutomaticPhase):
    """With two pawns a turn has two half-turns, one for each pawn still in (KO-20, KO-21)."""

    name = "begin"

    def run(self, draft: Draft) -> None:
        turn = draft.state.turn
        if turn.number > 0 and turn.half == 0 and self._has_second_half(draft.state):
            draft.emit(TurnBegan(turn.seat, turn.number, half=1, played=turn.pawn))
        else:
            begin_turn(draft)
        pass_without_tile(draft)

    @staticmethod
    def _has_second_half(state: GameState) -> bool:
        turn = state.turn
        pawns = state.pawns_of(turn.seat)
        if turn.pawn is None:
            # The first half was a pass: the seat has a second half while it has two pawns.
            return all(state.pawns[pawn].status is not Status.LOST for pawn in pawns)
        other = next(pawn for pawn in pawns if pawn != turn.pawn)
        return state.pawns[other].status is not Status.LOST
