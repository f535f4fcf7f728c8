"""The record of Tsuro of the Seas that stands for a state of the reference."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tsuro.core.state import Cursor, Fate, GameState, Reason, Status
from tsuro.fast.seas.daikaiju import can_draw
from tsuro.fast.seas.from_row import (
    ACTING,
    CURSORS,
    ENDED_IN,
    REFILLING,
    SETTING_UP,
    cell_behind,
    cursor_of_new,
    drawn_by,
)
from tsuro.fast.seas.paths import cut
from tsuro.fast.seas.record import (
    DEAL,
    DIE,
    DRAW,
    EXCHANGE,
    NEW,
    NEW_CELL,
    OFF,
    OVER,
    PLACE,
    RIM_BLOCKS,
    START,
    SeaGame,
)
from tsuro.fast.seas.tables import AREA, NAMES, SIZE, SeaTables
from tsuro.fast.seas.turns import deal
from tsuro.fast.shared.conversion import (
    fill,
    number_of,
    or_none,
    require,
    unswapped_in,
    write_buried,
    write_ending,
    write_hands,
)
from tsuro.fast.shared.hands import HAND
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import cell_number, entry_node
from tsuro.fast.shared.shapes import NO_TILE
from tsuro.rules.exchange import Exchange
from tsuro.rules.seas.daikaiju import Sea, Watch

_FATES: Final = frozenset(Fate) - {Fate.COLLISION, Fate.WITHDRAWN}
_REASONS: Final = frozenset(Reason) - {Reason.STARS}
_PHASES: Final = {cursor: phase for phase, cursor in CURSORS.items()}
_PHASES_ENDED: Final = {cursor: phase for phase, cursor in ENDED_IN.items()}


def to_row(tables: SeaTables, state: GameState, *, luck: int = 1) -> SeaGame:
    """The record of a state that the engine has settled; `luck` starts its random stream."""
    g = tables.layout.blank()
    g.rng = luck
    _write_rules(tables, g)
    _write_turn(g, state)
    _write_board(g, state)
    _write_ships(g, state)
    _write_tiles(g, state)
    _write_exits(g, state)
    _write_sea(g, state)
    g.unswapped = unswapped_in(g, state.part(Exchange))
    _write_phase(g, state)
    return g


def _write_rules(tables: SeaTables, g: SeaGame) -> None:
    g.seats = tables.edition.seats
    g.opening = tables.opening
    g.own_die = int(tables.own_die)
    g.share_first = int(tables.share_first)
    g.eliminated_roll = int(tables.eliminated_roll)
    g.tiles_go = int(tables.tiles_go)
    if tables.spawning is not None:
        g.daikaiju = 1
        g.recycle_left = int(tables.spawning.removal.recycle_left)
        g.recycle_destroyed = int(tables.spawning.removal.recycle_destroyed)


def _write_turn(g: SeaGame, state: GameState) -> None:
    turn = state.turn
    g.first = state.first
    g.seat = g.drawer = turn.seat
    g.number = turn.number
    g.moment = turn.moment
    g.pawn = or_none(turn.pawn)
    g.cell = NONE if turn.cell is None else cell_number(turn.cell, SIZE)
    g.drawn_n = len(turn.drawn)
    require(turn.drawn == drawn_by(g), "Tiles were not drawn in the order of this edition.")


def _write_board(g: SeaGame, state: GameState) -> None:
    for index, laid in enumerate(state.board.squares):
        g.board[index] = NONE if laid is None else 4 * number_of(laid.tile) + laid.rotation
        g.tiled |= (laid is not None) << (index + 8)
    g.link[OFF] = OFF
    for index in range(AREA):
        if g.board[index] == NONE:
            cut(g, index)


def _write_ships(g: SeaGame, state: GameState) -> None:
    for number, ship in enumerate(state.pawns):
        g.started += ship.status is not Status.UNSET
        g.alive |= (ship.status is not Status.LOST) << number
        g.stop[number] = OFF
        if ship.stop is not None:
            g.stop[number] = entry_node(ship.stop, SIZE)
            came = ship.behind == cell_behind(ship.stop)
            require(came, f"Ship {number} cannot have come there.")
            require(state.board[ship.stop.cell] is None, f"Ship {number} faces a tile.")


def _write_tiles(g: SeaGame, state: GameState) -> None:
    write_hands(g, state, NO_TILE)
    g.bag_n = fill(g.bag, map(number_of, state.pile.bag))
    g.bottom_n = write_buried(g.bottom, g.bottom_known, state.pile.bottom)
    g.box_n = write_buried(g.box, g.box_known, state.box)
    laid = sum(1 for _ in state.board.occupied())
    total = laid + sum(g.hand_n) + g.bag_n + g.bottom_n
    require(total <= len(g.bottom), "There are more tiles than a record has room for.")
    if state.result is None and not g.tiles_go:
        # Nothing but the last ship or a full board ends such a game (SE-34, SE-36): with fewer
        # tiles than cells it might go on for ever.
        require(total >= AREA, "There are too few tiles to fill the board.")


def _write_exits(g: SeaGame, state: GameState) -> None:
    write_ending(g, state, fates=_FATES, reasons=_REASONS)
    g.out_now = sum(1 << seat for seat in state.out_now())
    for seat, hand in enumerate(state.hands):
        buried = not hand or bool((g.alive | g.out_now) >> seat & 1)
        require(buried, f"Seat {seat} went out long ago and still holds tiles.")


def _write_sea(g: SeaGame, state: GameState) -> None:
    g.deadly = RIM_BLOCKS
    g.daikaiju_cell = [NONE] * len(g.daikaiju_cell)
    g.sea_drawn = NONE
    if not g.daikaiju:
        return
    sea = state.part(Sea)
    for each in sea.on_board:
        daikaiju = NAMES.index(each.name)
        index = cell_number(each.cell, SIZE)
        require(g.board[index] == NONE, f"{each.name} stands on a tile.")
        require(not g.deadly >> (index + 8) & 1, f"{each.name} shares its cell.")
        g.on_board |= 1 << daikaiju
        g.daikaiju_cell[daikaiju] = index
        g.daikaiju_rotation[daikaiju] = each.rotation
        g.deadly |= 1 << (index + 8)
    g.on_board_n = len(sea.on_board)
    g.sea_bag = _set_of(sea.bag)
    g.sea_bottom_n = fill(g.sea_bottom, map(NAMES.index, sea.bottom))
    g.gone_n = fill(g.gone, map(NAMES.index, sea.gone))
    g.sea_drawn = NONE if sea.drawn is None else NAMES.index(sea.drawn)
    g.sea_drawn_rotation = sea.drawn_rotation
    g.offers_n = fill(g.offers, sea.offers)
    _write_watch(g, state.part(Watch))


def _write_watch(g: SeaGame, watch: Watch) -> None:
    g.watch = watch.turn
    g.placed = watch.placed
    g.gold, g.blue = watch.dice or (0, 0)
    g.roused = int(watch.roused)
    g.waiting = _set_of(watch.waiting)
    g.die = watch.die or 0


def _set_of(names: Iterable[str]) -> int:
    return sum(1 << NAMES.index(name) for name in names)


def _write_phase(g: SeaGame, state: GameState) -> None:
    cursor = state.cursor
    if state.result is not None:
        g.phase = OVER
        require(cursor in _PHASES_ENDED, f"No game ends in phase {cursor.phase!r}.")
        g.ended_in = _PHASES_ENDED[cursor]
        return
    g.phase = _phase_of(g, cursor)
    if g.phase == DEAL:
        deal(g)
        require(g.phase == DEAL, "There is no tile left to deal.")
    require(_is_due(g), f"Nothing is asked in phase {cursor.phase!r} now.")


def _phase_of(g: SeaGame, cursor: Cursor) -> int:
    if cursor not in (SETTING_UP, REFILLING, ACTING):
        require(cursor in _PHASES, f"Nothing is asked in phase {cursor.phase!r}.")
        return _PHASES[cursor]
    if g.sea_drawn != NONE:
        return NEW_CELL
    if can_draw(g) and cursor_of_new(g) == cursor:
        return NEW
    require(cursor == ACTING, "There is no daikaiju left to draw.")
    return DIE


def _is_due(g: SeaGame) -> bool:
    """Whether the phase has something to ask for."""
    if g.phase == PLACE:
        return g.hand_n[g.seat] > 0 and g.stop[g.seat] != OFF
    if g.phase == DIE:
        return bool(g.waiting if g.own_die else g.roused)
    if g.phase == DRAW:
        return g.hand_n[g.seat] < HAND and g.bag_n + g.bottom_n > 0
    if g.phase == EXCHANGE:
        return g.unswapped > 0
    return g.phase != START or g.started < g.seats
