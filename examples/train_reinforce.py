"""Learn Tsuro from nothing but results, with numpy alone: REINFORCE in a few minutes.

    python examples/train_reinforce.py                     two seats of pocket, against random
    python examples/train_reinforce.py --edition classic --games 500_000 --opponents cautious
    tsuro arena pocket --seats 2 --bots model:reinforce.npz,random       how strong it has become
    tsuro play pocket --seat human --seat model:reinforce.npz            play against it

Hundreds of games go on at once. Whenever one is over, all decisions that the learner has made in it
become more likely if it did better than usual, and less likely if it did worse: nothing else is
known of the game than what may be done and what the seat may see. The policy has one hidden layer;
it is written to a file that `model:` reads, and its learning curve as JSON beside it.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from tsuro.training import Games, Learners

Array = Any
"""A numpy array; what is in it is said where it is used."""

HIDDEN = 128
GAMES = 512
BATCH = 4096
"""Decisions to learn from at once."""
RATE = 2e-3
ENTROPY = 0.01
MOST = 2
"""Nearly all numbers of an observation are 0, 1 or 2; those of tiles would drown them."""
SEEN = 0.1
"""About a hundred numbers are not 0: with weights of this size they add up to about 1."""
LATEST = 4_000
"""Games of which a point of the curve tells."""


class Decision(NamedTuple):
    line: Array
    """What the seat knew."""
    mask: Array
    """What it might do."""
    action: int


class Policy:
    """Observation, one hidden layer, a number for every action; learns by Adam."""

    def __init__(self, inputs: int, actions: int, rng: numpy.random.Generator) -> None:
        self.weights = {
            "w0": rng.normal(0, SEEN, (inputs, HIDDEN)).astype("f4"),
            "b0": numpy.zeros(HIDDEN, "f4"),
            "w1": rng.normal(0, 0.1 * HIDDEN**-0.5, (HIDDEN, actions)).astype("f4"),
            "b1": numpy.zeros(actions, "f4"),
        }
        self.slow = {name: numpy.zeros_like(each) for name, each in self.weights.items()}
        self.square = {name: numpy.zeros_like(each) for name, each in self.weights.items()}
        self.updates = 0

    def chances(self, lines: Array, masks: Array) -> tuple[Array, Array]:
        """How likely each action is, and the hidden layer for learning from it."""
        hidden = numpy.maximum(lines @ self.weights["w0"] + self.weights["b0"], 0)
        logits = hidden @ self.weights["w1"] + self.weights["b1"]
        logits = numpy.where(masks, logits, -numpy.inf)
        odds = numpy.exp(logits - logits.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True), hidden

    def learn(self, decisions: list[Decision], advantages: list[float]) -> None:
        """One step up the gradient of the chances of good decisions."""
        lines = numbers(numpy.array([each.line for each in decisions]))
        masks = numpy.array([each.mask for each in decisions])
        chances, hidden = self.chances(lines, masks)
        better = numpy.array(advantages, "f4")
        # What each logit should have been: higher for what was done if it went well.
        wish = -chances * better[:, None]
        wish[numpy.arange(len(lines)), [each.action for each in decisions]] += better
        logs = numpy.log(numpy.maximum(chances, 1e-30))
        surprise = -(chances * logs).sum(axis=1, keepdims=True)
        wish -= ENTROPY * chances * (logs + surprise)
        wish /= len(lines)
        back = (wish @ self.weights["w1"].T) * (hidden > 0)
        self.climb(
            {
                "w1": hidden.T @ wish,
                "b1": wish.sum(axis=0),
                "w0": lines.T @ back,
                "b0": back.sum(axis=0),
            }
        )

    def climb(self, slopes: dict[str, Array]) -> None:
        """Adam: steady slopes count more than those that change with every batch."""
        self.updates += 1
        for name, slope in slopes.items():
            slow, square = self.slow[name], self.square[name]
            slow += 0.1 * (slope - slow)
            square += 0.001 * (slope * slope - square)
            pace = slow / (1 - 0.9**self.updates)
            spread = numpy.sqrt(square / (1 - 0.999**self.updates))
            self.weights[name] += RATE * pace / (spread + 1e-8)

    def save(self, path: Path, encoding: str) -> None:
        kept: dict[str, Any] = {**self.weights, "most": MOST, "encoding": encoding}
        numpy.savez_compressed(path, allow_pickle=False, **kept)


def numbers(lines: Array) -> Array:
    """Observations as the policy reads them."""
    return numpy.minimum(lines, MOST).astype("f4")


def sample(chances: Array, rng: numpy.random.Generator) -> Array:
    """An action for each line, as likely as its chance."""
    sums = chances.cumsum(axis=1)
    return (sums < rng.random((len(chances), 1)) * sums[:, -1:]).sum(axis=1)


class Training:
    """Games under way, the policy, and what it has yet to learn from."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.rng = numpy.random.default_rng(given.seed)
        self.games = Games(given.edition, GAMES, seats=given.seats, seed=given.seed)
        self.learners = Learners(self.games, opponents=given.opponents)
        encoding = self.games.encoding
        self.policy = Policy(encoding.length, encoding.actions, self.rng)
        self.open: list[list[Decision]] = [[] for _ in range(GAMES)]
        """What the learner has decided in each game under way."""
        self.kept: list[Decision] = []
        self.advantages: list[float] = []
        self.results: list[float] = []
        self.usual = 1 / given.seats

    def step(self) -> None:
        """A decision in every game; games that are over are learned from and begin anew."""
        lines, masks = self.learners.observe(), self.learners.mask().astype("?")
        chances, _ = self.policy.chances(numbers(lines), masks)
        actions = sample(chances, self.rng)
        for game, columns in zip(self.open, zip(lines, masks, actions, strict=True), strict=True):
            game.append(Decision(*columns))
        outcome = self.learners.step(actions)
        ended = outcome.terminated | outcome.truncated
        for index in numpy.flatnonzero(ended):
            self.take(int(index), float(outcome.rewards[index]))
        self.learners.begin(ended)

    def take(self, index: int, won: float) -> None:
        self.results.append(won)
        self.kept += self.open[index]
        self.advantages += [won - self.usual] * len(self.open[index])
        self.open[index] = []
        if len(self.kept) >= BATCH:
            self.policy.learn(self.kept, self.advantages)
            self.kept, self.advantages = [], []
            self.usual = self.share()

    def share(self) -> float:
        return float(numpy.mean(self.results[-LATEST:]))


def train(given: argparse.Namespace) -> None:
    training, curve = Training(given), []
    noted = 0
    while (played := len(training.results)) < given.games:
        training.step()
        if played - noted >= LATEST:
            noted, share, minutes = played, training.share(), time.process_time() / 60
            curve.append({"minutes": minutes, "games": played, "share": share, "of": LATEST})
            print(f"{minutes:6.1f} min  {played:10,} games  {share:.1%} of the last {LATEST:,} won")
    told = {
        "title": f"REINFORCE, {given.edition}, against {given.opponents}",
        "fair": 1 / given.seats,
        "points": curve,
    }
    training.policy.save(given.out, training.games.encoding.name)
    given.out.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n")
    print(f"Written to {given.out} and {given.out.with_suffix('.json')}.")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--edition", default="pocket")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--opponents", default="random", help="random, cautious or greedy")
    parser.add_argument("--games", type=int, default=64_000, help="how many to learn from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("reinforce.npz"))
    train(parser.parse_args())


if __name__ == "__main__":
    main()
