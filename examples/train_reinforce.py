"""Learn Tsuro from nothing but results, with numpy alone: REINFORCE in a few minutes.

    python examples/train_reinforce.py                     two seats of classic, against random
    python examples/train_reinforce.py --minutes 10 --opponents cautious
    tsuro play --seat human --seat model:reinforce.npz     play against what it has learned

Thousands of games go on at once. Whenever one is over, all decisions that the learner has made in it
become more likely if it did better than usual, and less likely if it did worse: nothing else is
known of the game than what may be done and what the seat may see. The policy has one hidden layer;
it is written to a file that `model:` reads, together with a learning curve.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy

from tsuro.training import Games
from tsuro.training.learners import Learners

Array = Any
"""A numpy array; what is in it is said where it is used."""

HIDDEN = 128
GAMES = 512
RATE = 2e-3
ENTROPY = 0.01
SCALE = 4.0
"""Most numbers of an observation are 0 or 1, some a little more."""


class Policy:
    """Observation, one hidden layer, a number for every action; learns by Adam."""

    def __init__(self, inputs: int, actions: int, rng: numpy.random.Generator) -> None:
        self.weights = {
            "w0": rng.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype("f4"),
            "b0": numpy.zeros(HIDDEN, "f4"),
            "w1": rng.normal(0, 0.1 * HIDDEN**-0.5, (HIDDEN, actions)).astype("f4"),
            "b1": numpy.zeros(actions, "f4"),
        }
        self.slow = {name: numpy.zeros_like(w) for name, w in self.weights.items()}
        self.square = {name: numpy.zeros_like(w) for name, w in self.weights.items()}
        self.updates = 0

    def chances(self, lines: Array, masks: Array) -> tuple[Array, Array]:
        """How likely each action is, and the hidden layer for learning from it."""
        hidden = numpy.maximum(lines @ self.weights["w0"] + self.weights["b0"], 0)
        logits = hidden @ self.weights["w1"] + self.weights["b1"]
        logits = numpy.where(masks, logits, -numpy.inf)
        odds = numpy.exp(logits - logits.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True), hidden

    def learn(self, lines: Array, masks: Array, actions: Array, advantages: Array) -> None:
        """One step up the gradient of the chances of good decisions."""
        chances, hidden = self.chances(lines, masks)
        order = numpy.arange(len(lines))
        with numpy.errstate(divide="ignore", invalid="ignore"):
            logs = numpy.where(chances > 0, numpy.log(chances), 0)
        surprise = -(chances * logs).sum(axis=1, keepdims=True)
        wish = -chances * advantages[:, None]
        wish[order, actions] += advantages
        wish -= ENTROPY * chances * (logs + surprise)
        wish /= len(lines)
        back = (wish @ self.weights["w1"].T) * (hidden > 0)
        slopes = {
            "w1": hidden.T @ wish,
            "b1": wish.sum(axis=0),
            "w0": lines.T @ back,
            "b0": back.sum(axis=0),
        }
        self.updates += 1
        for name, slope in slopes.items():
            slow, square = self.slow[name], self.square[name]
            slow += 0.1 * (slope - slow)
            square += 0.001 * (slope * slope - square)
            pace = slow / (1 - 0.9**self.updates)
            spread = numpy.sqrt(square / (1 - 0.999**self.updates))
            self.weights[name] += RATE * pace / (spread + 1e-8)

    def save(self, path: Path, encoding: str) -> None:
        numpy.savez_compressed(path, **self.weights, scale=SCALE, encoding=encoding)


def sample(chances: Array, rng: numpy.random.Generator) -> Array:
    """An action for each line, as likely as its chance."""
    sums = chances.cumsum(axis=1)
    return (sums < rng.random((len(chances), 1)) * sums[:, -1:]).sum(axis=1)


def train(arguments: argparse.Namespace) -> None:
    rng = numpy.random.default_rng(arguments.seed)
    games = Games(arguments.edition, GAMES, seats=arguments.seats, seed=arguments.seed)
    learners = Learners(games, opponents=arguments.opponents)
    policy = Policy(games.encoding.length, games.encoding.actions, rng)
    decisions = [[] for _ in range(GAMES)]
    kept, results, usual, curve = [], [], 1 / arguments.seats, []
    begun = time.monotonic()
    while (minutes := (time.monotonic() - begun) / 60) < arguments.minutes:
        lines, masks = learners.observe(), learners.mask().astype("?")
        chances, _ = policy.chances(lines.astype("f4") / SCALE, masks)
        actions = sample(chances, rng)
        for index in range(GAMES):
            decisions[index].append((lines[index], masks[index], actions[index]))
        outcome = learners.step(actions)
        ended = outcome.terminated | outcome.truncated
        for index in numpy.flatnonzero(ended):
            won = outcome.rewards[index]
            results.append(won)
            kept += [(*decision, won - usual) for decision in decisions[index]]
            decisions[index] = []
        learners.begin(ended)
        if len(kept) >= arguments.batch:
            usual += 0.1 * (numpy.mean(results[-2000:]) - usual)
            columns = [numpy.array(column) for column in zip(*kept, strict=True)]
            policy.learn(columns[0].astype("f4") / SCALE, *columns[1:3], columns[3].astype("f4"))
            kept = []
            if policy.updates % 20 == 0:
                share = numpy.mean(results[-4000:])
                curve.append((minutes, len(results), share))
                print(f"{minutes:5.1f} min {len(results):8,} games: wins {share:.1%} of the last 4,000")
    policy.save(arguments.out, games.encoding.name)
    print(f"Written to {arguments.out}.")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--opponents", default="random", help="random, cautious or greedy")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--batch", type=int, default=8192, help="decisions to learn from at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("reinforce.npz"))
    train(parser.parse_args())


if __name__ == "__main__":
    main()
