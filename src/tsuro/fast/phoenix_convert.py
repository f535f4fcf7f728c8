"""Between reference states and records of Phoenix Rising: the whole state, both ways."""

from __future__ import annotations

from typing import Final

from tsuro.core.board import Board
from tsuro.core.geometry import Cell, Stop, cells, rim_places
from tsuro.core.ids import PawnId, Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import (
    Cursor,
    Exit,
    Fate,
    GameState,
    Part,
    Pawn,
    Reason,
    Result,
    Status,
    Turn,
)
from tsuro.core.tiles import Laid
from tsuro.fast.conversion import winners_of
from tsuro.fast.phoenix_record import (
    ALL_OUT,
    BREAK_LOOP,
    CENTRE,
    CREATE,
    DEAL,
    ENTER,
    HAND,
    LANTERN,
    LAST_STANDING,
    NONE,
    OVER,
    PREPARE,
    REFILL,
    RISE,
    STARS,
    START,
    SUPPLY,
    UNDER,
    PhoenixGame,
)
from tsuro.fast.phoenix_tables import (
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
from tsuro.rules.phoenix.centre import Centre
from tsuro.rules.phoenix.edge_stack import PhoenixTile
from tsuro.rules.phoenix.flight import Flight
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.loops import Loop
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.phoenix.winds import Winds

REASONS: Final = {
    LAST_STANDING: Reason.LAST_STANDING,
    ALL_OUT: Reason.ALL_OUT,
    STARS: Reason.STARS,
}
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
        hands=tuple(_hand(g, seat) for seat in range(g.seats)),
        pile=Pile(tuple(sorted(TILE_IDS[tile] for tile in g.bag[: g.bag_n])), _under(g)),
        turn=Turn(
            seat=Seat(g.seat),
            number=g.number,
            moment=g.moment,
            pawn=_pawn_id(g.pawn),
            cell=_cell(g.cell),
            drawn=tuple(map(Seat, g.drawn[: g.drawn_n])),
        ),
        cursor=_cursor(tables, g),
        parts=tuple(_part(g, part) for part in tables.edition.parts),
        exits=tuple(_exit(g, number) for number in range(g.exits_n)),
        result=_result(g),
    )


def _laid(g: PhoenixGame, cell: Cell) -> Laid | None:
    placement = g.board[padded(cell)]
    return None if placement == EMPTY else laid_of(placement)


def _hand(g: PhoenixGame, seat: int) -> tuple[TileId, ...]:
    slots = g.hand[HAND * seat : HAND * seat + g.hand_n[seat]]
    return tuple(TILE_IDS[tile] for tile in slots)


def _under(g: PhoenixGame) -> tuple[Buried, ...]:
    places = [(g.under_head + i) % UNDER for i in range(g.under_n)]
    return tuple(Buried(TILE_IDS[g.under[i]], _known_to(g.under_seat[i])) for i in places)


def _known_to(seat: int) -> tuple[Seat, ...] | None:
    return None if seat == NONE else (Seat(seat),)


def _pawn(g: PhoenixGame, number: int) -> Pawn:
    seat = Seat(number)
    if not g.alive >> number & 1:
        return Pawn(seat, Status.LOST)
    if g.off >> number & 1:
        return Pawn(seat, Status.OFF)
    if g.waiting >> number & 1:
        return Pawn(seat, Status.WAITING, beside=rim_places(SIZE)[g.place[number]])
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
            return PhoenixTile(None if g.holder == NONE else Seat(g.holder))
        case Flight():
            return Flight(_pawn_id(g.mover), _cells(g.touched, g.touched_n), g.settled)
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
        (unpadded(cell), COLOURS[COLOUR[g.board[cell] >> 3]]) for cell in g.lamp[: g.lamps_n]
    )
    return Lanterns(
        tuple(g.scored[: g.seats]),
        tuple(markers),
        _cells(g.star, g.stars_n),
        bool(g.final_round),
    )


def _exit(g: PhoenixGame, number: int) -> Exit:
    seat = Seat(g.exit_seat[number])
    return Exit(seat, g.exit_turn[number], g.exit_moment[number], Fate.STRANDED)


def _result(g: PhoenixGame) -> Result | None:
    if g.phase != OVER:
        return None
    return Result(winners_of(g), REASONS[g.reason])


def _pawn_id(number: int) -> PawnId | None:
    return None if number == NONE else PawnId(number)


def _cell(number: int) -> Cell | None:
    return unpadded(number) if number else None


def _cells(numbers: list[int], count: int) -> tuple[Cell, ...]:
    return tuple(map(unpadded, numbers[:count]))
