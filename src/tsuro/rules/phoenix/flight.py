"""Whose pawn travels: the active one, then others whose path was opened (PR-36, WC-6, WC-13)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar

from tsuro.core.events import Event
from tsuro.core.geometry import Cell
from tsuro.core.ids import PawnId, Seat
from tsuro.core.replacing import replace
from tsuro.core.state import GameState, Part
from tsuro.core.tiles import NO_PATH, TileSet
from tsuro.rules.phases import AutomaticPhase, Draft


@dataclass(frozen=True, slots=True)
class Flight(Part):
    """What the travels of one turn need to remember; empty before and after them."""

    key: ClassVar[str] = "flight"
    mover: PawnId | None = None
    touched: tuple[Cell, ...] = ()
    """Tiles placed, turned or flipped in this turn (WC-13)."""
    settled: int = 0
    """How many of the mover's stars have had their lantern marker dealt with."""


@dataclass(frozen=True, slots=True)
class FlightBegan(Event):
    """A pawn takes off: what comes of its travel happens in one moment (PR-48)."""

    pawn: PawnId

    def fold(self, state: GameState) -> GameState:
        turn = state.turn
        flight = state.part(Flight)
        touched = flight.touched
        if flight.mover is None and turn.cell is not None:
            touched = (turn.cell,)
        parts = state.parts_with(Flight(self.pawn, touched))
        return replace(state, turn=replace(turn, moment=turn.moment + 1), parts=parts)


@dataclass(frozen=True, slots=True)
class FlightsEnded(Event):
    """No other pawn moves in this turn."""

    def fold(self, state: GameState) -> GameState:
        return state.with_part(Flight())


def pawn_of(seat: Seat) -> PawnId:
    """Every phoenix player has one pawn."""
    return PawnId(seat)


class TakeOffPhase(AutomaticPhase):
    """The pawn whose path was extended travels first (PR-25)."""

    name = "take_off"

    def run(self, draft: Draft) -> None:
        draft.emit(FlightBegan(pawn_of(draft.state.turn.seat)))


@dataclass(frozen=True)
class OthersPhase(AutomaticPhase):
    """The next other pawn clockwise whose front has a path, once round the table (PR-36, WC-6)."""

    name = "others"
    tiles: TileSet
    touched_only: bool
    """Only tiles changed in this turn open a path (WC-13)."""

    def run(self, draft: Draft) -> None:
        mover = self._next(draft.state)
        if mover is None:
            draft.emit(FlightsEnded())
        else:
            draft.emit(FlightBegan(mover))
            draft.goto("travel")

    def _next(self, state: GameState) -> PawnId | None:
        last = state.part(Flight).mover
        assert last is not None
        order = state.clockwise(state.pawns[last].seat)
        to_come = takewhile(lambda seat: seat != state.turn.seat, order)
        pawns = map(pawn_of, to_come)
        return next((pawn for pawn in pawns if self._has_path(state, pawn)), None)

    def _has_path(self, state: GameState, pawn: PawnId) -> bool:
        stop = state.pawns[pawn].stop
        if stop is None:
            return False
        laid = state.board[stop.cell]
        if laid is None or self.tiles.wiring(laid)[stop.port] == NO_PATH:
            return False
        return not self.touched_only or stop.cell in state.part(Flight).touched
