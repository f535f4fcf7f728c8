"""The dragon tile and the refilling of hands (CL-19, CL-21 to CL-23, CL-27, CL-28)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tsuro.core.actions import Action, Draw
from tsuro.core.asks import Chance
from tsuro.core.events import Event, TileDrawn
from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Part
from tsuro.rules.hands import draw_from
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft
from tsuro.rules.turns import next_seat_in


@dataclass(frozen=True, slots=True)
class Dragon(Part):
    """Under the pile unless a seat holds it."""

    key: ClassVar[str] = "dragon"
    holder: Seat | None = None
    returned_by: Seat | None = None
    """The seat that last put it back to draw first, and in which turn (CL-21)."""
    returned_in: int = 0


@dataclass(frozen=True, slots=True)
class DragonTaken(Event):
    """A seat found only the dragon tile to draw (CL-23)."""

    seat: Seat

    def fold(self, state: GameState) -> GameState:
        return state.with_part(Dragon(self.seat))


@dataclass(frozen=True, slots=True)
class DragonPassed(Event):
    """From an eliminated holder to the next seat, or under the pile (CL-19)."""

    loser: Seat
    heir: Seat | None

    def fold(self, state: GameState) -> GameState:
        return state.with_part(Dragon(self.heir))


@dataclass(frozen=True, slots=True)
class DragonReturned(Event):
    """The holder put it under the pile and draws first (CL-21)."""

    seat: Seat

    def fold(self, state: GameState) -> GameState:
        return state.with_part(Dragon(None, self.seat, state.turn.number))


@dataclass(frozen=True)
class PassDragonPhase(AutomaticPhase):
    """An eliminated holder's dragon goes to the next seat in, or under the pile (CL-19)."""

    name = "pass_dragon"
    hand_size: int

    def run(self, draft: Draft) -> None:
        state = draft.state
        holder = state.part(Dragon).holder
        if holder is None or holder not in state.out_now():
            return
        heir = next_seat_in(state, holder)
        full = len(state.hands[heir]) == self.hand_size
        draft.emit(DragonPassed(holder, None if full else heir))


@dataclass(frozen=True)
class ReturnDragonPhase(AutomaticPhase):
    """Tiles are back: the holder returns the dragon and will draw first (CL-21).

    With `literal` only a holder whose own turn it is returns it.
    """

    name = "return_dragon"
    literal: bool

    def run(self, draft: Draft) -> None:
        state = draft.state
        holder = state.part(Dragon).holder
        if holder is None or not state.pile:
            return
        if not self.literal or holder == acting_seat(state):
            draft.emit(DragonReturned(holder))


def acting_seat(state: GameState) -> Seat:
    """The active seat or, if it is out, the next one in, which takes its place (CL-21)."""
    active = state.turn.seat
    return active if state.is_in(active) else next_seat_in(state, active)


def next_drawer(state: GameState, hand_size: int) -> Seat | None:
    """The next seat in drawing order that is short of tiles (CL-21, CL-22)."""
    short = [
        Seat(number)
        for number, hand in enumerate(state.hands)
        if len(hand) < hand_size and state.is_in(Seat(number))
    ]
    if len(short) < 2:
        return short[0] if short else None
    dragon = state.part(Dragon)
    if state.turn.drawn:
        order = state.clockwise(state.turn.drawn[-1])
    else:
        returned = dragon.returned_by is not None and dragon.returned_in == state.turn.number
        first = dragon.returned_by if returned else acting_seat(state)
        assert first is not None
        order = (first, *state.clockwise(first))
    return next(seat for seat in order if seat in short)


@dataclass(frozen=True)
class RefillHandsPhase(AskingPhase):
    """Everyone short draws one tile in turn, round after round (CL-22)."""

    name = "draw"
    hand_size: int

    def ask(self, state: GameState) -> Chance | None:
        if not state.pile or next_drawer(state, self.hand_size) is None:
            return None
        return draw_from(state.pile, "CL-22")

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Draw)
        seat = next_drawer(draft.state, self.hand_size)
        assert seat is not None
        draft.emit(TileDrawn(seat, action.tile))


@dataclass(frozen=True)
class TakeDragonPhase(AutomaticPhase):
    """The next seat that is short finds only the dragon tile and takes it (CL-23)."""

    name = "take_dragon"
    hand_size: int

    def run(self, draft: Draft) -> None:
        state = draft.state
        if state.part(Dragon).holder is not None:
            return
        # Hands have been refilled: whoever is short still has found the pile empty.
        seat = next_drawer(state, self.hand_size)
        if seat is not None:
            draft.emit(DragonTaken(seat))
