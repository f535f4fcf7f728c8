"""What becomes of eliminated hands and of an eliminated holder's dragon, over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.codes import LUCK
from tsuro.fast.rng import below
from tsuro.fast.tile_options import is_offered
from tsuro.fast.tile_record import EXCHANGE, HAND, NONE, Hands, TileGame
from tsuro.fast.tile_tables import NEXT_SEAT, NO_TILE


def shuffle_in(g: TileGame) -> None:
    """Hands eliminated now go back into the bag (CL-20, PO-12)."""
    for seat in range(g.seats):
        if g.fallen >> seat & 1:
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


def open_exchange(g: TileGame) -> None:
    """An active seat still in may swap with the hands it eliminated (CL-18)."""
    if g.alive >> g.seat & 1 == 0:
        return
    party = g.fallen | 1 << g.seat
    g.unswapped = 0
    for seat in range(g.seats):
        if party >> seat & 1:
            g.unswapped |= ((1 << g.hand_n[seat]) - 1) << (HAND * seat)
    if has_swap(g):
        g.phase = EXCHANGE
    else:
        g.unswapped = 0


def has_swap(g: Hands) -> bool:
    """Whether two different tiles are left to be swapped."""
    for theirs in range(HAND * g.seats):
        if is_offered(g, theirs):
            for mine in range(HAND * g.seat, HAND * g.seat + HAND):
                if g.unswapped >> mine & 1 and g.hand[mine] != g.hand[theirs]:
                    return True
    return False


def swap(g: Hands, give: int, take: int) -> None:
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


def slot_of(g: Hands, seat: int, tile: int, among: int) -> int:
    """The first slot of a hand, among those of a mask, that holds a tile; past the last if none."""
    for slot in range(HAND * seat, HAND * seat + HAND):
        if among >> slot & 1 and g.hand[slot] == tile:
            return slot
    return HAND * g.seats


def pass_dragon(g: TileGame) -> None:
    """An eliminated holder's dragon goes to the next seat in, or under the pile (CL-19)."""
    if g.dragon == NONE or g.alive >> g.dragon & 1:
        return
    heir = NEXT_SEAT[8 * g.alive + g.dragon]
    g.dragon = NONE if g.hand_n[heir] == HAND else heir
    g.returned_by = NONE
    g.returned_in = 0


def deal_unseen(g: TileGame, viewer: int) -> None:
    """Deal anew what a seat cannot see: the bag, other hands, tiles others laid down (GEN-18).

    As `engine.determinize` does for views, but from one possible world to another.
    """
    shown = shown_slots(g, viewer)
    gather_unseen(g, shown, viewer)
    for slot in range(HAND * g.seats):
        if is_unseen(g, shown, slot):
            g.hand[slot] = any_of_bag(g)
    for i in range(g.box_n):
        if is_secret(g.box_known[i], viewer):
            g.box[i] = any_of_bag(g)


def gather_unseen(g: TileGame, shown: int, viewer: int) -> None:
    for slot in range(HAND * g.seats):
        if is_unseen(g, shown, slot):
            put_in_bag(g, g.hand[slot])
    for i in range(g.box_n):
        if is_secret(g.box_known[i], viewer):
            put_in_bag(g, g.box[i])


def is_secret(known_to: int, viewer: int) -> bool:
    """Whether a viewer has not seen a tile go under the pile or out of the game."""
    return (known_to != NONE) & (known_to != viewer)


def is_unseen(g: Hands, shown: int, slot: int) -> bool:
    return (shown >> slot & 1 == 0) & (g.hand[slot] != NO_TILE)


def put_in_bag(g: Hands, tile: int) -> None:
    g.bag[g.bag_n] = tile
    g.bag_n += 1


def shown_slots(g: Hands, viewer: int) -> int:
    """Slots of the hands a seat sees: its own, in an exchange those it eliminated (CL-18)."""
    shown = 7 << (HAND * viewer)
    if g.phase == EXCHANGE:
        losers = g.fallen
        if losers >> viewer & 1:
            # A tile given to the eliminated hand would betray the active one.
            shown = 0
        if viewer == g.seat:
            for seat in range(g.seats):
                shown |= (7 * (losers >> seat & 1)) << (HAND * seat)
    return shown


def any_of_bag(g: Hands) -> int:
    index = below(g, g.bag_n)
    tile = g.bag[index] + 0
    g.bag_n -= 1
    g.bag[index] = g.bag[g.bag_n]
    return tile


def tiles_of_bag(g: Hands, out: list[int], weights: list[int]) -> int:
    """The different tiles that may be drawn, and how many of each there are."""
    n = 0
    for index in range(g.bag_n):
        code = LUCK + g.bag[index]
        place = 0
        while place < n and out[place] != code:
            place += 1
        if place == n:
            out[n] = code
            weights[n] = 0
            n += 1
        weights[place] += 1
    return n
