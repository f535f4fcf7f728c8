"""Pawns move along the lengthened paths; some are lost (GEN-12, CL-12 to CL-15, KO-12, PO-10)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tsuro.core.board import Board, Crossing, Ending, Walk, walk
from tsuro.core.events import PawnLost, PawnMoved, SeatOut
from tsuro.core.geometry import Cell, Stop, across, link
from tsuro.core.ids import PawnId
from tsuro.core.state import Fate, GameState, Pawn, Status
from tsuro.core.tiles import TileSet
from tsuro.rules.phases import AutomaticPhase, Draft

FATE_OF: dict[Ending, Fate] = {
    Ending.EDGE: Fate.EDGE,
    Ending.LOOP: Fate.LOOP,
    Ending.DAIKAIJU: Fate.DAIKAIJU,
}


@dataclass(frozen=True, slots=True)
class Journey:
    """What one pawn does after a placement."""

    pawn: PawnId
    route: tuple[Crossing, ...]
    stop: Stop
    fate: Fate | None
    met: tuple[PawnId, ...] = ()


class Contact(Protocol):
    """What happens when a walk crosses the link on which another pawn stood."""

    def meet(self, pawn: PawnId, path: Walk, pawns: Sequence[Pawn]) -> Journey: ...


class Collide:
    """Both are out; the route ends where they meet (CL-14, KO-13, PO-11)."""

    def meet(self, pawn: PawnId, path: Walk, pawns: Sequence[Pawn]) -> Journey:
        standing: dict[Stop, list[PawnId]] = {}
        for number, other in enumerate(pawns):
            if number != pawn and other.status is Status.ON and other.stop is not None:
                standing.setdefault(link(other.stop), []).append(PawnId(number))
        for step, crossing in enumerate(path.crossings):
            exit_stop = Stop(crossing.cell, crossing.exit)
            met = standing.get(link(exit_stop))
            if met:
                route = path.crossings[: step + 1]
                return Journey(pawn, route, across(exit_stop), Fate.COLLISION, tuple(met))
        return Journey(pawn, path.crossings, path.end, FATE_OF.get(path.ending))


class PassThrough:
    """Ships pass each other (SE-27)."""

    def meet(self, pawn: PawnId, path: Walk, pawns: Sequence[Pawn]) -> Journey:
        return Journey(pawn, path.crossings, path.end, FATE_OF.get(path.ending))


@dataclass(frozen=True)
class Travel:
    """How pawns move in an edition: used by the phase and by every rule that looks ahead."""

    tiles: TileSet
    contact: Contact

    def daikaiju(self, state: GameState) -> Collection[Cell]:
        """Cells at which a path ends although a tile may lie there."""
        return ()

    def journey(self, state: GameState, board: Board, pawn: PawnId, start: Stop) -> Journey:
        """What becomes of one pawn on the board as laid."""
        path = walk(board, self.tiles, start, daikaiju=self.daikaiju(state))
        return self.contact.meet(pawn, path, state.pawns)

    def journeys(self, state: GameState, board: Board, cell: Cell) -> tuple[Journey, ...]:
        """All pawns that faced `cell`, on the board as laid (GEN-12).

        Everyone is judged by where the others stood before the move, so that two pawns that meet
        both see it, whichever is moved first.
        """
        return tuple(self.journey(state, board, pawn, start) for pawn, start in movers(state, cell))


def movers(state: GameState, cell: Cell) -> Iterable[tuple[PawnId, Stop]]:
    """Pawns facing `cell`: the pawn in play first, then clockwise from its owner."""
    order = (state.turn.seat, *state.clockwise(state.turn.seat)[:-1])
    facing = [
        (pawn, stop)
        for seat in order
        for pawn in state.pawns_of(seat)
        if (stop := state.pawns[pawn].stop) is not None and stop.cell == cell
    ]
    return sorted(facing, key=lambda mover: mover[0] != state.turn.pawn)


def lose_pawns(draft: Draft, losses: Sequence[tuple[PawnId, Fate, tuple[PawnId, ...]]]) -> None:
    """Take pawns off together; seats left without a pawn are out."""
    for pawn, fate, met in losses:
        draft.emit(PawnLost(pawn, fate, met))
    for pawn, fate, _ in losses:
        seat = draft.state.pawns[pawn].seat
        already = {out.seat for out in draft.state.exits}
        if not draft.state.is_in(seat) and seat not in already:
            draft.emit(SeatOut(seat, fate))


@dataclass(frozen=True)
class TravelPhase(AutomaticPhase):
    name = "travel"
    travel: Travel

    def run(self, draft: Draft) -> None:
        cell = draft.state.turn.cell
        if cell is None:
            return
        move_all(draft, self.travel.journeys(draft.state, draft.state.board, cell))


def move_all(draft: Draft, journeys: Sequence[Journey]) -> None:
    for journey in journeys:
        draft.emit(PawnMoved(journey.pawn, journey.route, journey.stop))
    lose_pawns(
        draft,
        [(each.pawn, each.fate, each.met) for each in journeys if each.fate is not None],
    )
