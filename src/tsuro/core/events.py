"""What happened. Folding a game's events rebuilds its state; each can be redacted per viewer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Self

from tsuro.core.board import Crossing
from tsuro.core.geometry import Beside, Cell, Stop
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.pile import Buried
from tsuro.core.replacing import replace, with_item
from tsuro.core.state import (
    Exit,
    Fate,
    GameState,
    Pawn,
    Result,
    Status,
    Turn,
)
from tsuro.core.tiles import Laid


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; folding the events of a game gives its state."""

    def fold(self, state: GameState) -> GameState:
        """The state after this event. Bookkeeping only: no rule decides anything here."""
        raise NotImplementedError

    def seen_by(self, viewer: Seat | None) -> Self | None:
        """What a viewer may learn of it; None if nothing. A spectator is None."""
        return self


@dataclass(frozen=True, slots=True)
class StartTaken(Event):
    """A pawn was set on a start mark or beside an outer cell."""

    pawn: PawnId
    mark: Stop | None = None
    beside: Beside | None = None

    def fold(self, state: GameState) -> GameState:
        seat = state.pawns[self.pawn].seat
        if self.mark is not None:
            return state.with_pawn(self.pawn, Pawn(seat, Status.ON, stop=self.mark))
        return state.with_pawn(self.pawn, Pawn(seat, Status.WAITING, beside=self.beside))


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """It is the turn of a seat."""

    seat: Seat
    number: int
    half: int = 0
    played: PawnId | None = None

    def fold(self, state: GameState) -> GameState:
        moment = state.turn.moment + 1
        turn = Turn(self.seat, self.number, self.half, moment=moment, played=self.played)
        return replace(state, turn=turn)


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat could not place for want of a tile (GEN-21)."""

    seat: Seat

    def fold(self, state: GameState) -> GameState:
        return state


@dataclass(frozen=True, slots=True)
class TileDrawn(Event):
    """Only the drawer sees which tile it was."""

    seat: Seat
    tile: TileId | None

    def fold(self, state: GameState) -> GameState:
        assert self.tile is not None
        hand = (*state.hands[self.seat], self.tile)
        return replace(
            state,
            hands=with_item(state.hands, self.seat, hand),
            pile=state.pile.without(self.tile),
            turn=replace(state.turn, drawn=(*state.turn.drawn, self.seat)),
        )

    def seen_by(self, viewer: Seat | None) -> TileDrawn:
        return self if viewer == self.seat else _unseen_draw(self.seat)


@cache
def _unseen_draw(seat: Seat) -> TileDrawn:
    """The same for all who do not see which tile it was."""
    return TileDrawn(seat, None)


@dataclass(frozen=True, slots=True)
class TilePlaced(Event):
    """A tile was laid on an empty cell."""

    pawn: PawnId
    cell: Cell
    laid: Laid

    def fold(self, state: GameState) -> GameState:
        seat = state.pawns[self.pawn].seat
        hand = list(state.hands[seat])
        hand.remove(self.laid.tile)
        turn = replace(state.turn, pawn=self.pawn, cell=self.cell, moment=state.turn.moment + 1)
        return replace(
            state,
            board=state.board.with_tile(self.cell, self.laid),
            hands=with_item(state.hands, seat, tuple(hand)),
            turn=turn,
        )


@dataclass(frozen=True, slots=True)
class PawnEntered(Event):
    """A waiting pawn took one of the paths on its side."""

    pawn: PawnId
    stop: Stop

    def fold(self, state: GameState) -> GameState:
        seat = state.pawns[self.pawn].seat
        return state.with_pawn(self.pawn, Pawn(seat, Status.ON, stop=self.stop))


@dataclass(frozen=True, slots=True)
class PawnMoved(Event):
    """A pawn travelled over the tiles of `route`; a loss, if any, follows as its own event."""

    pawn: PawnId
    route: tuple[Crossing, ...]
    stop: Stop
    """Where it now faces; outside the board if it ran off."""

    def fold(self, state: GameState) -> GameState:
        pawn = state.pawns[self.pawn]
        behind = self.route[-1].cell if self.route else pawn.behind
        return state.with_pawn(self.pawn, Pawn(pawn.seat, Status.ON, stop=self.stop, behind=behind))


@dataclass(frozen=True, slots=True)
class PawnLost(Event):
    """A pawn has gone for good, and how."""

    pawn: PawnId
    fate: Fate
    others: tuple[PawnId, ...] = ()
    """Pawns it collided with."""

    def fold(self, state: GameState) -> GameState:
        seat = state.pawns[self.pawn].seat
        return state.with_pawn(self.pawn, Pawn(seat, Status.LOST))


@dataclass(frozen=True, slots=True)
class SeatOut(Event):
    """A seat lost its last pawn."""

    seat: Seat
    fate: Fate

    def fold(self, state: GameState) -> GameState:
        out = Exit(self.seat, state.turn.number, state.turn.moment, self.fate)
        return replace(state, exits=(*state.exits, out))


@dataclass(frozen=True, slots=True)
class HandShuffledIn(Event):
    """An eliminated hand was shuffled into the pile (CL-20, PO-12)."""

    seat: Seat
    count: int

    def fold(self, state: GameState) -> GameState:
        pile = state.pile.shuffled_with(state.hands[self.seat])
        return replace(state, pile=pile).with_hand(self.seat, ())


@dataclass(frozen=True, slots=True)
class HandBuried(Event):
    """A hand went under the pile in hand order; `known_to` saw it (SE-30)."""

    seat: Seat
    count: int
    known_to: tuple[Seat, ...]

    def fold(self, state: GameState) -> GameState:
        buried = (Buried(tile, self.known_to) for tile in state.hands[self.seat])
        return replace(state, pile=state.pile.over(buried)).with_hand(self.seat, ())


@dataclass(frozen=True, slots=True)
class HandLaidDown(Event):
    """A hand left the game, openly or face down (KO-14, KO-25)."""

    seat: Seat
    count: int
    shown: tuple[TileId, ...] = ()
    """The tiles, if everybody may see them."""

    def fold(self, state: GameState) -> GameState:
        known_to = None if self.shown else (self.seat,)
        gone = tuple(Buried(tile, known_to) for tile in state.hands[self.seat])
        return replace(state, box=(*state.box, *gone)).with_hand(self.seat, ())


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over, with this result."""

    result: Result

    def fold(self, state: GameState) -> GameState:
        return replace(state, result=self.result)
