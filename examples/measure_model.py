"""How often a trained policy wins, by playing compiled bots thousands of times.

    python examples/measure_model.py ppo.onnx
    python examples/measure_model.py reinforce.npz --edition pocket --games 4000

It takes what looks best to it, as `model:` does at the table, and sits as often in every seat. What
it meets is fast; against any other bot let it play in the arena.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy

from tsuro.bots.models import Policy, load_policy
from tsuro.training import OPPONENTS, Games, Learners


def best(policy: Policy, lines: Any, masks: Any, running: Any) -> Any:
    """What the policy does in each game that runs; -1 in the others."""
    actions = numpy.full(len(lines), -1)
    for index in numpy.flatnonzero(running):
        logits = numpy.asarray(policy.logits(lines[index], masks[index]), "f8")
        actions[index] = numpy.where(masks[index], logits, -numpy.inf).argmax()
    return actions


def shares(policy: Policy, games: Games, opponents: str) -> Any:
    """The policy's share of the win in each game."""
    learners, won = Learners(games, opponents=opponents), numpy.zeros(games.count)
    running = numpy.ones(games.count, "?")
    while running.any():
        lines, masks = learners.observe(), learners.mask()
        outcome = learners.step(best(policy, lines, masks, running))
        ended = (outcome.terminated | outcome.truncated) & running
        won[ended] = outcome.rewards[ended]
        running &= ~ended
    return won


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model")
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=2000, help="against each opponent")
    parser.add_argument("--seed", type=int, default=99)
    given = parser.parse_args()
    policy = load_policy(given.model)
    print(f"{given.edition}, {given.seats} seats, {given.games} games against each\n")
    print("| against | wins | fair |\n|---|--:|--:|")
    for opponents in OPPONENTS:
        games = Games(given.edition, given.games, seats=given.seats, seed=given.seed)
        won = shares(policy, games, opponents)
        spread = 1.96 * won.std() / len(won) ** 0.5
        print(f"| `{opponents}` | {won.mean():.1%} ± {spread:.1%} | {1 / given.seats:.1%} |")


if __name__ == "__main__":
    main()
