"""What becomes of eliminated hands and of an eliminated holder's dragon, over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.shared.exchange import shown_slots
from tsuro.fast.shared.hands import HAND
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.pile import put_in_bag
from tsuro.fast.shared.seats import NEXT_SEAT
from tsuro.fast.shared.secrets import deal_box, deal_hands, gather_box, gather_hands
from tsuro.fast.shared.shapes import NO_TILE
from tsuro.fast.tiles.record import TileGame


def shuffle_in(g: TileGame) -> None:
    """Hands eliminated now go back into the bag (CL-20, PO-12)."""
    for seat in range(g.seats):
        if g.out_now >> seat & 1:
            for slot in range(HAND * seat, HAND * seat + g.hand_n[seat]):
                put_in_bag(g, g.hand[slot])
                g.hand[slot] = NO_TILE
            g.hand_n[seat] = 0


def lay_down(g: TileGame) -> None:
    """Hands eliminated now leave the game, in the order of elimination (KO-14, KO-25)."""
    for i in range(g.exits_n):
        if g.exit_moment[i] == g.moment:
            seat = g.exit_seat[i]
            for slot in range(HAND * seat, HAND * seat + g.hand_n[seat]):
                g.box[g.box_n] = g.hand[slot]
                g.box_known[g.box_n] = NONE if g.openly else seat
                g.box_n += 1
                g.hand[slot] = NO_TILE
            g.hand_n[seat] = 0


def pass_dragon(g: TileGame) -> None:
    """An eliminated holder's dragon goes to the next seat in, or under the pile (CL-19)."""
    if g.holder == NONE or g.alive >> g.holder & 1:
        return
    heir = NEXT_SEAT[8 * g.alive + g.holder]
    g.holder = NONE if g.hand_n[heir] == HAND else heir
    g.returned_by = NONE
    g.returned_in = 0


def deal_unseen(g: TileGame, viewer: int) -> None:
    """Deal anew what a seat cannot see: the bag, other hands, tiles others laid down (GEN-18)."""
    shown = shown_slots(g, viewer)
    gather_hands(g, shown)
    gather_box(g, viewer)
    deal_hands(g, shown)
    deal_box(g, viewer)
