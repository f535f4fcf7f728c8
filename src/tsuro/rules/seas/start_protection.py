"""A daikaiju before the active ship; ships at their start are safe (SE-21, SE-32, SE-33)."""

from __future__ import annotations

from dataclasses import dataclass

from tsuro.core.actions import Action, Decision, Relocate, Stay
from tsuro.core.asks import Decide
from tsuro.core.events import Event
from tsuro.core.geometry import Cell, Side, Stop, rim_marks, rim_side
from tsuro.core.ids import PawnId
from tsuro.core.replacing import replace
from tsuro.core.state import Fate, GameState, Pawn
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft
from tsuro.rules.seas.daikaiju import Daikaiju, Sea, ShipCaught
from tsuro.rules.seas.harm import conclude
from tsuro.rules.travel import lose_pawns


@dataclass(frozen=True, slots=True)
class RelocationOffered(Event):
    """A daikaiju left the board over a waiting ship: it may move on its next turn (SE-33)."""

    pawn: PawnId

    def fold(self, state: GameState) -> GameState:
        sea = state.part(Sea)
        return state.with_part(replace(sea, offers=(*sea.offers, self.pawn)))


@dataclass(frozen=True, slots=True)
class RelocationLapsed(Event):
    """The ship has moved, declined, or found no other mark (SE-33)."""

    pawn: PawnId

    def fold(self, state: GameState) -> GameState:
        return state.with_part(state.part(Sea).without_offer(self.pawn))


@dataclass(frozen=True, slots=True)
class ShipRelocated(Event):
    """A ship went to another start mark on the same side of the board (SE-32, SE-33)."""

    pawn: PawnId
    mark: Stop

    def fold(self, state: GameState) -> GameState:
        ship = replace(state.pawns[self.pawn], stop=self.mark)
        state = state.with_part(state.part(Sea).without_offer(self.pawn))
        return state.with_pawn(self.pawn, ship)


def is_at_start(ship: Pawn) -> bool:
    """Whether a ship has not left its start mark (SE-32)."""
    return ship.stop is not None and ship.behind is None


def active_ship(state: GameState) -> PawnId:
    return state.pawns_of(state.turn.seat)[0]


def offer_relocation(draft: Draft, cell: Cell, side: Side) -> None:
    """A daikaiju left over this side: the ships waiting there may move away later (SE-33)."""
    offers = draft.state.part(Sea).offers
    for number, ship in enumerate(draft.state.pawns):
        if not is_at_start(ship) or number in offers:
            continue
        assert ship.stop is not None
        if ship.stop.cell == cell and rim_side(ship.stop) == side:
            draft.emit(RelocationOffered(PawnId(number)))


def other_marks(state: GameState, ship: Pawn) -> tuple[Stop, ...]:
    """Free marks on the ship's side of the board before cells without tile and daikaiju (SE-32)."""
    assert ship.stop is not None
    taken = {other.stop for other in state.pawns}
    held = state.part(Sea).cells()
    return tuple(
        mark
        for mark in rim_marks(state.board.size)
        if rim_side(mark) == rim_side(ship.stop)
        and mark not in taken
        and mark.cell not in held
        and state.board[mark.cell] is None
    )


def daikaiju_before(state: GameState, pawn: PawnId) -> Daikaiju | None:
    stop = state.pawns[pawn].stop
    return None if stop is None else state.part(Sea).at(stop.cell)


class FrontCheckPhase(AutomaticPhase):
    """After the daikaiju have acted: does one stand before the active ship? (SE-21, SE-39)"""

    name = "front_check"

    def run(self, draft: Draft) -> None:
        state = draft.state
        pawn = active_ship(state)
        if not state.is_in(state.turn.seat):
            draft.goto("begin")
            return
        threat = daikaiju_before(state, pawn)
        if is_at_start(state.pawns[pawn]):
            self._waiting(draft, pawn, threat)
        elif threat is not None:
            self._catch(draft, pawn, by=threat, fate=Fate.DAIKAIJU)

    def _waiting(self, draft: Draft, pawn: PawnId, threat: Daikaiju | None) -> None:
        """A ship at its start moves aside; two or more places to go to are a choice (SE-32)."""
        marks = other_marks(draft.state, draft.state.pawns[pawn])
        if threat is None:
            if not marks and pawn in draft.state.part(Sea).offers:
                draft.emit(RelocationLapsed(pawn))
        elif not marks:
            self._catch(draft, pawn, by=threat, fate=Fate.STRANDED)
        elif len(marks) == 1:
            draft.emit(ShipRelocated(pawn, marks[0]))

    @staticmethod
    def _catch(draft: Draft, pawn: PawnId, *, by: Daikaiju, fate: Fate) -> None:
        draft.emit(ShipCaught(pawn, by.name))
        lose_pawns(draft, [(pawn, fate, ())])
        conclude(draft)
        draft.goto("begin")


class RelocatePhase(AskingPhase):
    """Where a ship at its start goes: away from a daikaiju it must, after a scare it may."""

    name = "relocate"

    def ask(self, state: GameState) -> Decide | None:
        pawn = active_ship(state)
        forced = daikaiju_before(state, pawn) is not None
        if not forced and pawn not in state.part(Sea).offers:
            return None
        marks = tuple(Relocate(mark) for mark in other_marks(state, state.pawns[pawn]))
        if forced:
            return Decide(state.turn.seat, marks, "SE-32")
        options: tuple[Decision, ...] = (Stay(), *marks)
        return Decide(state.turn.seat, options, "SE-33")

    def answer(self, draft: Draft, action: Action) -> None:
        pawn = active_ship(draft.state)
        if isinstance(action, Relocate):
            draft.emit(ShipRelocated(pawn, action.mark))
        else:
            draft.emit(RelocationLapsed(pawn))


class LapsePhase(AutomaticPhase):
    """An offer to relocate ends once its ship has moved (SE-33)."""

    name = "lapse"

    def run(self, draft: Draft) -> None:
        for pawn in draft.state.part(Sea).offers:
            if not is_at_start(draft.state.pawns[pawn]):
                draft.emit(RelocationLapsed(pawn))
