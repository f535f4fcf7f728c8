"""A sequential test: stop as soon as the deals say whether the first bot is good enough.

Wald's sequential probability ratio test, generalised: each deal gives one number, the mean share of
the win that the tested bot took per seat over all rotations, so that luck shared by the rotations
cancels and ties need no model. For n deals with mean m and variance v the log likelihood ratio of
the hypotheses "its share is s1" and "its share is s0" is

    n (s1 - s0) (2 m - s0 - s1) / (2 v)

which is that of the normal distribution; the test stops when it leaves (log(beta / (1 - alpha)),
log((1 - beta) / alpha)). Deals are taken in their order, whichever was finished first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

FEWEST_DEALS = 10
"""No verdict before: the variance of a few deals says little."""
PRIOR_DEALS = 2
"""Weight, in deals, of the variance that one game of equals has, so that it is never 0."""


class Verdict(StrEnum):
    ACCEPTED = "accepted"
    """The share is s1 or more."""
    REJECTED = "rejected"
    """The share is s0 or less."""
    OPEN = "open"


@dataclass(frozen=True)
class Hypotheses:
    """What is to be told apart, and how often the verdict may be wrong."""

    share0: float
    share1: float
    alpha: float = 0.05
    """How often a bot of share0 may be accepted."""
    beta: float = 0.05
    """How often a bot of share1 may be rejected."""

    def __post_init__(self) -> None:
        if not 0 < self.share0 < self.share1 < 1:
            raise ValueError("the shares must rise and lie between 0 and 1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta must lie between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


def share_of(elo: float, *, seats: int, copies: int = 1) -> float:
    """The share of the win of one seat whose bot is so much stronger than all others.

    By the model of the ratings; `copies` seats hold that bot.
    """
    # A power of a negative number only: however large the difference, nothing overflows.
    weaker = 10 ** (-abs(elo) / 400)
    own, other = (weaker, 1.0) if elo < 0 else (1.0, weaker)
    return own / (copies * own + (seats - copies) * other)


class SequentialTest:
    """Takes the scores of the deals one by one; after a verdict it stays as it is."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.deals = 0
        self.verdict = Verdict.OPEN
        self._sum = 0.0
        self._squares = 0.0

    @property
    def mean(self) -> float:
        return self._sum / self.deals if self.deals else 0.0

    @property
    def ratio(self) -> float:
        """The log likelihood ratio so far."""
        if not self.deals:
            return 0.0
        low, high = self.hypotheses.share0, self.hypotheses.share1
        spread = self._squares - self.deals * self.mean**2
        variance = (spread + PRIOR_DEALS * low * (1 - low)) / (self.deals - 1 + PRIOR_DEALS)
        return self.deals * (high - low) * (2 * self.mean - low - high) / (2 * variance)

    def add(self, score: float) -> Verdict:
        """The share per seat that the bot took in the next deal."""
        if self.verdict is not Verdict.OPEN:
            return self.verdict
        self.deals += 1
        self._sum += score
        self._squares += score * score
        low, high = self.hypotheses.bounds
        if self.deals >= FEWEST_DEALS:
            if self.ratio >= high:
                self.verdict = Verdict.ACCEPTED
            elif self.ratio <= low:
                self.verdict = Verdict.REJECTED
        return self.verdict
