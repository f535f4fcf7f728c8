"""The kernel of classic, kosmos and pocket Tsuro: the reference's phases over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
`play` carries out a decision, `roll` or `play_outcome` a draw; each then runs the phases that just
happen, up to the next decision, the next draw or the end. Nothing is checked here: callers offer
only codes that `legal` lists, and never play on after the end.
"""

from __future__ import annotations

from tsuro.fast.shared.codes import DRAW_FROM, DRAW_TILE, ENTER_BY, PLACE_B, START_AT
from tsuro.fast.shared.endings import (
    ALL_OUT,
    FATE_COLLISION,
    FATE_EDGE,
    LAST_STANDING,
    note_exit,
)
from tsuro.fast.shared.exchange import goes_on, open_exchange
from tsuro.fast.shared.hands import take_from_hand
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import FIRST_ENTRY, join
from tsuro.fast.shared.pile import is_in_bag, kinds_in_bag, place_in_bag
from tsuro.fast.shared.rng import below
from tsuro.fast.shared.seats import NEXT_SEAT
from tsuro.fast.tiles.hands import lay_down, pass_dragon, shuffle_in
from tsuro.fast.tiles.options import to_act
from tsuro.fast.tiles.record import (
    CHOOSE_PILE,
    DEAL,
    DRAGON,
    DRAW,
    ENTER,
    EXCHANGE,
    OVER,
    PILES,
    PLACE,
    START,
    STASH,
    TileGame,
)
from tsuro.fast.tiles.turns import choose_pile, draw, end, open_half_turn, settle

INLINED = (
    "acting_seat",
    "add_to_hand",
    "all_placements",
    "asks_for_draw",
    "asks_for_refill",
    "begin_turn",
    "below",
    "draw",
    "guarded_placements",
    "is_luck",
    "is_over",
    "join",
    "legal",
    "next_drawer",
    "open_half_turn",
    "place",
    "play",
    "repeats",
    "roll",
    "settle",
    "slots_each",
    "take_dragon",
    "take_from_bag",
    "take_from_hand",
    "trace",
    "travel",
    "use_tile",
)
"""Small functions on the hot path, compiled into their callers."""


def play(g: TileGame, code: int) -> None:
    """Carry out a decision."""
    phase = g.phase
    if phase == PLACE:
        place(g, code)
    elif phase == CHOOSE_PILE:
        choose_pile(g, code - DRAW_FROM)
    elif phase == ENTER:
        enter(g, code - ENTER_BY)
    elif phase == EXCHANGE:
        exchange(g, code)
    elif phase == START:
        start(g, code - START_AT)


def is_luck(g: TileGame) -> bool:
    """Whether the game waits for a draw."""
    return (g.phase == DRAW) | (g.phase == DEAL)


def roll(g: TileGame) -> int:
    """Draw with the record's own luck; return the code of the outcome (GEN-17)."""
    index = below(g, g.bag_n)
    tile = g.bag[index]
    draw(g, index)
    return DRAW_TILE + tile


def play_outcome(g: TileGame, code: int) -> None:
    """Draw the tile that somebody else's luck has chosen."""
    draw(g, place_in_bag(g, code - DRAW_TILE))


def is_possible(g: TileGame, code: int) -> bool:
    """Whether an outcome is possible."""
    return is_in_bag(g, code - DRAW_TILE)


def outcomes(g: TileGame, out: list[int], weights: list[int]) -> int:
    """The different tiles of the bag and how many of each there are."""
    return kinds_in_bag(g, DRAW_TILE, out, weights)


def start(g: TileGame, where: int) -> None:
    """A pawn on a mark or beside an outer cell, one pawn a round (CL-5, KO-7, KO-19)."""
    pawn = (to_act(g) << g.pair) + (g.started >= g.seats)
    if g.starts_beside:
        g.beside[pawn] = where
    else:
        come_in(g, pawn, where)
    g.started += 1
    if g.started == g.pawns:
        g.number = 1
        open_half_turn(g)


def come_in(g: TileGame, pawn: int, mark: int) -> None:
    g.home[pawn] = mark
    g.homes |= 1 << mark
    g.on |= 1 << pawn


