"""Environment steps a second on one core, beside the environments that people use today.

    python benchmarks/environments.py [--rounds 7] [--editions classic seas] [--seats 2 4 8]

Two questions, each to all in turn, round by round, in one process and one thread:

`seen`    random legal actions, with a mask and an observation at every step. Ours: self-play by
          `TsuroVectorEnv` with a batch of 4096. PettingZoo: connect_four, by AEC, as its own
          performance test plays it. OpenSpiel: hearts and connect_four, whose rules are C++, by the
          Python interface that learners use.
`played`  random games and nothing else, whole games in one call into compiled code. Ours: the
          kernel. OpenSpiel: its own loop in C++ with its own bots that play at random.

PettingZoo's connect_four needs `pip install pygame`.

A step is one decision with the luck after it. Printed are medians over the rounds in thousands of
steps a second of processor time, so that other programs count less, and how many cores those used.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Final, NamedTuple

import numpy
import pettingzoo  # type: ignore[import-untyped]
import pyspiel  # type: ignore[import-not-found]

import tsuro.envs  # noqa: F401
from tsuro.editions.registry import OURS, build_edition
from tsuro.envs.gym import TsuroVectorEnv
from tsuro.fast import kernel_of

BATCH: Final = 4096
WINDOW: Final = 1.0
"""Seconds of processor time for one line in one round."""
PLAYERS: Final = {"hearts": 4, "connect_four": 2}
Steps = Callable[[], int]
"""Makes some steps and says how many."""


class Line(NamedTuple):
    who: str
    what: str
    steps: Steps


def ours_seen(edition: str, seats: int) -> Steps:
    """A batch of games at a time; whoever is over begins anew."""
    envs = TsuroVectorEnv(edition, BATCH, seats=seats, opponents="self", copy=False)
    envs.reset(seed=1)
    for _ in range(40):  # So that games are of every age.
        envs.step(envs.sample())

    def steps() -> int:
        # A game that begins anew in this step makes none.
        beginning = int(envs.beginning.sum())
        envs.step(envs.sample())
        return BATCH - beginning

    return steps


def ours_played(edition: str, seats: int) -> Steps:
    kernel = kernel_of(build_edition(edition, seats=seats), ready="compiled")
    rows = kernel.new_rows(BATCH, seed=1)
    seeds = iter(range(1, 1 << 30))

    def steps() -> int:
        return int(kernel.fresh_playouts(rows, seed=next(seeds)).sum())

    return steps


def pettingzoo_seen() -> Steps:
    env = pettingzoo.make("aec", "classic/connect_four_v3")
    rng = numpy.random.default_rng(1)
    env.reset(seed=1)

    def steps() -> int:
        made = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(int(rng.choice(numpy.flatnonzero(observation["action_mask"]))))
            made += 1
        env.reset()
        return made

    return steps


def openspiel_seen(name: str) -> Steps:
    """With whichever tensor the game has."""
    game = pyspiel.load_game(name)
    rng = numpy.random.default_rng(1)
    tells = game.get_type().provides_observation_tensor

    def steps() -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                codes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(codes, p=chances)))
                continue
            if tells:
                state.observation_tensor()
            else:
                state.information_state_tensor()
            mask = numpy.asarray(state.legal_actions_mask())
            state.apply_action(int(rng.choice(numpy.flatnonzero(mask))))
            made += 1
        return made

    return steps


def openspiel_played(name: str) -> Steps:
    game, players = pyspiel.load_game(name), PLAYERS[name]
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(players)]
    seeds = iter(range(1 << 30))

    def steps() -> int:
        made = 0
        for _ in range(50):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(seeds))
            made += state.move_number()
        return made

    return steps


def lines(editions: Sequence[str], seats: Sequence[int]) -> Iterator[tuple[str, Line]]:
    """Each with the question that it answers."""
    yield "seen", Line("PettingZoo", "connect_four, 2 agents", pettingzoo_seen())
    for name, players in PLAYERS.items():
        yield "seen", Line("OpenSpiel", f"{name}, {players} players", openspiel_seen(name))
        yield "played", Line("OpenSpiel", f"{name}, {players} players", openspiel_played(name))
    for edition in editions:
        for number in seats:
            what = f"{edition}, {number} seats"
            yield "seen", Line("Tsuro", what, ours_seen(edition, number))
            yield "played", Line("Tsuro", what, ours_played(edition, number))


def speed(line: Line) -> float:
    """Steps a second of processor time, in one window."""
    begun, made = time.thread_time(), 0
    while (spent := time.thread_time() - begun) < WINDOW:
        made += line.steps()
    return made / spent


def main() -> None:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--editions", nargs="+", default=OURS, choices=OURS)
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 4, 8])
    given = parser.parse_args()
    asked = list(lines(given.editions, given.seats))
    found: list[list[float]] = [[] for _ in asked]
    wall, own = time.monotonic(), time.process_time()
    for round_number in range(given.rounds):
        for number, (_, line) in enumerate(asked):
            told = f"round {round_number + 1} of {given.rounds}: {line.who} {line.what}"
            print(f"\r{told:70}", end="", file=sys.stderr, flush=True)
            found[number].append(speed(line))
    print(f"\r{'':70}\r", end="", file=sys.stderr)
    show(asked, found)
    share = (time.process_time() - own) / (time.monotonic() - wall)
    print(f"\nmedians of {given.rounds} rounds; this process had {share:.2f} of a core")


def show(asked: Sequence[tuple[str, Line]], found: Sequence[Sequence[float]]) -> None:
    by_line: dict[tuple[str, str], dict[str, float]] = {}
    for (question, line), speeds in zip(asked, found, strict=True):
        by_line.setdefault((line.who, line.what), {})[question] = median(speeds) / 1000
    print("| | | seen, thousands a second | played, thousands a second |")
    print("|---|---|--:|--:|")
    for (who, what), answers in by_line.items():
        seen, played = (
            f"{answers[each]:,.0f}" if each in answers else "" for each in ("seen", "played")
        )
        print(f"| {who} | {what} | {seen} | {played} |")


if __name__ == "__main__":
    main()
