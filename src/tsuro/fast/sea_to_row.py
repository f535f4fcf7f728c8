"""The record of Tsuro of the Seas that stands for a state of the reference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tsuro.core.pile import Buried
from tsuro.core.state import (
    Cursor,
    GameState,
    Status,
)
from tsuro.fast.conversion import fill, number_of, or_none, require, unswapped_in
from tsuro.fast.sea_daikaiju import can_call
from tsuro.fast.sea_from_row import (
    ACTING,
    CURSORS,
    ENDED_IN,
    FATES,
    REASONS,
    REFILLING,
    SETTING_UP,
    cell_behind,
    cursor_of_call,
    drawn_by,
)
from tsuro.fast.sea_paths import cut
from tsuro.fast.sea_record import (
    CALL,
    CALL_CELL,
    DEAL,
    DIE,
    DRAW,
    EXCHANGE,
    NOBODY_KNOWS,
    OFF,
    OVER,
    PLACE,
    RIM_BLOCKS,
    START,
    SeaGame,
)
from tsuro.fast.sea_tables import AREA, DAIKAIJU, SIZE, SeaTables
from tsuro.fast.sea_turns import deal
from tsuro.fast.tile_record import HAND, NONE
from tsuro.fast.tile_tables import NO_TILE, entry_node
from tsuro.rules.exchange import Exchange
from tsuro.rules.seas.daikaiju import Sea, Watch

_PHASES = {cursor: phase for phase, cursor in CURSORS.items()}
_PHASES_ENDED = {cursor: phase for phase, cursor in ENDED_IN.items()}


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
    g.all_roll = int(tables.all_roll)
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
    g.cell = NONE if turn.cell is None else turn.cell.row * SIZE + turn.cell.col
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
        g.pos[number] = OFF
        if ship.stop is not None:
            g.pos[number] = entry_node(ship.stop, SIZE)
            came = ship.behind == cell_behind(ship.stop)
            require(came, f"Ship {number} cannot have come there.")
            require(state.board[ship.stop.cell] is None, f"Ship {number} faces a tile.")


def _write_tiles(g: SeaGame, state: GameState) -> None:
    g.hand = [NO_TILE] * len(g.hand)
    for seat, hand in enumerate(state.hands):
        require(len(hand) <= HAND, f"Seat {seat} holds more than {HAND} tiles.")
        g.hand[HAND * seat : HAND * seat + len(hand)] = map(number_of, hand)
        g.hand_n[seat] = len(hand)
    g.bag_n = fill(g.bag, map(number_of, state.pile.bag))
    g.bottom_n = _write_buried(g.bottom, g.bottom_known, state.pile.bottom)
    g.box_n = _write_buried(g.box, g.box_known, state.box)
    laid = sum(1 for _ in state.board.occupied())
    total = laid + sum(g.hand_n) + g.bag_n + g.bottom_n
    require(total <= len(g.bottom), "There are more tiles than a record has room for.")
    if state.result is None and not g.tiles_go:
        # Nothing but the last ship or a full board ends such a game (SE-34, SE-36): with fewer
        # tiles than cells it might go on for ever.
        require(total >= AREA, "There are too few tiles to fill the board.")


def _write_buried(tiles: list[int], known: list[int], buried: Sequence[Buried]) -> int:
    fill(known, (_known_number(each) for each in buried))
    return fill(tiles, (number_of(each.tile) for each in buried))


def _known_number(buried: Buried) -> int:
    if buried.known_to is None:
        return NONE
    require(len(buried.known_to) <= 1, "More than one seat knows a buried tile.")
    return buried.known_to[0] if buried.known_to else NOBODY_KNOWS


def _write_exits(g: SeaGame, state: GameState) -> None:
    g.exits_n = len(state.exits)
    for number, out in enumerate(state.exits):
        g.exit_seat[number] = out.seat
        g.exit_turn[number] = out.turn
        g.exit_moment[number] = out.moment
        g.exit_fate[number] = FATES.index(out.fate)
        g.fallen |= (out.moment == state.turn.moment) << out.seat
    for seat, hand in enumerate(state.hands):
        buried = not hand or bool((g.alive | g.fallen) >> seat & 1)
        require(buried, f"Seat {seat} went out long ago and still holds tiles.")
    if state.result is not None:
        g.winners = sum(1 << seat for seat in state.result.winners)
        g.reason = REASONS.index(state.result.reason)


def _write_sea(g: SeaGame, state: GameState) -> None:
    g.deadly = RIM_BLOCKS
    g.lurks = [NONE] * len(g.lurks)
    g.called = NONE
    if not g.daikaiju:
        return
    sea = state.part(Sea)
    for each in sea.on_board:
        beast = DAIKAIJU.index(each.name)
        index = each.cell.row * SIZE + each.cell.col
        require(g.board[index] == NONE, f"{each.name} stands on a tile.")
        require(not g.deadly >> (index + 8) & 1, f"{each.name} shares its cell.")
        g.roaming |= 1 << beast
        g.lurks[beast] = index
        g.turns[beast] = each.rotation
        g.deadly |= 1 << (index + 8)
    g.roaming_n = len(sea.on_board)
    g.lair = _beasts(sea.bag)
    g.under_n = fill(g.under, map(DAIKAIJU.index, sea.bottom))
    g.gone_n = fill(g.gone, map(DAIKAIJU.index, sea.gone))
    g.called = NONE if sea.drawn is None else DAIKAIJU.index(sea.drawn)
    g.called_turns = sea.drawn_rotation
    g.offers_n = fill(g.offers, sea.offers)
    _write_watch(g, state.part(Watch))


def _write_watch(g: SeaGame, watch: Watch) -> None:
    g.watch = watch.turn
    g.placed = watch.placed
    g.gold, g.blue = watch.dice or (0, 0)
    g.roused = int(watch.roused)
    g.waiting = _beasts(watch.waiting)
    g.die = watch.die or 0


def _beasts(names: Iterable[str]) -> int:
    return sum(1 << DAIKAIJU.index(name) for name in names)


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
    if g.called != NONE:
        return CALL_CELL
    if can_call(g) and cursor_of_call(g) == cursor:
        return CALL
    require(cursor == ACTING, "There is no daikaiju left to draw.")
    return DIE


def _is_due(g: SeaGame) -> bool:
    """Whether the phase has something to ask for."""
    if g.phase == PLACE:
        return g.hand_n[g.seat] > 0 and g.pos[g.seat] != OFF
    if g.phase == DIE:
        return bool(g.waiting if g.own_die else g.roused)
    if g.phase == DRAW:
        return g.hand_n[g.seat] < HAND and g.bag_n + g.bottom_n > 0
    if g.phase == EXCHANGE:
        return g.unswapped > 0
    return g.phase != START or g.started < g.seats
