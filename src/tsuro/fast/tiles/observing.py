"""What a seat may know of a tile game, as numbers to learn from.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). Only
what the seat itself may know is read. `tsuro.encoding` has the same once more, computed from a
`PlayerView`; seats are counted from the viewer's own, clockwise.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.shared.exchange import shown_slots
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.observing import (
    COMMON,
    OTHER_TRAIL,
    OWN_TRAIL,
    PORTS,
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
from tsuro.fast.shared.seats import SEATS, seen_from
from tsuro.fast.shared.shapes import WIRES
from tsuro.fast.tiles.options import to_act
from tsuro.fast.tiles.record import CHOOSE_PILE, ENTER, EXCHANGE, OVER, PLACE, START, TileGame

OUTLINE: Final = Outline(
    planes=(
        *COMMON.planes,
        Item("leads_off", PORTS, "whoever leaves this free cell by this port goes off the board"),
        Item("leads_back", PORTS, "who leaves this free cell by this port comes to a pawn's start"),
    ),
    entries=(
        *COMMON.entries,
        Item("phase", 6, "asked to place, enter, swap, choose a pile, start; 1 at the end"),
        Item("pawns", SEATS, "how many pawns the seat has left"),
        Item("dragon", SEATS, "the seat holds the dragon tile"),
        Item("ahead_port", 2 * PORTS, "each own pawn is about to enter by this port"),
        Item("ahead_off", 2 * PORTS, "as leads_off, for the cell before each own pawn"),
        Item("ahead_back", 2 * PORTS, "as leads_back, for the cell before each own pawn"),
        Item("pile", 1, "tiles in the pile"),
        Item("heaps", 3, "sizes of the face-down piles"),
        Item("box", 1, "tiles out of the game"),
        Item("turn", 1, "the number of the turn"),
        Item("half", 1, "1 in the second half of a turn with two pawns"),
        Item("played", 2, "which pawn had the first half"),
        Item("entering", 2, "which pawn is choosing its path"),
    ),
)
PLANES: Final = OUTLINE.plane_count
LEADS_OFF: Final = OUTLINE.plane("leads_off")
LEADS_BACK: Final = OUTLINE.plane("leads_back")

PHASE: Final = OUTLINE.entry("phase")
PAWNS: Final = OUTLINE.entry("pawns")
DRAGON: Final = OUTLINE.entry("dragon")
AHEAD_PORT: Final = OUTLINE.entry("ahead_port")
AHEAD_OFF: Final = OUTLINE.entry("ahead_off")
AHEAD_BACK: Final = OUTLINE.entry("ahead_back")
PILE: Final = OUTLINE.entry("pile")
HEAPS: Final = OUTLINE.entry("heaps")
BOX: Final = OUTLINE.entry("box")
TURN: Final = OUTLINE.entry("turn")
HALF: Final = OUTLINE.entry("half")
PLAYED: Final = OUTLINE.entry("played")
ENTERING: Final = OUTLINE.entry("entering")


def observe(g: TileGame, seat: int, totals: list[int], out: list[int]) -> None:
    """Write what a seat may know; `totals` are the tiles of each kind that the game has."""
    for i in range(len(out)):
        out[i] = 0
    area = len(g.board)
    entries = PLANES * area
    tell_totals(totals, entries, out)
    show_tiles(g, area, entries, out)
    show_ways_off(g, area, out)
    for pawn in range(g.pawns):
        if g.on >> pawn & 1:
            front = g.link[g.home[pawn]] + 0
            look_ahead(g, seat, pawn, front, area, out)
            show_trail(g, front, OWN_TRAIL if pawn >> g.pair == seat else OTHER_TRAIL, area, out)
        elif g.beside[pawn] != NONE:
            # It has yet to choose one of the two ports on its side.
            look_ahead(g, seat, pawn, g.link[2 * g.beside[pawn]] + 0, area, out)
            look_ahead(g, seat, pawn, g.link[2 * g.beside[pawn] + 1] + 0, area, out)
    tell_asked(g, seat, to_act(g), entries, out)
    tell_hand(g, seat, shown_slots(g, seat), entries, out)
    see_box(g, seat, entries, out)
    tell_seats(g, seat, entries, out)
    tell_players(g, seat, entries, out)
    tell_moment(g, entries, out)


def show_ways_off(g: TileGame, area: int, out: list[int]) -> None:
    """Where paths from the rim end before a free cell: who leaves by that port goes the way back.

    A tile that waits for its pawn to choose a path is not joined yet, and its cell not free.
    """
    for mark in range(g.marks):
        end = g.link[mark] + 0
        if end >= FIRST_ENTRY:
            cell = (end - FIRST_ENTRY) >> 3
            back = g.homes >> mark & 1
            free = g.board[cell] == NONE
            out[(LEADS_OFF + (end & 7)) * area + cell] = free & (1 - back)
            out[(LEADS_BACK + (end & 7)) * area + cell] = free & back


def look_ahead(g: TileGame, seat: int, pawn: int, front: int, area: int, out: list[int]) -> None:
    """Where a pawn is; of an own one also where the ports of the cell before it lead."""
    place = seen_from(g, seat, pawn >> g.pair)
    which = pawn & g.pair
    show_front(front, place, 1 + which, area, out)
    if place:
        return
    ahead = PLANES * area + PORTS * which
    out[ahead + AHEAD_PORT + (front & 7)] = 1
    base = front - (front & 7)
    for port in range(8):
        end = g.link[base + port] + 0
        if end < FIRST_ENTRY:
            back = g.homes >> end & 1
            out[ahead + AHEAD_OFF + port] = 1 - back
            out[ahead + AHEAD_BACK + port] = back


def show_trail(g: TileGame, front: int, plane: int, area: int, out: list[int]) -> None:
    """The tiles on the path that lies behind a pawn, back to where it came in."""
    size = (g.marks + 0) >> 3
    at = (front - FIRST_ENTRY) >> 3
    row = at // size
    column = at - size * row
    port = front & 7
    while True:
        # Ports 0 and 1 touch the cell above, 2 and 3 that to the right, and so on.
        side = port >> 1
        row += (side == 2) - (side == 0)
        column += (side == 1) - (side == 3)
        if row < 0 or column < 0 or row == size or column == size:
            return
        cell = size * row + column
        out[plane * area + cell] = 1
        port = WIRES[8 * g.board[cell] + (port ^ ACROSS)] + 0


def tell_players(g: TileGame, seat: int, entries: int, out: list[int]) -> None:
    """Who has how many pawns left, and who holds the dragon tile."""
    for other in range(g.seats):
        at = entries + seen_from(g, seat, other)
        lost = g.lost >> (other << g.pair)
        out[at + PAWNS] = 1 - (lost & 1) + g.pair * (1 - (lost >> 1 & 1))
        out[at + DRAGON] = g.holder == other


def tell_moment(g: TileGame, entries: int, out: list[int]) -> None:
    """What is asked, and what is left."""
    phase = g.phase + 0
    out[entries + PHASE] = phase == PLACE
    out[entries + PHASE + 1] = phase == ENTER
    out[entries + PHASE + 2] = phase == EXCHANGE
    out[entries + PHASE + 3] = phase == CHOOSE_PILE
    out[entries + PHASE + 4] = phase == START
    out[entries + PHASE + 5] = phase == OVER
    out[entries + PILE] = g.bag_n
    for pile in range(3):
        out[entries + HEAPS + pile] = g.heaps[pile]
    out[entries + BOX] = g.box_n
    out[entries + TURN] = min(g.number + 0, MOST)
    out[entries + HALF] = g.half
    if g.played != NONE:
        out[entries + PLAYED + (g.played & 1)] = 1
    if phase == ENTER:
        out[entries + ENTERING + (g.pawn & g.pair)] = 1
