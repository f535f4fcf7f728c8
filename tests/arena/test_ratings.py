"""Ratings: the right ones, with honest intervals, whatever the ties."""

from __future__ import annotations

import math
from itertools import permutations
from random import Random

import numpy as np
import pytest

from tests.arena.support import drawn_ranks, quick, result
from tsuro.arena.playing import GameResult
from tsuro.arena.ratings import ELO, Tally, draws_of
from tsuro.arena.settings import ArenaError
from tsuro.arena.summary import Standing, Summary, sum_up, summary_to_json

STRENGTHS = (6.0, 3.0, 1.5, 0.5)
TRUE_ELO = [
    ELO * (math.log(each) - sum(map(math.log, STRENGTHS)) / len(STRENGTHS)) for each in STRENGTHS
]


def games(deals: int, *, seed: int = 1, rotations: int = 4) -> list[GameResult]:
    """Games of four bots with the strengths above, turned over the seats."""
    rng = Random(seed)
    found = []
    for deal in range(deals):
        for turn in range(rotations):
            bots = [(seat + turn) % 4 for seat in range(4)]
            ranks = drawn_ranks([STRENGTHS[bot] for bot in bots], rng)
            found.append(result(deal, bots, ranks, turn))
    return found


def summed(results: list[GameResult], bots: int = 4) -> Summary:
    return sum_up(quick(seats=len(results[0].bots), bots=("random",) * bots), results)


def by_bot(summary: Summary) -> list[Standing]:
    return sorted(summary.standings, key=lambda standing: standing.bot)


def elos(results: list[GameResult], bots: int) -> list[float]:
    tally = Tally.of([results], bots)
    return [float(each) for each in tally.ratings(np.ones((1, 1)))[0]]


def test_known_strengths_are_found_again() -> None:
    found = [standing.elo for standing in by_bot(summed(games(400)))]
    for estimate, truth in zip(found, TRUE_ELO, strict=True):
        assert estimate.low < truth < estimate.high
        assert estimate.high - estimate.low < 50
    assert abs(sum(estimate.value for estimate in found)) < 1e-6


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    held = total = 0
    for seed in range(30):
        for standing in by_bot(summed(games(40, seed=seed, rotations=1))):
            held += standing.elo.low < TRUE_ELO[standing.bot] < standing.elo.high
            total += 1
    assert 0.85 < held / total <= 1


def test_standings_are_sorted_and_shares_add_up() -> None:
    summary = summed(games(100))
    assert [standing.bot for standing in summary.standings] == [0, 1, 2, 3]
    assert sum(standing.share.value for standing in summary.standings) == pytest.approx(1)
    assert all(standing.seats == 400 for standing in summary.standings)
    assert sum(standing.place for standing in summary.standings) == pytest.approx(10)


def test_repeating_the_games_of_a_deal_does_not_make_us_surer() -> None:
    """The bootstrap is over deals: copies of a game within one bring nothing new."""
    once = games(60, rotations=1)
    tripled = [result(each.deal, each.bots, each.ranks, turn) for each in once for turn in range(3)]
    for one, other in zip(by_bot(summed(once)), by_bot(summed(tripled)), strict=True):
        width, tripled_width = one.share.high - one.share.low, other.share.high - other.share.low
        assert tripled_width == pytest.approx(width, abs=0.02)


def test_ties_between_all_make_all_equal() -> None:
    assert elos([result(0, (0, 1, 2), (1, 1, 1))] * 50, 3) == pytest.approx([0, 0, 0], abs=1e-6)


def test_a_tie_counts_half_of_a_win() -> None:
    tie, win, loss = (result(0, (0, 1), ranks) for ranks in ((1, 1), (1, 2), (2, 1)))
    assert elos([tie] * 10 + [win] * 4, 2) == pytest.approx(elos([win] * 9 + [loss] * 5, 2))


@pytest.mark.parametrize("bots", [(0, 1, 2, 3), (0, 0, 1, 2)])
def test_a_tie_is_the_average_over_all_orders(bots: tuple[int, ...]) -> None:
    tied = [result(0, bots, (3, 1, 1, 1))] * 6
    orders = [result(0, bots, (4, *order)) for order in permutations((1, 2, 3))]
    tied += [result(0, bots, (1, 2, 3, 3))] * 6
    orders += [result(0, bots, (1, 2, 3, 4)), result(0, bots, (1, 2, 4, 3))] * 3
    assert elos(tied, 4) == pytest.approx(elos(orders, 4))


