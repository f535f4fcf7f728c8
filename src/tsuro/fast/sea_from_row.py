"""The state of the reference that a record of Tsuro of the Seas stands for."""

from __future__ import annotations

from typing import Final

from tsuro.core.board import Board
from tsuro.core.geometry import Cell, Stop, across, on_board
from tsuro.core.ids import PawnId, Seat
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
from tsuro.fast.conversion import exchange_of, hand_of, laid_of, winners_of
from tsuro.fast.sea_daikaiju import is_called_by_die
from tsuro.fast.sea_record import (
    CALL,
    CALL_CELL,
    DEAL,
    DIE,
    DRAW,
    EXCHANGE,
    IN_DAIKAIJU,
    IN_ENDING,
    IN_FRONT_CHECK,
    IN_REFILL,
    IN_TILES_OUT,
    NOBODY_KNOWS,
    OFF,
    OVER,
    PLACE,
    RELOCATE,
    ROLL,
    START,
    SeaGame,
)
from tsuro.fast.sea_tables import DAIKAIJU, SIZE, SeaTables
from tsuro.fast.tile_record import HAND, NONE
from tsuro.fast.tile_tables import TILE_IDS, entry_stop
from tsuro.rules.exchange import Exchange
from tsuro.rules.seas.daikaiju import Daikaiju, Sea, Watch

FATES: Final = tuple(Fate)
"""By number."""
REASONS: Final = (None, *Reason)
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
    ring = [(g.bottom_at + number) & 63 for number in range(g.bottom_n)]
    return GameState(
        first=Seat(g.first),
        board=Board(SIZE, tuple(map(laid_of, g.board))),
        pawns=tuple(_ship(g, Seat(seat)) for seat in range(g.seats)),
        hands=tuple(hand_of(g, seat) for seat in range(g.seats)),
        pile=Pile(
            tuple(sorted(TILE_IDS[tile] for tile in g.bag[: g.bag_n])),
            tuple(_buried(g.bottom[slot], g.bottom_known[slot]) for slot in ring),
        ),
        turn=_turn(g),
        cursor=_cursor(g),
        box=tuple(_buried(g.box[slot], g.box_known[slot]) for slot in range(g.box_n)),
        parts=tuple(_part(g, part) for part in tables.edition.parts),
        exits=tuple(_exit(g, number) for number in range(g.exits_n)),
        result=_result(g),
    )


def _buried(tile: int, known: int) -> Buried:
    if known == NONE:
        return Buried(TILE_IDS[tile], None)
    return Buried(TILE_IDS[tile], () if known == NOBODY_KNOWS else (Seat(known),))


def _ship(g: SeaGame, seat: Seat) -> Pawn:
    if not g.alive >> seat & 1:
        return Pawn(seat, Status.LOST)
    if g.pos[seat] == OFF:
        return Pawn(seat)
    stop = entry_stop(g.pos[seat], SIZE)
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
        pawn=None if g.pawn == NONE else PawnId(g.pawn),
        cell=None if g.cell == NONE else _cell(g.cell),
        drawn=drawn_by(g),
    )


def drawn_by(g: SeaGame) -> tuple[Seat, ...]:
    """Who drew: in set-up seat after seat, in a turn only the active one (SE-8, SE-31)."""
    if g.number:
        return (Seat(g.seat),) * g.drawn_n
    return tuple(Seat((g.first + number // HAND) % g.seats) for number in range(g.drawn_n))


def _cell(index: int) -> Cell:
    return Cell(index % SIZE, index // SIZE)


def _cursor(g: SeaGame) -> Cursor:
    if g.phase == OVER:
        return ENDED_IN[g.ended_in]
    if g.phase in (CALL, CALL_CELL):
        return cursor_of_call(g)
    return CURSORS[g.phase]


def cursor_of_call(g: SeaGame) -> Cursor:
    """The phase in which a new daikaiju comes (SE-9, SE-12, SE-15)."""
    if g.number == 0:
        return SETTING_UP
    return ACTING if is_called_by_die(g) else REFILLING


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
            Daikaiju(name, _cell(g.lurks[beast]), g.turns[beast])
            for beast, name in enumerate(DAIKAIJU)
            if g.roaming >> beast & 1
        ),
        bag=_names(g.lair),
        bottom=tuple(DAIKAIJU[beast] for beast in g.under[: g.under_n]),
        gone=tuple(DAIKAIJU[beast] for beast in g.gone[: g.gone_n]),
        drawn=None if g.called == NONE else DAIKAIJU[g.called],
        drawn_rotation=g.called_turns,
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


def _names(beasts: int) -> tuple[str, ...]:
    return tuple(name for beast, name in enumerate(DAIKAIJU) if beasts >> beast & 1)


def _exit(g: SeaGame, number: int) -> Exit:
    return Exit(
        Seat(g.exit_seat[number]),
        g.exit_turn[number],
        g.exit_moment[number],
        FATES[g.exit_fate[number]],
    )


def _result(g: SeaGame) -> Result | None:
    reason = REASONS[g.reason]
    if reason is None:
        return None
    return Result(winners_of(g), reason)
