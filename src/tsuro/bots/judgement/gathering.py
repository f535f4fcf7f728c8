"""Positions of games that play themselves, with what came of them, in kernel style.

A template (see `tsuro.fast.templates`): a learned judgement is fitted to what it writes. Seats
start anywhere and decide by the greedy judgement, some decisions are any that is careful. Of every
game one position is kept, and right before it some decisions are all careful ones, as they are
where a search ends its playouts.
"""

from __future__ import annotations

from typing import Any, Final

from tsuro.bots.judgement.weighing import MOST_DECISIONS, best_code, settle_luck
from tsuro.fast.shared.rng import below
from tsuro.fast.shared.seats import SEATS
from tsuro.fast.shared.wins import WHOLE_WIN, won_parts
from tsuro.fast.templates.loops import copy_row
from tsuro.fast.templates.policies import CAUTIOUS, carry_out, choose, list_options
from tsuro.fast.tiles.features import features
from tsuro.fast.tiles.options import is_over
from tsuro.fast.tiles.outlook import outlook

FROM_KERNEL = ("features", "is_over", "outlook", "to_act")
LOOSEST: Final = 13
"""Fewer decisions right before the position are all careful ones."""
LOOSE_BEFORE: Final = 15
LOOSE_AFTER: Final = 5
"""Of a hundred other decisions so many are, before the position and after it."""


def gather(
    opening: Any,
    luck: Any,
    latest: int,
    rows: Any,
    out: Any,
    further: Any,
    weights: Any,
    terms: Any,
    inputs: Any,
    samples: Any,
    alive: Any,
    gains: Any,
    lengths: Any,
) -> None:
    """A game for each stream of luck, and of each a position before decision `latest`.

    Late positions are the likelier ones: there is more to be known of them.
    Written for each: the inputs of all seats, which seats are still in (none if the game was over
    before, or broken off), every seat's parts of the win, and how many decisions it took.
    """
    for number in range(len(luck)):
        copy_row(rows, 0, opening, 0)
        g = rows[0]
        g.rng = luck[number]
        settle_luck(g)
        kept_at = max(below(g, latest), below(g, latest))
        loose_from = kept_at - below(g, LOOSEST)
        alive[number] = 0
        decisions = 0
        while not is_over(g) and decisions < MOST_DECISIONS:
            if decisions == kept_at:
                alive[number] = g.alive + 0
                keep(g, number, len(weights), inputs, samples)
            loose = LOOSE_AFTER if decisions >= kept_at else LOOSE_BEFORE
            if loose_from <= decisions < kept_at or g.number == 0:
                loose = 100
            move(rows, loose, out, further, weights, terms)
            decisions += 1
        lengths[number] = decisions
        if not is_over(g):
            alive[number] = 0
        for seat in range(g.seats):
            gains[SEATS * number + seat] = won_parts(g, seat) / (WHOLE_WIN + 0.0)


def keep(g: Any, number: int, terms: int, inputs: Any, samples: Any) -> None:
    """What there is to read of a position for each seat."""
    count = len(inputs)
    for seat in range(g.seats):
        features(g, seat, inputs)
        outlook(g, seat, terms, inputs)
        first = (number * g.seats + seat) * count
        for i in range(count):
            samples[first + i] = inputs[i]


def move(rows: Any, loose: int, out: Any, further: Any, weights: Any, terms: Any) -> None:
    """A decision, in `loose` of a hundred cases any careful one, and the luck that follows."""
    g = rows[0]
    options = list_options(g, out)
    if below(g, 100) < loose:
        code = choose(rows, CAUTIOUS, options, out, further)
    else:
        code = best_code(rows, options, out, further, weights, terms)
    carry_out(g, code)
    settle_luck(g)
