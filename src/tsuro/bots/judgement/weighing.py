"""The greedy judgement of every option, in kernel style.

A template (see `tsuro.fast.templates`): runs plain for a bot, compiled for a tuner.
"""

from __future__ import annotations

from typing import Any, Final

from tsuro.fast.shared.rng import below
from tsuro.fast.shared.wins import count_seats
from tsuro.fast.templates.loops import copy_row
from tsuro.fast.tiles.features import features
from tsuro.fast.tiles.options import is_over, legal, to_act
from tsuro.fast.tiles.play import is_luck, play, roll

FROM_KERNEL = ("features", "is_luck", "is_over", "legal", "play", "roll", "to_act")
WORST: Final = -1e9
MOST_DECISIONS: Final = 1000
"""A game with as many is broken off and shared by whoever is still in, as in the arena."""


def weigh(
    rows: Any, options: int, out: Any, further: Any, weights: Any, terms: Any, scores: Any
) -> None:
    """The score of each option of the game in row 0; rows 1 and 2 are for trying things out."""
    for i in range(options):
        scores[i] = score_after(rows, out[i], further, weights, terms)


def score_after(rows: Any, code: int, further: Any, weights: Any, terms: Any) -> float:
    """What the seat to act may hope for after a decision.

    If it decides again before luck or anybody else has a say, as with a tile and the path into it,
    the best second decision counts.
    """
    seat = to_act(rows[0])
    copy_row(rows, 1, rows, 0)
    decide(rows[1], code)
    if is_over(rows[1]) or is_luck(rows[1]) or to_act(rows[1]) != seat:
        return score(rows[1], seat, weights, terms)
    best = WORST
    for i in range(legal(rows[1], further)):
        copy_row(rows, 2, rows, 1)
        decide(rows[2], further[i])
        best = max(best, score(rows[2], seat, weights, terms))
    return best


def score(g: Any, seat: int, weights: Any, terms: Any) -> float:
    """The weighted sum of the terms for a seat."""
    features(g, seat, terms)
    total = 0.0
    for i in range(len(terms)):
        total += weights[i] * terms[i]
    return total


def decide(g: Any, code: int) -> None:
    """`play`, which is large and compiled into its callers, in one place for all of them."""
    play(g, code)


def settle_luck(g: Any) -> None:
    """Let luck do what is due."""
    while is_luck(g):
        roll(g)


def play_games(
    opening: Any,
    luck: Any,
    seat: int,
    rows: Any,
    out: Any,
    further: Any,
    weights: Any,
    others: Any,
    terms: Any,
    results: Any,
) -> None:
    """Whole games in which one seat judges by `weights` and all others by `others`; its wins."""
    for number in range(len(luck)):
        copy_row(rows, 0, opening, 0)
        g = rows[0]
        g.rng = luck[number]
        settle_luck(g)
        left = MOST_DECISIONS
        while not is_over(g) and left != 0:
            left -= 1
            options = legal(g, out)
            judged_by = weights if to_act(g) == seat else others
            decide(g, best_code(rows, options, out, further, judged_by, terms))
            settle_luck(g)
        winners = (g.winners if is_over(g) else g.alive) + 0
        results[number] = (winners >> seat & 1) / (count_seats(winners) + 0.0)


def best_code(rows: Any, options: int, out: Any, further: Any, weights: Any, terms: Any) -> int:
    """The option with the highest score; among equal ones any."""
    best = WORST
    chosen: int = out[0] + 0
    ties = 0
    for i in range(options):
        code = out[i] + 0
        value = score_after(rows, code, further, weights, terms)
        ties = ties + 1 if value == best else 1
        if value > best or (value == best and below(rows[0], ties) == 0):
            chosen = code
        best = max(best, value)
    return chosen


def warm_up(kernel: Any) -> None:
    """Have the judgement compiled: called on the plain module."""
    from tsuro.bots.judgement.tuning import Contest

    zeros = (0.0,) * len(kernel.family.features)
    Contest(kernel).score(zeros, zeros, seat=0, games=1, seed=0)
