"""Playouts on the reference engine, for editions without a kernel: few, but of the same kind."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from time import perf_counter
from typing import Final

from tsuro.bots.base import Appraisal, Explanation
from tsuro.core.actions import Decision
from tsuro.core.asks import Chance, Decide
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.determinize import determinize
from tsuro.engine.play import Step, advance
from tsuro.engine.views import PlayerView

MOST: Final = 64
"""Playouts at most: each takes a thousand times as long as in a kernel."""


class _Tally:
    """What came of the playouts of one option."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.wins = [0.0] * seats
        self.squares = [0.0] * seats
        self.lived = 0

    def add(self, shares: Sequence[float], lived: bool) -> None:
        self.games += 1
        self.lived += lived
        for seat, share in enumerate(shares):
            self.wins[seat] += share
            self.squares[seat] += share * share

    def appraisal(self, option: Decision) -> Appraisal:
        games = max(self.games, 1)
        shares = tuple(wins / games for wins in self.wins)
        # A few games that all went alike do not make anything certain.
        doubt = 0.25 / games
        spread = (
            max(sq / games - s * s, doubt) for sq, s in zip(self.squares, shares, strict=True)
        )
        errors = tuple(sqrt(each / max(games - 1, 1)) for each in spread)
        return Appraisal(option, shares, errors, self.games, self.lived / games, (option,))


def explain_roughly(
    view: PlayerView, options: Sequence[Decision], rng: Random, *, playouts: int, seconds: float
) -> Explanation:
    """Every option played out in turn, as long as playouts and time allow."""
    assert view.decide is not None
    seat = view.decide.seat
    tallies = [_Tally(view.edition.seats) for _ in options]
    begun = perf_counter()
    for number in range(max(len(options), min(playouts or MOST, MOST))):
        if seconds and number >= len(options) and perf_counter() - begun > seconds:
            break
        which = number % len(options)
        step = Step(determinize(view, rng), (), view.decide)
        tallies[which].add(*_play_out(view.edition, step, options[which], rng))
    appraisals = [t.appraisal(o) for t, o in zip(tallies, options, strict=True)]
    appraisals.sort(key=lambda each: each.shares[seat], reverse=True)
    count = sum(tally.games for tally in tallies)
    return Explanation(seat, appraisals[0].shares, tuple(appraisals), f"{count:,} playouts")


def _play_out(
    edition: Edition, step: Step, option: Decision, rng: Random
) -> tuple[list[float], bool]:
    """The shares of the win after an option and random play, and whether the seat got that far."""
    assert isinstance(step.ask, Decide)
    seat = step.ask.seat
    turn = step.state.turn.number
    step = advance(edition, step, option)
    lived = False
    while step.ask is not None:
        ask = step.ask
        if isinstance(ask, Chance):
            outcomes = [outcome for outcome, _ in ask.outcomes]
            weights = [weight for _, weight in ask.outcomes]
            step = advance(edition, step, rng.choices(outcomes, weights)[0])
        else:
            lived |= ask.seat == seat and step.state.turn.number > turn
            step = advance(edition, step, rng.choice(ask.options))
    shares = _shares(step.state)
    return shares, lived or step.state.is_in(seat) or shares[seat] > 0


def _shares(state: GameState) -> list[float]:
    assert state.result is not None
    winners = state.result.winners
    return [(Seat(seat) in winners) / len(winners) for seat in range(state.seats)]
