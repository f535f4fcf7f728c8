"""Edge tiles drawn, held and discarded, and the Phoenix tile, over numbers (PR-37 to PR-42, PR-49).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.phoenix.record import HAND, PhoenixGame
from tsuro.fast.phoenix.tables import EMPTY, NO_TILE
from tsuro.fast.shared.hands import add_to_hand
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.pile import bury, take_from_bag, take_from_bottom
from tsuro.fast.shared.seats import NEXT_SEAT
from tsuro.fast.shared.secrets import deal_bottom, deal_hands, gather_bottom, gather_hands


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
    if (g.bag_n == 0) & (g.bottom_n == 0) or not is_short(g, seat):
        return 0
    g.drawer = seat
    return 1


def take_top(g: PhoenixGame, index: int) -> None:
    """The seat that draws gets a tile of the bag or, when that is empty, the first under it."""
    tile = take_from_bag(g, index) if g.bag_n else take_from_bottom(g)
    add_to_hand(g, g.drawer + 0, tile)
    g.drawn[g.drawn_n] = g.drawer
    g.drawn_n += 1


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
            bury(g, tile, seat)
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
    """Deal anew what a seat cannot see: the bag, other hands, tiles others discarded (GEN-18)."""
    shown = 3 << (HAND * viewer)
    gather_hands(g, shown)
    gather_bottom(g, viewer)
    deal_hands(g, shown)
    deal_bottom(g, viewer)
