"""A board for terminals."""

from __future__ import annotations

from tsuro.core.state import GameState
from tsuro.editions.edition import Edition


def draw_text(edition: Edition, state: GameState) -> str:
    return f"{edition.id} {state.board}"
