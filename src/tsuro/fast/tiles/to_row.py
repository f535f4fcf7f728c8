"""The record of a tile game that stands for a state of the reference."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tsuro.core.geometry import PORTS, rim_places
from tsuro.core.state import Fate, GameState, Reason, Status
from tsuro.fast.shared.conversion import (
    NUMBERS,
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
from tsuro.fast.shared.paths import FIRST_ENTRY, cell_number, entry_node, join
from tsuro.fast.shared.shapes import NO_TILE, ROTATIONS
from tsuro.fast.tiles.from_row import CURSORS
from tsuro.fast.tiles.record import DEAL, DRAW, ENTER, OVER, PLACE, STASH, TileGame
from tsuro.fast.tiles.tables import TileTables, empty_links
from tsuro.fast.tiles.turns import asks_for_draw, deal
from tsuro.rules.dragon import Dragon
from tsuro.rules.exchange import Exchange
from tsuro.rules.piles import Heaps

_FATES: Final = frozenset({Fate.EDGE, Fate.COLLISION})
_REASONS: Final = frozenset({Reason.LAST_STANDING, Reason.ALL_OUT, Reason.TILES_OUT})
_PHASES: Final = {cursor: phase for phase, cursor in CURSORS.items()}


def to_row(tables: TileTables, state: GameState, *, luck: int = 1) -> TileGame:
    """The record of a state that the engine has settled; `luck` starts its random stream."""
    g = tables.layout.blank()
    g.rng = luck
    _write_rules(tables, g)
    _write_turn(g, state)
    _write_board(tables, g, state)
    _write_pawns(tables, g, state)
    _write_tiles(tables, g, state)
    _write_exits(g, state)
    _write_parts(g, state)
    _write_phase(g, state)
    return g


def _write_rules(tables: TileTables, g: TileGame) -> None:
    edition = tables.edition
    g.seats = edition.seats
    g.pawns = tables.pawns
    g.pair = edition.pawns_per_seat - 1
    g.marks = tables.marks
    g.flow = tables.flow
    g.ban = tables.ban
    g.literal = int(tables.literal)
    g.openly = int(tables.openly)
    g.half_turns = int(tables.half_turns)
    g.starts_beside = int(edition.starts_beside)
    g.piles = tables.piles


def _write_turn(g: TileGame, state: GameState) -> None:
    turn = state.turn
    g.first = state.first
    g.seat = turn.seat
    g.number = turn.number
    g.half = turn.half
    g.moment = turn.moment
    g.pawn = or_none(turn.pawn)
    g.played = or_none(turn.played)
    g.cell = NONE if turn.cell is None else cell_number(turn.cell, state.board.size)
    g.drawn_n = fill(g.drawn, turn.drawn)


def _write_board(tables: TileTables, g: TileGame, state: GameState) -> None:
    """Tiles and path ends; the tile of a pawn that is about to enter is not joined yet.

    The tables know each pattern of a symmetric tile once, a position may have it turned further.
    """
    g.link = list(empty_links(tables.edition.size))
    for index, laid in enumerate(state.board.squares):
        g.board[index] = NONE if laid is None else 4 * NUMBERS[laid.tile] + laid.rotation
        waits = index == g.cell and state.cursor == CURSORS[ENTER]
        if laid is not None and not waits:
            tile = NUMBERS[laid.tile]
            join(g, FIRST_ENTRY + PORTS * index, 4 * tile + laid.rotation % ROTATIONS[tile])


def _write_pawns(tables: TileTables, g: TileGame, state: GameState) -> None:
    size = tables.edition.size
    g.home = [NONE] * len(g.home)
    g.beside = [NONE] * len(g.beside)
    for number, pawn in enumerate(state.pawns):
        g.started += pawn.status is not Status.UNSET
        g.lost |= (pawn.status is Status.LOST) << number
        if pawn.beside is not None:
            g.beside[number] = rim_places(size).index(pawn.beside)
        if pawn.stop is not None:
            mark = g.link[entry_node(pawn.stop, size)]
            require(mark < FIRST_ENTRY, f"No path leads from the rim to pawn {number}.")
            g.home[number] = mark
            g.homes |= 1 << mark
            g.on |= 1 << number
    for seat in state.live_seats():
        g.alive |= 1 << seat


def _write_tiles(tables: TileTables, g: TileGame, state: GameState) -> None:
    require(not state.pile.bottom, "Tiles of known order under the pile cannot be told.")
    write_hands(g, state, NO_TILE)
    for seat, hand in enumerate(state.hands):
        alive = g.alive >> seat & 1
        g.short |= (alive and len(hand) < HAND) << seat
        g.holding |= (alive and len(hand) > 0) << seat
    g.bag_n = fill(g.bag, map(number_of, state.pile.bag))
    g.box_n = write_buried(g.box, g.box_known, state.box)
    if tables.flow == STASH and state.result is None:
        # Nothing but the last tile ends such a game (PO-15): with one missing it might go on for
        # ever.
        held = [tile for hand in state.hands for tile in hand]
        laid = [laid.tile for _, laid in state.board.occupied()]
        found = Counter([*held, *laid, *state.pile.bag])
        require(found == Counter(tables.edition.bag), "Some tiles of the edition are missing.")


def _write_exits(g: TileGame, state: GameState) -> None:
    write_ending(g, state, fates=_FATES, reasons=_REASONS)
    g.out_now = sum(1 << seat for seat in state.out_now())


def _write_parts(g: TileGame, state: GameState) -> None:
    g.holder = g.returned_by = g.chosen = NONE
    if state.has_part(Dragon):
        dragon = state.part(Dragon)
        g.holder = or_none(dragon.holder)
        g.returned_by = or_none(dragon.returned_by)
        g.returned_in = dragon.returned_in
    if state.has_part(Heaps):
        heaps = state.part(Heaps)
        fill(g.heaps, heaps.sizes)
        g.chosen = or_none(heaps.chosen)
        undrawn = sum(heaps.sizes) + (heaps.chosen is not None)
        dealt = state.cursor != CURSORS[DEAL]
        require(not dealt or undrawn == g.bag_n, "The piles do not hold the undrawn tiles.")
    if state.has_part(Exchange):
        g.unswapped = unswapped_in(g, state.part(Exchange))


def _write_phase(g: TileGame, state: GameState) -> None:
    if state.result is not None:
        g.phase = OVER
        return
    require(state.cursor in _PHASES, f"Nothing is asked in phase {state.cursor.phase!r}.")
    g.phase = _PHASES[state.cursor]
    if g.phase == PLACE:
        require(g.holding >> g.seat & 1 == 1, "The seat to place has no tile.")
    elif g.phase == DEAL:
        deal(g)
        require(g.phase == DEAL, "There is no tile left to deal.")
    elif g.phase == DRAW:
        holder = g.holder
        require(bool(asks_for_draw(g)) and g.holder == holder, "Nobody is due to draw a tile.")
