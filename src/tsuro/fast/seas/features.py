"""What a seat may hope for at sea, as a few numbers (see `tiles/features.py`).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). Only
what the seat itself may know is read: the board, the ships, the daikaiju, its own hand.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.seas.paths import trace
from tsuro.fast.seas.record import OFF, OVER, SeaGame
from tsuro.fast.seas.tables import AREA, BEYOND, DAIKAIJU, HEADING, RIM, SIZE, TURNS
from tsuro.fast.shared.cells import AHEAD, count_bits, grown, steps_between
from tsuro.fast.shared.hands import HAND
from tsuro.fast.shared.paths import FIRST_ENTRY
from tsuro.fast.shared.shapes import ROTATIONS
from tsuro.fast.shared.wins import win_share

FEATURES: Final = (
    "won",
    "out",
    "room",
    "reach",
    "exits",
    "ways",
    "stuck",
    "touch",
    "near",
    "rivals",
    "pressed",
    "threat",
    "aim",
)
"""What `features` writes, in its order; each is explained where it is computed."""
CELLS: Final = (1 << AREA) - 1


def features(g: SeaGame, seat: int, out: list[float]) -> None:
    """Every term of the judgement for one seat.

    won      the share of the win, if the game is over
    out      1 if the seat has lost its ship
    rivals   the share of the other seats that are still in
    and what `about_ship`, `about_others` and `about_daikaiju` say
    """
    for i in range(13):
        out[i] = 0.0
    others = 0
    for other in range(g.seats):
        others += (g.alive >> other & 1) & (other != seat)
    out[9] = others / (g.seats - 1.0)
    if g.phase == OVER:
        out[0] = win_share(g, seat)
    if g.alive >> seat & 1 == 0:
        out[1] = 1.0
    elif g.phase != OVER and g.stop[seat] != OFF:
        about_ship(g, seat, out)
        about_others(g, seat, out)
        about_daikaiju(g, seat, out)


def about_ship(g: SeaGame, seat: int, out: list[float]) -> None:
    """What lies before the ship.

    room     free cells at most two steps from the one it faces: space for its next tiles
    reach    free cells it can still reach at all, a connected region of the board
    exits    ways across the cell it faces that end on the board, whatever tile comes
    ways     safe placements of the tiles now in hand: how flexible the hand is
    stuck    1 if there is none, so that only a fresh tile can save the ship
    """
    front = g.stop[seat] + 0
    here = 1 << ((front - FIRST_ENTRY) >> 3)
    free = ~((g.tiled | g.deadly) >> 8) & CELLS | here
    ahead = grown(here, free, SIZE, AHEAD)
    out[2] = count_bits(ahead) / 13.0
    out[3] = count_bits(grown(ahead, free, SIZE, AREA)) / (AREA + 0.0)
    out[4] = open_exits(g, front) / 7.0
    ways = safe_ways(g, seat, front)
    out[5] = ways / 12.0
    out[6] = (ways == 0) / 1.0


def open_exits(g: SeaGame, front: int) -> int:
    """Ports of the cell ahead, other than its own, from which a ship would not be lost."""
    base = front - (front & 7)
    count = 0
    for port in range(8):
        lost = g.deadly >> (g.link[base + port] >> 3) & 1
        count += (lost == 0) & (base + port != front)
    return count


def safe_ways(g: SeaGame, seat: int, front: int) -> int:
    """Placements of the own hand that keep the ship on the board."""
    port = front & 7
    base = front - port
    count = 0
    for slot in range(HAND * seat, HAND * seat + HAND):
        for rotation in range(4):
            end = trace(g, base, port, 4 * g.hand[slot] + rotation)
            count += (rotation < ROTATIONS[g.hand[slot]]) & (g.deadly >> (end >> 3) & 1 == 0)
    return count


def about_others(g: SeaGame, seat: int, out: list[float]) -> None:
    """What other ships have to do with it.

    touch    ships of others before the same cell: whoever moves first moves both
    near     ships of others before a neighbouring cell
    pressed  how few exits the others have on average, 1 if they are lost whatever they lay
    """
    cell = (g.stop[seat] - FIRST_ENTRY) >> 3
    exits = 0
    others = 0
    for other in range(g.seats):
        if other != seat and g.stop[other] >= FIRST_ENTRY and g.alive >> other & 1:
            there = (g.stop[other] - FIRST_ENTRY) >> 3
            out[7] += (there == cell) / 1.0
            out[8] += (steps_between(cell, there, SIZE) == 1) / 1.0
            exits += open_exits(g, g.stop[other] + 0)
            others += 1
    if others:
        out[10] = 1.0 - exits / (7.0 * others)


def about_daikaiju(g: SeaGame, seat: int, out: list[float]) -> None:
    """Where the daikaiju are and where they may go.

    threat   how near the nearest one is to the cell the ship faces: 1 next to it, less farther off
    aim      the share of the faces of a die that bring one to the cell the ship faces or is on
    """
    ahead = (g.stop[seat] - FIRST_ENTRY) >> 3
    behind = BEYOND[g.stop[seat] - FIRST_ENTRY] + 0
    nearest = 2 * SIZE
    hits = 0
    for daikaiju in range(DAIKAIJU):
        if g.on_board >> daikaiju & 1:
            cell = g.daikaiju_cell[daikaiju] + 0
            nearest = min(nearest, steps_between(ahead, cell, SIZE))
            for die in range(5):
                heading = HEADING[20 * daikaiju + 5 * g.daikaiju_rotation[daikaiju] + die] + 0
                if heading != TURNS:
                    target = BEYOND[8 * cell + 2 * heading] + 0
                    hit = (target == ahead) | ((target == behind) & (target < RIM))
                    hits |= hit << die
    out[11] = 1.0 / (nearest + 0.0) if nearest else 1.0
    for die in range(5):
        out[12] += (hits >> die & 1) / 6.0
