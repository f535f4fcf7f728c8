"""What learners are paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy

from tsuro.errors import BadSetting, did_you_mean

if TYPE_CHECKING:
    from tsuro.training.games import Games

REWARDS: Final = ("win", "rank", "survival")
"""
win       at the end the share of the win: 1, a part of a shared one, or 0
rank      at the end the place: 1 for the first, 0 for the last, in equal steps between; those who
          share places share their rewards
survival  1 for every decision of one's own after which one is still in or has won
"""


def check_reward(name: str) -> str:
    if name not in REWARDS:
        guess = did_you_mean(str(name), REWARDS)
        raise BadSetting(f"There is no reward {name!r}.{guess} There are: {', '.join(REWARDS)}.")
    return name


def place_rewards(ranks: Any) -> Any:
    """From the places of all seats of each game: 1 for the first, 0 for the last."""
    seats = ranks.shape[1]
    equal = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    # Seats that share a place have all the places from it on among them.
    middle = ranks + (equal - 1) / 2
    return (seats - middle) / (seats - 1)


def result_rewards(name: str, games: Games) -> Any:
    """What every seat of each game is paid if it ends as it stands now."""
    if name == "win":
        return games.returns()
    if name == "rank":
        return place_rewards(games.ranks())
    return numpy.zeros((games.count, games.seats))
