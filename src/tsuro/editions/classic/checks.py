"""What must be true of every state of Classic Tsuro."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.rules.dragon import Dragon


def holder_is_in(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-5: only a player has the dragon tile, or one whom the present move eliminates."""
    holder = state.part(Dragon).holder
    if holder is not None and not state.is_in(holder) and holder not in state.out_now():
        yield Violation("INV-5", "hands", f"seat {holder} is out but holds the dragon tile")


def holder_is_short(edition: Edition, state: GameState) -> Iterator[Violation]:
    """INV-5: who has the dragon tile is short of tiles, unless the active seat draws first."""
    holder = state.part(Dragon).holder
    if holder is not None and len(state.hands[holder]) >= edition.hand_size:
        yield Violation("INV-5", "hands", f"seat {holder} holds the dragon tile and a full hand")
