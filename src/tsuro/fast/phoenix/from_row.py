"""The state of the reference that a record of Phoenix Rising stands for."""

from __future__ import annotations

from typing import Final

from tsuro.core.board import Board
from tsuro.core.geometry import Cell, Stop, cells, rim_places
from tsuro.core.ids import Seat
from tsuro.core.pile import Pile
from tsuro.core.state import Cursor, GameState, Part, Pawn, Status, Turn
from tsuro.core.tiles import Laid
from tsuro.fast.phoenix.record import (
    BREAK_LOOP,
    CENTRE,
    CREATE,
    DEAL,
    ENTER,
    LANTERN,
    OVER,
    PREPARE,
    REFILL,
    RISE,
    START,
    SUPPLY,
    PhoenixGame,
)
from tsuro.fast.phoenix.tables import (
    COLOUR,
    COLOURS,
    EMPTY,
    SIZE,
    TILE_IDS,
    PhoenixTables,
    laid_of,
    padded,
    unpadded,
)
from tsuro.fast.shared.conversion import (
    bag_of,
    bottom_of,
    exits_of,
    hands_of,
    pawn_of,
    result_of,
    seat_of,
)
from tsuro.fast.shared.endings import ALL_OUT, LAST_STANDING, STARS
from tsuro.rules.phoenix.centre import Centre
from tsuro.rules.phoenix.edge_stack import PhoenixTile
from tsuro.rules.phoenix.flight import Flight
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.loops import Loop
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.phoenix.winds import Winds

CURSORS: Final = {
    START: Cursor("setup", "start"),
    CENTRE: Cursor("setup", "centre"),
    DEAL: Cursor("setup", "deal"),
    RISE: Cursor("turn", "rise"),
    SUPPLY: Cursor("turn", "supply"),
    CREATE: Cursor("turn", "create"),
    ENTER: Cursor("turn", "enter"),
    BREAK_LOOP: Cursor("turn", "break_loop"),
    LANTERN: Cursor("turn", "lantern"),
    REFILL: Cursor("turn", "refill"),
    PREPARE: Cursor("turn", "prepare"),
}
_ENDED_IN: Final = {LAST_STANDING: "stranded", ALL_OUT: "all_out", STARS: "round"}


def from_row(tables: PhoenixTables, g: PhoenixGame) -> GameState:
    """The state a record stands for; `to_row` of it gives the record again."""
    return GameState(
        first=Seat(g.first),
        board=Board(SIZE, tuple(_laid(g, cell) for cell in cells(SIZE))),
        pawns=tuple(_pawn(g, seat) for seat in range(g.seats)),
        hands=hands_of(g, TILE_IDS),
        pile=Pile(bag_of(g, TILE_IDS), bottom_of(g, TILE_IDS)),
        turn=Turn(
            seat=Seat(g.seat),
            number=g.number,
            moment=g.moment,
            pawn=pawn_of(g.pawn),
            cell=_cell(g.cell),
            drawn=tuple(map(Seat, g.drawn[: g.drawn_n])),
        ),
        cursor=_cursor(tables, g),
        parts=tuple(_part(g, part) for part in tables.edition.parts),
        exits=exits_of(g),
        result=result_of(g),
    )


def _laid(g: PhoenixGame, cell: Cell) -> Laid | None:
    placement = g.board[padded(cell)]
    return None if placement == EMPTY else laid_of(placement)


def _pawn(g: PhoenixGame, number: int) -> Pawn:
    seat = Seat(number)
    if not g.alive >> number & 1:
        return Pawn(seat, Status.LOST)
    if g.off >> number & 1:
        return Pawn(seat, Status.OFF)
    if g.waiting >> number & 1:
        return Pawn(seat, Status.WAITING, beside=rim_places(SIZE)[g.beside[number]])
    if not g.on >> number & 1:
        return Pawn(seat)
    stop = Stop(unpadded(g.ahead[number]), g.port[number])
    return Pawn(seat, Status.ON, stop, _cell(g.behind[number]))


def _cursor(tables: PhoenixTables, g: PhoenixGame) -> Cursor:
    if g.phase == OVER:
        # The engine has moved on by one phase when it notices the result.
        return tables.edition.after(Cursor("turn", _ENDED_IN[g.reason]))
    return CURSORS[g.phase]


def _part(g: PhoenixGame, part: Part) -> Part:
    match part:
        case Centre():
            return Centre(tuple(sorted(TILE_IDS[tile] for tile in g.centre[: g.centre_n])))
        case Lanterns():
            return _lanterns(g)
        case Ashes():
            return Ashes(tuple(bool(g.lives >> seat & 1) for seat in range(g.seats)))
        case PhoenixTile():
            return PhoenixTile(seat_of(g.holder))
        case Flight():
            return Flight(pawn_of(g.mover), _cells(g.touched, g.touched_n), g.settled)
        case Winds():
            return Winds(_cell(g.bound))
    assert isinstance(part, Loop)
    return Loop(
        bool(g.flown),
        _cells(g.treated, g.treated_n),
        _cells(g.in_vain, g.in_vain_n),
    )


def _lanterns(g: PhoenixGame) -> Lanterns:
    markers = (
        (unpadded(cell), COLOURS[COLOUR[g.board[cell] >> 3]]) for cell in g.markers[: g.markers_n]
    )
    return Lanterns(
        tuple(g.scored[: g.seats]),
        tuple(markers),
        _cells(g.stars, g.stars_n),
        bool(g.final_round),
    )


def _cell(number: int) -> Cell | None:
    return unpadded(number) if number else None


def _cells(numbers: list[int], count: int) -> tuple[Cell, ...]:
    return tuple(map(unpadded, numbers[:count]))
