"""What a view of Phoenix Rising tells, as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tsuro.core.board import Ending, walk
from tsuro.core.geometry import POINTS, Cell, Stop, across, is_ring, link
from tsuro.core.ids import Seat, TileId
from tsuro.core.state import Pawn, Status
from tsuro.core.tiles import HIDDEN, pairs_of
from tsuro.encoding.seen import (
    Seen,
    phase_among,
    show_tiles,
    show_trail,
    tell_kinds,
    tell_next,
    tell_table,
)
from tsuro.fast.phoenix.tables import CENTRE_TILES, COLOURS, NUMBERS
from tsuro.fast.shared.outline import pair_numbers
from tsuro.rules.phoenix.edge_stack import PhoenixTile
from tsuro.rules.phoenix.flight import Flight
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.loops import Loop
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.phoenix.winds import Winds

PHASES: Final = ("create", "enter", "lantern", "rise", "break_loop", "start")
PAIRS: Final = pair_numbers(POINTS)
FACES: Final = ("hand_front", "hand_back")
STATUSES: Final = {Status.ON: "on", Status.WAITING: "waiting", Status.OFF: "off"}


def observe(seen: Seen) -> None:
    show_tiles(seen, NUMBERS, POINTS)
    show_faces(seen)
    show_lanterns(seen)
    show_pawns(seen)
    tell_table(seen)
    tell_kinds(seen, NUMBERS, CENTRE_TILES)
    tell_next(seen, NUMBERS, CENTRE_TILES)
    tell_hand(seen)
    tell_seats(seen)
    tell_moment(seen)


def show_faces(seen: Seen) -> None:
    """Which face of a tile is up, and the lantern on it."""
    tiles = seen.view.edition.tiles
    for cell, laid in seen.state.board.occupied():
        colour = tiles[laid.tile].lantern
        seen.cell("back", cell, laid.face)
        seen.cell("glowing", cell, tiles.face(laid).glowing)
        if colour is not None:
            seen.cell("colour", cell, number=COLOURS.index(colour))


def show_lanterns(seen: Seen) -> None:
    """Markers and stars, what this turn has changed, and what a choice is about."""
    lanterns, flight = seen.state.part(Lanterns), seen.state.part(Flight)
    winds, loop = winds_of(seen)
    for name, cells in (
        ("marker", tuple(cell for cell, _ in lanterns.markers)),
        ("star", lanterns.stars),
        ("changed", flight.touched),
        ("treated", loop.treated),
    ):
        for cell in cells:
            seen.cell(name, cell)
    if seen.state.cursor.phase == "lantern" and seen.state.result is None:
        unsettled = lanterns.stars[flight.settled :] or lanterns.stars
        seen.cell("scoring", winds.bound or unsettled[0])


def winds_of(seen: Seen) -> tuple[Winds, Loop]:
    """What only Winds of Change remembers; nothing in the standard game."""
    if seen.state.has_part(Loop):
        return seen.state.part(Winds), seen.state.part(Loop)
    return Winds(), Loop()


def fronts_of(pawn: Pawn) -> Iterator[Stop]:
    """Where a pawn is about to enter; for one beside the board, the ports of its side."""
    if pawn.stop is not None:
        yield pawn.stop
    if pawn.beside is not None:
        for port in pawn.beside.side.ports:
            yield Stop(pawn.beside.cell, port)


def show_pawns(seen: Seen) -> None:
    for pawn in seen.state.pawns:
        own = pawn.seat == seen.viewer
        for front in fronts_of(pawn):
            seen.cell("seat_front", front.cell, number=seen.place(pawn.seat))
            seen.cell("own_front" if own else "other_front", front.cell, number=front.port)
            if own:
                seen.entry("ahead_point", 1, number=front.port)
                look_ahead(seen, front.cell)
        if pawn.status is Status.ON and pawn.behind is not None:
            assert pawn.stop is not None
            show_trail(seen, pawn.stop, own=own)


def look_ahead(seen: Seen, cell: Cell) -> None:
    """Leave the cell before the own pawn by each point: off the board, to a pawn, or neither."""
    standing = {link(pawn.stop) for pawn in seen.state.pawns if pawn.stop is not None}
    board = seen.state.board.with_tile(cell, None)
    for point in range(POINTS):
        way = walk(board, seen.view.edition.tiles, across(Stop(cell, point)))
        links = [link(Stop(cell, point))]
        links += [link(Stop(each.cell, each.exit)) for each in way.crossings]
        if standing.intersection(links):
            seen.entry("ahead_meets", 1, number=point)
        elif way.ending is Ending.EDGE:
            seen.entry("ahead_off", 1, number=point)


def tell_hand(seen: Seen) -> None:
    """Both faces of each tile in hand."""
    for slot, tile in enumerate(seen.view.hand):
        if tile != HIDDEN:
            tell_tile(seen, slot, tile)


def tell_tile(seen: Seen, slot: int, tile: TileId) -> None:
    for name, face in zip(FACES, seen.view.edition.tiles[tile].faces, strict=True):
        for pair in pairs_of(face.wiring):
            seen.entry(name, 1, number=len(PAIRS) * slot + PAIRS[pair])


def tell_seats(seen: Seen) -> None:
    """What lies open before everybody."""
    state = seen.state
    for pawn in state.pawns:
        seen.of_seat("in", pawn.seat, pawn.status is not Status.LOST)
        if pawn.status in STATUSES:
            seen.of_seat(STATUSES[pawn.status], pawn.seat, 1)
        seen.of_seat("life", pawn.seat, state.part(Ashes).lives[pawn.seat])
        seen.of_seat("stars", pawn.seat, state.part(Lanterns).scored[pawn.seat])
    holder, mover = state.part(PhoenixTile).holder, state.part(Flight).mover
    if holder is not None:
        seen.of_seat("phoenix", holder, 1)
    if mover is not None:
        seen.of_seat("mover", Seat(mover), 1)


def tell_moment(seen: Seen) -> None:
    state = seen.state
    phase_among(seen, PHASES)
    gaps = sum(is_ring(cell, state.board.size) for cell in state.board.empty_cells())
    seen.entry("gaps", gaps)
    seen.entry("turn", state.turn.number)
    seen.entry("final_round", state.part(Lanterns).final_round)
    seen.entry("settled", state.part(Flight).settled)
    seen.entry("flown", winds_of(seen)[1].flown)
