"""Every legal decision of a tile game, as codes in a buffer.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). A
candidate is written first and counted after, so that no branch hangs on whether it is legal.
"""

from __future__ import annotations

from tsuro.fast.shared.codes import DRAW_FROM, ENTER_BY, PLACE_B, START_AT
from tsuro.fast.shared.exchange import swaps
from tsuro.fast.shared.hands import HAND, repeats
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import FIRST_ENTRY
from tsuro.fast.shared.seats import starting_seat
from tsuro.fast.shared.shapes import ROTATIONS
from tsuro.fast.tiles.record import (
    BAN_EDGE,
    CHOOSE_PILE,
    ENTER,
    EXCHANGE,
    OVER,
    PLACE,
    START,
    TileGame,
)
from tsuro.fast.tiles.tables import EXIT


def legal(g: TileGame, out: list[int]) -> int:
    """Write the options of the waiting decision into `out`; return how many. None for luck."""
    phase = g.phase
    if phase == PLACE:
        if g.ban:
            return guarded_placements(g, out)
        return all_placements(g, out)
    if phase == CHOOSE_PILE:
        return open_piles(g, out)
    if phase == ENTER:
        return entries(g, out)
    if phase == EXCHANGE:
        return swaps(g, out)
    if phase == START:
        return starts(g, out)
    return 0


def to_act(g: TileGame) -> int:
    """The seat whose decision is awaited; NONE for luck or a finished game."""
    if g.phase == START:
        return starting_seat(g)
    if g.phase > START:
        return NONE
    return g.seat + 0


def is_over(g: TileGame) -> bool:
    return g.phase == OVER


def starts(g: TileGame, out: list[int]) -> int:
    """Free start marks (CL-5, CL-6, PO-6), or places beside free outer cells (KO-7)."""
    taken = g.homes
    total = g.marks
    if g.starts_beside:
        taken = taken_places(g)
        total = g.marks >> 1
    n = 0
    for start in range(total):
        out[n] = START_AT + start
        n += 1 - (taken >> start & 1)
    return n


def taken_places(g: TileGame) -> int:
    """Side places of cells that a pawn waits at; a corner cell has two (KO-7)."""
    taken = 0
    total = g.marks >> 1
    for pawn in range(g.pawns):
        if g.beside[pawn] != NONE:
            place = g.beside[pawn]
            for beyond in range(3):
                other = (place + total - 1 + beyond) % total
                same = g.link[2 * other] >> 3 == g.link[2 * place] >> 3
                taken |= same << other
    return taken


def trace(g: TileGame, base: int, port: int, placement: int) -> int:
    """Where a pawn at `port` of the empty cell ends if `placement` is laid there (GEN-11)."""
    end = g.link[base + EXIT[8 * placement + port]]
    while end ^ base < 8:
        # The path comes back into this very cell.
        end = g.link[base + EXIT[8 * placement + (end & 7)]]
    return end


def guarded_placements(g: TileGame, out: list[int]) -> int:
    """Placements that do not lose the own pawn, or all if each one does (CL-9, CL-10)."""
    home = g.home[g.seat]
    front = g.link[home]
    port = front & 7
    base = front - port
    spared = 0
    if g.ban == BAN_EDGE:
        # Meeting a pawn, even one on its start mark, is not leaving the board (CL-9).
        spared = g.homes & ~(1 << home)
    n = 0
    for slot in range(HAND * g.seat, HAND * g.seat + HAND):
        upright = 4 * g.hand[slot]
        for rotation in range(4):
            out[n] = upright + rotation
            end = trace(g, base, port, upright + rotation)
            n += (end >= FIRST_ENTRY) | (spared >> (end & 63) & 1)
    if n == 0:
        n = all_placements(g, out)
    return n


def all_placements(g: TileGame, out: list[int]) -> int:
    """Each kind of tile in hand, each different rotation, each pawn in turn (GEN-19, KO-20)."""
    n = 0
    for which in range(1 + g.pair):
        pawn = ((g.seat + 0) << g.pair) + which
        playable = (g.lost >> pawn & 1 == 0) & (pawn != g.played)
        for i in range(HAND):
            slot = HAND * g.seat + i
            tile = g.hand[slot]
            ways = ROTATIONS[tile] * playable * (1 - repeats(g, slot, i))
            for rotation in range(4):
                out[n] = which * PLACE_B + 4 * tile + rotation
                n += rotation < ways
    return n


def entries(g: TileGame, out: list[int]) -> int:
    """The two ports on the side of the pawn that enters (KO-11)."""
    place = g.beside[g.pawn]
    out[0] = ENTER_BY + (g.link[2 * place] & 7)
    out[1] = ENTER_BY + (g.link[2 * place + 1] & 7)
    return 2


def open_piles(g: TileGame, out: list[int]) -> int:
    """Piles that are not used up (KO-15)."""
    n = 0
    for pile in range(g.piles):
        out[n] = DRAW_FROM + pile
        n += g.heaps[pile] > 0
    return n
