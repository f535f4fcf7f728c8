"""Between the travels of a phoenix turn: who has drawn, and whose path is open (PR-36 to PR-41)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Status
from tsuro.core.tiles import NO_PATH
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.engine.soundness.phases import is_at
from tsuro.rules.phoenix.edge_stack import (
    HAND,
    PhoenixTile,
    PreparePhase,
    SupplyPhase,
    is_short,
)
from tsuro.rules.phoenix.extending import EnterPathPhase
from tsuro.rules.phoenix.flight import Flight, pawn_of
from tsuro.rules.phoenix.winds import Winds
from tsuro.rules.placing import front_cell


def everybody_has_drawn(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Only who is about to draw is short of tiles while the stack has some (PR-38, PR-39)."""
    if not state.has_part(PhoenixTile) or state.cursor.section == "setup" or state.result:
        return
    short = [seat for seat in state.live_seats() if is_short(state, seat)]
    waiting = [seat for seat in short if seat != _drawer(edition, state)]
    if waiting and state.pile:
        yield Violation(
            "PR-38", "hands", f"seat {waiting[0]} has not drawn, but the stack has tiles"
        )
    if waiting and state.part(PhoenixTile).holder is None:
        yield Violation(
            "PR-39", "hands", f"seat {waiting[0]} is short, but nobody has the Phoenix tile"
        )


def tiles_are_needed(edition: Edition, state: GameState) -> Iterator[Violation]:
    """Whoever has tiles, or the Phoenix tile, has an empty cell to fill (PR-37, PR-40, PR-49).

    While a path into a new tile is chosen nobody has discarded yet: its cell counts as empty.
    """
    if not state.has_part(PhoenixTile) or state.cursor.section == "setup" or state.result:
        return
    entering = is_at(edition, state, EnterPathPhase)
    for seat in state.live_seats():
        if state.hands[seat] and not _needs_tiles(state, seat, entering=entering):
            yield Violation("PR-37", "hands", f"seat {seat} has tiles and no empty cell for them")
    holder = state.part(PhoenixTile).holder
    if holder is None or not entering:
        return
    most = HAND - 1 if holder != state.turn.seat else 0  # It has just laid the only one it had.
    if len(state.hands[holder]) > most or not _needs_tiles(state, holder, entering=True):
        yield Violation("PR-40", "hands", f"seat {holder} holds the Phoenix tile without need")


def _needs_tiles(state: GameState, seat: Seat, *, entering: bool) -> bool:
    pawn = pawn_of(seat)
    if state.pawns[pawn].status not in (Status.ON, Status.WAITING):
        return False
    cell = front_cell(state, pawn)
    return state.board[cell] is None or (entering and cell == state.turn.cell)


def _drawer(edition: Edition, state: GameState) -> Seat | None:
    if is_at(edition, state, SupplyPhase, PreparePhase):
        return state.turn.seat
    mover = state.part(Flight).mover
    return None if mover is None else state.pawns[mover].seat


def everybody_has_travelled(edition: Edition, state: GameState) -> Iterator[Violation]:
    """In the standard game an open path is flown in the turn that opens it (PR-36, INV-12)."""
    if not state.has_part(Flight) or state.has_part(Winds) or state.result is not None:
        return
    to_come = _to_come(edition, state)
    for seat in state.live_seats():
        stop = state.pawns[pawn_of(seat)].stop
        if stop is None or seat in to_come:
            continue
        laid = state.board[stop.cell]
        if laid is not None and edition.tiles.wiring(laid)[stop.port] != NO_PATH:
            yield Violation("PR-36", "pawns", f"pawn {seat} stands before an open path")


def _to_come(edition: Edition, state: GameState) -> tuple[Seat, ...]:
    """Whose turn to travel may still come."""
    active = state.turn.seat
    mover = state.part(Flight).mover
    if is_at(edition, state, EnterPathPhase):
        return tuple(
            seat
            for seat in state.clockwise(active)
            if (stop := state.pawns[pawn_of(seat)].stop) is not None
            and stop.cell == state.turn.cell
        )
    if mover is None:
        return ()
    order = state.clockwise(state.pawns[mover].seat)
    return tuple(takewhile(lambda seat: seat != active, order))
