"""Whole games as OpenSpiel tells them, kept as their actions and a digest of every state.

OpenSpiel keeps such texts word for word. Ours would take a megabyte a game; a digest a state says
as well where a game is told otherwise, and the test shows that state.

    python -m tests.envs.playthroughs        # write them anew
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pyspiel  # type: ignore[import-not-found]
from open_spiel.python.algorithms import (  # type: ignore[import-untyped]
    generate_playthrough,
)

import tsuro.envs.spiel  # noqa: F401

FOLDER = Path(__file__).with_name("playthroughs")
GAMES = {
    "classic": "tsuro_classic(players=3)",
    "kosmos": "tsuro_kosmos(players=2)",
    "pocket": "tsuro_pocket(players=4)",
    "seas": "tsuro_seas(players=2)",
    "phoenix": "tsuro_phoenix(players=3,winds_of_change=on)",
}
DIGITS = 12
TRIED = 30
"""Games of which the shortest is taken."""


def blocks_of(name: str, actions: Sequence[int] | None) -> Iterator[tuple[str, str]]:
    """What OpenSpiel tells of a game and of each of its states, with a digest."""
    text = generate_playthrough.playthrough(name, None if actions is None else list(actions))
    for block in text.split("\n# State "):
        yield block, hashlib.sha256(block.encode()).hexdigest()[:DIGITS]


def read_playthrough(path: Path) -> tuple[str, list[int], list[str]]:
    name, actions, *digests = path.read_text().splitlines()
    return name, [int(number) for number in actions.split()], digests


def any_game(name: str, seed: int) -> list[int]:
    """The actions of a game at random."""
    rng, state = Random(seed), pyspiel.load_game(name).new_initial_state()
    actions: list[int] = []
    while not state.is_terminal():
        if state.is_chance_node():
            legal = [code for code, _ in state.chance_outcomes()]
        else:
            legal = state.legal_actions()
        actions.append(rng.choice(legal))
        state.apply_action(actions[-1])
    return actions


def write_playthrough(path: Path, name: str) -> None:
    """A short game, as each state is told with all that came before it."""
    actions = min((any_game(name, seed) for seed in range(TRIED)), key=len)
    lines = [name, " ".join(map(str, actions))]
    lines += [digest for _, digest in blocks_of(name, actions)]
    path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for edition, text in GAMES.items():
        write_playthrough(FOLDER / f"{edition}.txt", text)
