"""Choosing start places (CL-5 to CL-7, KO-6 to KO-8, PO-6, SE-11, PR-7, PR-8)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tsuro.core.actions import Action, TakeMark, TakeSide
from tsuro.core.asks import Decide
from tsuro.core.events import StartTaken
from tsuro.core.geometry import Beside, Stop
from tsuro.core.ids import PawnId
from tsuro.core.state import GameState, Status
from tsuro.rules.phases import AskingPhase, Draft


def next_to_start(state: GameState) -> PawnId | None:
    """The pawn to be set next: from the first seat clockwise, one pawn a round (KO-19)."""
    order = (state.first, *state.clockwise(state.first)[:-1])
    per_seat = len(state.pawns) // state.seats
    rounds = (state.pawns_of(seat)[number] for number in range(per_seat) for seat in order)
    return next((pawn for pawn in rounds if state.pawns[pawn].status is Status.UNSET), None)


@dataclass(frozen=True)
class MarksPhase(AskingPhase):
    """Each pawn on a start mark of choice; a mark holds one pawn (CL-5, CL-6)."""

    name = "start"
    marks: tuple[Stop, ...]
    rule: str

    @cached_property
    def _takes(self) -> tuple[TakeMark, ...]:
        return tuple(map(TakeMark, self.marks))

    def ask(self, state: GameState) -> Decide | None:
        pawn = next_to_start(state)
        if pawn is None:
            return None
        taken = {other.stop for other in state.pawns}
        options = tuple(take for take in self._takes if take.mark not in taken)
        return Decide(state.pawns[pawn].seat, options, self.rule)

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, TakeMark)
        pawn = next_to_start(draft.state)
        assert pawn is not None
        draft.emit(StartTaken(pawn, mark=action.mark))


@dataclass(frozen=True)
class SidesPhase(AskingPhase):
    """Each pawn beside an outer cell; an outer cell takes one pawn (KO-7, PR-7)."""

    name = "start"
    places: tuple[Beside, ...]
    rule: str

    @cached_property
    def _takes(self) -> tuple[TakeSide, ...]:
        return tuple(map(TakeSide, self.places))

    def ask(self, state: GameState) -> Decide | None:
        pawn = next_to_start(state)
        if pawn is None:
            return None
        taken = {other.beside.cell for other in state.pawns if other.beside is not None}
        options = tuple(take for take in self._takes if take.place.cell not in taken)
        return Decide(state.pawns[pawn].seat, options, self.rule)

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, TakeSide)
        pawn = next_to_start(draft.state)
        assert pawn is not None
        draft.emit(StartTaken(pawn, beside=action.place))
