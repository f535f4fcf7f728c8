"""Who sits where: line-ups and their rotations."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.arena.support import quick
from tsuro.arena.deals import deal_seatings, lineup_of, seatings, seats_of_first
from tsuro.arena.settings import ArenaError, Lineup


def specs(count: int) -> tuple[str, ...]:
    return tuple(f"cautious:slips=0.{number}" for number in range(count))


def test_every_rotation_of_a_line_up_plays_the_deal() -> None:
    settings = quick(seats=4, bots=specs(4))
    for deal in range(6):
        games = deal_seatings(settings, deal)
        assert [game.rotation for game in games] == [0, 1, 2, 3]
        for seat in range(4):
            assert sorted(game.bots[seat] for game in games) == [0, 1, 2, 3]
        doubled = games[0].bots * 2
        assert all(game.bots in {doubled[i : i + 4] for i in range(4)} for game in games)


def test_the_order_round_the_table_changes_from_deal_to_deal() -> None:
    settings = quick(seats=5, bots=specs(5))
    assert len({lineup_of(settings, deal) for deal in range(20)}) > 10


def test_rotations_that_look_the_same_are_played_once() -> None:
    settings = quick(seats=4)
    sizes = {lineup_of(settings, deal): len(deal_seatings(settings, deal)) for deal in range(40)}
    assert sizes[0, 1, 0, 1] == 2
    assert sizes[0, 0, 1, 1] == 4


def test_fewer_bots_than_seats_share_them_evenly() -> None:
    settings = quick(seats=8, bots=specs(3))
    held = Counter(bot for deal in range(3) for bot in lineup_of(settings, deal))
    assert held == {0: 8, 1: 8, 2: 8}
    assert set(Counter(lineup_of(settings, 0)).values()) == {2, 3}


def test_more_bots_than_seats_take_turns() -> None:
    settings = quick(seats=2, bots=specs(5))
    met = Counter(tuple(sorted(lineup_of(settings, deal))) for deal in range(20))
    assert len(met) == 10, "every pair of five"
    assert set(met.values()) == {2}


def test_one_against_copies_of_each_other_bot_in_turn() -> None:
    settings = quick(seats=4, bots=specs(3), lineup=Lineup.ONE_VS_REST)
    assert lineup_of(settings, 0) == (0, 1, 1, 1)
    assert lineup_of(settings, 1) == (0, 2, 2, 2)
    assert lineup_of(settings, 2) == (0, 1, 1, 1)
    assert [game.bots.index(0) for game in deal_seatings(settings, 0)] == [0, 1, 2, 3]


def test_only_whole_deals_are_played() -> None:
    games = list(seatings(quick(seats=4, bots=specs(4)), 6))
    assert len(games) == 8
    assert {game.deal for game in games} == {0, 1}


def test_the_seats_of_the_first_bot_are_known_where_they_do_not_vary() -> None:
    assert seats_of_first(quick(seats=4, bots=specs(4))) == 1
    assert seats_of_first(quick(seats=4, bots=specs(6))) == 1
    assert seats_of_first(quick(seats=6, bots=specs(2))) == 3
    assert seats_of_first(quick(seats=6, bots=specs(4), lineup=Lineup.ONE_VS_REST)) == 1
    with pytest.raises(ArenaError, match="cannot share 8 seats evenly"):
        seats_of_first(quick(seats=8, bots=specs(3)))
