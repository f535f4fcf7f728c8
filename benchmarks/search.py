"""How fast the tree search is, how well it keeps to the clock, and how much memory it holds.

    python benchmarks/search.py [--editions classic seas] [--iterations 50000] [--decisions 40]

For each edition with 2, 4 and 8 seats, from positions in the middle of random games: iterations a
second of one core by the CPU time of this thread, everything on (fresh deals, greedy bias, proofs,
careful playouts as the bot plays by default), by the greedy judgement and, where there is one, by
a learned one, beside plain kernel playouts from the same positions in turn with it. Then decisions
by the clock with four seats, half of them late enough for the exact solver to try: how long they
take compared with what was asked, and what a decision holds in memory. The clock is only fair on
an idle machine.
"""

from __future__ import annotations

import argparse
import time
import tracemalloc
from random import Random
from statistics import median

from tsuro.bots.judgement.learned import net_of
from tsuro.bots.judgement.weights import weights_for
from tsuro.bots.mcts import ALWAYS, MctsBot
from tsuro.bots.search.endgame import is_late
from tsuro.bots.search.tree import DESCENT, Steering, Tree
from tsuro.bots.search.worlds import root_of
from tsuro.editions.registry import build_edition
from tsuro.fast import kernel_of
from tsuro.fast.families import with_kernel
from tsuro.game import Game

SEATS = (2, 4, 8)
POSITIONS = 5
"""Positions for each line; the median over them is printed."""


def middle(edition: str, seats: int, seed: int) -> Game:
    """A random game, two placements a seat after the start."""
    game = Game(edition, seats=seats, seed=seed)
    rng = Random(seed)
    while not game.over and game.state.turn.number <= 2 * seats:
        game.play(rng.choice(game.options))
    return middle(edition, seats, seed + 1000) if game.over else game


def rates(game: Game, bot: MctsBot, iterations: int) -> tuple[float, float]:
    """Iterations and plain playouts a second."""
    kernel = kernel_of(game.edition, DESCENT, ready="compiled")
    seat = game.decide.seat
    root = root_of(game.view(seat), Random(1))
    weights = weights_for(game.edition)
    net, horizon = bot.judged_by(game.edition)
    steering = Steering(bot.c, bot.bias, ALWAYS, bot.careful, weights, horizon, bot.trust, net=net)
    tree = Tree(kernel, root, steering, seed=1, room=iterations + 2)
    begun = time.thread_time()
    tree.grow(iterations)
    searched = tree.iterations / (time.thread_time() - begun)
    rows = kernel.rows_of([root.state], seed=1)
    begun = time.thread_time()
    kernel.rollouts(rows, 0, times=iterations, viewer=seat)
    return searched, iterations / (time.thread_time() - begun)


def print_rates(edition: str, iterations: int) -> None:
    for seats in SEATS:
        games = [middle(edition, seats, seed) for seed in range(POSITIONS)]
        learned = net_of(games[0].edition) is not None
        # In turn for each position, so that a busy moment slows both down.
        leaves = ("terms", "net") if learned else ("terms",)
        found = [[rates(game, MctsBot(leaf=leaf), iterations) for leaf in leaves] for game in games]
        for number, leaf in enumerate(leaves):
            print_rate(f"{edition:8} {seats} seats, {leaf:5}", [each[number] for each in found])


def print_rate(title: str, found: list[tuple[float, float]]) -> None:
    searched = median(one for one, _ in found)
    ratio = median(one / other for one, other in found)
    played = median(other for _, other in found)
    print(
        f"{title}  {searched:9,.0f} iterations/s  {played:9,.0f} playouts/s  ratio {ratio:.2f}",
        flush=True,
    )


def late(edition: str, seats: int, seed: int) -> Game:
    """A random game at its first decision that the solver tries; at the last, if it tries none."""
    game = Game(edition, seats=seats, seed=seed)
    rng = Random(seed)
    while not game.over and not is_late(game.view(game.decide.seat)):
        game.play(rng.choice(game.options))
    if game.over:
        game.undo()
    return game


def print_clock(edition: str, decisions: int, ms: int, threads: int) -> None:
    """Milliseconds over the time asked for, and bytes held."""
    bot = MctsBot(ms=ms, threads=threads)
    bot.prepare(build_edition(edition, seats=4))
    over = []
    held = 0
    for number in range(decisions):
        game = (late if number % 2 else middle)(edition, 4, number)
        view, options = game.view(game.decide.seat), game.options
        begun = time.perf_counter()
        bot.choose(view, options, Random(number))
        over.append(1000 * (time.perf_counter() - begun) - ms)
        if number == 0:
            tracemalloc.start()
            bot.choose(view, options, Random(number))
            held = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
    over.sort()
    allowed = 0.2 * ms + 5
    worst = over[min(len(over) - 1, int(0.99 * len(over)))]
    print(
        f"{edition:8} ms={ms},threads={threads}: median {median(over):+.1f} ms, "
        f"p99 {worst:+.1f} ms (allowed {allowed:+.1f}), "
        f"{held / 1e6:.0f} MB asked for in a decision",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    known = with_kernel()
    parser.add_argument("--editions", nargs="+", choices=known, default=known)
    parser.add_argument("--iterations", type=int, default=50_000)
    parser.add_argument("--decisions", type=int, default=100, help="by the clock")
    arguments = parser.parse_args()
    for edition in arguments.editions:
        print_rates(edition, arguments.iterations)
    for edition in arguments.editions:
        for ms, threads in ((20, 1), (100, 1), (100, 2)):
            print_clock(edition, arguments.decisions, ms, threads)


if __name__ == "__main__":
    main()
