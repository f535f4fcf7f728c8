"""The kernel of Tsuro of the Seas: the reference's phases over numbers.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
`play` carries out a decision, `roll` or `play_outcome` what luck brings; each then runs the phases
that just happen, up to the next decision, the next luck or the end. Nothing is checked here:
callers offer only codes that `legal` lists, and never play on after the end.
"""

from __future__ import annotations

from tsuro.fast.seas.codes import DRAW_DAIKAIJU, RELOCATE_TO, ROLL_DICE, ROLL_DIE, STAY
from tsuro.fast.seas.daikaiju import (
    comes_by_die,
    draw_new,
    drop_offer,
    lowest,
    place_new,
    roll_die,
    rouse,
)
from tsuro.fast.seas.losses import bury_hands, check_ending, next_moment, sink
from tsuro.fast.seas.options import to_act
from tsuro.fast.seas.paths import trace
from tsuro.fast.seas.record import (
    DEAL,
    DIE,
    DRAW,
    EXCHANGE,
    IN_ENDING,
    NEW,
    NEW_CELL,
    OVER,
    PLACE,
    RELOCATE,
    ROLL,
    START,
    SeaGame,
)
from tsuro.fast.seas.tables import BEYOND, DAIKAIJU, MARK_CELL, MARK_PORT, RIM
from tsuro.fast.seas.turns import (
    after_daikaiju,
    after_new,
    draw,
    open_turn,
    place_or_pass,
    relocate,
    settle,
)
from tsuro.fast.shared.codes import DRAW_TILE, START_AT
from tsuro.fast.shared.exchange import goes_on, open_exchange
from tsuro.fast.shared.hands import take_from_hand
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import FIRST_ENTRY, join
from tsuro.fast.shared.pile import (
    any_of_bag,
    is_in_bag,
    kinds_in_bag,
    place_in_bag,
    take_from_bag,
    take_from_bottom,
)
from tsuro.fast.shared.rng import below

INLINED = (
    "add_to_hand",
    "any_of_bag",
    "below",
    "comes_back",
    "is_luck",
    "is_over",
    "join",
    "next_moment",
    "repeats",
    "slots_each",
    "take_from_bag",
    "take_from_hand",
    "trace",
    "travel",
)
"""Small functions on the hot path, compiled into their callers."""


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
    g.stop[to_act(g)] = FIRST_ENTRY + 8 * MARK_CELL[mark] + MARK_PORT[mark]
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
    cell = (g.stop[g.seat] - FIRST_ENTRY) >> 3
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


def travel(g: SeaGame, base: int, placement: int) -> int:
    """Ships before the new tile move; returns those that are lost (SE-26 to SE-28)."""
    off = 0
    for seat in range(g.seats):
        here = g.stop[seat] + 0
        if here ^ base < 8:
            end = trace(g, base, here & 7, placement)
            g.stop[seat] = end
            off |= (g.deadly >> (end >> 3) & 1) << seat
    join(g, base, placement)
    return off


def lapse(g: SeaGame) -> None:
    """An offer to relocate ends once its ship has moved (SE-33)."""
    for seat in range(g.seats):
        here = g.stop[seat] + 0
        if here < FIRST_ENTRY or BEYOND[here - FIRST_ENTRY] < RIM:
            drop_offer(g, seat)


def after_placement(g: SeaGame) -> None:
    """The exchange, lost hands, drawing (SE-30, SE-31)."""
    if g.out_now:
        if open_exchange(g):
            g.phase = EXCHANGE
            return
        bury_hands(g, NONE)
    settle(g)


def exchange(g: SeaGame, code: int) -> None:
    """Once enough has been swapped, the eliminated hands go under the pile (SE-30)."""
    if goes_on(g, code):
        return
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
    tile = any_of_bag(g) if g.bag_n else take_from_bottom(g)
    draw(g, tile)
    return DRAW_TILE + tile


