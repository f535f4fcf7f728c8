"""How seats without a mind of their own decide: `random` and `cautious`, in kernel style.

A template like `loops.py`: `kernel.load("tsuro.fast.templates.policies")` gives it for any kernel.

`random` takes any legal decision. `cautious` never leaves the game if it can help it: it wins if it
can, for then nothing can happen to it any more, and else takes any of the decisions that keep most
of its pawns (`presence`). If the same seat decides again before luck or anybody else has a say, as
with a tile and the path into it, the best second decision counts. `bots.cautious` is the same on
the reference engine.
"""

from __future__ import annotations

from typing import Any, Final

from tsuro.fast.shared.rng import below
from tsuro.fast.templates.loops import copy_row
from tsuro.fast.tiles.facts import presence
from tsuro.fast.tiles.options import is_over, legal, to_act
from tsuro.fast.tiles.play import is_luck, play

FROM_KERNEL = ("is_luck", "is_over", "legal", "play", "presence", "to_act")

RANDOM, CAUTIOUS = range(2)
POLICIES: Final = ("random", "cautious")
"""Their names, by number."""
WHOLE: Final = 4
"""The `presence` of a seat that has lost nothing."""
SAFE: Final = WHOLE + 1
"""What is better still: to have won alone."""
ROWS: Final = 3
"""Rows that `choose` needs: the game itself and two to try things out."""


def carry_out(g: Any, code: int) -> None:
    """`play` is large and is compiled into its callers: this one serves for all that is here."""
    play(g, code)


def list_options(g: Any, out: Any) -> int:
    """The same for `legal`."""
    return legal(g, out)


def choose(rows: Any, policy: int, options: int, out: Any, further: Any) -> int:
    """The decision of a policy in the game in row 0, whose options are in `out`.

    Options are tried in random order until one leaves nothing to be desired; the first of the best
    is as likely as each of the best. `out` is reordered, `further` is another buffer for options,
    and luck comes from the game's own stream.
    """
    chosen: int = out[0] + 0
    if policy == CAUTIOUS and options == 1:
        return chosen
    kept = -1
    left = options
    while left > 0 and kept < SAFE:
        picked = below(rows[0], left)
        code = out[picked] + 0
        left -= 1
        out[picked] = out[left]
        value = SAFE if policy == RANDOM else safety_after(rows, code, further)
        if value > kept:
            kept = value
            chosen = code
    return chosen


def safety(g: Any, seat: int) -> int:
    """The presence of a seat, and more for the only winner."""
    if g.winners == 1 << seat:
        return SAFE
    left: int = presence(g, seat)
    return left


def safety_after(rows: Any, code: int, further: Any) -> int:
    """What the seat to act can keep by a decision, before luck or another seat has a say."""
    seat = to_act(rows[0])
    copy_row(rows, 1, rows, 0)
    carry_out(rows[1], code)
    kept = safety(rows[1], seat)
    if is_luck(rows[1]) or is_over(rows[1]) or to_act(rows[1]) != seat:
        return kept
    kept = 0
    for i in range(list_options(rows[1], further)):
        copy_row(rows, 2, rows, 1)
        carry_out(rows[2], further[i] + 0)
        kept = max(kept, safety(rows[2], seat))
        if kept == SAFE:
            return kept
    return kept
