"""What a view of Tsuro of the Seas tells, as numbers."""

from __future__ import annotations

from typing import Final

from tsuro.core.board import Ending, walk
from tsuro.core.geometry import PORTS, Cell, Stop, across, on_board
from tsuro.core.ids import Seat
from tsuro.core.state import Status
from tsuro.editions.seas.printed import printed_seas
from tsuro.encoding.seen import (
    Seen,
    phase_among,
    show_tiles,
    show_trail,
    tell_kinds,
    tell_next,
    tell_table,
)
from tsuro.encoding.tiles import tell_exchange, tell_hand
from tsuro.fast.shared.conversion import NUMBERS
from tsuro.rules.seas.daikaiju import Sea, Watch, rank

PHASES: Final = ("place", "relocate", "exchange", "start")
FACES: Final = 5
SIDES: Final = 4


def observe(seen: Seen) -> None:
    show_tiles(seen, NUMBERS, PORTS)
    for cell in seen.state.board.empty_cells():
        for port in range(PORTS):
            end = way_out(seen, cell, port)
            if end is not None:
                seen.cell(f"leads_{end}", cell, number=port)
    show_ships(seen)
    show_daikaiju(seen)
    tell_table(seen)
    tell_kinds(seen, NUMBERS)
    tell_next(seen, NUMBERS)
    tell_hand(seen)
    tell_exchange(seen)
    tell_ships(seen)
    tell_moment(seen)
    tell_daikaiju(seen)


def sea_of(seen: Seen) -> Sea:
    """The daikaiju; none where the game is played without them."""
    return seen.state.part(Sea) if seen.state.has_part(Sea) else Sea()


def way_out(seen: Seen, cell: Cell, port: int) -> str | None:
    """Where a port of a cell without a tile leads, if a ship is lost there."""
    found = walk(
        seen.state.board,
        seen.view.edition.tiles,
        across(Stop(cell, port)),
        daikaiju=sea_of(seen).cells(),
    )
    return {Ending.EDGE: "off", Ending.DAIKAIJU: "under"}.get(found.ending)


def show_ships(seen: Seen) -> None:
    for ship in seen.state.pawns:
        if ship.status is not Status.ON or ship.stop is None:
            continue
        own = ship.seat == seen.viewer
        seen.cell("seat_front", ship.stop.cell, number=seen.place(ship.seat))
        name = "own_front" if own else "other_front"
        seen.cell(name, ship.stop.cell, number=ship.stop.port)
        show_trail(seen, ship.stop, own=own)
        if own:
            seen.entry("ahead_port", 1, number=ship.stop.port)
            for port in range(PORTS):
                end = way_out(seen, ship.stop.cell, port)
                if end is not None:
                    seen.entry(f"ahead_{end}", 1, number=port)


def show_daikaiju(seen: Seen) -> None:
    """Each daikaiju on the board, and where each face of a die takes it."""
    chart = printed_seas().chart
    order = sorted(chart.arrows, key=rank)
    for each in sea_of(seen).on_board:
        seen.cell("daikaiju", each.cell, 1 + order.index(each.name))
        for face in range(FACES):
            side = chart.heading(each.name, face + 1, each.rotation)
            if side is not None:
                seen.cell("arrows", each.cell, number=SIDES * face + side)


def tell_ships(seen: Seen) -> None:
    state = seen.state
    for ship in state.pawns:
        seen.of_seat("ship", ship.seat, ship.status is not Status.LOST)
        if ship.stop is not None:
            behind = across(ship.stop).cell
            seen.of_seat("at_start", ship.seat, not on_board(behind, state.board.size))
    for pawn in sea_of(seen).offers:
        seen.of_seat("offer", Seat(pawn), 1)


def tell_moment(seen: Seen) -> None:
    state = seen.state
    phase_among(seen, PHASES)
    seen.entry("box", len(state.box))
    seen.entry("turn", state.turn.number)
    if state.has_part(Watch) and state.part(Watch).turn == state.turn.number:
        watch = state.part(Watch)
        gold, blue = watch.dice or (0, 0)
        seen.entry("dice", gold)
        seen.entry("dice", blue, number=1)
        seen.entry("die", watch.die or 0)


def tell_daikaiju(seen: Seen) -> None:
    """Where those are that are not on the board."""
    sea = sea_of(seen)
    order = sorted(printed_seas().chart.arrows, key=rank)
    for name in sea.bag:
        seen.entry("in_pile", 1, number=order.index(name))
    for place, name in enumerate(sea.bottom):
        seen.entry("under_pile", 1 + place, number=order.index(name))
    for name in sea.gone:
        seen.entry("gone", 1, number=order.index(name))
