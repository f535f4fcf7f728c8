"""What a check on a state complains of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsuro.core.state import GameState
    from tsuro.editions.edition import Edition


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that must not be so in any state of an edition, and was found."""

    rule: str
    about: str
    """What is wrong: tiles, board, pawns, hands, turn, box, exits, result or the key of a part."""
    what: str


Check = Callable[["Edition", "GameState"], Iterator[Violation]]
"""Everything that one rule finds wrong with a state; nothing for any state of a real game."""
