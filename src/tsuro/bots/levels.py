"""Bots for people: names to pick without knowing what is behind them.

Apart from the registry, so that a menu can show them before any rules are loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Level:
    name: str
    spec: str
    character: str
    """One line about how it plays."""


LEVELS: Final[dict[str, Level]] = {
    level.name.lower(): level
    for level in (
        Level("Silly", "cautious:slips=0.35", "Dreams along and steps off the board now and then."),
        Level("Clever", "greedy", "Keeps to open space and seldom stumbles, but plans no further."),
        Level(
            "Tricky", "mcts:ms=60", "Thinks ahead for a moment and likes to push you off the edge."
        ),
        Level(
            "Dragon", "mcts:ms=1000,threads=2", "Sees thousands of endings and forgives nothing."
        ),
    )
}
"""From gentle to merciless; the keys are specifications."""
USUAL: Final = "clever"
"""Who sits down if nobody is asked for ..."""
SIMPLE: Final = "cautious"
"""... and in an edition without a compiled kernel, which bots that search need."""
