"""What a picture shows, be it drawn or written: trails, the last move, a move to come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tsuro.core.board import Crossing, trail
from tsuro.core.events import Event, PawnEntered, PawnLost, PawnMoved, StartTaken, TilePlaced
from tsuro.core.geometry import Cell, Stop, across
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.state import GameState, Pawn, Status
from tsuro.core.tiles import HIDDEN, Laid
from tsuro.editions.edition import Edition
from tsuro.rules.phoenix.extending import TileTurned
from tsuro.rules.phoenix.rising import PawnRose
from tsuro.rules.phoenix.soaring import PawnLeft
from tsuro.rules.phoenix.winds import TileFlipped
from tsuro.rules.seas.daikaiju import DaikaijuMoved, Sea
from tsuro.rules.seas.start_protection import ShipRelocated

PAWN_EVENTS: Final = (
    StartTaken,
    PawnEntered,
    PawnMoved,
    PawnLost,
    PawnRose,
    PawnLeft,
    ShipRelocated,
)
"""Events that set pawns and need nothing hidden to be folded."""


@dataclass(frozen=True, slots=True)
class Trail:
    """The way of a pawn, as far as the tiles still show it."""

    seat: Seat
    crossings: tuple[Crossing, ...]
    faded: bool = False
    """Of a pawn that is no longer on the board."""


@dataclass(frozen=True)
class Move:
    """One move as events tell it: the tile, the ways of the pawns, and who was lost where."""

    laid: tuple[tuple[Cell, Laid], ...] = ()
    routes: tuple[PawnMoved, ...] = ()
    lost: tuple[tuple[PawnId, Stop], ...] = ()
    """Pawns that left the board, and the point by which they left their last tile."""
    swum: tuple[tuple[Cell, Cell], ...] = ()
    """From where to where daikaiju moved."""


def move_of(events: Iterable[Event]) -> Move:
    laid: list[tuple[Cell, Laid]] = []
    routes: list[PawnMoved] = []
    lost: list[tuple[PawnId, Stop]] = []
    swum: list[tuple[Cell, Cell]] = []
    for event in events:
        match event:
            case TilePlaced():
                laid.append((event.cell, event.laid))
            case TileTurned() | TileFlipped():
                laid.append((event.cell, event.after))
            case PawnMoved():
                routes.append(event)
            case PawnLost() | PawnLeft():
                lost += [(event.pawn, end) for end in _last_point(routes, event.pawn)]
            case DaikaijuMoved():
                swum.append((event.origin, event.cell))
    return Move(tuple(laid), tuple(routes), tuple(lost), tuple(swum))


def pawns_after(state: GameState, events: Iterable[Event]) -> list[tuple[PawnId, Pawn]]:
    """The pawns that a move to come would set elsewhere, as they would stand."""
    later = state
    for event in events:
        if isinstance(event, PAWN_EVENTS):
            later = event.fold(later)
    both = enumerate(zip(state.pawns, later.pawns, strict=True))
    return [(PawnId(number), after) for number, (before, after) in both if after != before]


def _last_point(routes: Sequence[PawnMoved], pawn: PawnId) -> list[Stop]:
    ways = [each.route for each in routes if each.pawn == pawn and each.route]
    return [Stop(way[-1].cell, way[-1].exit) for way in ways[-1:]]


def last_move(events: Sequence[Event]) -> Move:
    """The last placement or turn of a tile among the events, and all that came of it."""
    begins = [i for i, event in enumerate(events) if isinstance(event, TilePlaced | TileTurned)]
    return move_of(events[begins[-1] :]) if begins else Move()


def trails_of(edition: Edition, state: GameState, events: Sequence[Event]) -> list[Trail]:
    """The trails of all pawns; of those off the board as far as the events remember them.

    Where tiles can be turned a path no longer tells who travelled it, so only the last way of each
    pawn is drawn, and only over tiles that still lie as they did.
    """
    turnable = any(edition.tiles.two_faced(laid.tile) for _, laid in state.board.occupied())
    routes: dict[PawnId, list[Crossing]] = {}
    for event in events:
        if isinstance(event, PawnMoved):
            known = [] if turnable else routes.get(event.pawn, [])
            routes[event.pawn] = [*known, *event.route]
    just_moved = {each.pawn for each in last_move(events).routes}
    found = []
    for number, pawn in enumerate(state.pawns):
        gone = pawn.status is not Status.ON
        if turnable and gone and number not in just_moved:
            continue
        remembered = _still_there(edition, state, routes.get(PawnId(number), ()))
        if pawn.stop is not None and not turnable:
            way = trail(state.board, edition.tiles, pawn.stop)
        else:
            way = remembered
        found.append(Trail(pawn.seat, way, faded=gone and number not in just_moved))
    return [each for each in found if each.crossings]


def _still_there(
    edition: Edition, state: GameState, route: Iterable[Crossing]
) -> tuple[Crossing, ...]:
    def shown(crossing: Crossing) -> bool:
        laid = state.board[crossing.cell]
        return laid is not None and edition.tiles.wiring(laid)[crossing.entry] == crossing.exit

    return tuple(crossing for crossing in route if shown(crossing))


def unbroken(route: Sequence[Crossing]) -> list[list[Crossing]]:
    """A way with gaps, where tiles have gone, as its connected pieces."""
    pieces: list[list[Crossing]] = []
    for crossing in route:
        last = pieces[-1][-1] if pieces else None
        if last and across(Stop(last.cell, last.exit)) == Stop(crossing.cell, crossing.entry):
            pieces[-1].append(crossing)
        else:
            pieces.append([crossing])
    return pieces


def open_cells(state: GameState) -> list[Cell]:
    """The cells on which the active seat can lay a tile."""
    if state.result is not None or state.turn.number == 0:
        return []
    pawns = [state.pawns[number] for number in state.pawns_of(state.turn.seat)]
    places = [place for pawn in pawns if (place := pawn.stop or pawn.beside) is not None]
    held = state.part(Sea).cells() if state.has_part(Sea) else frozenset()
    return [
        place.cell
        for place in places
        if place.cell in state.board and state.board[place.cell] is None and place.cell not in held
    ]


def lantern_letter(edition: Edition, laid: Laid) -> str:
    """`O` for an orange lantern that glows, `o` for a dimmed one, likewise for blue and yellow."""
    letter = (edition.tiles[laid.tile].lantern or "")[:1]
    return letter.upper() if edition.tiles.face(laid).glowing else letter


def faces_of(edition: Edition, tile: TileId) -> list[Laid | None]:
    """The faces of a tile in a hand, unturned; None stands for its back."""
    if tile == HIDDEN:
        return [None]
    return [Laid(tile, 0, face) for face in range(len(edition.tiles[tile].faces))]
