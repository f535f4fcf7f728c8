"""How often the tree search chooses as the exact solver does, on generated endgames.

    python tools/measure_endgames.py --edition classic --positions 500 --seed 1

Cautious players play until few tiles are left; every decision with at least two options that the
solver finishes counts. The search (`--bot`) runs without the solver. A choice is optimal if its
exact value is the highest; decisions where all options have the same value are counted apart,
because there any choice is optimal. `--worlds 1` keeps to positions where everything is known.
Same arguments, same numbers.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

from tsuro.bots.registry import make_bot
from tsuro.bots.search.endgame import (
    MOST_WORLDS,
    SOLVER,
    Solution,
    count_worlds,
    is_late,
    solve,
)
from tsuro.bots.search.tree import DESCENT
from tsuro.editions.registry import build_edition
from tsuro.fast import kernel_of
from tsuro.game import Game

BUDGET = 2_000_000
"""Positions the solver may look at."""


def endgames(edition: str, seats: int, seed: int, worlds: int) -> Iterator[tuple[Game, Solution]]:
    """The late decisions of one game between cautious players."""
    game = Game(edition, seats=seats, seed=seed)
    rng = Random(seed)
    player = make_bot("cautious")
    kernel = kernel_of(game.edition, SOLVER, ready="compiled")
    while not game.over:
        view = game.view(game.decide.seat)
        if len(game.options) > 1 and is_late(view) and count_worlds(view) <= worlds:
            solution = solve(kernel, view, game.options, budget=BUDGET)
            if solution is not None:
                yield game, solution
        game.play(player.choose(view, game.options, rng))


def measure(job: tuple[str, int, int, int, str]) -> Counter[str]:
    """The counts of one game."""
    edition, seats, seed, worlds, spec = job
    found: Counter[str] = Counter()
    bot = make_bot(spec)
    for game, solution in endgames(edition, seats, seed, worlds):
        seat = game.decide.seat
        best = solution.best(seat)
        kind = "all equal" if len(best) == len(solution.options) else "to be decided"
        chosen = bot.choose(game.view(seat), game.options, Random(seed))
        found[kind] += 1
        found[f"{kind}, optimal"] += chosen in best
        if kind == "to be decided":
            values = dict(zip(solution.options, solution.values, strict=True))
            loss = values[best[0]][seat] - values[chosen][seat]
            found["lost"] += round(1_000_000 * loss)
            found["one world" if solution.worlds == 1 else "several worlds"] += 1
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--positions", type=int, default=500, help="with something to be decided")
    parser.add_argument("--bot", default="mcts:iterations=20000,endgame=0")
    parser.add_argument("--worlds", type=int, default=MOST_WORLDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    for seats in arguments.seats:
        edition = build_edition(arguments.edition, seats=seats)
        kernel_of(edition, SOLVER, DESCENT, ready="compiled")
    total: Counter[str] = Counter()
    jobs = (
        (arguments.edition, seats, arguments.seed + number, arguments.worlds, arguments.bot)
        for number in range(10**6)
        for seats in arguments.seats
    )
    with ProcessPoolExecutor(arguments.workers) as pool:
        while total["to be decided"] < arguments.positions:
            batch = [next(jobs) for _ in range(8 * arguments.workers)]
            for found in pool.map(measure, batch):
                total.update(found)
    report(total)


def report(total: Counter[str]) -> None:
    decided = total["to be decided"]
    optimal = total["to be decided, optimal"]
    everything = decided + total["all equal"]
    print(
        f"endgames with something to be decided: {decided}, "
        f"chosen optimally: {optimal / decided:.1%}"
    )
    print(f"  of these {total['one world']} with everything known")
    print(f"  share of the win given away on average: {total['lost'] / 1e6 / decided:.4f}")
    print(
        f"all endgames: {everything}, chosen optimally: "
        f"{(optimal + total['all equal, optimal']) / everything:.1%}"
    )


if __name__ == "__main__":
    main()
