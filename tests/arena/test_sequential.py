"""The sequential test: how often it is wrong, and when it stops."""

from __future__ import annotations

import math
from random import Random

import pytest

from tests.arena.support import drawn_ranks
from tsuro.arena.sequential import FEWEST_DEALS, Hypotheses, SequentialTest, Verdict, share_of


def deal_score(share: float, seats: int, rng: Random) -> float:
    """One seat against equals, over all rotations of a deal."""
    strength = share * (seats - 1) / (1 - share)
    ranks = [drawn_ranks([strength, *[1.0] * (seats - 1)], rng) for _ in range(seats)]
    return sum(rank[0] == 1 for rank in ranks) / seats


def verdicts(share: float, hypotheses: Hypotheses, *, times: int, seats: int) -> list[Verdict]:
    found = []
    for seed in range(times):
        rng, test = Random(seed), SequentialTest(hypotheses)
        while test.add(deal_score(share, seats, rng)) is Verdict.OPEN:
            pass
        found.append(test.verdict)
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_it_is_seldom_wrong(seats: int) -> None:
    low, high = (share_of(elo, seats=seats) for elo in (0, 150))
    hypotheses = Hypotheses(low, high, alpha=0.1, beta=0.1)
    times = 120
    accepted = verdicts(low, hypotheses, times=times, seats=seats).count(Verdict.ACCEPTED)
    rejected = verdicts(high, hypotheses, times=times, seats=seats).count(Verdict.REJECTED)
    assert accepted <= 0.16 * times
    assert rejected <= 0.16 * times


def test_a_clear_case_is_decided_soon() -> None:
    test = SequentialTest(Hypotheses(0.25, 0.3))
    deals = 0
    while test.add(0.75) is Verdict.OPEN:
        deals += 1
        assert deals < 40
    assert test.verdict is Verdict.ACCEPTED
    assert test.deals >= FEWEST_DEALS
    before = (test.deals, test.ratio)
    assert test.add(0.0) is Verdict.ACCEPTED, "a verdict stands"
    assert (test.deals, test.ratio) == before


def test_the_ratio_tells_which_hypothesis_the_mean_is_nearer_to() -> None:
    for score, sign in ((0.25, -1), (0.35, 1)):
        test = SequentialTest(Hypotheses(0.25, 0.35))
        for delta in (-0.1, 0.1, -0.2, 0.2):
            test.add(score + delta)
        assert test.mean == pytest.approx(score)
        assert test.ratio * sign > 0
    assert SequentialTest(Hypotheses(0.25, 0.35)).ratio == 0


def test_the_bounds_are_those_of_wald() -> None:
    hypotheses = Hypotheses(0.25, 0.35, alpha=0.02, beta=0.1)
    assert hypotheses.bounds == pytest.approx((math.log(0.1 / 0.98), math.log(0.9 / 0.02)))


def test_shares_follow_from_elo() -> None:
    assert share_of(0, seats=4) == pytest.approx(0.25)
    assert share_of(0, seats=4, copies=2) == pytest.approx(0.25)
    assert share_of(400, seats=2) == pytest.approx(10 / 11)
    assert share_of(400, seats=4) == pytest.approx(10 / 13)
    assert share_of(-400, seats=2) == pytest.approx(1 / 11)
    assert share_of(5000, seats=4, copies=2) == pytest.approx(0.5)
    assert share_of(1e6, seats=4) == 1
    assert share_of(-1e6, seats=4) == 0


@pytest.mark.parametrize(
    "numbers", [(0.3, 0.2), (0.2, 0.2), (0, 0.5), (0.5, 1), (0.2, 0.3, 0), (0.2, 0.3, 0.05, 0.6)]
)
def test_hypotheses_must_make_sense(numbers: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="must"):
        Hypotheses(*numbers)
