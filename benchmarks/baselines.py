"""How often simple bots win, for the pages about learning: one alone among copies of another.

    python benchmarks/baselines.py [--games 4000] [--editions classic seas]

The bots are those that are compiled together with the games. Each seat has the one bot in as many
games; printed are its share of the wins with a 95 % interval, what is fair, and the decisions that
all seats make in a game. The same seed gives the same numbers on every machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final

import numpy

from tsuro.editions.registry import OURS
from tsuro.training import Games
from tsuro.training.games import opponent_numbers

PAIRS: Final = (("cautious", "random"), ("greedy", "random"), ("greedy", "cautious"))
SEATS: Final = (2, 4)
SEED: Final = 2026


def results(edition: str, seats: int, bots: Sequence[str], count: int) -> tuple[Any, float]:
    """What each seat has won in each game, and the decisions of a game."""
    games = Games(edition, count, seats=seats, seed=SEED)
    policies = opponent_numbers(bots, seats)
    while not (over := games.done | games.endless).all():
        games.step(numpy.where(over, -1, games.choices(policies)))
    return games.returns(), float(games.played.mean())


def line(edition: str, seats: int, one: str, others: str, count: int) -> str:
    """A line of a table."""
    won, decisions = [], []
    for seat in range(seats):
        bots = [one if each == seat else others for each in range(seats)]
        shares, played = results(edition, seats, bots, count // seats)
        won.append(shares[:, seat])
        decisions.append(played)
    shares = numpy.concatenate(won)
    share, spread = 100 * shares.mean(), 196 * shares.std() / len(shares) ** 0.5
    return (
        f"| {seats} | `{one}` among `{others}` | {share:.1f} % ± {spread:.1f} | "
        f"{100 / seats:.0f} % | {numpy.mean(decisions):.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--editions", nargs="+", default=OURS, choices=OURS)
    given = parser.parse_args()
    for edition in given.editions:
        print(f"\n{edition}, {given.games} games a line\n")
        print("| seats | bot | wins | fair | decisions a game |\n|--:|---|--:|--:|--:|")
        for seats in SEATS:
            for one, others in PAIRS:
                print(line(edition, seats, one, others, given.games), flush=True)


if __name__ == "__main__":
    main()