def place(g: TileGame, code: int) -> None:
    """Lay a tile before a pawn of the active seat (GEN-10, CL-8, KO-9, PO-8)."""
    second = code >= PLACE_B
    placement = code - PLACE_B * second
    pawn = ((g.seat + 0) << g.pair) + second
    use_tile(g, placement >> 2)
    g.pawn = pawn
    g.moment += 1
    if g.beside[pawn] != NONE:
        # Nobody moves before the port is chosen (KO-11), so the paths are joined then.
        g.cell = (g.link[2 * g.beside[pawn]] - FIRST_ENTRY) >> 3
        g.board[g.cell] = placement
        g.phase = ENTER
    else:
        g.cell = (g.link[g.home[pawn]] - FIRST_ENTRY) >> 3
        g.board[g.cell] = placement
        travel(g, placement)


def use_tile(g: TileGame, tile: int) -> None:
    """The tile leaves the active hand, which is then short, or empty."""
    take_from_hand(g, tile)
    g.short |= 1 << g.seat
    g.holding &= ~((g.hand_n[g.seat] == 0) << g.seat)


def enter(g: TileGame, port: int) -> None:
    """A waiting pawn takes one of the two paths on its side (KO-11)."""
    mark = 2 * g.beside[g.pawn]
    mark += g.link[mark] & 7 != port
    g.beside[g.pawn] = NONE
    come_in(g, g.pawn, mark)
    travel(g, g.board[g.cell])


def travel(g: TileGame, placement: int) -> None:
    """Pawns before the new tile move; whoever is led to a mark is lost (GEN-12, CL-12 to CL-15)."""
    join(g, FIRST_ENTRY + 8 * g.cell, placement)
    off = 0
    for pawn in range(g.pawns):
        off |= (g.link[g.home[pawn]] < FIRST_ENTRY) << pawn
    off &= g.on
    if off:
        lose_pawns(g, off)
        after_losses(g)
    else:
        settle(g)


def lose_pawns(g: TileGame, off: int) -> None:
    """Pawns leave together; seats left without one are out, clockwise from the active (GEN-20)."""
    g.on &= ~off
    g.lost |= off
    left = seats_without_pawn(g) & g.alive
    g.out_now = left
    g.alive &= ~left
    g.short &= g.alive
    g.holding &= g.alive
    seat = (g.seat + 7) & 7
    while left:
        seat = NEXT_SEAT[8 * left + seat] + 0
        left &= ~(1 << seat)
        note_exit(g, seat, fate_of(g, seat, off))
    for pawn in range(g.pawns):
        leaves = off >> pawn & 1
        g.homes &= ~(leaves << (g.home[pawn] & 63))
        g.home[pawn] |= NONE * leaves


def seats_without_pawn(g: TileGame) -> int:
    if g.pair:
        both = g.lost & g.lost >> 1
        return (both & 1) | (both >> 1 & 2)
    return g.lost + 0


def fate_of(g: TileGame, seat: int, off: int) -> int:
    """How a seat went out; of two pawns lost at once the one in play counts, else the first."""
    pawn = (seat + 0) << g.pair
    if g.pair:
        pawn += off >> pawn & 1 == 0
        if seat == g.seat and off >> g.pawn & 1:
            pawn = g.pawn + 0
    met = g.homes >> g.link[g.home[pawn]] & 1
    return FATE_COLLISION if met else FATE_EDGE


def after_losses(g: TileGame) -> None:
    """The phases between travelling and drawing, when pawns were lost."""
    if g.flow == STASH:
        shuffle_in(g)
    last_standing(g)
    if g.phase == OVER:
        return
    if g.flow == PILES:
        lay_down(g)
    if g.flow == DRAGON:
        if open_exchange(g):
            g.phase = EXCHANGE
            return
        pass_dragon(g)
        shuffle_in(g)
    settle(g)


def last_standing(g: TileGame) -> None:
    """One seat left wins; if none is, those just eliminated share (CL-16, CL-17, KO-16, PO-14)."""
    if g.alive == 0:
        end(g, g.out_now, ALL_OUT)
    elif g.alive & (g.alive - 1) == 0:
        end(g, g.alive, LAST_STANDING)


def exchange(g: TileGame, code: int) -> None:
    """Once enough has been swapped, the eliminated hands go their way (CL-18)."""
    if goes_on(g, code):
        return
    pass_dragon(g)
    shuffle_in(g)
    settle(g)
