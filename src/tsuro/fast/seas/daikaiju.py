"""The daikaiju act, come and go, over numbers (SE-9 to SE-20, SE-33).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.seas.losses import conclude, next_moment, sink
from tsuro.fast.seas.paths import cut
from tsuro.fast.seas.record import (
    IN_DAIKAIJU,
    IN_REFILL,
    NEW_DAIKAIJU,
    OFF,
    SeaGame,
)
from tsuro.fast.seas.tables import BEYOND, DAIKAIJU, DICE_CELL, HEADING, RIM, TURNS
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import FIRST_ENTRY
from tsuro.fast.shared.pile import bury


def open_watch(g: SeaGame) -> None:
    """Forget what luck decided about the daikaiju in an earlier turn."""
    if g.watch != g.number:
        g.watch = g.number
        g.placed = 0
        g.gold = 0
        g.blue = 0
        g.roused = 0
        g.waiting = 0
        g.die = 0


def rouse(g: SeaGame, dice: int) -> None:
    """Both dice: a sum of 6, 7 or 8 rouses the daikaiju (SE-13)."""
    open_watch(g)
    gold = dice // 6 + 1
    blue = dice % 6 + 1
    g.gold = gold
    g.blue = blue
    if 6 <= gold + blue <= 8:
        g.roused = 1
        g.waiting = g.on_board


def roll_die(g: SeaGame, die: int) -> None:
    """The die for all daikaiju, or for the next one; a six brings a new one (SE-14, SE-15)."""
    g.roused = 0
    g.die = die
    if g.own_die:
        daikaiju = lowest(g.waiting)
        g.waiting &= ~(1 << daikaiju)
        if die != NEW_DAIKAIJU:
            act(g, daikaiju, die)
    elif die != NEW_DAIKAIJU:
        for daikaiju in range(DAIKAIJU):
            # One that is destroyed no longer waits; once somebody has won, nobody acts.
            if g.waiting >> daikaiju & 1 and g.reason == 0:
                act(g, daikaiju, die)


def lowest(group: int) -> int:
    """The first daikaiju of a set in the order of acting (SE-16)."""
    daikaiju = 0
    while group >> daikaiju & 1 == 0:
        daikaiju += 1
    return daikaiju


def act(g: SeaGame, daikaiju: int, die: int) -> None:
    """A daikaiju turns, moves on by a cell or leaves the board (SE-15, SE-17)."""
    next_moment(g)
    g.waiting &= ~(1 << daikaiju)
    cell = g.daikaiju_cell[daikaiju] + 0
    heading = HEADING[20 * daikaiju + 5 * g.daikaiju_rotation[daikaiju] + die - 1]
    if heading == TURNS:
        g.daikaiju_rotation[daikaiju] = (g.daikaiju_rotation[daikaiju] + 1) & 3
        return
    target = BEYOND[8 * cell + 2 * heading] + 0
    if target < RIM:
        g.deadly &= ~(1 << (cell + 8))
        g.daikaiju_cell[daikaiju] = target
        enter(g, daikaiju, target, 0)
    else:
        remove(g, daikaiju, g.recycle_left)
        g.deadly &= ~(1 << (cell + 8))
        offer_relocation(g, cell, heading)
    conclude(g, IN_DAIKAIJU)


def enter(g: SeaGame, daikaiju: int, cell: int, tile_goes: int) -> None:
    """What stands or lies in the cell a daikaiju comes to is destroyed (SE-17, SE-19)."""
    if g.deadly >> (cell + 8) & 1:
        for other in range(DAIKAIJU):
            if g.on_board >> other & 1 and other != daikaiju and g.daikaiju_cell[other] == cell:
                g.waiting &= ~(1 << other)
                remove(g, other, g.recycle_destroyed)
    g.deadly |= 1 << (cell + 8)
    off = 0
    if g.tiled >> (cell + 8) & 1:
        off = ships_on(g, cell)
        sink_tile(g, cell, tile_goes)
    active = g.stop[g.seat] + 0
    # A ship at its start is safe (SE-32); another one's may still be spared (SE-20).
    if active ^ (FIRST_ENTRY + 8 * cell) < 8 and BEYOND[active - FIRST_ENTRY] < RIM:
        off |= 1 << g.seat
    if off:
        sink(g, off)


def ships_on(g: SeaGame, cell: int) -> int:
    """Ships that stand on the tile of a cell: it is the last they have crossed."""
    found = 0
    for seat in range(g.seats):
        here = g.stop[seat] + 0
        if here != OFF:
            found |= (BEYOND[here - FIRST_ENTRY] == cell) << seat
    return found


def sink_tile(g: SeaGame, cell: int, goes: int) -> None:
    """A wake tile leaves the board: under the pile, or out of the game (SE-17, SE-19)."""
    tile = g.board[cell] >> 2
    g.board[cell] = NONE
    g.tiled &= ~(1 << (cell + 8))
    cut(g, cell)
    if goes:
        g.box[g.box_n] = tile
        g.box_known[g.box_n] = NONE
        g.box_n += 1
    else:
        bury(g, tile, NONE)


def remove(g: SeaGame, daikaiju: int, recycled: int) -> None:
    """One daikaiju less on the board: under the pile, or out of the game (SE-18)."""
    g.on_board &= ~(1 << daikaiju)
    g.on_board_n -= 1
    g.daikaiju_cell[daikaiju] = NONE
    g.daikaiju_rotation[daikaiju] = 0
    if recycled:
        g.sea_bottom[g.sea_bottom_n] = daikaiju
        g.sea_bottom_n += 1
    else:
        g.gone[g.gone_n] = daikaiju
        g.gone_n += 1


def offer_relocation(g: SeaGame, cell: int, side: int) -> None:
    """A daikaiju left over this side: ships waiting there may move away later (SE-33)."""
    first = FIRST_ENTRY + 8 * cell + 2 * side
    for seat in range(g.seats):
        if (g.stop[seat] + 0) ^ first < 2 and not is_offered_to(g, seat):
            g.offers[g.offers_n] = seat
            g.offers_n += 1


def is_offered_to(g: SeaGame, seat: int) -> int:
    found = 0
    for i in range(g.offers_n):
        found |= g.offers[i] == seat
    return found


def drop_offer(g: SeaGame, seat: int) -> None:
    """An offer is used or lapses (SE-33)."""
    kept = 0
    for i in range(g.offers_n):
        g.offers[kept] = g.offers[i]
        kept += g.offers[i] != seat
    g.offers_n = kept


def can_draw(g: SeaGame) -> bool:
    """Whether the pile of daikaiju has one left (SE-18)."""
    return (g.sea_bag > 0) | (g.sea_bottom_n > 0)


def draw_new(g: SeaGame, daikaiju: int, rotation: int) -> None:
    """The top of the daikaiju pile, turned at random (SE-10)."""
    if g.sea_bag:
        g.sea_bag &= ~(1 << daikaiju)
    else:
        g.sea_bottom_n -= 1
        for i in range(g.sea_bottom_n):
            g.sea_bottom[i] = g.sea_bottom[i + 1]
    g.sea_drawn = daikaiju
    g.sea_drawn_rotation = rotation


def place_new(g: SeaGame, dice: int) -> int:
    """Put the new daikaiju on the cell the dice name, unless one is there already (SE-10)."""
    cell = DICE_CELL[dice] + 0
    if g.deadly >> (cell + 8) & 1:
        return 0
    where = IN_DAIKAIJU if comes_by_die(g) else IN_REFILL
    open_watch(g)
    g.placed += 1
    g.die = 0
    next_moment(g)
    daikaiju = g.sea_drawn + 0
    g.sea_drawn = NONE
    g.on_board |= 1 << daikaiju
    g.on_board_n += 1
    g.daikaiju_cell[daikaiju] = cell
    g.daikaiju_rotation[daikaiju] = g.sea_drawn_rotation
    g.sea_drawn_rotation = 0
    enter(g, daikaiju, cell, g.tiles_go)
    conclude(g, where)
    return 1


def comes_by_die(g: SeaGame) -> bool:
    """Whether a new daikaiju comes on a six, not in set-up or in a refill (SE-12, SE-15)."""
    return (g.watch == g.number) & (g.die == NEW_DAIKAIJU)
