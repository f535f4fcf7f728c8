"""Pawns where they can have come to (GEN-9, CL-6, KO-8, PR-13, PR-16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tsuro.core.board import Ending, walk
from tsuro.core.geometry import PORTS, Cell, Stop, across
from tsuro.core.ids import PawnId
from tsuro.core.state import GameState, Pawn, Status
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.engine.soundness.first_round import is_entering, is_still_to_enter
from tsuro.engine.soundness.phases import (
    has_phase,
    is_at,
    phases_of,
)
from tsuro.rules.phoenix.extending import EnterPathPhase
from tsuro.rules.phoenix.loops import BreakLoopPhase
from tsuro.rules.phoenix.rising import Ashes, RisePhase, can_rise
from tsuro.rules.seas.daikaiju import Sea
from tsuro.rules.starts import MarksPhase
from tsuro.rules.travel import TravelPhase


def pawns_can_be_there(edition: Edition, state: GameState) -> Iterator[Violation]:
    for number, pawn in enumerate(state.pawns):
        if pawn.status is Status.ON:
            yield from _stands(edition, state, number, pawn)
        elif pawn.status is Status.WAITING:
            yield from _waits(edition, state, PawnId(number))
        elif pawn.status is Status.OFF:
            yield from _may_rise(edition, state, number, pawn)
        elif pawn.status is Status.UNSET and state.result is not None:
            yield Violation("GEN-15", "pawns", f"pawn {number} has no start place at the end")
    yield from _starts_differ(state)


def _stands(edition: Edition, state: GameState, number: int, pawn: Pawn) -> Iterator[Violation]:
    stop = pawn.stop
    assert stop is not None
    if stop.port >= PORTS and not edition.tiles.has_corners:
        yield Violation("GEN-2", "pawns", f"pawn {number} stands at a corner, where no path ends")
    elif pawn.behind is not None and across(stop).cell != pawn.behind:
        yield Violation("GEN-9", "pawns", f"pawn {number} is not on the tile behind it")


def pawns_came_there(edition: Edition, state: GameState) -> Iterator[Violation]:
    """From a start, over tiles that are still there if none is ever turned or taken away."""
    tiles_stay = has_phase(edition, TravelPhase) and not state.has_part(Sea)
    marks = _marks(edition)
    for number, pawn in enumerate(state.pawns):
        if pawn.beside is not None and not is_still_to_enter(edition, state, PawnId(number)):
            what = f"pawn {number} still waits, although its turn is over"
            yield Violation("KO-24", "pawns", what)
        if pawn.stop is None:
            continue
        if pawn.behind is None:
            if edition.starts_beside or pawn.stop not in marks:
                what = f"pawn {number} stands at {pawn.stop}, but no tile lies behind it"
                yield Violation("GEN-9", "pawns", what)
        elif tiles_stay:
            trail = walk(state.board, edition.tiles, across(pawn.stop))
            if trail.ending is not Ending.EDGE:
                what = f"the path that pawn {number} came by does not begin at the rim"
                yield Violation("GEN-14", "pawns", what)


def _marks(edition: Edition) -> tuple[Stop, ...]:
    return tuple(mark for phase in phases_of(edition, MarksPhase) for mark in phase.marks)


def _waits(edition: Edition, state: GameState, pawn: PawnId) -> Iterator[Violation]:
    beside = state.pawns[pawn].beside
    assert beside is not None
    entering = is_entering(edition, state, pawn)
    filled = state.board[beside.cell] is not None
    if entering and not (filled and state.turn.cell == beside.cell):
        yield Violation("KO-11", "pawns", f"pawn {pawn} enters where no tile has been laid")
    if filled and not entering:
        yield Violation("KO-8", "pawns", f"the cell that pawn {pawn} waits beside is not empty")


def _may_rise(edition: Edition, state: GameState, number: int, pawn: Pawn) -> Iterator[Violation]:
    if not has_phase(edition, RisePhase):
        yield Violation("GEN-9", "pawns", f"pawn {number} is off the board but not lost")
        return
    # The last empty ring cell may have been filled by a tile whose travel is not over yet.
    under_way = is_at(edition, state, EnterPathPhase, BreakLoopPhase)
    able = state.part(Ashes).lives[pawn.seat] if under_way else can_rise(state, pawn.seat)
    if not able:
        yield Violation("PR-43", "pawns", f"pawn {number} is off the board and cannot rise")


def _starts_differ(state: GameState) -> Iterator[Violation]:
    """A start mark holds one pawn, and so does an outer cell."""
    marks = Counter(pawn.stop for pawn in state.pawns if pawn.stop and pawn.behind is None)
    cells: Counter[Cell] = Counter(pawn.beside.cell for pawn in state.pawns if pawn.beside)
    for mark, count in marks.items():
        if count > 1:
            yield Violation("CL-6", "pawns", f"{count} pawns stand on the start mark {mark}")
    for cell, count in cells.items():
        if count > 1:
            yield Violation("KO-7", "pawns", f"{count} pawns wait beside {cell}")
