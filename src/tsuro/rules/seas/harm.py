"""What a daikaiju does to the cell it enters, and how games end among them (SE-17 to SE-22)."""

from __future__ import annotations

from dataclasses import dataclass

from tsuro.core.geometry import Cell
from tsuro.core.ids import PawnId
from tsuro.core.state import Fate, GameState, Reason
from tsuro.rules.endings import check_last_standing, end
from tsuro.rules.phases import AutomaticPhase, Draft
from tsuro.rules.seas.daikaiju import DaikaijuDestroyed, Sea, TileSunk
from tsuro.rules.seas.hands import bury_hands
from tsuro.rules.travel import lose_pawns


@dataclass(frozen=True)
class Removal:
    """Where removed daikaiju and the tiles under new ones go (SE-18, SE-19)."""

    recycle_left: bool
    """Those that left the board go under the daikaiju pile, not out of the game."""
    recycle_destroyed: bool
    """Likewise those that another one destroyed."""
    spawn_sinks_for_good: bool
    """The tile under a new daikaiju is out of the game, not under the pile."""


def enter(draft: Draft, name: str, *, removal: Removal, tile_gone: bool = False) -> None:
    """A daikaiju has come to a cell by moving or by being placed (SE-17, SE-19)."""
    sea = draft.state.part(Sea)
    cell = sea.named(name).cell
    for other in sea.on_board:
        if other.cell == cell and other.name != name:
            draft.emit(DaikaijuDestroyed(other.name, name, removal.recycle_destroyed))
    doomed = ships_in_reach(draft.state, cell)
    laid = draft.state.board[cell]
    if laid is not None:
        draft.emit(TileSunk(cell, laid.tile, tile_gone))
    lose_pawns(draft, [(pawn, Fate.DAIKAIJU, ()) for pawn in doomed])


def ships_in_reach(state: GameState, cell: Cell) -> tuple[PawnId, ...]:
    """Ships lost when a daikaiju enters `cell`, clockwise from the active seat.

    Those on the tile there (SE-17), and the active ship if it faces the cell (SE-21). Another ship
    facing it may still see it move away (SE-20); one still at its start is safe (SE-32).
    """
    active = state.turn.seat
    found: list[PawnId] = []
    for seat in (active, *state.clockwise(active)[:-1]):
        for pawn in state.pawns_of(seat):
            ship = state.pawns[pawn]
            if ship.stop is None or ship.behind is None:
                continue
            if ship.behind == cell or (seat == active and ship.stop.cell == cell):
                found.append(pawn)
    return tuple(found)


def conclude(draft: Draft) -> None:
    """After each action of a daikaiju: has the game ended, and if not, where do lost hands go?"""
    check_sea_ending(draft)
    if draft.state.result is None:
        bury_hands(draft)


def check_sea_ending(draft: Draft) -> None:
    """The last ship wins; on a board without a free cell all ships left tie (SE-34 to SE-40)."""
    check_last_standing(draft)
    state = draft.state
    if state.result is None and is_full(state):
        end(draft, state.live_seats(), Reason.BOARD_FULL)


def is_full(state: GameState) -> bool:
    """Whether every cell holds a tile or a daikaiju (SE-36)."""
    held = state.part(Sea).cells()
    return all(cell in held for cell in state.board.empty_cells())


class SeaEndingPhase(AutomaticPhase):
    """After a placement and its eliminations (SE-34, SE-36, SE-40)."""

    name = "ending"

    def run(self, draft: Draft) -> None:
        check_sea_ending(draft)
