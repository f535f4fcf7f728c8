"""The daikaiju act, come and go, over numbers (SE-9 to SE-20, SE-33).

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.sea_losses import bury, conclude, next_moment, sink
from tsuro.fast.sea_paths import cut
from tsuro.fast.sea_record import (
    IN_DAIKAIJU,
    IN_REFILL,
    NEW_DAIKAIJU,
    OFF,
    SeaGame,
)
from tsuro.fast.sea_tables import BEASTS, BEYOND, DICE_CELL, HEADING, RIM, TURNS
from tsuro.fast.tile_record import NONE
from tsuro.fast.tile_tables import FIRST_ENTRY


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
        g.waiting = g.roaming


def roll_die(g: SeaGame, die: int) -> None:
    """The die for all daikaiju, or for the next one; a six brings a new one (SE-14, SE-15)."""
    g.roused = 0
    g.die = die
    if g.own_die:
        beast = lowest(g.waiting)
        g.waiting &= ~(1 << beast)
        if die != NEW_DAIKAIJU:
            act(g, beast, die)
    elif die != NEW_DAIKAIJU:
        for beast in range(BEASTS):
            # One that is destroyed no longer waits; once somebody has won, nobody acts.
            if g.waiting >> beast & 1 and g.reason == 0:
                act(g, beast, die)


def lowest(beasts: int) -> int:
    """The first daikaiju of a set in the order of acting (SE-16)."""
    beast = 0
    while beasts >> beast & 1 == 0:
        beast += 1
    return beast


def act(g: SeaGame, beast: int, die: int) -> None:
    """A daikaiju turns, moves on by a cell or leaves the board (SE-15, SE-17)."""
    next_moment(g)
    g.waiting &= ~(1 << beast)
    cell = g.lurks[beast] + 0
    heading = HEADING[20 * beast + 5 * g.turns[beast] + die - 1]
    if heading == TURNS:
        g.turns[beast] = (g.turns[beast] + 1) & 3
        return
    target = BEYOND[8 * cell + 2 * heading] + 0
    if target < RIM:
        g.deadly &= ~(1 << (cell + 8))
        g.lurks[beast] = target
        enter(g, beast, target, 0)
    else:
        remove(g, beast, g.recycle_left)
        g.deadly &= ~(1 << (cell + 8))
        offer_relocation(g, cell, heading)
    conclude(g, IN_DAIKAIJU)


def enter(g: SeaGame, beast: int, cell: int, tile_goes: int) -> None:
    """What stands or lies in the cell a daikaiju comes to is destroyed (SE-17, SE-19)."""
    if g.deadly >> (cell + 8) & 1:
        for other in range(BEASTS):
            if g.roaming >> other & 1 and other != beast and g.lurks[other] == cell:
                g.waiting &= ~(1 << other)
                remove(g, other, g.recycle_destroyed)
    g.deadly |= 1 << (cell + 8)
    off = 0
    if g.tiled >> (cell + 8) & 1:
        off = ships_on(g, cell)
        sink_tile(g, cell, tile_goes)
    active = g.pos[g.seat] + 0
    # A ship at its start is safe (SE-32); another one's may still be spared (SE-20).
    if active ^ (FIRST_ENTRY + 8 * cell) < 8 and BEYOND[active - FIRST_ENTRY] < RIM:
        off |= 1 << g.seat
    if off:
        sink(g, off)


def ships_on(g: SeaGame, cell: int) -> int:
    """Ships that stand on the tile of a cell: it is the last they have crossed."""
    found = 0
    for seat in range(g.seats):
        here = g.pos[seat] + 0
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


def remove(g: SeaGame, beast: int, recycled: int) -> None:
    """One daikaiju less on the board: under the pile, or out of the game (SE-18)."""
    g.roaming &= ~(1 << beast)
    g.roaming_n -= 1
    g.lurks[beast] = NONE
    g.turns[beast] = 0
    if recycled:
        g.under[g.under_n] = beast
        g.under_n += 1
    else:
        g.gone[g.gone_n] = beast
        g.gone_n += 1


def offer_relocation(g: SeaGame, cell: int, side: int) -> None:
    """A daikaiju left over this side: ships waiting there may move away later (SE-33)."""
    first = FIRST_ENTRY + 8 * cell + 2 * side
    for seat in range(g.seats):
        if (g.pos[seat] + 0) ^ first < 2 and not is_offered_to(g, seat):
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


def can_call(g: SeaGame) -> bool:
    """Whether the pile of daikaiju has one left (SE-18)."""
    return (g.lair > 0) | (g.under_n > 0)


def call(g: SeaGame, beast: int, rotation: int) -> None:
    """The top of the daikaiju pile, turned at random (SE-10)."""
    if g.lair:
        g.lair &= ~(1 << beast)
    else:
        g.under_n -= 1
        for i in range(g.under_n):
            g.under[i] = g.under[i + 1]
    g.called = beast
    g.called_turns = rotation


def place_called(g: SeaGame, dice: int) -> int:
    """Put the new daikaiju on the cell the dice name, unless one is there already (SE-10)."""
    cell = DICE_CELL[dice] + 0
    if g.deadly >> (cell + 8) & 1:
        return 0
    where = IN_DAIKAIJU if is_called_by_die(g) else IN_REFILL
    open_watch(g)
    g.placed += 1
    g.die = 0
    next_moment(g)
    beast = g.called + 0
    g.called = NONE
    g.roaming |= 1 << beast
    g.roaming_n += 1
    g.lurks[beast] = cell
    g.turns[beast] = g.called_turns
    g.called_turns = 0
    enter(g, beast, cell, g.tiles_go)
    conclude(g, where)
    return 1


def is_called_by_die(g: SeaGame) -> bool:
    """Whether a new daikaiju comes on a six, not in set-up or in a refill (SE-12, SE-15)."""
    return (g.watch == g.number) & (g.die == NEW_DAIKAIJU)
