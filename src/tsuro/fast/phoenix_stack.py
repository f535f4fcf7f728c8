"""Edge tiles drawn and discarded, and the Phoenix tile, over numbers (PR-37 to PR-42, PR-49).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.phoenix_record import HAND, NONE, UNDER, PhoenixGame
from tsuro.fast.phoenix_tables import EMPTY, NO_TILE
from tsuro.fast.rng import below
from tsuro.fast.tile_tables import NEXT_SEAT


def is_short(g: PhoenixGame, seat: int) -> int:
    """Whether a seat is entitled to more tiles now (PR-49).

    While pawns travel the active seat is not: it draws last (PR-38).
    """
    needs = (g.hand_n[seat] < HAND) & (g.board[g.ahead[seat]] == EMPTY)
    return needs & ((seat != g.seat) | (g.mover == NONE))


def short_seats(g: PhoenixGame) -> int:
    short = 0
    for seat in range(g.seats):
        short |= ((g.hand_n[seat] < HAND) & (g.board[g.ahead[seat]] == EMPTY)) << seat
    if g.mover != NONE:
        short &= ~(1 << g.seat)
    return short


def asks_for_draw(g: PhoenixGame, seat: int) -> int:
    """Whether a seat is to draw now; then luck draws for it (PR-19, PR-38)."""
    if (g.bag_n == 0) & (g.under_n == 0) or not is_short(g, seat):
        return 0
    g.drawer = seat
    return 1


def take_top(g: PhoenixGame, index: int) -> None:
    """The seat that draws gets a tile of the bag or, when that is empty, the first under it."""
    if g.bag_n:
        tile = g.bag[index] + 0
        g.bag_n -= 1
        g.bag[index] = g.bag[g.bag_n]
    else:
        tile = g.under[g.under_head] + 0
        g.under_head = (g.under_head + 1) & (UNDER - 1)
        g.under_n -= 1
    add_to_hand(g, g.drawer + 0, tile)
    g.drawn[g.drawn_n] = g.drawer
    g.drawn_n += 1


def add_to_hand(g: PhoenixGame, seat: int, tile: int) -> None:
    g.hand[HAND * seat + g.hand_n[seat]] = tile
    g.hand_n[seat] += 1


def give_up_phoenix(g: PhoenixGame, seat: int) -> None:
    """A holder returns the Phoenix tile, and the next who is short takes it (PR-40)."""
    if g.holder == seat:
        g.holder = NONE
        short = short_seats(g)
        if short:
            g.holder = NEXT_SEAT[8 * short + seat]


def discard_hand(g: PhoenixGame, seat: int) -> None:
    """Tiles in the order drawn, to the holder of the Phoenix tile or under the stack (PR-49)."""
    count = g.hand_n[seat] + 0
    g.hand_n[seat] = 0
    for slot in range(HAND * seat, HAND * seat + count):
        tile = g.hand[slot] + 0
        g.hand[slot] = NO_TILE
        if g.holder == NONE:
            place = (g.under_head + 0 + g.under_n) & (UNDER - 1)
            g.under[place] = tile
            g.under_seat[place] = seat
            g.under_n += 1
        else:
            heir = g.holder + 0
            add_to_hand(g, heir, tile)
            if g.hand_n[heir] == HAND:
                give_up_phoenix(g, heir)


def discard(g: PhoenixGame) -> None:
    """The tile not used, then the hands of those whose front was filled (PR-37, PR-49)."""
    seat = g.seat + 0
    filled = 0
    if g.cell:
        for other in range(g.seats):
            filled |= (g.ahead[other] == g.cell) << other
        filled &= g.on & ~(1 << seat)
    if g.holder != NONE:
        give_up_phoenix(g, seat)
        give_up_each(g, filled, seat)
    discard_hand(g, seat)
    while filled:
        seat = NEXT_SEAT[8 * filled + seat] + 0
        filled &= ~(1 << seat)
        discard_hand(g, seat)


def give_up_each(g: PhoenixGame, seats: int, seat: int) -> None:
    """The same for several seats, clockwise from one."""
    while seats:
        seat = NEXT_SEAT[8 * seats + seat] + 0
        seats &= ~(1 << seat)
        give_up_phoenix(g, seat)


def shortage(g: PhoenixGame) -> None:
    """Whoever could not draw two tiles takes the Phoenix tile, if nobody has it (PR-39)."""
    if g.holder == NONE:
        short = short_seats(g)
        if short:
            g.holder = NEXT_SEAT[8 * short + ((g.seat + 7) & 7)]


def rob(g: PhoenixGame) -> None:
    """Who must place and finds no tile takes those of the first seat to the left (PR-41)."""
    needy = g.seat + 0
    if g.hand_n[needy] or g.board[g.ahead[needy]] != EMPTY:
        return
    victim = needy
    while g.hand_n[victim] == 0:
        victim += 1
        if victim == g.seats:
            victim = 0
    count = g.hand_n[victim] + 0
    for slot in range(HAND * victim, HAND * victim + count):
        add_to_hand(g, needy, g.hand[slot] + 0)
        g.hand[slot] = NO_TILE
    g.hand_n[victim] = 0
    if g.holder == needy:
        g.holder = victim


def deal_unseen(g: PhoenixGame, viewer: int) -> None:
    """Deal anew what a seat cannot see: the bag, other hands, tiles others discarded (GEN-18).

    As `engine.determinize` does for views, but from one possible world to another.
    """
    gather_unseen(g, viewer)
    for slot in range(HAND * g.seats):
        if is_unseen_in_hand(g, slot, viewer):
            g.hand[slot] = any_of_bag(g)
    for i in range(g.under_n + 0):
        place = (g.under_head + i) & (UNDER - 1)
        if is_unseen_under(g, place, viewer):
            g.under[place] = any_of_bag(g)


def gather_unseen(g: PhoenixGame, viewer: int) -> None:
    for slot in range(HAND * g.seats):
        if is_unseen_in_hand(g, slot, viewer):
            put_in_bag(g, g.hand[slot])
    for i in range(g.under_n + 0):
        place = (g.under_head + i) & (UNDER - 1)
        if is_unseen_under(g, place, viewer):
            put_in_bag(g, g.under[place])


def is_unseen_in_hand(g: PhoenixGame, slot: int, viewer: int) -> bool:
    return (slot >> 1 != viewer) & (g.hand[slot] != NO_TILE)


def is_unseen_under(g: PhoenixGame, place: int, viewer: int) -> bool:
    """Whether a tile under the stack was put there by another seat."""
    return (g.under_seat[place] != viewer) & (g.under_seat[place] != NONE)


def put_in_bag(g: PhoenixGame, tile: int) -> None:
    g.bag[g.bag_n] = tile
    g.bag_n += 1


def any_of_bag(g: PhoenixGame) -> int:
    index = below(g, g.bag_n)
    tile = g.bag[index] + 0
    g.bag_n -= 1
    g.bag[index] = g.bag[g.bag_n]
    return tile
