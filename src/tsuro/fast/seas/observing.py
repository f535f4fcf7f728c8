"""What a seat may know of a game at sea, as numbers to learn from (see `tiles/observing.py`).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). Only
what the seat itself may know is read: the board, the ships, the daikaiju, its own hand.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.seas.options import to_act
from tsuro.fast.seas.record import EXCHANGE, OFF, OVER, PLACE, RELOCATE, START, SeaGame
from tsuro.fast.seas.tables import AREA, BEYOND, DAIKAIJU, HEADING, MARKS, RIM, TURNS
from tsuro.fast.shared.exchange import shown_slots
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.observing import (
    COMMON,
    OTHER_TRAIL,
    OWN_TRAIL,
    PORTS,
    knows,
    see,
    see_box,
    show_front,
    show_tiles,
    tell_asked,
    tell_hand,
    tell_seats,
    tell_totals,
)
from tsuro.fast.shared.outline import MOST, Item, Outline
from tsuro.fast.shared.paths import ACROSS, FIRST_ENTRY
from tsuro.fast.shared.pile import place_under
from tsuro.fast.shared.seats import SEATS, seen_from
from tsuro.fast.shared.shapes import TILES, WIRES

FACES: Final = 5
"""Of a die, on which a daikaiju may move."""
SIDES: Final = 4
OUTLINE: Final = Outline(
    planes=(
        *COMMON.planes,
        Item("leads_off", PORTS, "whoever leaves this cell without tile by this port is off board"),
        Item("leads_under", PORTS, "who leaves this cell by this port comes before a daikaiju"),
        Item("daikaiju", 1, "1 + the place in the order of acting of the daikaiju here"),
        Item("arrows", FACES * SIDES, "this face of a die takes the daikaiju here over this side"),
    ),
    entries=(
        *COMMON.entries,
        Item("phase", 5, "asked to place, relocate, swap, start; 1 at the end"),
        Item("ship", SEATS, "the seat still has its ship"),
        Item("at_start", SEATS, "the seat's ship is at its start mark"),
        Item("offer", SEATS, "the seat's ship may move to another mark on its next turn"),
        Item("ahead_port", PORTS, "the own ship is about to enter by this port"),
        Item("ahead_off", PORTS, "as leads_off, for the cell before the own ship"),
        Item("ahead_under", PORTS, "as leads_under, for the cell before the own ship"),
        Item("next", TILES, "the tile on top of the pile, where the seat knows it"),
        Item("pile", 1, "tiles in the pile"),
        Item("box", 1, "tiles out of the game"),
        Item("turn", 1, "the number of the turn"),
        Item("dice", 2, "the gold and the blue die of this turn"),
        Item("die", 1, "the last die for daikaiju in this turn"),
        Item("in_pile", DAIKAIJU, "this daikaiju may be on top of the face-down pile"),
        Item("under_pile", DAIKAIJU, "its place among those under the pile, which come up next"),
        Item("gone", DAIKAIJU, "this daikaiju is out of the game"),
    ),
)
PLANES: Final = OUTLINE.plane_count
LEADS_OFF: Final = OUTLINE.plane("leads_off")
LEADS_UNDER: Final = OUTLINE.plane("leads_under")
ON_CELL: Final = OUTLINE.plane("daikaiju")
ARROWS: Final = OUTLINE.plane("arrows")

PHASE: Final = OUTLINE.entry("phase")
SHIP: Final = OUTLINE.entry("ship")
AT_START: Final = OUTLINE.entry("at_start")
OFFER: Final = OUTLINE.entry("offer")
AHEAD_PORT: Final = OUTLINE.entry("ahead_port")
AHEAD_OFF: Final = OUTLINE.entry("ahead_off")
AHEAD_UNDER: Final = OUTLINE.entry("ahead_under")
NEXT: Final = OUTLINE.entry("next")
PILE: Final = OUTLINE.entry("pile")
BOX: Final = OUTLINE.entry("box")
TURN: Final = OUTLINE.entry("turn")
DICE: Final = OUTLINE.entry("dice")
DIE: Final = OUTLINE.entry("die")
IN_PILE: Final = OUTLINE.entry("in_pile")
UNDER_PILE: Final = OUTLINE.entry("under_pile")
GONE: Final = OUTLINE.entry("gone")
ENTRIES: Final = PLANES * AREA
"""Where the entries begin."""


def observe(g: SeaGame, seat: int, totals: list[int], out: list[int]) -> None:
    """Write what a seat may know; `totals` are the tiles of each kind that the game has."""
    for i in range(len(out)):
        out[i] = 0
    tell_totals(totals, ENTRIES, out)
    show_tiles(g, AREA, ENTRIES, out)
    show_ways_out(g, out)
    for ship in range(g.seats):
        if g.stop[ship] != OFF:
            look_ahead(g, seat, ship, g.stop[ship] + 0, out)
            show_trail(g, g.stop[ship] + 0, OWN_TRAIL if ship == seat else OTHER_TRAIL, out)
    show_daikaiju(g, out)
    tell_asked(g, seat, to_act(g), ENTRIES, out)
    tell_hand(g, seat, shown_slots(g, seat), ENTRIES, out)
    see_box(g, seat, ENTRIES, out)
    tell_pile(g, seat, out)
    tell_seats(g, seat, ENTRIES, out)
    tell_ships(g, seat, out)
    tell_moment(g, out)
    tell_daikaiju(g, out)


def show_ways_out(g: SeaGame, out: list[int]) -> None:
    """Where paths from the rim, and from cells with a daikaiju, end before a cell without a tile:
    who leaves by that port goes the same way back."""
    for mark in range(MARKS):
        end = g.link[mark] + 0
        if end >= FIRST_ENTRY:
            out[(LEADS_OFF + (end & 7)) * AREA + ((end - FIRST_ENTRY) >> 3)] = 1
    for daikaiju in range(DAIKAIJU):
        if g.on_board >> daikaiju & 1:
            base = FIRST_ENTRY + 8 * g.daikaiju_cell[daikaiju]
            for port in range(8):
                end = g.link[base + port] + 0
                if end >= FIRST_ENTRY:
                    out[(LEADS_UNDER + (end & 7)) * AREA + ((end - FIRST_ENTRY) >> 3)] = 1


def look_ahead(g: SeaGame, seat: int, ship: int, front: int, out: list[int]) -> None:
    """Where a ship is; of the own one also where the ports of the cell before it lead."""
    place = seen_from(g, seat, ship)
    show_front(front, place, 1, AREA, out)
    if place:
        return
    out[ENTRIES + AHEAD_PORT + (front & 7)] = 1
    base = front - (front & 7)
    for port in range(8):
        end = g.link[base + port] + 0
        off = end < FIRST_ENTRY
        out[ENTRIES + AHEAD_OFF + port] = off
        out[ENTRIES + AHEAD_UNDER + port] = (g.deadly >> (end >> 3) & 1) - off


def show_trail(g: SeaGame, front: int, plane: int, out: list[int]) -> None:
    """The tiles on the path that lies behind a ship, back to the rim or to where it was cut."""
    cell = BEYOND[front - FIRST_ENTRY] + 0
    port = front & 7
    while cell < RIM and g.board[cell] != NONE:
        out[plane * AREA + cell] = 1
        port = WIRES[8 * g.board[cell] + (port ^ ACROSS)] + 0
        cell = BEYOND[8 * cell + port] + 0


def show_daikaiju(g: SeaGame, out: list[int]) -> None:
    """Each daikaiju on the board, and where each face of a die takes it (SE-15)."""
    for daikaiju in range(DAIKAIJU):
        if g.on_board >> daikaiju & 1:
            cell = g.daikaiju_cell[daikaiju] + 0
            out[ON_CELL * AREA + cell] = 1 + daikaiju
            for face in range(FACES):
                heading = HEADING[20 * daikaiju + 5 * g.daikaiju_rotation[daikaiju] + face] + 0
                if heading != TURNS:
                    out[(ARROWS + SIDES * face + heading) * AREA + cell] = 1


def tell_pile(g: SeaGame, seat: int, out: list[int]) -> None:
    """How many tiles are to come, and those under the pile that the seat has seen."""
    out[ENTRIES + PILE] = g.bag_n + g.bottom_n
    out[ENTRIES + BOX] = g.box_n
    for i in range(g.bottom_n):
        place = place_under(g, i)
        if knows(g.bottom_known[place] + 0, seat):
            see(g.bottom[place] + 0, ENTRIES, out)
            if i == 0 and g.bag_n == 0:
                out[ENTRIES + NEXT + g.bottom[place]] = 1


def tell_ships(g: SeaGame, seat: int, out: list[int]) -> None:
    for other in range(g.seats):
        at = ENTRIES + seen_from(g, seat, other)
        out[at + SHIP] = g.alive >> other & 1
        if g.stop[other] != OFF:
            out[at + AT_START] = BEYOND[g.stop[other] - FIRST_ENTRY] >= RIM
    for i in range(g.offers_n):
        out[ENTRIES + OFFER + seen_from(g, seat, g.offers[i] + 0)] = 1


def tell_moment(g: SeaGame, out: list[int]) -> None:
    """What is asked, and what luck has decided in this turn."""
    phase = g.phase + 0
    out[ENTRIES + PHASE] = phase == PLACE
    out[ENTRIES + PHASE + 1] = phase == RELOCATE
    out[ENTRIES + PHASE + 2] = phase == EXCHANGE
    out[ENTRIES + PHASE + 3] = phase == START
    out[ENTRIES + PHASE + 4] = phase == OVER
    out[ENTRIES + TURN] = min(g.number + 0, MOST)
    if g.watch == g.number:
        out[ENTRIES + DICE] = g.gold
        out[ENTRIES + DICE + 1] = g.blue
        out[ENTRIES + DIE] = g.die


def tell_daikaiju(g: SeaGame, out: list[int]) -> None:
    """Where those are that are not on the board."""
    for daikaiju in range(DAIKAIJU):
        out[ENTRIES + IN_PILE + daikaiju] = g.sea_bag >> daikaiju & 1
    for i in range(g.sea_bottom_n):
        out[ENTRIES + UNDER_PILE + g.sea_bottom[i]] = 1 + i
    for i in range(g.gone_n):
        out[ENTRIES + GONE + g.gone[i]] = 1
