"""Exact values of late positions, in kernel style: every decision, every outcome of luck.

A template (see `tsuro.fast.templates`). A depth-first walk with one row of games
for each depth. A seat takes what is best for itself; if several options are equally good for it,
each is as likely (max^n). Luck is averaged over.
"""

from __future__ import annotations

from typing import Any, Final

from tsuro.fast.shared.seats import SEATS
from tsuro.fast.shared.wins import win_share
from tsuro.fast.templates.loops import copy_row
from tsuro.fast.tiles.options import is_over, legal, to_act
from tsuro.fast.tiles.play import is_luck, outcomes, play, play_outcome

FROM_KERNEL = ("is_luck", "is_over", "legal", "outcomes", "play", "play_outcome", "to_act")
LUCK: Final = SEATS
"""In place of the seat that decides."""
SAME: Final = 1e-9
"""Values closer than this are equal."""


def solve(
    games: Any, depths: Any, codes: Any, weights: Any, values: Any, deepest: int, budget: int
) -> int:
    """Every seat's share of the win from the game in row 0, into `values[0]`.

    Returns the number of positions looked at, or -1 if `budget` or `deepest` did not suffice.
    """
    looked = 0
    depth = 0
    enter(games[0], depths[0], codes[0], weights[0], values[0])
    while True:
        here = depths[depth]
        if here.tried < here.count:
            looked += 1
            if looked > budget or depth == deepest:
                return -1
            copy_row(games, depth + 1, games, depth)
            follow(games[depth + 1], here.mover, codes[depth][here.tried])
            here.tried += 1
            depth += 1
            enter(games[depth], depths[depth], codes[depth], weights[depth], values[depth])
        else:
            finish(here, values[depth])
            if depth == 0:
                return looked
            depth -= 1
            merge(depths[depth], weights[depth], values[depth], values[depth + 1])


def follow(g: Any, mover: int, code: int) -> None:
    if mover == LUCK:
        play_outcome(g, code)
    else:
        play(g, code)


def enter(g: Any, here: Any, codes: Any, weights: Any, values: Any) -> None:
    """List what can happen in a position, or value it if the game is over."""
    here.tried = 0
    here.count = 0
    here.best = -1.0
    here.shared = 1.0
    for seat in range(SEATS):
        values[seat] = 0.0
    if is_over(g):
        for seat in range(SEATS):
            values[seat] = win_share(g, seat)
    elif is_luck(g):
        here.mover = LUCK
        here.count = outcomes(g, codes, weights)
        here.shared = 0.0
        for i in range(here.count):
            here.shared += weights[i]
    else:
        here.mover = to_act(g)
        here.count = legal(g, codes)


def merge(here: Any, weights: Any, values: Any, below: Any) -> None:
    """Take in the values of what has just been tried."""
    if here.mover == LUCK:
        for seat in range(SEATS):
            values[seat] += weights[here.tried - 1] * below[seat]
        return
    got = below[here.mover] + 0.0
    if got > here.best + SAME:
        here.best = got
        here.shared = 1.0
        for seat in range(SEATS):
            values[seat] = below[seat]
        if got > 1.0 - SAME:
            # A certain win: other options can at best be as good, with the same values.
            here.count = here.tried
    elif got > here.best - SAME:
        here.shared += 1.0
        for seat in range(SEATS):
            values[seat] += below[seat]


def finish(here: Any, values: Any) -> None:
    """From sums to averages."""
    for seat in range(SEATS):
        values[seat] /= here.shared


def warm_up(kernel: Any) -> None:
    """Have the solver compiled: called on the plain module."""
    from tsuro.bots.search.endgame import Solver

    rows = kernel.new_rows(1, seed=0)
    kernel.roll_batch(rows)
    solver = Solver(kernel)
    solver.value_of(kernel.state(rows, 0), kernel.options(rows, 0)[0], budget=1)
