"""What a view of classic, kosmos or pocket Tsuro tells, as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tsuro.core.board import Board, Ending, walk
from tsuro.core.geometry import PORTS, Cell, Stop, across
from tsuro.core.ids import Seat
from tsuro.core.state import Pawn, Status
from tsuro.core.tiles import HIDDEN, pairs_of
from tsuro.encoding.seen import (
    Seen,
    phase_among,
    show_tiles,
    show_trail,
    tell_kinds,
    tell_table,
)
from tsuro.fast.shared.conversion import NUMBERS
from tsuro.fast.shared.outline import pair_numbers
from tsuro.rules.dragon import Dragon
from tsuro.rules.exchange import Exchange
from tsuro.rules.piles import Heaps

PHASES: Final = ("place", "enter", "exchange", "draw", "start")
PAIRS: Final = pair_numbers(PORTS)


def observe(seen: Seen) -> None:
    show_tiles(seen, NUMBERS, PORTS)
    starts = starts_of_pawns(seen)
    for cell in seen.state.board.empty_cells():
        for port in range(PORTS):
            show_way(seen, cell, port, starts)
    show_pawns(seen, starts)
    tell_table(seen)
    tell_kinds(seen, NUMBERS)
    tell_hand(seen)
    tell_exchange(seen)
    tell_players(seen)
    tell_moment(seen)


def starts_of_pawns(seen: Seen) -> frozenset[Stop]:
    """The links on the rim by which the pawns on the board came in, as seen from outside."""
    tiles = seen.view.edition.tiles
    return frozenset(
        walk(seen.state.board, tiles, across(pawn.stop)).end
        for pawn in seen.state.pawns
        if pawn.stop is not None
    )


def way_off(seen: Seen, cell: Cell, port: int, starts: frozenset[Stop]) -> str | None:
    """Where a port of a free cell leads, if that is the rim: `off` it, or `back` to a pawn."""
    found = walk(open_board(seen), seen.view.edition.tiles, across(Stop(cell, port)))
    if found.ending is not Ending.EDGE:
        return None
    return "back" if found.end in starts else "off"


def open_board(seen: Seen) -> Board:
    """The board without a tile that waits for its pawn to choose a path: nobody crosses it yet."""
    state = seen.state
    if state.cursor.phase == "enter" and state.turn.cell is not None:
        return state.board.with_tile(state.turn.cell, None)
    return state.board


def show_way(seen: Seen, cell: Cell, port: int, starts: frozenset[Stop]) -> None:
    end = way_off(seen, cell, port, starts)
    if end is not None:
        seen.cell(f"leads_{end}", cell, number=port)


def fronts_of(pawn: Pawn) -> Iterator[Stop]:
    """Where a pawn is about to enter; one beside the board has yet to choose of two ports."""
    if pawn.stop is not None:
        yield pawn.stop
    if pawn.beside is not None:
        for port in pawn.beside.side.ports:
            yield Stop(pawn.beside.cell, port)


def show_pawns(seen: Seen, starts: frozenset[Stop]) -> None:
    for number, pawn in enumerate(seen.state.pawns):
        which = number % seen.view.edition.pawns_per_seat
        own = pawn.seat == seen.viewer
        for front in fronts_of(pawn):
            seen.cell("seat_front", front.cell, 1 + which, number=seen.place(pawn.seat))
            name, value = ("own_front", 1 + which) if own else ("other_front", 1)
            seen.cell(name, front.cell, value, number=front.port)
            if own:
                look_ahead(seen, which, front, starts)
        if pawn.status is Status.ON:
            assert pawn.stop is not None
            show_trail(seen, pawn.stop, own=own)


def look_ahead(seen: Seen, which: int, front: Stop, starts: frozenset[Stop]) -> None:
    """The cell before an own pawn, whatever lies on it: where its ports lead."""
    seen.entry("ahead_port", 1, number=PORTS * which + front.port)
    for port in range(PORTS):
        end = way_off(seen, front.cell, port, starts)
        if end is not None:
            seen.entry(f"ahead_{end}", 1, number=PORTS * which + port)


def tell_hand(seen: Seen) -> None:
    """The tiles in hand, each as it is printed."""
    for slot, tile in enumerate(seen.view.hand):
        if tile != HIDDEN:
            face = seen.view.edition.tiles[tile].faces[0]
            for pair in pairs_of(face.wiring):
                seen.entry("hand", 1, number=len(PAIRS) * slot + PAIRS[pair])


def tell_exchange(seen: Seen) -> None:
    """What may be given and taken, if the viewer is asked to swap."""
    if not seen.state.has_part(Exchange):
        return
    exchange = seen.state.part(Exchange)
    if exchange.seat != seen.viewer:
        return
    for tile in exchange.mine:
        seen.entry("give", exchange.mine.count(tile), number=NUMBERS[tile])
    pool = [tile for _, tile in exchange.pool]
    for tile in pool:
        seen.entry("take", pool.count(tile), number=NUMBERS[tile])


def tell_players(seen: Seen) -> None:
    state = seen.state
    for seat in map(Seat, range(state.seats)):
        own = [pawn for pawn in state.pawns if pawn.seat == seat]
        seen.of_seat("pawns", seat, sum(pawn.status is not Status.LOST for pawn in own))
    holder = state.part(Dragon).holder if state.has_part(Dragon) else None
    if holder is not None:
        seen.of_seat("dragon", holder, 1)


def tell_moment(seen: Seen) -> None:
    state, turn = seen.state, seen.state.turn
    phase_among(seen, PHASES)
    seen.entry("pile", len(state.pile))
    seen.entry("box", len(state.box))
    seen.entry("turn", turn.number)
    seen.entry("half", turn.half)
    if state.has_part(Heaps):
        for pile, size in enumerate(state.part(Heaps).sizes):
            seen.entry("heaps", size, number=pile)
    each = seen.view.edition.pawns_per_seat
    if turn.played is not None:
        seen.entry("played", 1, number=turn.played % each)
    if state.cursor.phase == "enter" and state.result is None and turn.pawn is not None:
        seen.entry("entering", 1, number=turn.pawn % each)
