"""What a seat cannot see at sea, dealt anew, over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.seas.record import SeaGame
from tsuro.fast.shared.exchange import shown_slots
from tsuro.fast.shared.secrets import (
    deal_bottom,
    deal_box,
    deal_hands,
    gather_bottom,
    gather_box,
    gather_hands,
)


def deal_unseen(g: SeaGame, viewer: int) -> None:
    """Deal anew what a seat cannot see: the bag, other hands, tiles others buried (GEN-18)."""
    shown = shown_slots(g, viewer)
    gather_hands(g, shown)
    gather_bottom(g, viewer)
    gather_box(g, viewer)
    deal_hands(g, shown)
    deal_bottom(g, viewer)
    deal_box(g, viewer)
