"""Exact values of late positions, in kernel style: every decision, every outcome of luck.

A template (see `tsuro.fast.templates`). A depth-first walk with one row of games
for each depth. A seat takes what is best for itself; if several options are equally good for it,
each is as likely (max^n). Luck is averaged over.
"""

from __future__ import annotations

from typing import Any, Final

from tsuro.fast.templates.loops import copy_row
from tsuro.fast.tiles.options import is_over, legal, to_act
from tsuro.fast.tiles.outcomes import outcomes
from tsuro.fast.tiles.play import is_luck, play, play_outcome

FROM_KERNEL = ("is_luck", "is_over", "legal", "outcomes", "play", "play_outcome", "to_act")
LUCK: Final = 8
"""In place of the seat that decides."""
SAME: Final = 1e-9
"""Values closer than this are equal."""


def solve(
    games: Any, levels: Any, codes: Any, weights: Any, values: Any, deepest: int, budget: int
) -> int:
    """Every seat's share of the win from the game in row 0, into `values[0]`.

    Returns the number of positions looked at, or -1 if `budget` or `deepest` did not suffice.
    """
    looked = 0
    depth = 0
    enter(games[0], levels[0], codes[0], weights[0], values[0])
    while True:
        level = levels[depth]
        if level.tried < level.count:
            looked += 1
            if looked > budget or depth == deepest:
                return -1
            copy_row(games, depth + 1, games, depth)
            follow(games[depth + 1], level.mover, codes[depth][level.tried])
            level.tried += 1
            depth += 1
            enter(games[depth], levels[depth], codes[depth], weights[depth], values[depth])
        else:
            finish(level, values[depth])
            if depth == 0:
                return looked
            depth -= 1
            merge(levels[depth], weights[depth], values[depth], values[depth + 1])


def follow(g: Any, mover: int, code: int) -> None:
    if mover == LUCK:
        play_outcome(g, code)
    else:
        play(g, code)


def enter(g: Any, level: Any, codes: Any, weights: Any, values: Any) -> None:
    """List what can happen in a position, or value it if the game is over."""
    level.tried = 0
    level.count = 0
    level.best = -1.0
    level.shared = 1.0
    for seat in range(8):
        values[seat] = 0.0
    if is_over(g):
        shared = 0
        for seat in range(8):
            shared += g.winners >> seat & 1
        for seat in range(8):
            values[seat] = (g.winners >> seat & 1) / (shared + 0.0)
    elif is_luck(g):
        level.mover = LUCK
        level.count = outcomes(g, codes, weights)
        level.shared = 0.0
        for i in range(level.count):
            level.shared += weights[i]
    else:
        level.mover = to_act(g)
        level.count = legal(g, codes)


def merge(level: Any, weights: Any, values: Any, below: Any) -> None:
    """Take in the values of what has just been tried."""
    if level.mover == LUCK:
        for seat in range(8):
            values[seat] += weights[level.tried - 1] * below[seat]
        return
    got = below[level.mover] + 0.0
    if got > level.best + SAME:
        level.best = got
        level.shared = 1.0
        for seat in range(8):
            values[seat] = below[seat]
        if got > 1.0 - SAME:
            # A certain win: other options can at best be as good, with the same values.
            level.count = level.tried
    elif got > level.best - SAME:
        level.shared += 1.0
        for seat in range(8):
            values[seat] += below[seat]


def finish(level: Any, values: Any) -> None:
    """From sums to averages."""
    for seat in range(8):
        values[seat] /= level.shared


def warm_up(kernel: Any) -> None:
    """Have the solver compiled: called by `tsuro.fast.warm` on the plain module."""
    from tsuro.bots.endgame import Solver

    rows = kernel.new_rows(1, seed=0)
    kernel.roll_batch(rows)
    solver = Solver(kernel)
    solver.value_of(kernel.state(rows, 0), kernel.options(rows, 0)[0], budget=1)
