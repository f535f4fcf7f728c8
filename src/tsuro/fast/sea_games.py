"""The kernel of Tsuro of the Seas: the reference's phases over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
`play` carries out a decision, `roll` or `play_outcome` what luck brings; each then runs the phases
that just happen, up to the next decision, the next luck or the end. Nothing is checked here:
callers offer only codes that `legal` lists, and never play on after the end.
"""

from __future__ import annotations

from tsuro.fast.codes import (
    DRAW_DAIKAIJU,
    KEEP,
    LUCK,
    RELOCATE_TO,
    ROLL_DICE,
    ROLL_DIE,
    START_AT,
    STAY,
    SWAP,
)
from tsuro.fast.rng import below
from tsuro.fast.sea_daikaiju import (
    call,
    drop_offer,
    is_called_by_die,
    lowest,
    place_called,
    roll_die,
    rouse,
)
from tsuro.fast.sea_facts import laid_tile, measure, presence, start_place
from tsuro.fast.sea_features import FEATURES, features
from tsuro.fast.sea_hands import deal_unseen
from tsuro.fast.sea_losses import bury_hands, check_ending, next_moment, open_exchange, sink
from tsuro.fast.sea_options import is_over, legal, to_act
from tsuro.fast.sea_outcomes import outcomes
from tsuro.fast.sea_paths import join, trace
from tsuro.fast.sea_record import (
    CALL,
    CALL_CELL,
    DEAL,
    DIE,
    DRAW,
    EXCHANGE,
    IN_ENDING,
    OVER,
    PLACE,
    RELOCATE,
    ROLL,
    START,
    SeaGame,
)
from tsuro.fast.sea_tables import BEASTS, BEYOND, MARK_CELL, MARK_PORT, RIM
from tsuro.fast.sea_turns import (
    after_call,
    after_daikaiju,
    draw,
    open_turn,
    place_or_pass,
    relocate,
    settle,
)
from tsuro.fast.tile_hands import has_swap, swap
from tsuro.fast.tile_record import HAND, NONE
from tsuro.fast.tile_tables import FIRST_ENTRY, NO_TILE, TILES

