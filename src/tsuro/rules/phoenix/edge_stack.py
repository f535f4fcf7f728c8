"""Edge tiles drawn and discarded, and the Phoenix tile of a shortage (PR-37 to PR-42, PR-49)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from tsuro.core.actions import Action, Draw
from tsuro.core.asks import Chance
from tsuro.core.events import Event, TileDrawn
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried
from tsuro.core.replacing import replace
from tsuro.core.state import GameState, Part, Status
from tsuro.rules.hands import draw_from
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft
from tsuro.rules.phoenix.flight import Flight, pawn_of
from tsuro.rules.placing import front_cell

HAND: Final = 2
"""Edge tiles in a full hand (PR-12)."""


@dataclass(frozen=True, slots=True)
class PhoenixTile(Part):
    """On top of the edge stack unless a seat that is short holds it (PR-9, PR-39)."""

    key: ClassVar[str] = "phoenix_tile"
    holder: Seat | None = None


@dataclass(frozen=True, slots=True)
class PhoenixTaken(Event):
    """A seat took the Phoenix tile because there was no tile to draw."""

    seat: Seat

    def fold(self, state: GameState) -> GameState:
        return state.with_part(PhoenixTile(self.seat))


@dataclass(frozen=True, slots=True)
class PhoenixReturned(Event):
    """Its holder has two tiles or needs none any more: it goes back on the stack (PR-39, PR-40)."""

    seat: Seat

    def fold(self, state: GameState) -> GameState:
        return state.with_part(PhoenixTile())


@dataclass(frozen=True, slots=True)
class PhoenixHandedOver(Event):
    """A robber gave it in exchange for the tiles (PR-41)."""

    seat: Seat
    heir: Seat

    def fold(self, state: GameState) -> GameState:
        return state.with_part(PhoenixTile(self.heir))


@dataclass(frozen=True, slots=True)
class TileDiscarded(Event):
    """Under the stack, or to the heir who holds the Phoenix tile; only these two see it (PR-49)."""

    seat: Seat
    tile: TileId | None
    heir: Seat | None

    def fold(self, state: GameState) -> GameState:
        assert self.tile is not None
        state = _taken_from(state, self.seat, self.tile)
        if self.heir is not None:
            return state.with_hand(self.heir, (*state.hands[self.heir], self.tile))
        return replace(state, pile=state.pile.over([Buried(self.tile, (self.seat,))]))

    def seen_by(self, viewer: Seat | None) -> TileDiscarded:
        if viewer is not None and viewer in (self.seat, self.heir):
            return self
        return TileDiscarded(self.seat, None, self.heir)


@dataclass(frozen=True, slots=True)
class TileRobbed(Event):
    """A seat without a tile took one of another's; the two of them see it (PR-41)."""

    seat: Seat
    victim: Seat
    tile: TileId | None

    def fold(self, state: GameState) -> GameState:
        assert self.tile is not None
        state = _taken_from(state, self.victim, self.tile)
        return state.with_hand(self.seat, (*state.hands[self.seat], self.tile))

    def seen_by(self, viewer: Seat | None) -> TileRobbed:
        if viewer in (self.seat, self.victim):
            return self
        return TileRobbed(self.seat, self.victim, None)


def _taken_from(state: GameState, seat: Seat, tile: TileId) -> GameState:
    hand = list(state.hands[seat])
    hand.remove(tile)
    return state.with_hand(seat, tuple(hand))


def faces_empty_cell(state: GameState, seat: Seat) -> bool:
    """Whether a seat's pawn waits or stands before a cell that still needs a tile."""
    pawn = pawn_of(seat)
    if state.pawns[pawn].status not in (Status.ON, Status.WAITING):
        return False
    return state.board[front_cell(state, pawn)] is None


def is_short(state: GameState, seat: Seat) -> bool:
    """Whether a seat is entitled to more tiles now (PR-49).

    While pawns travel the active seat is not: it draws last (PR-38).
    """
    if len(state.hands[seat]) >= HAND:
        return False
    if seat == state.turn.seat and state.part(Flight).mover is not None:
        return False
    return faces_empty_cell(state, seat)


