"""A phoenix follows its path, makes stars, and may leave the board (PR-25 to PR-31, PR-34)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tsuro.core.board import Crossing, walk
from tsuro.core.events import Event, PawnMoved
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import PawnId
from tsuro.core.state import Fate, GameState, Pawn, Status
from tsuro.core.tiles import TileSet
from tsuro.rules.phases import AutomaticPhase, Draft
from tsuro.rules.phoenix.edge_stack import discard_hand, give_up_phoenix
from tsuro.rules.phoenix.flight import Flight
from tsuro.rules.phoenix.lanterns import Lanterns, StarCreated
from tsuro.rules.travel import Collide, Journey, standing


@dataclass(frozen=True, slots=True)
class PawnLeft(Event):
    """A pawn went back to its owner, who may be able to rise (PR-18, PR-26)."""

    pawn: PawnId
    fate: Fate
    others: tuple[PawnId, ...] = ()
    """Pawns it collided with."""

    def fold(self, state: GameState) -> GameState:
        seat = state.pawns[self.pawn].seat
        return state.with_pawn(self.pawn, Pawn(seat, Status.OFF))


def leave_board(draft: Draft, leavers: Sequence[tuple[PawnId, Fate, tuple[PawnId, ...]]]) -> None:
    """Pawns leave together; then their owners discard what they hold (PR-26, PR-49)."""
    for pawn, fate, others in leavers:
        draft.emit(PawnLeft(pawn, fate, others))
    seats = [draft.state.pawns[pawn].seat for pawn, _, _ in leavers]
    for seat in seats:
        give_up_phoenix(draft, seat)
    for seat in seats:
        discard_hand(draft, seat)


@dataclass(frozen=True)
class Soaring:
    """How a phoenix travels; used by the phases and by the breaking of loops."""

    tiles: TileSet
    later_departures: bool
    """A tile on which an earlier move ended gives its star when the pawn leaves it (PR-30)."""

    def journey(self, state: GameState, pawn: PawnId) -> Journey:
        """The way before a pawn, up to the first link on which another stands (PR-27)."""
        stop = state.pawns[pawn].stop
        assert stop is not None
        return Collide().meet(pawn, walk(state.board, self.tiles, stop), standing(state.pawns))

    def new_stars(
        self, state: GameState, journey: Journey, *, under_way: bool = False
    ) -> tuple[Cell, ...]:
        """Tiles with a marker that the journey leaves, in order, each once (PR-29, PR-31).

        The last tile is left only by running off the grid. `under_way` says that the tile the
        pawn stands on was crossed in this very move.
        """
        if not journey.route:
            return ()
        left = [crossing.cell for crossing in journey.route[:-1]]
        if journey.fate is Fate.EDGE:
            left.append(journey.route[-1].cell)
        behind = state.pawns[journey.pawn].behind
        if behind is not None and (self.later_departures or under_way):
            left.insert(0, behind)
        lanterns = state.part(Lanterns)
        lit = {cell for cell, _ in lanterns.markers}.difference(lanterns.stars)
        return tuple(cell for cell in dict.fromkeys(left) if cell in lit)

    def fly(self, draft: Draft, journey: Journey, *, under_way: bool = False) -> None:
        """Move the pawn and put down its stars; leaving the board is not part of it."""
        stars = self.new_stars(draft.state, journey, under_way=under_way)
        draft.emit(PawnMoved(journey.pawn, journey.route, journey.stop))
        for cell in stars:
            draft.emit(StarCreated(cell))

    def land(self, draft: Draft, journey: Journey, *, under_way: bool = False) -> None:
        """A journey to its end, whatever that is (PR-25, PR-26)."""
        self.fly(draft, journey, under_way=under_way)
        if journey.fate is None:
            return
        struck = [(other, journey.fate, (journey.pawn,)) for other in journey.met]
        leave_board(draft, [(journey.pawn, journey.fate, journey.met), *struck])


def stretch(pawn: PawnId, route: tuple[Crossing, ...], stop: Stop) -> Journey:
    """A part of a way, after which the pawn pauses before `stop`."""
    return Journey(pawn, route, stop, None)


@dataclass(frozen=True)
class SoarPhase(AutomaticPhase):
    """A closed loop is flown once, then the pawn leaves the board (PR-28)."""

    name = "travel"
    soaring: Soaring

    def run(self, draft: Draft) -> None:
        mover = draft.state.part(Flight).mover
        assert mover is not None
        self.soaring.land(draft, self.soaring.journey(draft.state, mover))
