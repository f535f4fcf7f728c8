"""What a seat cannot see, dealt anew, over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.sea_record import SeaGame
from tsuro.fast.tile_hands import any_of_bag, is_secret, is_unseen, put_in_bag, shown_slots
from tsuro.fast.tile_record import HAND


def deal_unseen(g: SeaGame, viewer: int) -> None:
    """Deal anew what a seat cannot see: the bag, other hands, tiles others buried (GEN-18).

    As `engine.determinize` does for views, but from one possible world to another.
    """
    shown = shown_slots(g, viewer)
    gather_unseen(g, shown, viewer)
    for slot in range(HAND * g.seats):
        if is_unseen(g, shown, slot):
            g.hand[slot] = any_of_bag(g)
    for i in range(g.bottom_n):
        slot = (g.bottom_at + 0 + i) & 63
        if is_secret(g.bottom_known[slot], viewer):
            g.bottom[slot] = any_of_bag(g)
    for i in range(g.box_n):
        if is_secret(g.box_known[i], viewer):
            g.box[i] = any_of_bag(g)


def gather_unseen(g: SeaGame, shown: int, viewer: int) -> None:
    """Everything the viewer cannot see goes into the bag."""
    for slot in range(HAND * g.seats):
        if is_unseen(g, shown, slot):
            put_in_bag(g, g.hand[slot])
    for i in range(g.bottom_n):
        slot = (g.bottom_at + 0 + i) & 63
        if is_secret(g.bottom_known[slot], viewer):
            put_in_bag(g, g.bottom[slot])
    for i in range(g.box_n):
        if is_secret(g.box_known[i], viewer):
            put_in_bag(g, g.box[i])
