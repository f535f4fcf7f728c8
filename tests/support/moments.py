"""Moments of real games, found by what they look like, for tests that spoil a thing about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from tests.support.games import play_game
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition

GAMES = 60
"""How many games are looked through for a moment."""

Moment = Callable[[GameState], bool]


@cache
def _game(
    name: str, seats: int, switches: tuple[tuple[str, str], ...], seed: int
) -> list[GameState]:
    edition = build_edition(name, seats=seats, switches=dict(switches))
    game = play_game(edition, seed=seed, first=seed % seats, care=(0.0, 0.8, 1.0)[seed % 3])
    return [step.state for step in game.steps]


def moments(
    name: str, at: str, *, seats: int = 3, **switches: str
) -> Iterator[tuple[Edition, GameState]]:
    """States in which a phase, such as `place` or `setup.start`, acts next; `end` after the end."""
    edition = build_edition(name, seats=seats, switches=switches)
    for seed in range(GAMES):
        for state in _game(name, seats, tuple(switches.items()), seed):
            section = "setup." if state.cursor.section == "setup" else ""
            where = "end" if state.result is not None else section + state.cursor.phase
            if where == at:
                yield edition, state


def moment(
    name: str, at: str, such: Moment = lambda state: True, *, seats: int = 3, **switches: str
) -> tuple[Edition, GameState]:
    """The first such moment."""
    return next(found for found in moments(name, at, seats=seats, **switches) if such(found[1]))
