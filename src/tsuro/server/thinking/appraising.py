"""What options are worth: a short spell of thinking in a worker process."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import cast

from tsuro.bots.base import Explainer, Explanation
from tsuro.bots.clocks import Countdown
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.registry import build_edition
from tsuro.engine.views import PlayerView
from tsuro.server.thinking.bots import Question, known_bot
from tsuro.studying.subject import imagined


def appraise(question: Question, seconds: float) -> Explanation:
    """What a bot thinks of a decision after so many seconds; runs in a worker."""
    return _explained(question.bot, question.view(), question.seed, seconds)


def _explained(bot: str, seen: PlayerView, seed: int, seconds: float) -> Explanation:
    assert seen.decide is not None
    explainer = cast("Explainer", known_bot(bot))
    return explainer.explain(seen, seen.decide.options, Random(seed), Countdown(seconds))


@dataclass(frozen=True, slots=True)
class HiddenDecision:
    """Another seat's decision as an onlooker sees it: neither the hand nor the options."""

    bot: str
    edition: str
    seats: int
    switches: tuple[tuple[str, str], ...]
    state: GameState
    """As the onlooker sees it."""
    viewer: Seat
    seed: int


def imagine(decision: HiddenDecision, seconds: float) -> Explanation:
    """What a bot thinks in one of the worlds that the onlooker cannot tell apart.

    The options are those of an imagined hand and mean nothing, so only the shares are given.
    """
    edition = build_edition(
        decision.edition, seats=decision.seats, switches=dict(decision.switches)
    )
    rng = Random(decision.seed)
    decider = imagined(edition, decision.state, decision.viewer, rng)
    explained = _explained(decision.bot, decider, rng.getrandbits(64), seconds)
    return Explanation(explained.seat, explained.shares, (), explained.note)