def give_up_phoenix(draft: Draft, seat: Seat) -> None:
    """A holder returns it, and the next who is short takes it (PR-40).

    The stack is empty while somebody holds it, so nobody who waits could be served from there.
    """
    if draft.state.part(PhoenixTile).holder != seat:
        return
    draft.emit(PhoenixReturned(seat))
    for other in draft.state.clockwise(seat):
        if is_short(draft.state, other):
            draft.emit(PhoenixTaken(other))
            return


def discard_hand(draft: Draft, seat: Seat) -> None:
    """Tiles in the order drawn, to the holder of the Phoenix tile or under the stack (PR-49).

    A holder is always another seat with fewer than two tiles: who discards, and who has two, has
    given the Phoenix tile up.
    """
    for tile in draft.state.hands[seat]:
        heir = draft.state.part(PhoenixTile).holder
        draft.emit(TileDiscarded(seat, tile, heir))
        if heir is not None and len(draft.state.hands[heir]) == HAND:
            give_up_phoenix(draft, heir)


class DiscardPhase(AutomaticPhase):
    """After a placement: the tile not used, then the hands of those whose front was filled (PR-37).

    A holder of the Phoenix tile among them gives it up first, so that no tile reaches a hand that
    is about to be discarded itself (PR-49).
    """

    name = "discard"

    def run(self, draft: Draft) -> None:
        state = draft.state
        active = state.turn.seat
        others = (
            seat
            for seat in state.clockwise(active)[:-1]
            if (stop := state.pawns[pawn_of(seat)].stop) is not None
            and stop.cell == state.turn.cell
        )
        seats = (active, *others)
        for seat in seats:
            give_up_phoenix(draft, seat)
        for seat in seats:
            discard_hand(draft, seat)


class DrawPhase(AskingPhase):
    """A seat before an empty cell draws until it has two tiles or the stack is empty (PR-38)."""

    rule: ClassVar[str] = "PR-38"

    def drawer(self, state: GameState) -> Seat:
        return state.turn.seat

    def ask(self, state: GameState) -> Chance | None:
        if not state.pile or not is_short(state, self.drawer(state)):
            return None
        return draw_from(state.pile, self.rule)

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Draw)
        draft.emit(TileDrawn(self.drawer(draft.state), action.tile))


class SupplyPhase(DrawPhase):
    """A risen pawn's owner draws before placing (PR-19)."""

    name = "supply"
    rule = "PR-19"


class RestockPhase(DrawPhase):
    """The owner of another pawn that has just travelled draws at once (PR-38)."""

    name = "refill"

    def drawer(self, state: GameState) -> Seat:
        mover = state.part(Flight).mover
        assert mover is not None
        return state.pawns[mover].seat


class PreparePhase(DrawPhase):
    """The active seat draws last (PR-38)."""

    name = "prepare"


class ShortagePhase(AutomaticPhase):
    """Whoever could not draw two tiles takes the Phoenix tile, if nobody has it (PR-39, PR-40)."""

    def run(self, draft: Draft) -> None:
        state = draft.state
        if state.part(PhoenixTile).holder is not None:
            return
        for seat in (state.turn.seat, *state.clockwise(state.turn.seat)[:-1]):
            if is_short(state, seat):
                draft.emit(PhoenixTaken(seat))
                return


class SupplyShortagePhase(ShortagePhase):
    name = "supply_shortage"


class RestockShortagePhase(ShortagePhase):
    name = "refill_shortage"


class PrepareShortagePhase(ShortagePhase):
    name = "prepare_shortage"


class RobPhase(AutomaticPhase):
    """Who must place and finds no tile takes those of the first seat to the left (PR-41)."""

    name = "rob"

    def run(self, draft: Draft) -> None:
        state = draft.state
        needy = state.turn.seat
        if state.hands[needy] or not faces_empty_cell(state, needy):
            return
        victim = next(seat for seat in state.clockwise(needy) if state.hands[seat])
        for tile in state.hands[victim]:
            draft.emit(TileRobbed(needy, victim, tile))
        if state.part(PhoenixTile).holder == needy:
            draft.emit(PhoenixHandedOver(needy, victim))
