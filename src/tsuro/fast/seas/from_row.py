"""The state of the reference that a record of Tsuro of the Seas stands for."""

from __future__ import annotations

from typing import Final

from tsuro.core.board import Board
from tsuro.core.geometry import Cell, Stop, across, on_board
from tsuro.core.ids import PawnId, Seat
from tsuro.core.pile import Pile
from tsuro.core.state import Cursor, GameState, Part, Pawn, Status, Turn
from tsuro.fast.seas.daikaiju import comes_by_die
from tsuro.fast.seas.record import (
    DEAL,
    DIE,
    DRAW,
    EXCHANGE,
    IN_DAIKAIJU,
    IN_ENDING,
    IN_FRONT_CHECK,
    IN_REFILL,
    IN_TILES_OUT,
    NEW,
    NEW_CELL,
    OFF,
    OVER,
    PLACE,
    RELOCATE,
    ROLL,
    START,
    SeaGame,
)
from tsuro.fast.seas.tables import NAMES, SIZE, SeaTables
from tsuro.fast.shared.conversion import (
    bag_of,
    bottom_of,
    box_of,
    exchange_of,
    exits_of,
    hands_of,
    laid_of,
    pawn_of,
    result_of,
)
from tsuro.fast.shared.hands import HAND
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import entry_stop, numbered_cell
from tsuro.rules.exchange import Exchange
from tsuro.rules.seas.daikaiju import Daikaiju, Sea, Watch

ENDED_IN: Final = {
    IN_REFILL: Cursor("turn", "refill"),
    IN_DAIKAIJU: Cursor("turn", "daikaiju"),
    IN_FRONT_CHECK: Cursor("turn", "front_check"),
    # Phases that just happen: the engine has moved on by one when it notices the result.
    IN_ENDING: Cursor("turn", "open_exchange"),
    IN_TILES_OUT: Cursor("turn", "begin"),
}
CURSORS: Final = {
    DEAL: Cursor("setup", "deal"),
    START: Cursor("setup", "start"),
    ROLL: Cursor("turn", "roll"),
    DIE: Cursor("turn", "daikaiju"),
    RELOCATE: Cursor("turn", "relocate"),
    PLACE: Cursor("turn", "place"),
    EXCHANGE: Cursor("turn", "exchange"),
    DRAW: Cursor("turn", "draw"),
}
SETTING_UP: Final = Cursor("setup", "daikaiju")
REFILLING: Final = Cursor("turn", "refill")
ACTING: Final = Cursor("turn", "daikaiju")


def from_row(tables: SeaTables, g: SeaGame) -> GameState:
    """The state a record stands for; `to_row` of it gives the record again."""
    return GameState(
        first=Seat(g.first),
        board=Board(SIZE, tuple(map(laid_of, g.board))),
        pawns=tuple(_ship(g, Seat(seat)) for seat in range(g.seats)),
        hands=hands_of(g),
        pile=Pile(bag_of(g), bottom_of(g)),
        turn=_turn(g),
        cursor=_cursor(g),
        box=box_of(g),
        parts=tuple(_part(g, part) for part in tables.edition.parts),
        exits=exits_of(g),
        result=result_of(g),
    )


def _ship(g: SeaGame, seat: Seat) -> Pawn:
    if not g.alive >> seat & 1:
        return Pawn(seat, Status.LOST)
    if g.stop[seat] == OFF:
        return Pawn(seat)
    stop = entry_stop(g.stop[seat], SIZE)
    return Pawn(seat, Status.ON, stop, cell_behind(stop))


def cell_behind(stop: Stop) -> Cell | None:
    """The tile a ship has crossed last; None on a start mark."""
    behind = across(stop).cell
    return behind if on_board(behind, SIZE) else None


def _turn(g: SeaGame) -> Turn:
    return Turn(
        seat=Seat(g.seat),
        number=g.number,
        moment=g.moment,
        pawn=pawn_of(g.pawn),
        cell=None if g.cell == NONE else numbered_cell(g.cell, SIZE),
        drawn=drawn_by(g),
    )


def drawn_by(g: SeaGame) -> tuple[Seat, ...]:
    """Who drew: in set-up seat after seat, in a turn only the active one (SE-8, SE-31)."""
    if g.number:
        return (Seat(g.seat),) * g.drawn_n
    return tuple(Seat((g.first + number // HAND) % g.seats) for number in range(g.drawn_n))


def _cursor(g: SeaGame) -> Cursor:
    if g.phase == OVER:
        return ENDED_IN[g.ended_in]
    if g.phase in (NEW, NEW_CELL):
        return cursor_of_new(g)
    return CURSORS[g.phase]


def cursor_of_new(g: SeaGame) -> Cursor:
    """The phase in which a new daikaiju comes (SE-9, SE-12, SE-15)."""
    if g.number == 0:
        return SETTING_UP
    return ACTING if comes_by_die(g) else REFILLING


def _part(g: SeaGame, part: Part) -> Part:
    if isinstance(part, Sea):
        return _sea(g)
    if isinstance(part, Watch):
        return _watch(g)
    assert isinstance(part, Exchange)
    return exchange_of(g, part)


def _sea(g: SeaGame) -> Sea:
    return Sea(
        on_board=tuple(
            Daikaiju(name, numbered_cell(cell, SIZE), g.daikaiju_rotation[number])
            for number, (name, cell) in enumerate(zip(NAMES, g.daikaiju_cell, strict=True))
            if g.on_board >> number & 1
        ),
        bag=_names(g.sea_bag),
        bottom=tuple(NAMES[number] for number in g.sea_bottom[: g.sea_bottom_n]),
        gone=tuple(NAMES[number] for number in g.gone[: g.gone_n]),
        drawn=None if g.sea_drawn == NONE else NAMES[g.sea_drawn],
        drawn_rotation=g.sea_drawn_rotation,
        offers=tuple(map(PawnId, g.offers[: g.offers_n])),
    )


def _watch(g: SeaGame) -> Watch:
    return Watch(
        turn=g.watch,
        placed=g.placed,
        dice=(g.gold, g.blue) if g.gold else None,
        roused=bool(g.roused),
        waiting=_names(g.waiting),
        die=g.die or None,
    )


def _names(group: int) -> tuple[str, ...]:
    return tuple(name for number, name in enumerate(NAMES) if group >> number & 1)