def test_draws_of_a_game_with_ties_and_copies() -> None:
    game = result(0, (0, 1, 1, 2), (1, 2, 2, 4))
    assert list(draws_of(game, 3)) == [
        ((1, 2, 1), 1),
        ((0, 2, 1), 1),
        ((0, 1, 1), 1),
        ((0, 0, 1), 1),
    ]
    shared = result(0, (0, 1), (1, 1))
    assert list(draws_of(shared, 2)) == [((1, 1), 1), ((1, 0), 0.5), ((0, 1), 0.5)]


def test_a_bot_that_always_wins_has_a_finite_rating() -> None:
    few, many = (elos([result(0, (0, 1), (1, 2))] * count, 2) for count in (20, 2000))
    assert few[0] == pytest.approx(-few[1])
    assert few[0] < many[0] < 2000
    # Where 20 wins and each bot's imagined tie with an average opponent are in balance.
    log_strength = few[0] / ELO
    certain, ahead = (1 / (1 + math.exp(-each)) for each in (2 * log_strength, log_strength))
    assert 20 * (1 - certain) == pytest.approx(2 * ahead - 1)


def test_copies_of_one_bot_rate_like_one() -> None:
    """Alone against three copies: a quarter of the wins means equal strength."""
    results = [
        result(deal, (0, 1, 1, 1), [1 if seat == deal % 4 else 2 for seat in range(4)])
        for deal in range(40)
    ]
    assert elos(results, 2) == pytest.approx([0, 0], abs=1)


def test_pairs_count_who_finishes_first() -> None:
    results = [result(deal, (0, 1, 2), (1, 2, 2)) for deal in range(8)]
    results += [result(8, (0, 1, 2), (3, 1, 2))]
    pairs = summed(results, 3).pairs
    assert pairs[0, 1].value == pytest.approx(8 / 9)
    assert pairs[1, 0].value == pytest.approx(1 / 9)
    assert pairs[1, 2].value == pytest.approx((8 * 0.5 + 1) / 9)
    assert (0, 0) not in pairs
    assert pairs[0, 1].is_above(0.5)
    assert not pairs[1, 2].is_above(0.5)


def test_a_bot_that_won_nothing_may_still_have_been_unlucky() -> None:
    summary = summed([result(deal, (0, 1), (1, 2)) for deal in range(20)], bots=2)
    winner, loser = (standing.share for standing in by_bot(summary))
    assert (loser.value, loser.low) == (0, 0)
    assert loser.high == pytest.approx(1 - 0.025 ** (1 / 20))
    assert (winner.value, winner.high) == (1, 1)
    assert winner.low == pytest.approx(1 - loser.high)
    assert summary.pairs[0, 1] == winner


def met_seldom() -> Summary:
    """Bots 0 and 1 meet in four of forty deals only: two even, one half lost, one lost."""
    results = [result(deal, (0, 2), (1, 1)) for deal in range(36)]
    for deal, first in enumerate(((1, 2), (1, 2), (1, 1), (2, 1)), 36):
        results += [result(deal, (0, 1), first), result(deal, (1, 0), (1, 2), 1)]
    return summed(results, bots=3)


def test_resamples_in_which_a_pair_did_not_meet_say_nothing_about_it() -> None:
    pair, mirror = met_seldom().pairs[0, 1], met_seldom().pairs[1, 0]
    # Each deal has a score of 1/2, 1/2, 1/4 or 0: no mean of some of them lies outside.
    assert pair.value == pytest.approx(5 / 16)
    assert 0 <= pair.low < pair.value < pair.high <= 0.5
    assert (mirror.low, mirror.high) == pytest.approx((1 - pair.high, 1 - pair.low))
    share = next(each.share for each in met_seldom().standings if each.bot == 1)
    assert 0.5 <= share.low < share.value < share.high <= 1


@pytest.mark.parametrize("ranks", [(1, 2), (1, 1), (2, 1)])
def test_a_single_deal_proves_nothing(ranks: tuple[int, int]) -> None:
    results = [result(deal, (0, 2), (1, 2)) for deal in range(30)]
    results += [result(30, (0, 1), ranks), result(30, (1, 0), (1, 1), 1)]
    for pair in ((0, 1), (1, 0)):
        estimate = summed(results, bots=3).pairs[pair]
        assert estimate.low < 0.05
        assert estimate.high > 0.95


def test_bots_that_never_met_or_played_are_left_out() -> None:
    summary = summed([result(deal, (0, 1), (1, 2)) for deal in range(5)], bots=3)
    assert {standing.bot for standing in summary.standings} == {0, 1}
    assert set(summary.pairs) == {(0, 1), (1, 0)}


def test_nothing_can_be_said_of_nothing() -> None:
    with pytest.raises(ArenaError, match="No deal"):
        sum_up(quick(), [])


def test_the_summary_repeats_itself() -> None:
    assert summary_to_json(summed(games(30))) == summary_to_json(summed(games(30)))
