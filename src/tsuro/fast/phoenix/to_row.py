"""The record of Phoenix Rising that stands for a state of the reference."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tsuro.core.geometry import Cell, cells, is_ring, rim_places
from tsuro.core.ids import TileId
from tsuro.core.state import Fate, GameState, Pawn, Reason, Status
from tsuro.fast.phoenix.actions import placement_of
from tsuro.fast.phoenix.codes import MOST_OPTIONS
from tsuro.fast.phoenix.flight import stand
from tsuro.fast.phoenix.from_row import CURSORS
from tsuro.fast.phoenix.hands import asks_for_draw
from tsuro.fast.phoenix.loops import loop_length
from tsuro.fast.phoenix.options import legal
from tsuro.fast.phoenix.record import (
    BOTTOM,
    BREAK_LOOP,
    CENTRE,
    CREATE,
    DEAL,
    HAND,
    LANTERN,
    OVER,
    PREPARE,
    REFILL,
    SUPPLY,
    PhoenixGame,
)
from tsuro.fast.phoenix.tables import (
    CENTRE_CELLS,
    CENTRE_TILES,
    COLOUR,
    COLOURS,
    DARK,
    EMPTY,
    NO_TILE,
    NUMBERS,
    OUTSIDE,
    SIZE,
    PhoenixTables,
    padded,
)
from tsuro.fast.shared.conversion import (
    fill,
    number_of,
    or_none,
    require,
    write_buried,
    write_ending,
    write_hands,
)
from tsuro.fast.shared.layout import NONE
from tsuro.rules.phoenix.centre import Centre
from tsuro.rules.phoenix.edge_stack import PhoenixTile
from tsuro.rules.phoenix.flight import Flight
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.loops import Loop
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.phoenix.winds import Winds

_FATES: Final = frozenset({Fate.STRANDED})
_REASONS: Final = frozenset({Reason.LAST_STANDING, Reason.ALL_OUT, Reason.STARS})
_PHASES: Final = {cursor: phase for phase, cursor in CURSORS.items()}


def to_row(tables: PhoenixTables, state: GameState, *, luck: int = 1) -> PhoenixGame:
    """The record of a state that the engine has settled; `luck` starts its random stream."""
    g = tables.layout.blank()
    g.rng = luck
    _write_rules(tables, g)
    _write_turn(g, state)
    _write_board(g, state)
    _write_pawns(g, state)
    _write_tiles(g, state)
    _write_lanterns(g, state)
    _write_flight(g, state)
    write_ending(g, state, fates=_FATES, reasons=_REASONS)
    _write_phase(g, state)
    return g


def _write_rules(tables: PhoenixTables, g: PhoenixGame) -> None:
    g.seats = tables.edition.seats
    g.winds = int(tables.winds)
    g.same_turn = int(tables.same_turn)
    g.ports_only = 0 if tables.corners else 16
    g.departures = int(tables.departures)
    g.touched_only = int(tables.touched_only)
    g.first_star = int(tables.first_star)


def _write_turn(g: PhoenixGame, state: GameState) -> None:
    turn = state.turn
    g.first = state.first
    g.seat = turn.seat
    g.number = turn.number
    g.moment = turn.moment
    g.pawn = or_none(turn.pawn)
    g.cell = _number(turn.cell)
    g.drawn_n = fill(g.drawn, turn.drawn)
    g.holder = or_none(state.part(PhoenixTile).holder)
    g.lives = sum(life << seat for seat, life in enumerate(state.part(Ashes).lives))


def _write_board(g: PhoenixGame, state: GameState) -> None:
    g.board = [OUTSIDE] * len(g.board)
    for cell, laid in zip(cells(SIZE), state.board.squares, strict=True):
        number = padded(cell)
        g.board[number] = EMPTY if laid is None else placement_of(laid)
        if laid is not None and COLOUR[NUMBERS[laid.tile]] != DARK:
            g.icons[COLOUR[NUMBERS[laid.tile]]] |= 1 << number
        g.gaps += laid is None and is_ring(cell, SIZE)
    undrawn = state.part(Centre).undrawn
    g.centre_n = fill(g.centre, map(_tile, undrawn))
    laid_cells = [g.board[cell] != EMPTY for cell in CENTRE_CELLS]
    in_order = [number < CENTRE_TILES - g.centre_n for number in range(CENTRE_TILES)]
    require(laid_cells == in_order, "The centre tiles do not lie as they are laid.")


def _write_pawns(g: PhoenixGame, state: GameState) -> None:
    g.beside = [NONE] * len(g.beside)
    for seat, pawn in enumerate(state.pawns):
        g.started += pawn.status is not Status.UNSET
        g.alive |= (pawn.status is not Status.LOST) << seat
        g.off |= (pawn.status is Status.OFF) << seat
        if pawn.status is Status.WAITING:
            _write_waiting(g, seat, pawn)
        elif pawn.status is Status.ON:
            _write_standing(g, seat, pawn)


def _write_waiting(g: PhoenixGame, seat: int, pawn: Pawn) -> None:
    assert pawn.beside is not None
    g.waiting |= 1 << seat
    g.beside[seat] = rim_places(SIZE).index(pawn.beside)
    g.ahead[seat] = padded(pawn.beside.cell)
    g.port[seat] = 12 + pawn.beside.side


def _write_standing(g: PhoenixGame, seat: int, pawn: Pawn) -> None:
    assert pawn.stop is not None
    cell, port = padded(pawn.stop.cell), pawn.stop.port
    require(not g.standing[cell] >> port & 1, f"Two pawns stand on the link at {pawn.stop}.")
    require(g.board[cell] != OUTSIDE, f"The pawn of seat {seat} faces no cell.")
    g.on |= 1 << seat
    g.ahead[seat] = cell
    g.port[seat] = port
    g.behind[seat] = _number(pawn.behind)
    stand(g, cell, port)


def _write_tiles(g: PhoenixGame, state: GameState) -> None:
    write_hands(g, state, NO_TILE, NUMBERS)
    g.bag_n = fill(g.bag, map(_tile, state.pile.bag))
    g.bottom_n = write_buried(g.bottom, g.bottom_known, state.pile.bottom, NUMBERS)
    if state.result is None:
        check_supply(g, len(state.pile) + sum(map(len, state.hands)))


def check_supply(g: PhoenixGame, to_come: int) -> None:
    """With fewer tiles than empty ring cells somebody might look for one for ever (PR-42)."""
    enough = g.gaps <= to_come <= BOTTOM
    require(enough, f"There are {to_come} edge tiles for {g.gaps} empty ring cells.")


def _write_lanterns(g: PhoenixGame, state: GameState) -> None:
    lanterns = state.part(Lanterns)
    fill(g.scored, lanterns.scored)
    g.final_round = int(lanterns.final_round)
    g.markers_n = fill(g.markers, (padded(cell) for cell, _ in lanterns.markers))
    for cell, colour in lanterns.markers:
        number = padded(cell)
        icon = g.icons[COLOURS.index(colour)] >> number & 1
        require(bool(icon), f"The {colour} marker on {cell} has no icon of its colour.")
        require(not g.marked >> number & 1, f"Two markers stand on {cell}.")
        g.marked |= 1 << number
    g.stars_n = fill(g.stars, map(padded, lanterns.stars))
    g.starred = _set_of(lanterns.stars)


def _write_flight(g: PhoenixGame, state: GameState) -> None:
    flight = state.part(Flight)
    g.mover = or_none(flight.mover)
    g.settled = flight.settled
    unsettled = _set_of(state.part(Lanterns).stars[flight.settled :])
    require(unsettled & ~g.marked == 0, "A star lies on a tile without a lantern marker.")
    g.touched_n = fill(g.touched, map(padded, flight.touched))
    g.changed = _set_of(flight.touched)
    if g.winds:
        g.bound = _number(state.part(Winds).bound)
        loop = state.part(Loop)
        g.flown = int(loop.flown)
        g.treated_n = fill(g.treated, map(padded, loop.treated))
        g.in_vain_n = fill(g.in_vain, map(padded, loop.in_vain))


def _write_phase(g: PhoenixGame, state: GameState) -> None:
    if state.result is not None:
        g.phase = OVER
        return
    require(state.cursor in _PHASES, f"Nothing is asked in phase {state.cursor.phase!r}.")
    phase = _PHASES[state.cursor]
    g.phase = phase
    set_up = phase in (CENTRE, DEAL) or state.cursor.section == "turn"
    require(not set_up or g.started == g.seats, "Not every pawn has been set.")
    require(phase <= CENTRE or g.centre_n == 0, "The centre is not full.")
    if phase == DEAL:
        order = (state.first, *state.clockwise(state.first)[:-1])
        g.drawer = next((seat for seat in order if g.hand_n[seat] < HAND), NONE)
        require(g.drawer != NONE and g.bag_n > 0, "There is nothing to deal.")
    elif phase == CENTRE:
        require(g.centre_n > 0, "The centre is full.")
    elif phase in (SUPPLY, REFILL, PREPARE):
        drawer = g.mover if phase == REFILL else g.seat
        require(drawer != NONE and bool(asks_for_draw(g, drawer)), "Nobody is due to draw.")
    else:
        require(_has_options(g), f"Nothing can be chosen in phase {state.cursor.phase!r}.")


def _has_options(g: PhoenixGame) -> bool:
    """Whether the phase of a decision really has one to offer."""
    if g.phase in (LANTERN, BREAK_LOOP) and g.mover == NONE:
        return False
    if g.phase == LANTERN and g.stars_n == 0:
        return False
    if g.phase == BREAK_LOOP and not (g.winds and g.on >> g.mover & 1 and loop_length(g, g.mover)):
        return False
    if g.phase == CREATE and not (g.on | g.waiting) >> g.seat & 1:
        return False
    return legal(g, [0] * MOST_OPTIONS) > 0


def _set_of(places: Iterable[Cell]) -> int:
    return sum(1 << padded(cell) for cell in places)


def _number(cell: Cell | None) -> int:
    return 0 if cell is None else padded(cell)


def _tile(tile: TileId) -> int:
    return number_of(tile, NUMBERS)
