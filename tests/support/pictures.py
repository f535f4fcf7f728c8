"""Positions that every way of drawing must cope with."""

from __future__ import annotations

from tests.support.games import Played, play_game
from tsuro.core.asks import Decide
from tsuro.core.events import Event
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.preview import preview

SAMPLES = [
    (name, seats, decisions)
    for name in EDITIONS
    for seats, decisions in ((2, 0), (2, 9), (3, 45), (5, None), (8, 30))
]
"""Set-up, opening, middle and end of every edition, with few and with many seats."""


def sample(name: str, seats: int, decisions: int | None) -> Played:
    return play_game(build_edition(name, seats=seats), seed=seats, decisions=decisions)


def ghosts(game: Played) -> list[tuple[Event, ...]]:
    """What each option of the seat to act would do."""
    ask = game.last.ask
    if not isinstance(ask, Decide):
        return []
    return [
        preview(game.edition, game.state, ask, option, viewer=ask.seat) for option in ask.options
    ]
