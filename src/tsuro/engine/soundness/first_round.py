"""Pawns that start beside the board stay there until their first turn (KO-8, KO-24, PR-50)."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.core.ids import PawnId, Seat
from tsuro.core.state import GameState, Status
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.engine.soundness.phases import has_phase, is_at, nothing_placed_yet
from tsuro.rules.phoenix.extending import EnterPathPhase
from tsuro.rules.phoenix.rising import RisePhase
from tsuro.rules.placing import EnterPhase


def first_round_fits(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Nobody is lost or moved before its turn, so the first round goes once round the table."""
    number = state.turn.number
    if not edition.starts_beside or not 1 <= number <= state.seats:
        return
    order = _order(state)
    if state.turn.seat != order[number - 1]:
        yield Violation("GEN-15", "turn", f"turn {number} is that of seat {order[number - 1]}")
    # A game that ended with the round has gone on to the beginning of a turn that never comes.
    begun = state.result is None and nothing_placed_yet(edition, state)
    played = None if begun else state.turn.pawn
    still = order[number - (state.turn.half == 0) :]
    for pawn in (pawn for seat in still for pawn in state.pawns_of(seat)):
        if pawn != played and state.pawns[pawn].status is not Status.WAITING:
            yield Violation("KO-24", "pawns", f"pawn {pawn} waits until its first turn")


def is_entering(edition: Edition, state: GameState, pawn: PawnId) -> bool:
    """Whether a pawn is about to choose the path by which it comes onto its tile."""
    return is_at(edition, state, EnterPhase, EnterPathPhase) and pawn == state.turn.pawn


def is_still_to_enter(edition: Edition, state: GameState, pawn: PawnId) -> bool:
    """Whether a waiting pawn has not been played yet: in this turn, or in the first round."""
    seat, turn = state.pawns[pawn].seat, state.turn
    if turn.number == 0 or is_entering(edition, state, pawn):
        return True
    if seat != turn.seat:
        return seat in _order(state)[turn.number :]
    if turn.number > state.seats and not has_phase(edition, RisePhase):
        return False
    if nothing_placed_yet(edition, state):
        return pawn != turn.played
    return turn.half == 0 and turn.pawn is not None and pawn != turn.pawn


def _order(state: GameState) -> tuple[Seat, ...]:
    """The seats in the order of the first round."""
    return (state.first, *state.clockwise(state.first)[:-1])
