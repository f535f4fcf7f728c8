"""Never leaves the game if it can help it; beyond that it has no opinion.

To win at once and alone is the safest of all: nothing can happen to it any more. Without that it
would play like `random` wherever the rules forbid to leave of one's own will (CL-10).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tsuro.bots.base import Clock, Explanation
from tsuro.bots.ranges import check_ranges
from tsuro.core.actions import Decision
from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Status
from tsuro.editions.edition import Edition
from tsuro.engine.determinize import determinize
from tsuro.engine.play import Step, advance
from tsuro.engine.views import PlayerView

LOOK_AHEAD: Final = 2
"""How many own decisions in a row are tried together, such as a tile and the path into it."""

PRESENCE: Final = {Status.OFF: 1, Status.LOST: 0}
"""A pawn that may rise again is better than none; everywhere else it counts 2."""


@dataclass(frozen=True)
class CautiousBot:
    """Wins if it can; else keeps its pawns, by any of the options that keep most of them."""

    slips: float = 0.0
    """How often it plays any legal move instead, from 0 to 1: a gentler opponent."""

    def __post_init__(self) -> None:
        check_ranges(self, slips=(0, 1))

    def choose(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random,
        clock: Clock | None = None,
    ) -> Decision:
        if len(options) == 1:
            return options[0]
        if rng.random() < self.slips:
            return rng.choice(options)
        return rng.choice(safest(view, options, rng))

    def explain(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random | None = None,
        clock: Clock | None = None,
    ) -> Explanation:
        """Safe options first; the figures come from a few playouts."""
        from tsuro.bots.flat import appraise

        rng = rng or Random(0)
        safe = safest(view, options, rng)
        return appraise(view, options, rng, clock, order=safe.__contains__, note="cautious")


def safest(view: PlayerView, options: Sequence[Decision], rng: Random) -> list[Decision]:
    """The options that win, or else keep most of the seat's pawns; all if none is better.

    What an option does before luck comes in does not hang on hidden tiles: any world will do.
    """
    assert view.decide is not None
    step = Step(determinize(view, rng), (), view.decide)
    kept = [safety_after(view.edition, step, option) for option in options]
    most = max(kept)
    return [option for option, count in zip(options, kept, strict=True) if count == most]


def safety_after(edition: Edition, step: Step, option: Decision, *, depth: int = LOOK_AHEAD) -> int:
    """The safety a seat can keep by an option before luck or another seat has a say."""
    assert isinstance(step.ask, Decide)
    seat = step.ask.seat
    after = advance(edition, step, option)
    ask = after.ask
    if isinstance(ask, Decide) and ask.seat == seat and depth > 1:
        return max(safety_after(edition, after, each, depth=depth - 1) for each in ask.options)
    return safety(after.state, seat)


def safety(state: GameState, seat: Seat) -> int:
    """What is left of a seat's pawns; a shared win counts as all of them, a win as still more."""
    pawns = [state.pawns[pawn].status for pawn in state.pawns_of(seat)]
    if state.result is not None and seat in state.result.winners:
        return 2 * len(pawns) + (len(state.result.winners) == 1)
    return sum(PRESENCE.get(status, 2) for status in pawns)
