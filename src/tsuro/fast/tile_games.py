"""The kernel of classic, kosmos and pocket Tsuro: the reference's phases over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
`play` carries out a decision, `roll` or `play_outcome` a draw; each then runs the phases that just
happen, up to the next decision, the next draw or the end. Nothing is checked here: callers offer
only codes that `legal` lists, and never play on after the end.
"""

from __future__ import annotations

from tsuro.fast.codes import DRAW_FROM, ENTER_BY, KEEP, LUCK, PLACE_B, START_AT, SWAP
from tsuro.fast.rng import below
from tsuro.fast.tile_facts import laid_tile, measure, presence, start_place
from tsuro.fast.tile_features import FEATURES, features, outcomes
from tsuro.fast.tile_hands import (
    deal_unseen,
    has_swap,
    lay_down,
    open_exchange,
    pass_dragon,
    shuffle_in,
    swap,
)
from tsuro.fast.tile_options import is_over, legal, to_act
from tsuro.fast.tile_record import (
    ALL_OUT,
    CHOOSE_PILE,
    DEAL,
    DRAGON,
    DRAW,
    ENTER,
    EXCHANGE,
    FATE_COLLISION,
    FATE_EDGE,
    HAND,
    LAST_STANDING,
    NONE,
    OVER,
    PILES,
    PLACE,
    START,
    STASH,
    TileGame,
)
from tsuro.fast.tile_tables import FIRST_ENTRY, NEXT_SEAT, NO_TILE, PAIRS, TILES
from tsuro.fast.tile_turns import choose_pile, draw, end, open_half_turn, settle

INLINED = (
    "acting_seat",
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
    "take_dragon",
    "take_from_hand",
    "trace",
    "travel",
)
"""Small functions on the hot path, compiled into their callers."""

__all__ = [
    "FEATURES",
    "deal_unseen",
    "features",
    "is_luck",
    "is_over",
    "is_possible",
    "laid_tile",
    "legal",
    "measure",
    "outcomes",
    "play",
    "play_outcome",
    "presence",
    "roll",
    "start_place",
    "to_act",
]
"""What every kernel offers (see the recipe in `tsuro.fast`)."""


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
    return LUCK + tile


def play_outcome(g: TileGame, code: int) -> None:
    """Draw the tile that somebody else's luck has chosen."""
    index = 0
    while g.bag[index] != code - LUCK:
        index += 1
    draw(g, index)


def is_possible(g: TileGame, code: int) -> bool:
    """Whether an outcome is possible."""
    found = 0
    for index in range(g.bag_n):
        found |= g.bag[index] == code - LUCK
    return found > 0


def start(g: TileGame, where: int) -> None:
    """A pawn on a mark or beside an outer cell, one pawn a round (CL-5, KO-7, KO-19)."""
    pawn = (to_act(g) << g.pair) + (g.started >= g.seats)
    if g.beside:
        g.place[pawn] = where
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
    take_from_hand(g, placement >> 2)
    g.pawn = pawn
    g.moment += 1
    if g.place[pawn] != NONE:
        # Nobody moves before the port is chosen (KO-11), so the paths are joined then.
        g.cell = (g.link[2 * g.place[pawn]] - FIRST_ENTRY) >> 3
        g.board[g.cell] = placement
        g.phase = ENTER
    else:
        g.cell = (g.link[g.home[pawn]] - FIRST_ENTRY) >> 3
        g.board[g.cell] = placement
        travel(g, placement)


def take_from_hand(g: TileGame, tile: int) -> None:
    """Close the gap a tile leaves in the active hand, without a branch."""
    slot = HAND * g.seat
    first = g.hand[slot] == tile
    second = first | (g.hand[slot + 1] == tile)
    g.hand[slot] = g.hand[slot + first]
    g.hand[slot + 1] = g.hand[slot + 1 + second]
    g.hand[slot + 2] = NO_TILE
    count = g.hand_n[g.seat] - 1
    g.hand_n[g.seat] = count
    g.short |= 1 << g.seat
    g.holding &= ~((count == 0) << g.seat)


def enter(g: TileGame, port: int) -> None:
    """A waiting pawn takes one of the two paths on its side (KO-11)."""
    mark = 2 * g.place[g.pawn]
    mark += g.link[mark] & 7 != port
    g.place[g.pawn] = NONE
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


def join(g: TileGame, base: int, placement: int) -> None:
    """The four paths of a tile join the paths outside; any order is right, returning paths too."""
    for i in range(8 * placement, 8 * placement + 8, 2):
        one = g.link[base + PAIRS[i]]
        other = g.link[base + PAIRS[i + 1]]
        g.link[one] = other
        g.link[other] = one


def lose_pawns(g: TileGame, off: int) -> None:
    """Pawns leave together; seats left without one are out, clockwise from the active (GEN-20)."""
    g.on &= ~off
    g.lost |= off
    left = seats_without_pawn(g) & g.alive
    g.fallen = left
    g.alive &= ~left
    g.short &= g.alive
    g.holding &= g.alive
    seat = (g.seat + 7) & 7
    while left:
        seat = NEXT_SEAT[8 * left + seat] + 0
        left &= ~(1 << seat)
        note_exit(g, seat, off)
    for pawn in range(g.pawns):
        leaves = off >> pawn & 1
        g.homes &= ~(leaves << (g.home[pawn] & 63))
        g.home[pawn] |= NONE * leaves


def seats_without_pawn(g: TileGame) -> int:
    if g.pair:
        both = g.lost & g.lost >> 1
        return (both & 1) | (both >> 1 & 2)
    return g.lost + 0


def note_exit(g: TileGame, seat: int, off: int) -> None:
    """How a seat went out; of two pawns lost at once the one in play counts, else the first."""
    pawn = (seat + 0) << g.pair
    if g.pair:
        pawn += off >> pawn & 1 == 0
        if seat == g.seat and off >> g.pawn & 1:
            pawn = g.pawn + 0
    met = g.homes >> g.link[g.home[pawn]] & 1
    g.exit_seat[g.exits_n] = seat
    g.exit_turn[g.exits_n] = g.number
    g.exit_moment[g.exits_n] = g.moment
    g.exit_fate[g.exits_n] = FATE_COLLISION if met else FATE_EDGE
    g.exits_n += 1


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
        open_exchange(g)
        if g.phase == EXCHANGE:
            return
        pass_dragon(g)
        shuffle_in(g)
    settle(g)


def last_standing(g: TileGame) -> None:
    """One seat left wins; if none is, those just eliminated share (CL-16, CL-17, KO-16, PO-14)."""
    if g.alive == 0:
        end(g, g.fallen, ALL_OUT)
    elif g.alive & (g.alive - 1) == 0:
        end(g, g.alive, LAST_STANDING)


def exchange(g: TileGame, code: int) -> None:
    """One swap, or enough of it; then the eliminated hands go their way (CL-18)."""
    if code != KEEP:
        swap(g, (code - SWAP) // TILES, (code - SWAP) % TILES)
        if has_swap(g):
            return
    g.unswapped = 0
    pass_dragon(g)
    shuffle_in(g)
    settle(g)