def other_luck(g: SeaGame) -> int:
    """What luck brings in the phases that are not reached in every turn."""
    if g.phase == DIE:
        return ROLL_DIE + below(g, 6)
    if g.phase == NEW_CELL:
        return ROLL_DICE + below(g, 36)
    if g.sea_bag == 0:
        return DRAW_DAIKAIJU + 4 * g.sea_bottom[0] + below(g, 4)
    rest = g.sea_bag + 0
    count = 0
    while rest:
        count += 1
        rest &= rest - 1
    pick = below(g, 4 * count)
    rest = g.sea_bag + 0
    for _ in range(pick >> 2):
        rest &= rest - 1
    return DRAW_DAIKAIJU + 4 * lowest(rest) + (pick & 3)


def play_outcome(g: SeaGame, code: int) -> None:
    """Carry out what somebody else's luck has chosen."""
    phase = g.phase
    if DRAW <= phase <= DEAL:
        take_tile(g, code - DRAW_TILE)
    elif phase == ROLL:
        rouse(g, code - ROLL_DICE)
        after_daikaiju(g)
    elif phase == DIE:
        roll_die(g, code - ROLL_DIE + 1)
        after_daikaiju(g)
    elif phase == NEW:
        draw_new(g, (code - DRAW_DAIKAIJU) >> 2, (code - DRAW_DAIKAIJU) & 3)
        g.phase = NEW_CELL
    else:
        by_die = comes_by_die(g)
        if place_new(g, code - ROLL_DICE):
            after_new(g, by_die)


def take_tile(g: SeaGame, tile: int) -> None:
    """The tile drawn leaves the bag, or the bottom once the bag is empty."""
    if g.bag_n:
        take_from_bag(g, place_in_bag(g, tile))
    else:
        take_from_bottom(g)
    draw(g, tile)


def is_possible(g: SeaGame, code: int) -> bool:
    """Whether an outcome is possible."""
    phase = g.phase
    if DRAW <= phase <= DEAL:
        return can_be_drawn(g, code - DRAW_TILE)
    if (phase == ROLL) | (phase == NEW_CELL):
        return (code >= ROLL_DICE) & (code < ROLL_DICE + 36)
    if phase == DIE:
        return (code >= ROLL_DIE) & (code < ROLL_DIE + 6)
    daikaiju = (code - DRAW_DAIKAIJU) >> 2
    if g.sea_bag:
        return (daikaiju >= 0) & (daikaiju < DAIKAIJU) & (g.sea_bag >> (daikaiju & 15) & 1 > 0)
    return daikaiju == g.sea_bottom[0]


def can_be_drawn(g: SeaGame, tile: int) -> bool:
    if g.bag_n == 0:
        return tile == g.bottom[g.bottom_at]
    return is_in_bag(g, tile)


def outcomes(g: SeaGame, out: list[int], weights: list[int]) -> int:
    """What luck may bring now, and how likely each is: a tile, dice, or a daikaiju."""
    phase = g.phase
    if DRAW <= phase <= DEAL:
        return draws(g, out, weights)
    if phase == NEW:
        return new_ones(g, out, weights)
    first = ROLL_DIE if phase == DIE else ROLL_DICE
    count = 6 if phase == DIE else 36
    for i in range(count):
        out[i] = first + i
        weights[i] = 1
    return count


def draws(g: SeaGame, out: list[int], weights: list[int]) -> int:
    """The different tiles of the bag, or the one next in order under it (SE-31)."""
    if g.bag_n == 0:
        out[0] = DRAW_TILE + g.bottom[g.bottom_at]
        weights[0] = 1
        return 1
    return kinds_in_bag(g, DRAW_TILE, out, weights)


def new_ones(g: SeaGame, out: list[int], weights: list[int]) -> int:
    """Any daikaiju of the pile in any rotation, or the one next in order (SE-10, SE-18)."""
    n = 0
    for daikaiju in range(DAIKAIJU):
        offered = g.sea_bag >> daikaiju & 1 if g.sea_bag else daikaiju == g.sea_bottom[0]
        for rotation in range(4):
            out[n] = DRAW_DAIKAIJU + 4 * daikaiju + rotation
            weights[n] = 1
            n += offered
    return n
