"""What a seat cannot see in Phoenix Rising, dealt anew, over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.phoenix.record import HAND, PhoenixGame
from tsuro.fast.shared.secrets import deal_bottom, deal_hands, gather_bottom, gather_hands


def deal_unseen(g: PhoenixGame, viewer: int) -> None:
    """Deal anew what a seat cannot see: the bag, other hands, tiles others discarded (GEN-18)."""
    shown = 3 << (HAND * viewer)
    gather_hands(g, shown)
    gather_bottom(g, viewer)
    deal_hands(g, shown)
    deal_bottom(g, viewer)
