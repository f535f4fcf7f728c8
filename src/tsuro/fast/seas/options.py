"""Every legal decision of a game at sea, as codes in a buffer.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). A
candidate is written first and counted after, so that no branch hangs on whether it is legal.
"""

from __future__ import annotations

from tsuro.fast.seas.codes import RELOCATE_TO, STAY
from tsuro.fast.seas.paths import comes_back, shares_wake, trace
from tsuro.fast.seas.record import (
    EXCHANGE,
    OFF,
    OVER,
    PLACE,
    RELOCATE,
    START,
    SeaGame,
)
from tsuro.fast.seas.tables import BEYOND, MARK_CELL, MARKS, MARKS_A_SIDE, RIM
from tsuro.fast.shared.codes import START_AT
from tsuro.fast.shared.exchange import swaps
from tsuro.fast.shared.hands import HAND, repeats
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import FIRST_ENTRY
from tsuro.fast.shared.seats import starting_seat
from tsuro.fast.shared.shapes import ROTATIONS


def legal(g: SeaGame, out: list[int]) -> int:
    """Write the options of the waiting decision into `out`; return how many. None for luck."""
    phase = g.phase
    if phase == PLACE:
        return placements(g, out)
    if phase == EXCHANGE:
        return swaps(g, out)
    if phase == RELOCATE:
        return relocations(g, out)
    if phase == START:
        return starts(g, out)
    return 0


def to_act(g: SeaGame) -> int:
    """The seat whose decision is awaited; NONE for luck or a finished game."""
    if g.phase == START:
        return starting_seat(g)
    if g.phase > START:
        return NONE
    return g.seat + 0


def is_over(g: SeaGame) -> bool:
    return g.phase == OVER


def placements(g: SeaGame, out: list[int]) -> int:
    """Placements that do not lose the own ship, or all if each one does (SE-23)."""
    here = g.stop[g.seat] + 0
    port = here & 7
    base = here - port
    if comes_back(g, base):
        return guarded_placements(g, out)
    n = 0
    for i in range(HAND):
        slot = HAND * g.seat + i
        upright = 4 * g.hand[slot]
        ways = ROTATIONS[g.hand[slot]] * (1 - repeats(g, slot, i))
        for rotation in range(4):
            out[n] = upright + rotation
            end = trace(g, base, port, upright + rotation)
            n += (rotation < ways) & ~(g.deadly >> (end >> 3)) & 1
    if n == 0:
        n = all_placements(g, out)
    return n


def all_placements(g: SeaGame, out: list[int]) -> int:
    """Each kind of tile in hand, each different rotation (GEN-19)."""
    n = 0
    for i in range(HAND):
        slot = HAND * g.seat + i
        ways = ROTATIONS[g.hand[slot]] * (1 - repeats(g, slot, i))
        for rotation in range(4):
            out[n] = 4 * g.hand[slot] + rotation
            n += rotation < ways
    return n


def guarded_placements(g: SeaGame, out: list[int]) -> int:
    """The same where ships may come to share a wake: the first tolerance that admits any (SE-24).

    Sets of candidates are masks over their places in the list of all placements.
    """
    here = g.stop[g.seat] + 0
    port = here & 7
    base = here - port
    total = all_placements(g, out)
    losing = 0
    sharing = 0
    for i in range(total):
        end = trace(g, base, port, out[i])
        losing |= (g.deadly >> (end >> 3) & 1) << i
        sharing |= shares_wake(g, base, out[i]) << i
    chosen = first_admitted((1 << total) - 1, losing, sharing, g.share_first)
    n = 0
    for i in range(total):
        out[n] = out[i]
        n += chosen >> i & 1
    return n


def first_admitted(every: int, losing: int, sharing: int, share_first: int) -> int:
    """The candidates that break neither ban, or only the one given up first, or any (SE-24)."""
    admitted = every & ~losing & ~sharing
    if admitted == 0:
        admitted = every & ~(losing if share_first else sharing)
    if admitted == 0:
        admitted = every & ~(sharing if share_first else losing)
    if admitted == 0:
        admitted = every
    return admitted


def starts(g: SeaGame, out: list[int]) -> int:
    """Free start marks, also those before a daikaiju (SE-11)."""
    taken = taken_marks(g)
    n = 0
    for mark in range(MARKS):
        out[n] = START_AT + mark
        n += 1 - (taken >> mark & 1)
    return n


def taken_marks(g: SeaGame) -> int:
    """Marks on which ships wait, as a mask."""
    taken = 0
    for seat in range(g.seats):
        if g.stop[seat] != OFF:
            beyond = BEYOND[g.stop[seat] - FIRST_ENTRY]
            if beyond >= RIM:
                taken |= 1 << (beyond - RIM)
    return taken


def relocations(g: SeaGame, out: list[int]) -> int:
    """Other marks for a ship at its start; without a daikaiju before it, it may stay (SE-33)."""
    out[0] = STAY
    n = 1 - (g.deadly >> (g.stop[g.seat] >> 3) & 1)
    marks = free_marks(g)
    first = first_mark(g)
    for mark in range(first, first + MARKS_A_SIDE):
        out[n] = RELOCATE_TO + mark
        n += marks >> mark & 1
    return n


def first_mark(g: SeaGame) -> int:
    """The first mark of the active ship's side of the board."""
    return MARKS_A_SIDE * ((g.stop[g.seat] & 7) >> 1)


def free_marks(g: SeaGame) -> int:
    """Free marks on the side of the active ship before cells without tile and daikaiju (SE-32)."""
    taken = taken_marks(g)
    filled = (g.tiled | g.deadly) >> 8
    first = first_mark(g)
    free = 0
    for mark in range(first, first + MARKS_A_SIDE):
        free |= (1 - (taken >> mark & 1)) << mark & ~((filled >> MARK_CELL[mark] & 1) << mark)
    return free
