"""Tune the constants of the tree search for an edition by letting candidates play.

    python tools/tune_search.py classic --seats 4 --iterations 1000 --candidates 12 --seed 1

Successive halving: the present constants and candidates drawn around them play the same deals, each
alone against copies of `greedy`; the better half goes on to twice as many deals, until one is left.
The winner then meets the present constants on fresh deals. Bots are given iterations, never time:
the same arguments give the same constants on every machine.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from tsuro.arena.run import Arena
from tsuro.arena.settings import Lineup, Settings
from tsuro.arena.summary import sum_up
from tsuro.bots.mcts import USUAL_HORIZON, MctsBot
from tsuro.editions.registry import EDITIONS

CONSTANTS: Final = ("c", "bias", "careful", "horizon", "trust")
LEAF: Final = "terms"
"""They are tuned for the judgement that every edition has."""
START: Final = MctsBot(horizon=USUAL_HORIZON, leaf=LEAF)
FRESH: Final = 10_000
"""Added to the seed for the last meeting."""


@dataclass(frozen=True)
class Table:
    """Where candidates are compared."""

    edition: str
    seats: int
    iterations: int
    seed: int
    jobs: int

    def spec(self, bot: MctsBot) -> str:
        constants = ",".join(f"{name}={getattr(bot, name):g}" for name in CONSTANTS)
        return f"mcts:iterations={self.iterations},endgame=0,leaf={LEAF},{constants}"

    def share(self, bot: MctsBot, rivals: str, games: int) -> tuple[float, float, float]:
        """The share of the wins of a candidate that sits alone, and its interval."""
        settings = Settings(
            self.edition,
            self.seats,
            (self.spec(bot), rivals),
            lineup=Lineup.ONE_VS_REST,
            seed=self.seed,
        )
        arena = Arena(settings, games, self.jobs)
        arena.play()
        standings = sum_up(settings, arena.counted()).standings
        (share,) = (standing.share for standing in standings if standing.bot == 0)
        return share.value, share.low, share.high


def drawn(bot: MctsBot, rng: Random) -> MctsBot:
    """Other constants near those of a bot."""
    return replace(
        bot,
        c=round(bot.c * 2 ** rng.uniform(-1, 1), 2),
        bias=round(bot.bias * 2 ** rng.uniform(-1.5, 1.5), 1),
        careful=round(min(1.0, max(0.0, bot.careful + rng.uniform(-0.5, 0.5))), 2),
        horizon=max(1, round((bot.horizon or 1) * 2 ** rng.uniform(-1.5, 1.5))),
        trust=round(bot.trust * 2 ** rng.uniform(-1, 1), 1),
    )


def tune(table: Table, candidates: int, games: int) -> MctsBot:
    """The candidate that is left at the end."""
    rng = Random(table.seed)
    left = [START]
    left += [drawn(left[0], rng) for _ in range(candidates - 1)]
    while len(left) > 1:
        shares = {bot: table.share(bot, "greedy", games) for bot in left}
        left.sort(key=lambda bot: -shares[bot][0])
        print(f"{games} games each:")
        for bot in left:
            print(f"  {100 * shares[bot][0]:5.1f} %  {table.spec(bot)}", flush=True)
        left = left[: (len(left) + 1) // 2] if len(left) > 2 else left[:1]
        games *= 2
    return left[0]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("edition", choices=list(EDITIONS))
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--candidates", type=int, default=12)
    parser.add_argument(
        "--games", type=int, default=48, help="of each candidate in the first round"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    table = Table(given.edition, given.seats, given.iterations, given.seed, given.jobs)
    best = tune(table, given.candidates, given.games)
    if best == START:
        print("The present constants are the best of them.")
        return
    fresh = replace(table, seed=given.seed + FRESH)
    share, low, high = fresh.share(best, table.spec(START), 8 * given.games)
    print(f"{table.spec(best)} alone against the present constants on fresh deals:")
    print(
        f"  {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f}), fair {100 / given.seats:.1f}"
    )


if __name__ == "__main__":
    main()
