"""What a turn remembers fits the phase it has come to (GEN-15, KO-20, KO-21, SE-42)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.engine.soundness.phases import has_phase, is_at, nothing_placed_yet, phases_of
from tsuro.rules.dragon import RefillHandsPhase
from tsuro.rules.hands import DrawOnePhase
from tsuro.rules.phoenix.extending import CreatePhase, EnterPathPhase
from tsuro.rules.piles import ChoosePilePhase
from tsuro.rules.placing import EnterPhase, PlacePhase
from tsuro.rules.seas.hands import DrawUpPhase
from tsuro.rules.seas.placing import BeginWatchPhase
from tsuro.rules.turns import BeginHalfTurnPhase

DRAWING: Final = (DrawOnePhase, ChoosePilePhase, RefillHandsPhase, DrawUpPhase)


def turn_fits(edition: Edition, state: GameState) -> Iterator[Violation]:
    if state.cursor.section == "setup":
        return
    yield from _halves(edition, state)
    yield from _placement(edition, state)
    yield from _hand(edition, state)
    yield from _seat(edition, state)


def _halves(edition: Edition, state: GameState) -> Iterator[Violation]:
    turn = state.turn
    if turn.half and not (turn.half == 1 and has_phase(edition, BeginHalfTurnPhase)):
        yield Violation("KO-20", "turn", f"there is no half-turn {turn.half}")
    if turn.played is not None and turn.half == 0:
        yield Violation("KO-20", "turn", "no pawn has been played before the first half-turn")
    own = state.pawns_of(turn.seat)
    for pawn in (turn.pawn, turn.played):
        if pawn is not None and pawn not in own:
            yield Violation("GEN-10", "turn", f"pawn {pawn} does not belong to seat {turn.seat}")
    if turn.pawn is not None and turn.pawn == turn.played:
        yield Violation("KO-20", "turn", f"pawn {turn.pawn} had its half-turn before")


def _placement(edition: Edition, state: GameState) -> Iterator[Violation]:
    turn = state.turn
    phase = state.cursor.phase
    if state.result is None and nothing_placed_yet(edition, state):
        if turn.pawn is not None or turn.cell is not None:
            yield Violation("GEN-10", "turn", f"a tile has been laid before the phase {phase!r}")
        if turn.drawn and is_at(edition, state, PlacePhase) and not _draws_before(edition):
            yield Violation("GEN-15", "turn", "tiles are drawn after a placement")
    elif turn.cell is not None and state.board[turn.cell] is None:
        yield Violation("GEN-10", "turn", f"no tile lies on {turn.cell}, where it was laid")
    elif turn.pawn is None and turn.cell is not None:
        yield Violation("GEN-10", "turn", "a tile was laid for no pawn")
    elif turn.pawn is None and is_at(edition, state, EnterPhase, EnterPathPhase):
        yield Violation("GEN-10", "turn", "a pawn enters before a tile was laid for it")
    elif turn.pawn is not None and turn.cell is None and not has_phase(edition, CreatePhase):
        yield Violation("GEN-10", "turn", "a tile was laid on no cell")


def _draws_before(edition: Edition) -> bool:
    """Whether a turn begins with drawing."""
    before = takewhile(lambda phase: not isinstance(phase, PlacePhase), edition.turn)
    return any(isinstance(phase, DRAWING) for phase in before)


def _hand(edition: Edition, state: GameState) -> Iterator[Violation]:
    """After a placement the hand is a tile short; who passed had none (GEN-21)."""
    turn = state.turn
    if state.result is not None or nothing_placed_yet(edition, state):
        return
    held = len(state.hands[turn.seat]) - turn.drawn.count(turn.seat)
    if has_phase(edition, PlacePhase) and held > (
        0 if turn.pawn is None else edition.hand_size - 1
    ):
        done = "passed" if turn.pawn is None else "placed a tile"
        yield Violation("GEN-21", "hands", f"seat {turn.seat} has {done} and holds too many")


def _seat(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Who is out has no turn, but for the one it went out in, or to roll for the daikaiju."""
    seat = state.turn.seat
    if state.is_in(seat) or state.result is not None:
        return
    rolling = any(phase.eliminated_roll for phase in phases_of(edition, BeginWatchPhase))
    just_now = any(out.seat == seat and out.turn == state.turn.number for out in state.exits)
    if not just_now and not (rolling and nothing_placed_yet(edition, state)):
        yield Violation("GEN-15", "turn", f"seat {seat} is out and has no turn")
