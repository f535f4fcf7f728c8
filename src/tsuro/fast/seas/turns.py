"""From one decision to the next: daikaiju, the front check, drawing, whose turn it is.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`).
"""

from __future__ import annotations

from tsuro.fast.seas.daikaiju import (
    can_draw,
    comes_by_die,
    drop_offer,
    is_offered_to,
)
from tsuro.fast.seas.losses import check_ending, conclude, end, lose, next_moment
from tsuro.fast.seas.options import free_marks
from tsuro.fast.seas.record import (
    DEAL,
    DIE,
    DRAW,
    FEWEST,
    IN_ENDING,
    IN_FRONT_CHECK,
    IN_TILES_OUT,
    NEW,
    OVER,
    PLACE,
    RELOCATE,
    ROLL,
    START,
    SeaGame,
)
from tsuro.fast.seas.tables import BEYOND, MARK_CELL, MARK_PORT, RIM
from tsuro.fast.shared.endings import FATE_DAIKAIJU, FATE_STRANDED, TILES_OUT
from tsuro.fast.shared.hands import HAND, add_to_hand
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.paths import FIRST_ENTRY
from tsuro.fast.shared.seats import NEXT_SEAT


def draw(g: SeaGame, tile: int) -> None:
    """A tile that has left the pile goes to the seat that draws (SE-8, SE-31)."""
    add_to_hand(g, g.drawer, tile)
    g.drawn_n += 1
    if g.phase == DEAL:
        deal(g)
    else:
        settle(g)


def deal(g: SeaGame) -> None:
    """The next seat to be dealt a tile; after the deal come the daikaiju (SE-8, SE-9)."""
    seat = g.first + 0
    for _ in range(g.seats):
        if g.hand_n[seat] < HAND:
            g.drawer = seat
            return
        seat += 1
        if seat == g.seats:
            seat = 0
    lay_out(g)


def lay_out(g: SeaGame) -> None:
    """As many daikaiju as the number of players asks for, then the ships (SE-9, SE-11)."""
    more = (g.on_board_n < g.opening) & can_draw(g)
    g.phase = NEW if more else START


def begin_turn(g: SeaGame) -> None:
    """The next seat still in, or the next of all (GEN-15, SE-42)."""
    if g.eliminated_roll:
        g.seat += 1
        if g.seat == g.seats:
            g.seat = 0
    else:
        g.seat = NEXT_SEAT[8 * g.alive + g.seat]
    open_turn(g)


def open_turn(g: SeaGame) -> None:
    """With daikaiju, luck comes first: new ones if there are too few, else dice (SE-12, SE-13)."""
    g.number += 1
    g.pawn = NONE
    g.cell = NONE
    g.drawn_n = 0
    next_moment(g)
    g.phase = PLACE
    if g.daikaiju:
        g.phase = NEW if needs_refill(g) else ROLL


def needs_refill(g: SeaGame) -> bool:
    """Too few daikaiju, and their pile has more (SE-12)."""
    return (g.on_board_n < FEWEST) & can_draw(g)


def after_new(g: SeaGame, by_die: bool) -> None:
    """A new daikaiju is on the board: another one, or on with the turn (SE-9, SE-12, SE-15)."""
    if g.phase == OVER:
        return
    if g.number == 0:
        lay_out(g)
    elif by_die:
        after_daikaiju(g)
    elif needs_refill(g):
        g.phase = NEW
    else:
        check_front(g)


def after_daikaiju(g: SeaGame) -> None:
    """A further die or a new daikaiju, if one is due; else the front check (SE-14, SE-15)."""
    if g.phase == OVER:
        return
    if comes_by_die(g) and can_draw(g):
        g.phase = NEW
    elif g.waiting if g.own_die else g.roused:
        g.phase = DIE
    else:
        check_front(g)


def check_front(g: SeaGame) -> None:
    """Does a daikaiju stand before the active ship? (SE-21, SE-32, SE-39)"""
    if g.alive >> g.seat & 1 == 0:
        begin_turn(g)
        return
    here = g.stop[g.seat] + 0
    threat = g.deadly >> (here >> 3) & 1
    if BEYOND[here - FIRST_ENTRY] < RIM:
        if threat:
            catch(g, FATE_DAIKAIJU)
            return
    elif threat or g.offers_n:
        check_start(g, threat)
        return
    place_or_pass(g)


def check_start(g: SeaGame, threat: int) -> None:
    """A ship at its start moves aside; two or more places to go to are a choice (SE-32, SE-33)."""
    marks = free_marks(g)
    if threat and marks == 0:
        catch(g, FATE_STRANDED)
        return
    if threat and marks & (marks - 1) == 0:
        mark = 0
        while marks >> mark & 1 == 0:
            mark += 1
        relocate(g, mark)
    elif threat or (marks and is_offered_to(g, g.seat)):
        g.phase = RELOCATE
        return
    else:
        drop_offer(g, g.seat)
    place_or_pass(g)


def relocate(g: SeaGame, mark: int) -> None:
    """A ship goes to another start mark on the same side of the board (SE-32, SE-33)."""
    g.stop[g.seat] = FIRST_ENTRY + 8 * MARK_CELL[mark] + MARK_PORT[mark]
    drop_offer(g, g.seat)


def catch(g: SeaGame, fate: int) -> None:
    """The active ship could not get away; its turn ends (SE-21, SE-32)."""
    next_moment(g)
    drop_offer(g, g.seat)
    g.alive &= ~(1 << g.seat)
    g.out_now = 1 << g.seat
    lose(g, g.seat, fate)
    conclude(g, IN_FRONT_CHECK)
    if g.phase != OVER:
        begin_turn(g)


def place_or_pass(g: SeaGame) -> None:
    """A seat without a tile does not place; the rest of its turn goes on (GEN-21)."""
    if g.hand_n[g.seat]:
        g.phase = PLACE
        return
    check_ending(g, IN_ENDING)
    if g.phase != OVER:
        settle(g)


def settle(g: SeaGame) -> None:
    """From drawing on: turns begin, and are passed for want of a tile, until somebody is asked."""
    while not asks_for_draw(g):
        if g.tiles_go and g.bag_n == 0 and g.bottom_n == 0 and not has_tile(g):
            end(g, g.alive, TILES_OUT, IN_TILES_OUT)
            return
        begin_turn(g)
        if g.phase != PLACE or g.hand_n[g.seat]:
            return


def asks_for_draw(g: SeaGame) -> bool:
    """The active seat, if still in, draws until its hand is full; nobody else does (SE-31)."""
    g.drawer = g.seat
    short = (g.hand_n[g.seat] < HAND) & (g.alive >> g.seat & 1)
    if short and (g.bag_n > 0 or g.bottom_n > 0):
        g.phase = DRAW
        return True
    return False


def has_tile(g: SeaGame) -> int:
    """Whether any seat still in holds a tile."""
    found = 0
    for seat in range(g.seats):
        found |= (g.hand_n[seat] > 0) & (g.alive >> seat & 1)
    return found
