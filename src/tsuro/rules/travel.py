"""Pawns move along the lengthened paths; some are lost (GEN-12, CL-12 to CL-15, KO-12, PO-10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tsuro.core.board import Board, Crossing, Ending, Walk, crossed, walk, way_out
from tsuro.core.events import PawnLost, PawnMoved, SeatOut
from tsuro.core.geometry import Cell, Stop, across, link
from tsuro.core.ids import PawnId
from tsuro.core.state import Fate, GameState, Pawn
from tsuro.core.tiles import NO_PATH, Laid, TileSet
from tsuro.rules.phases import AutomaticPhase, Draft

FATE_OF: dict[Ending, Fate] = {
    Ending.EDGE: Fate.EDGE,
    Ending.LOOP: Fate.LOOP,
    Ending.DAIKAIJU: Fate.DAIKAIJU,
}


class Journey(NamedTuple):
    """What one pawn does after a placement."""

    pawn: PawnId
    route: tuple[Crossing, ...]
    stop: Stop
    fate: Fate | None
    met: tuple[PawnId, ...] = ()


Standing = Mapping[Stop, Sequence[PawnId]]
"""The pawns on each link that any stand on."""


def standing(pawns: Sequence[Pawn]) -> Standing:
    found: dict[Stop, list[PawnId]] = {}
    for number, pawn in enumerate(pawns):
        if pawn.stop is not None:
            found.setdefault(link(pawn.stop), []).append(PawnId(number))
    return found


class Contact(Protocol):
    """What happens when a walk crosses the link on which another pawn stood."""

    def meet(self, pawn: PawnId, path: Walk, before: Standing) -> Journey: ...


class Collide:
    """Both are out; the route ends where they meet (CL-14, KO-13, PO-11)."""

    def meet(self, pawn: PawnId, path: Walk, before: Standing) -> Journey:
        for step, crossing in enumerate(path.crossings, 1):
            others = before.get(way_out(crossing))
            if others is None:
                continue
            met = tuple(other for other in others if other != pawn)
            if met:
                stop = across(Stop(crossing.cell, crossing.exit))
                return Journey(pawn, path.crossings[:step], stop, Fate.COLLISION, met)
        return Journey(pawn, path.crossings, path.end, FATE_OF.get(path.ending))


class PassThrough:
    """Ships pass each other (SE-27)."""

    def meet(self, pawn: PawnId, path: Walk, before: Standing) -> Journey:
        return Journey(pawn, path.crossings, path.end, FATE_OF.get(path.ending))


class Traffic(NamedTuple):
    """What stops a pawn on its way besides the tiles."""

    standing: Standing
    """Everyone is judged by where the others stood before the move, so that two pawns that meet
    both see it, whichever is moved first."""
    daikaiju: Collection[Cell]
    """Cells at which a path ends although a tile may lie there."""


@dataclass(frozen=True)
class Travel:
    """How pawns move in an edition: used by the phase and by every rule that looks ahead."""

    tiles: TileSet
    contact: Contact

    def traffic(self, state: GameState) -> Traffic:
        """The same for all pawns that move together, and for all placements one may think of."""
        return Traffic(standing(state.pawns), ())

    def journey(self, traffic: Traffic, board: Board, pawn: PawnId, start: Stop) -> Journey:
        """What becomes of one pawn on the board as laid."""
        path = walk(board, self.tiles, start, daikaiju=traffic.daikaiju)
        return self.contact.meet(pawn, path, traffic.standing)


class Outlook:
    """What a tile laid on one cell would do to the pawns that face it."""

    def __init__(self, travel: Travel, state: GameState, cell: Cell) -> None:
        self._travel = travel
        self._traffic = travel.traffic(state)
        self._board = state.board
        self._cell = cell
        self._known: dict[tuple[PawnId, int], Journey | None] = {}
        """By the point at which a pawn leaves the cell; None if its way comes back there."""

    def journey(self, laid: Laid, pawn: PawnId, start: Stop) -> Journey:
        exit_point = self._travel.tiles.wiring(laid)[start.port]
        way = pawn, exit_point
        if way not in self._known:
            self._known[way] = self._away(pawn, start, exit_point)
        known = self._known[way]
        if known is not None:
            return known
        board = self._board.with_tile(self._cell, laid)
        return self._travel.journey(self._traffic, board, pawn, start)

    def _away(self, pawn: PawnId, start: Stop, exit_point: int) -> Journey | None:
        """The same for every tile that leads out there, unless the way comes back to the cell."""
        if exit_point == NO_PATH or self._cell in self._traffic.daikaiju:
            return None
        crossing, beyond = crossed(start, exit_point)
        path = walk(self._board, self._travel.tiles, beyond, daikaiju=self._traffic.daikaiju)
        if path.end.cell == self._cell:
            return None
        whole = Walk(start, (crossing, *path.crossings), path.ending, path.end)
        return self._travel.contact.meet(pawn, whole, self._traffic.standing)


def movers(state: GameState, cell: Cell) -> Sequence[tuple[PawnId, Stop]]:
    """Pawns facing `cell`: the pawn in play first, then clockwise from its owner (GEN-12)."""
    facing = [
        (PawnId(number), pawn.stop)
        for number, pawn in enumerate(state.pawns)
        if pawn.stop is not None and pawn.stop.cell == cell
    ]
    if len(facing) == 1:
        return facing
    turn = state.turn

    def rank(mover: tuple[PawnId, Stop]) -> tuple[bool, int]:
        pawn, _ = mover
        return pawn != turn.pawn, (state.pawns[pawn].seat - turn.seat) % state.seats

    return sorted(facing, key=rank)


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
    """Every pawn that can go on follows its path to the end."""

    name = "travel"
    travel: Travel

    def run(self, draft: Draft) -> None:
        state = draft.state
        if state.turn.cell is None:
            return
        traffic = self.travel.traffic(state)
        journeys = [
            self.travel.journey(traffic, state.board, pawn, start)
            for pawn, start in movers(state, state.turn.cell)
        ]
        move_all(draft, journeys)


def move_all(draft: Draft, journeys: Sequence[Journey]) -> None:
    for journey in journeys:
        draft.emit(PawnMoved(journey.pawn, journey.route, journey.stop))
    lose_pawns(
        draft,
        [(each.pawn, each.fate, each.met) for each in journeys if each.fate is not None],
    )
