"""The exchange with eliminated hands, over numbers: the same in the classic game and at sea.

While one is open, `unswapped` has the slots whose tiles may still be swapped; else it is 0.
"""

from __future__ import annotations

from typing import Protocol

from tsuro.fast.shared.codes import KEEP, SWAP
from tsuro.fast.shared.hands import HAND, Hands
from tsuro.fast.shared.shapes import TILES


class Exchanging(Hands, Protocol):
    """The fields of a record that the exchange works on."""

    alive: int
    out_now: int
    unswapped: int


def open_exchange(g: Exchanging) -> int:
    """Whether the active seat, still in, may swap with the hands it eliminated (CL-18, SE-30)."""
    if g.alive >> g.seat & 1 == 0:
        return 0
    party = g.out_now | 1 << g.seat
    for seat in range(g.seats):
        if party >> seat & 1:
            g.unswapped |= ((1 << g.hand_n[seat]) - 1) << (HAND * seat)
    if has_swap(g):
        return 1
    g.unswapped = 0
    return 0


def goes_on(g: Exchanging, code: int) -> int:
    """One swap, or enough of it; whether another one is possible (CL-18, SE-30)."""
    if code != KEEP:
        swap(g, (code - SWAP) // TILES, (code - SWAP) % TILES)
        if has_swap(g):
            return 1
    g.unswapped = 0
    return 0


def has_swap(g: Exchanging) -> bool:
    """Whether two different tiles are left to be swapped."""
    for theirs in range(HAND * g.seats):
        if is_offered(g, theirs):
            for mine in range(HAND * g.seat, HAND * g.seat + HAND):
                if g.unswapped >> mine & 1 and g.hand[mine] != g.hand[theirs]:
                    return True
    return False


def is_offered(g: Exchanging, slot: int) -> int:
    """Whether the tile of a slot may be taken: in an eliminated hand and not swapped yet."""
    ours = (slot >= HAND * g.seat) & (slot < HAND * g.seat + HAND)
    return g.unswapped >> slot & 1 & (not ours)


def swaps(g: Exchanging, out: list[int]) -> int:
    """Keep, and every different swap with an eliminated hand (CL-18)."""
    out[0] = KEEP
    n = 1
    taken = 0
    for theirs in range(HAND * g.seats):
        take = g.hand[theirs]
        if is_offered(g, theirs) and taken >> take & 1 == 0:
            taken |= 1 << take
            # A tile for its like would change nothing.
            given = 1 << take
            for mine in range(HAND * g.seat, HAND * g.seat + HAND):
                give = g.hand[mine]
                out[n] = SWAP + TILES * give + take
                fresh = g.unswapped >> mine & ~(given >> give) & 1
                given |= fresh << give
                n += fresh
    return n


def swap(g: Exchanging, give: int, take: int) -> None:
    """A tile of the active hand for one of the first eliminated hand that offers it (CL-18)."""
    loser = g.seat
    offered = HAND * g.seats
    while offered == HAND * g.seats:
        loser = (loser + 1) % g.seats
        offered = slot_of(g, loser, take, g.unswapped)
    given = slot_of(g, g.seat, give, g.unswapped)
    # Equal tiles cannot be told apart: the first in the hand changes, whichever was meant.
    mine = slot_of(g, g.seat, give, -1)
    theirs = slot_of(g, loser, take, -1)
    g.unswapped &= ~(1 << given | 1 << offered)
    g.hand[mine] = take
    g.hand[theirs] = give


def slot_of(g: Exchanging, seat: int, tile: int, among: int) -> int:
    """The first slot of a hand, among those of a mask, that holds a tile; past the last if none."""
    for slot in range(HAND * seat, HAND * seat + HAND):
        if among >> slot & 1 and g.hand[slot] == tile:
            return slot
    return HAND * g.seats


def shown_slots(g: Exchanging, viewer: int) -> int:
    """Slots of the hands a seat sees: its own, in an exchange those it eliminated (CL-18)."""
    shown = 7 << (HAND * viewer)
    if g.unswapped:
        if g.out_now >> viewer & 1:
            # A tile given to the eliminated hand would betray the active one.
            shown = 0
        if viewer == g.seat:
            for seat in range(g.seats):
                shown |= (7 * (g.out_now >> seat & 1)) << (HAND * seat)
    return shown
