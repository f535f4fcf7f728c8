"""Drawing, the dragon tile, and whose turn is next, over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.shared.endings import TILES_OUT
from tsuro.fast.shared.hands import HAND, add_to_hand
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.pile import take_from_bag
from tsuro.fast.shared.seats import NEXT_SEAT
from tsuro.fast.tiles.record import (
    CHOOSE_PILE,
    DEAL,
    DRAGON,
    DRAW,
    OVER,
    PILES,
    PLACE,
    START,
    STASH,
    TileGame,
)


def draw(g: TileGame, index: int) -> None:
    """A tile of the bag goes to the seat that draws (CL-3, CL-22, KO-15, PO-13)."""
    seat = g.drawer
    add_to_hand(g, seat, take_from_bag(g, index))
    g.holding |= 1 << seat
    g.short &= ~((g.hand_n[seat] == HAND) << seat)
    g.drawn[g.drawn_n] = seat
    g.drawn_n += 1
    if g.phase == DEAL:
        deal(g)
    else:
        if g.flow == PILES:
            leave_pile(g)
        settle(g)


def deal(g: TileGame) -> None:
    """The next seat to be dealt a tile; with all hands full the start places are chosen (CL-3)."""
    if g.short:
        g.drawer = NEXT_SEAT[8 * g.short + ((g.first + 7) & 7)]
        return
    for pile in range(g.piles):
        # Sizes differ by at most one (KO-5).
        g.heaps[pile] = (g.bag_n + g.piles - 1 - pile) // g.piles
    g.phase = START


def settle(g: TileGame) -> None:
    """From drawing on: turns begin, and are passed for want of a tile, until somebody is asked."""
    while not asks_for_draw(g):
        if g.flow == DRAGON:
            take_dragon(g)
        if g.flow != STASH and g.bag_n == 0 and g.holding == 0:
            # Nothing left to draw or to place: the survivors share (CL-24, KO-17).
            end(g, g.alive, TILES_OUT)
            return
        begin_turn(g)
        if g.holding >> g.seat & 1:
            return


def begin_turn(g: TileGame) -> None:
    """The next seat still in, or the second half-turn of the same one (GEN-15, KO-20)."""
    if g.half_turns and g.half == 0 and has_second_half(g):
        g.half = 1
        g.played = g.pawn
    else:
        g.seat = NEXT_SEAT[8 * g.alive + g.seat]
        g.number += 1
        g.half = 0
        g.played = NONE
    open_half_turn(g)


def open_half_turn(g: TileGame) -> None:
    g.moment += 1
    g.pawn = NONE
    g.cell = NONE
    g.out_now = 0
    g.drawn_n = 0
    g.phase = PLACE


def has_second_half(g: TileGame) -> bool:
    """Whether the other pawn is still in; after a pass, whether both are (KO-21)."""
    one = 2 * g.seat
    if g.pawn == NONE:
        return g.lost >> one & 3 == 0
    other = 4 * g.seat + 1 - g.pawn
    return g.lost >> other & 1 == 0


def end(g: TileGame, winners: int, reason: int) -> None:
    g.winners = winners
    g.reason = reason
    g.phase = OVER


def asks_for_draw(g: TileGame) -> int:
    """Whether a tile is to be drawn now, and by whom."""
    if g.flow == DRAGON:
        return asks_for_refill(g)
    if g.bag_n == 0 or g.drawn_n or g.alive >> g.seat & 1 == 0:
        return 0
    g.drawer = g.seat
    g.phase = DRAW
    if g.flow == PILES and g.chosen == NONE and open_pile_count(g) > 1:
        g.phase = CHOOSE_PILE
    return 1


def asks_for_refill(g: TileGame) -> int:
    """Everyone short draws one tile in turn, round after round (CL-22)."""
    if g.bag_n == 0:
        return 0
    if g.holder != NONE:
        return_dragon(g)
    if g.short == 0:
        return 0
    g.drawer = next_drawer(g)
    g.phase = DRAW
    return 1


def return_dragon(g: TileGame) -> None:
    """Tiles are back: the holder returns the dragon and draws first (CL-21)."""
    if not g.literal or g.holder == acting_seat(g):
        g.returned_by = g.holder
        g.returned_in = g.number
        g.holder = NONE


def acting_seat(g: TileGame) -> int:
    """The active seat or, if it is out, the next one in (CL-21)."""
    return NEXT_SEAT[8 * g.alive + ((g.seat + 7) & 7)]


def next_drawer(g: TileGame) -> int:
    """The next seat in drawing order that is short of tiles, or NOBODY (CL-21, CL-22)."""
    if g.drawn_n:
        after = g.drawn[g.drawn_n - 1] + 0
    else:
        first = acting_seat(g)
        if g.returned_by != NONE and g.returned_in == g.number:
            first = g.returned_by + 0
        after = (first + 7) & 7
    return NEXT_SEAT[8 * g.short + after]


def take_dragon(g: TileGame) -> None:
    """The next seat that is short finds only the dragon tile and takes it (CL-23)."""
    if g.bag_n or g.holder != NONE or g.short == 0:
        return
    g.holder = next_drawer(g)
    g.returned_by = NONE
    g.returned_in = 0


def open_pile_count(g: TileGame) -> int:
    count = 0
    for pile in range(g.piles):
        count += g.heaps[pile] > 0
    return count


def choose_pile(g: TileGame, pile: int) -> None:
    """Draw from one of the face-down piles (KO-15)."""
    g.heaps[pile] -= 1
    g.chosen = pile
    g.phase = DRAW


def leave_pile(g: TileGame) -> None:
    """The card is in the hand; without a choice it came from the only pile left (KO-15)."""
    if g.chosen == NONE:
        for pile in range(g.piles):
            g.heaps[pile] -= g.heaps[pile] > 0
    g.chosen = NONE
