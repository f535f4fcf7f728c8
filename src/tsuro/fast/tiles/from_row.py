"""The state of the reference that a record of a tile game stands for."""

from __future__ import annotations

from typing import Final

from tsuro.core.board import Board
from tsuro.core.geometry import across, on_board, rim_places
from tsuro.core.ids import Seat
from tsuro.core.pile import Pile
from tsuro.core.state import Cursor, GameState, Part, Pawn, Status, Turn
from tsuro.fast.shared.conversion import (
    bag_of,
    box_of,
    exchange_of,
    exits_of,
    hands_of,
    laid_of,
    pawn_of,
    result_of,
    seat_of,
)
from tsuro.fast.shared.endings import ALL_OUT, LAST_STANDING, TILES_OUT
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import entry_stop, numbered_cell
from tsuro.fast.tiles.record import (
    CHOOSE_PILE,
    DEAL,
    DRAW,
    ENTER,
    EXCHANGE,
    OVER,
    PLACE,
    START,
    TileGame,
)
from tsuro.fast.tiles.tables import TileTables
from tsuro.rules.dragon import Dragon
from tsuro.rules.exchange import Exchange
from tsuro.rules.piles import Heaps

CURSORS: Final = {
    DEAL: Cursor("setup", "deal"),
    START: Cursor("setup", "start"),
    PLACE: Cursor("turn", "place"),
    ENTER: Cursor("turn", "enter"),
    EXCHANGE: Cursor("turn", "exchange"),
    CHOOSE_PILE: Cursor("turn", "draw"),
    DRAW: Cursor("turn", "draw"),
}
_ENDED_IN: Final = {
    LAST_STANDING: "last_standing",
    ALL_OUT: "last_standing",
    TILES_OUT: "tiles_out",
}


def from_row(tables: TileTables, g: TileGame) -> GameState:
    """The state a record stands for; `to_row` of it gives the record again."""
    size = tables.edition.size
    return GameState(
        first=Seat(g.first),
        board=Board(size, tuple(map(laid_of, g.board))),
        pawns=tuple(_pawn(tables, g, number) for number in range(g.pawns)),
        hands=hands_of(g),
        pile=Pile(bag_of(g)),
        turn=_turn(g, size),
        cursor=_cursor(tables, g),
        box=box_of(g),
        parts=tuple(_part(g, part) for part in tables.edition.parts),
        exits=exits_of(g),
        result=result_of(g),
    )


def _pawn(tables: TileTables, g: TileGame, number: int) -> Pawn:
    size = tables.edition.size
    seat = Seat(number >> g.pair)
    if g.lost >> number & 1:
        return Pawn(seat, Status.LOST)
    if g.beside[number] != NONE:
        return Pawn(seat, Status.WAITING, beside=rim_places(size)[g.beside[number]])
    if not g.on >> number & 1:
        return Pawn(seat)
    stop = entry_stop(g.link[g.home[number]], size)
    behind = across(stop).cell
    return Pawn(seat, Status.ON, stop, behind if on_board(behind, size) else None)


def _turn(g: TileGame, size: int) -> Turn:
    return Turn(
        seat=Seat(g.seat),
        number=g.number,
        half=g.half,
        moment=g.moment,
        pawn=pawn_of(g.pawn),
        played=pawn_of(g.played),
        cell=None if g.cell == NONE else numbered_cell(g.cell, size),
        drawn=tuple(map(Seat, g.drawn[: g.drawn_n])),
    )


def _cursor(tables: TileTables, g: TileGame) -> Cursor:
    if g.phase == OVER:
        # The engine has moved on by one phase when it notices the result.
        return tables.edition.after(Cursor("turn", _ENDED_IN[g.reason]))
    return CURSORS[g.phase]


def _part(g: TileGame, part: Part) -> Part:
    if isinstance(part, Dragon):
        return Dragon(seat_of(g.holder), seat_of(g.returned_by), g.returned_in)
    if isinstance(part, Heaps):
        sizes = () if g.phase == DEAL else tuple(g.heaps[: g.piles])
        return Heaps(sizes, None if g.chosen == NONE else g.chosen)
    assert isinstance(part, Exchange)
    return exchange_of(g, part)