INLINED = (
    "below",
    "comes_back",
    "is_luck",
    "is_over",
    "join",
    "next_moment",
    "repeats",
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


def play(g: SeaGame, code: int) -> None:
    """Carry out a decision."""
    phase = g.phase
    if phase == PLACE:
        place(g, code)
    elif phase == EXCHANGE:
        exchange(g, code)
    elif phase == RELOCATE:
        move_aside(g, code)
    elif phase == START:
        start(g, code - START_AT)


def is_luck(g: SeaGame) -> bool:
    """Whether the game waits for a draw or for dice."""
    return (g.phase >= DRAW) & (g.phase < OVER)


def start(g: SeaGame, mark: int) -> None:
    """A ship on a start mark; after the last the first turn begins (SE-11)."""
    g.pos[to_act(g)] = FIRST_ENTRY + 8 * MARK_CELL[mark] + MARK_PORT[mark]
    g.started += 1
    if g.started == g.seats:
        g.seat = g.first
        open_turn(g)


def move_aside(g: SeaGame, code: int) -> None:
    """To another start mark, or not if nothing stands in the way any more (SE-32, SE-33)."""
    if code == STAY:
        drop_offer(g, g.seat)
    else:
        relocate(g, code - RELOCATE_TO)
    place_or_pass(g)


def place(g: SeaGame, placement: int) -> None:
    """Lay a tile before the active ship (SE-41)."""
    cell = (g.pos[g.seat] - FIRST_ENTRY) >> 3
    take_from_hand(g, placement >> 2)
    next_moment(g)
    g.pawn = g.seat
    g.cell = cell
    g.board[cell] = placement
    g.tiled |= 1 << (cell + 8)
    off = travel(g, FIRST_ENTRY + 8 * cell, placement)
    if g.offers_n:
        lapse(g)
    if off:
        sink(g, off)
    check_ending(g, IN_ENDING)
    if g.phase != OVER:
        after_placement(g)


def take_from_hand(g: SeaGame, tile: int) -> None:
    """Close the gap a tile leaves in the active hand, without a branch."""
    slot = HAND * g.seat
    first = g.hand[slot] == tile
    second = first | (g.hand[slot + 1] == tile)
    g.hand[slot] = g.hand[slot + first]
    g.hand[slot + 1] = g.hand[slot + 1 + second]
    g.hand[slot + 2] = NO_TILE
    g.hand_n[g.seat] -= 1


def travel(g: SeaGame, base: int, placement: int) -> int:
    """Ships before the new tile move; returns those that are lost (SE-26 to SE-28)."""
    off = 0
    for seat in range(g.seats):
        here = g.pos[seat] + 0
        if here ^ base < 8:
            end = trace(g, base, here & 7, placement)
            g.pos[seat] = end
            off |= (g.deadly >> (end >> 3) & 1) << seat
    join(g, base, placement)
    return off


def lapse(g: SeaGame) -> None:
    """An offer to relocate ends once its ship has moved (SE-33)."""
    for seat in range(g.seats):
        here = g.pos[seat] + 0
        if here < FIRST_ENTRY or BEYOND[here - FIRST_ENTRY] < RIM:
            drop_offer(g, seat)


def after_placement(g: SeaGame) -> None:
    """The exchange, lost hands, drawing (SE-30, SE-31)."""
    if g.fallen:
        if open_exchange(g):
            return
        bury_hands(g, NONE)
    settle(g)


def exchange(g: SeaGame, code: int) -> None:
    """One swap, or enough of it; then the eliminated hands go under the pile (SE-30)."""
    if code != KEEP:
        swap(g, (code - SWAP) // TILES, (code - SWAP) % TILES)
        if has_swap(g):
            return
    g.unswapped = 0
    bury_hands(g, g.seat)
    settle(g)


def roll(g: SeaGame) -> int:
    """Let the record's own luck decide; return the code of the outcome (GEN-17)."""
    phase = g.phase
    if DRAW <= phase <= DEAL:
        return roll_draw(g)
    if phase == ROLL:
        dice = below(g, 36)
        rouse(g, dice)
        after_daikaiju(g)
        return ROLL_DICE + dice
    code = other_luck(g)
    play_outcome(g, code)
    return code


def roll_draw(g: SeaGame) -> int:
    """Any tile of the bag, each as likely; without a bag the one next in order (SE-31)."""
    if g.bag_n:
        index = below(g, g.bag_n)
        tile = g.bag[index] + 0
        g.bag_n -= 1
        g.bag[index] = g.bag[g.bag_n]
    else:
        tile = take_from_bottom(g)
    draw(g, tile)
    return LUCK + tile


def take_from_bottom(g: SeaGame) -> int:
    tile = g.bottom[g.bottom_at] + 0
    g.bottom_at = (g.bottom_at + 1) & 63
    g.bottom_n -= 1
    return tile


def other_luck(g: SeaGame) -> int:
    """What luck brings in the phases that are not reached in every turn."""
    if g.phase == DIE:
        return ROLL_DIE + below(g, 6)
    if g.phase == CALL_CELL:
        return ROLL_DICE + below(g, 36)
    if g.lair == 0:
        return DRAW_DAIKAIJU + 4 * g.under[0] + below(g, 4)
    rest = g.lair + 0
    count = 0
    while rest:
        count += 1
        rest &= rest - 1
    pick = below(g, 4 * count)
    rest = g.lair + 0
    for _ in range(pick >> 2):
        rest &= rest - 1
    return DRAW_DAIKAIJU + 4 * lowest(rest) + (pick & 3)


def play_outcome(g: SeaGame, code: int) -> None:
    """Carry out what somebody else's luck has chosen."""
    phase = g.phase
    if DRAW <= phase <= DEAL:
        take_tile(g, code - LUCK)
    elif phase == ROLL:
        rouse(g, code - ROLL_DICE)
        after_daikaiju(g)
    elif phase == DIE:
        roll_die(g, code - ROLL_DIE + 1)
        after_daikaiju(g)
    elif phase == CALL:
        call(g, (code - DRAW_DAIKAIJU) >> 2, (code - DRAW_DAIKAIJU) & 3)
        g.phase = CALL_CELL
    else:
        by_die = is_called_by_die(g)
        if place_called(g, code - ROLL_DICE):
            after_call(g, by_die)


def take_tile(g: SeaGame, tile: int) -> None:
    """The tile drawn leaves the bag, or the bottom once the bag is empty."""
    if g.bag_n:
        index = 0
        while g.bag[index] != tile:
            index += 1
        g.bag_n -= 1
        g.bag[index] = g.bag[g.bag_n]
    else:
        take_from_bottom(g)
    draw(g, tile)


def is_possible(g: SeaGame, code: int) -> bool:
    """Whether an outcome is possible."""
    phase = g.phase
    if DRAW <= phase <= DEAL:
        return can_be_drawn(g, code - LUCK)
    if (phase == ROLL) | (phase == CALL_CELL):
        return (code >= ROLL_DICE) & (code < ROLL_DICE + 36)
    if phase == DIE:
        return (code >= ROLL_DIE) & (code < ROLL_DIE + 6)
    beast = (code - DRAW_DAIKAIJU) >> 2
    if g.lair:
        return (beast >= 0) & (beast < BEASTS) & (g.lair >> (beast & 15) & 1 > 0)
    return beast == g.under[0]


def can_be_drawn(g: SeaGame, tile: int) -> bool:
    if g.bag_n == 0:
        return tile == g.bottom[g.bottom_at]
    found = 0
    for index in range(g.bag_n):
        found |= g.bag[index] == tile
    return found > 0
