"""Tune the weights of the greedy judgement for an edition by playing whole games in the kernel.

    python tools/tune_greedy.py classic --seats 2 4 --generations 12 --games 500 --seed 1

The cross-entropy method: candidates are drawn around the present weights, each plays the same deals
in every seat against the weights of the start, the best ones give the next centre and spread. The
result is checked on fresh deals and printed for `judgement.toml` in the folder of the edition. The
same arguments give the same weights on every machine.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean, pstdev

from tsuro.bots.judgement.tuning import Contest
from tsuro.bots.judgement.weights import weights_for
from tsuro.editions.registry import build_edition
from tsuro.fast import kernel_of
from tsuro.fast.families import with_kernel

POPULATION = 20
ELITE = 5
FIXED = 2
"""The first two terms, won and out, give the scale and stay."""
CHECKED = 5
"""The check on fresh deals plays so many times as many games."""


def fitness(
    contests: list[Contest],
    weights: tuple[float, ...],
    start: tuple[float, ...],
    games: int,
    seed: int,
) -> float:
    """Shares of wins in parts of the fair share, averaged over the numbers of seats."""
    shares = []
    for contest in contests:
        share, _ = contest.share(weights, start, games=games, seed=seed)
        shares.append(share * contest.kernel.edition.seats)
    return mean(shares)


def tune(contests: list[Contest], start: tuple[float, ...], arguments: argparse.Namespace) -> None:
    rng = Random(arguments.seed)
    centre = list(start)
    spread = [0.0] * FIXED + [max(0.4, abs(weight) / 2) for weight in start[FIXED:]]
    for generation in range(arguments.generations):
        candidates = [tuple(centre)]
        while len(candidates) < POPULATION:
            candidates.append(tuple(map(rng.gauss, centre, spread)))
        seed = arguments.seed + generation
        scored = sorted(
            ((fitness(contests, each, start, arguments.games, seed), each) for each in candidates),
            reverse=True,
        )
        elite = [each for _, each in scored[:ELITE]]
        centre = [mean(values) for values in zip(*elite, strict=True)]
        spread = [
            0.7 * pstdev(values) + 0.3 * before
            for values, before in zip(zip(*elite, strict=True), spread, strict=True)
        ]
        shown = " ".join(f"{weight:.2f}" for weight in centre)
        print(f"generation {generation}: best {scored[0][0]:.3f}, centre {shown}", flush=True)
    report(contests, tuple(centre), start, arguments)


def report(
    contests: list[Contest],
    weights: tuple[float, ...],
    start: tuple[float, ...],
    arguments: argparse.Namespace,
) -> None:
    for contest in contests:
        share, error = contest.share(
            weights, start, games=CHECKED * arguments.games, seed=arguments.seed + 10_000
        )
        seats = contest.kernel.edition.seats
        won = f"{share:.3f} ± {1.96 * error:.3f}"
        print(f"{seats} seats, new against old: {won}, fair {1 / seats:.3f}")
    print("[weights]")
    for name, weight in zip(contests[0].kernel.family.features, weights, strict=True):
        print(f"{name} = {weight:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("edition", choices=with_kernel())
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--games", type=int, default=500, help="for each seat and candidate")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    editions = [build_edition(arguments.edition, seats=seats) for seats in arguments.seats]
    contests = [Contest(kernel_of(edition)) for edition in editions]
    tune(contests, weights_for(editions[0]), arguments)


if __name__ == "__main__":
    main()
