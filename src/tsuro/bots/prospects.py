"""A hand-written judgement on the reference engine, for editions without a kernel.

What `greedy` falls back on: the same ideas as the kernels' features, in order of importance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tsuro.core.actions import Decision
from tsuro.core.asks import Decide
from tsuro.core.board import Ending, walk
from tsuro.core.events import Event, PawnMoved
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import PawnId, Seat
from tsuro.core.state import GameState, Pawn, Status
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step, advance
from tsuro.rules.phoenix.flight import Flight
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.seas.daikaiju import Sea

LOOK_AHEAD = 2
"""How many own decisions in a row are tried together, such as a tile and the path into it."""

PRESENCE = {Status.ON: 2, Status.WAITING: 2, Status.UNSET: 2, Status.OFF: 1, Status.LOST: 0}
"""What a pawn's status is worth: one that may rise again is better than none."""


class Prospect(NamedTuple):
    """What a decision leads to; what is named first matters most."""

    outcome: float
    """The share of the win, 0 while the game goes on, less if it is lost."""
    presence: int
    """Own pawns left."""
    has_way: bool
    """Whether some tile of the hand can be laid safely next time."""
    stars: int
    length: int
    """Tiles crossed by own pawns."""
    ways: int
    """How many safe placements the hand offers next time."""
    room: int
    """Cells between an own pawn and the nearest other pawn or daikaiju."""


def look(edition: Edition, step: Step, option: Decision, *, depth: int = LOOK_AHEAD) -> Prospect:
    """The best that can come of an option before luck or another seat has a say."""
    assert isinstance(step.ask, Decide)
    seat = step.ask.seat
    after = advance(edition, step, option)
    moved = _moves(after.events, seat, after.state)
    ask = after.ask
    if isinstance(ask, Decide) and ask.seat == seat and not moved and depth > 1:
        return max(look(edition, after, further, depth=depth - 1) for further in ask.options)
    return judge(edition, after.state, seat, length=sum(len(each.route) for each in moved))


def judge(edition: Edition, state: GameState, seat: Seat, *, length: int) -> Prospect:
    ways = sum(1 for _ in safe_ways(edition, state, seat))
    return Prospect(
        outcome=_outcome(state, seat),
        presence=sum(PRESENCE[state.pawns[pawn].status] for pawn in state.pawns_of(seat)),
        has_way=ways > 0,
        stars=_stars(state, seat),
        length=length,
        ways=ways,
        room=_room(state, seat),
    )


def _moves(events: Sequence[Event], seat: Seat, state: GameState) -> list[PawnMoved]:
    return [
        event
        for event in events
        if isinstance(event, PawnMoved) and state.pawns[event.pawn].seat == seat
    ]


def _outcome(state: GameState, seat: Seat) -> float:
    if state.result is None:
        return 0
    winners = state.result.winners
    return 1 / len(winners) if seat in winners else -1


def _stars(state: GameState, seat: Seat) -> int:
    """Stars scored, and those just made while their lanterns still have to be moved."""
    if not state.has_part(Lanterns):
        return 0
    lanterns = state.part(Lanterns)
    mover = state.part(Flight).mover
    own = mover is not None and state.pawns[mover].seat == seat
    return lanterns.scored[seat] + (len(lanterns.stars) if own else 0)


def safe_ways(edition: Edition, state: GameState, seat: Seat) -> Iterator[PawnId]:
    """For every way to lay a tile of the hand that ends on the board: the pawn it is laid for."""
    monsters = state.part(Sea).cells() if state.has_part(Sea) else frozenset()
    for pawn in state.pawns_of(seat):
        for stop in _entries(state.pawns[pawn]):
            if stop.cell in monsters:
                continue
            laid = state.board[stop.cell]
            tiles = dict.fromkeys(state.hands[seat]) if laid is None else (laid.tile,)
            for way in (way for tile in tiles for way in edition.tiles.ways(tile)):
                board = state.board.with_tile(stop.cell, way)
                ending = walk(board, edition.tiles, stop, daikaiju=monsters).ending
                if ending in (Ending.OPEN, Ending.DEAD_END):
                    yield pawn


def _entries(pawn: Pawn) -> tuple[Stop, ...]:
    """Where a pawn may go on: one stop, or the ports of the side it waits at."""
    if pawn.stop is not None:
        return (pawn.stop,)
    if pawn.beside is not None:
        return tuple(Stop(pawn.beside.cell, port) for port in pawn.beside.side.ports)
    return ()


def _room(state: GameState, seat: Seat) -> int:
    own = [cell for pawn in state.pawns if pawn.seat == seat for cell in _front(pawn)]
    others = [cell for pawn in state.pawns if pawn.seat != seat for cell in _front(pawn)]
    if state.has_part(Sea):
        others += state.part(Sea).cells()
    return min((_distance(one, other) for one in own for other in others), default=0)


def _front(pawn: Pawn) -> Iterator[Cell]:
    place = pawn.stop if pawn.stop is not None else pawn.beside
    if place is not None:
        yield place.cell


def _distance(one: Cell, other: Cell) -> int:
    return abs(one.col - other.col) + abs(one.row - other.row)
