"""What a learned judgement reads of Phoenix Rising beside the terms of `features.py`.

Plain Python over named fields: runs as it stands and, untouched, compiled (see `compile.py`). Only
what the seat itself may know is read: the board, the pawns, stars, its own hand.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.phoenix.features import steps_apart
from tsuro.fast.phoenix.options import to_act
from tsuro.fast.phoenix.record import HAND, OVER, PhoenixGame
from tsuro.fast.shared.layout import NONE
from tsuro.fast.shared.seats import seen_from, turns_before
from tsuro.fast.shared.wins import count_seats

OUTLOOK: Final = (
    "company",
    "gaps",
    "wait",
    "turn",
    "hand",
    "stack",
    "best",
    "ending",
    "round",
    "fallen",
    "sooner",
    "later",
    "lantern",
)
"""What `outlook` writes, in its order; each is explained where it is computed."""
RING: Final = 20.0
"""Cells round the middle, which may be empty."""
STACK: Final = 30.0
"""Edge tiles there may be."""
FARTHEST: Final = 10


def outlook(g: PhoenixGame, seat: int, at: int, out: list[float]) -> None:
    """What may become of a seat that is still in; nothing but zeros for others.

    company  how many seats are still in
    gaps     the share of the ring that is empty
    wait     how many seats decide before it does
    turn     1 if it decides now
    hand     its edge tiles, in parts of two
    stack    the edge tiles that can still be drawn
    best     the most stars that another seat still in has, in parts of seven
    ending   1 in the last round
    round    1 if it has had its turn in this round
    fallen   others that are off the board, in parts of seven
    and what `about_cell` says
    """
    for i in range(13):
        out[at + i] = 0.0
    if g.phase == OVER or g.alive >> seat & 1 == 0:
        return
    actor = to_act(g)
    actor = g.seat + 0 if actor == NONE else actor
    most = 0
    fallen = 0
    for other in range(g.seats):
        if other != seat and g.alive >> other & 1:
            most = max(most, g.scored[other] + 0)
            fallen += g.off >> other & 1
    out[at] = count_seats(g.alive + 0) / 8.0
    out[at + 1] = g.gaps / RING
    out[at + 2] = turns_before(g, actor, seat) / 8.0
    out[at + 3] = (actor == seat) / 1.0
    out[at + 4] = g.hand_n[seat] / (HAND + 0.0)
    out[at + 5] = (g.bag_n + 0.0 + g.bottom_n) / STACK
    out[at + 6] = most / 7.0
    out[at + 7] = g.final_round / 1.0
    out[at + 8] = (seen_from(g, g.first + 0, seat) < seen_from(g, g.first + 0, actor)) / 1.0
    out[at + 9] = fallen / 7.0
    if g.ahead[seat]:
        about_cell(g, seat, actor, at, out)


def about_cell(g: PhoenixGame, seat: int, actor: int, at: int, out: list[float]) -> None:
    """What there is about the cell that the phoenix faces.

    sooner   phoenixes of others before the same cell whose seats decide before its own does
    later    those whose seats decide after it
    lantern  how near the nearest lantern marker is: 1 on that cell, less farther off
    """
    cell = g.ahead[seat] + 0
    own = seen_from(g, actor, seat)
    for other in range(g.seats):
        if other != seat and g.on >> other & 1 and g.ahead[other] == cell:
            if seen_from(g, actor, other) < own:
                out[at + 10] += 1.0
            else:
                out[at + 11] += 1.0
    nearest = FARTHEST
    for i in range(g.markers_n):
        nearest = min(nearest, steps_apart(cell, g.markers[i] + 0))
    out[at + 12] = 1.0 / (1.0 + nearest)
