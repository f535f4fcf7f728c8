"""Every position that a game comes to is accepted when it is read, by whomever it is seen."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.support.games import play_game
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, MAX_SEATS, MIN_SEATS, build_edition
from tsuro.engine.determinize import determinize
from tsuro.engine.play import resume
from tsuro.engine.views import PlayerView, seen_state
from tsuro.formats.position import format_position, parse_position

SEATS = range(MIN_SEATS, MAX_SEATS + 1)
SEEN = 4
"""One position in so many is also read as somebody sees it."""


def settings(name: str) -> Iterator[dict[str, str]]:
    """Switches for one game with each number of seats, so that every value of each is played."""
    for number in range(len(SEATS)):
        yield {
            switch.name: switch.values[(number + place) % len(switch.values)]
            for place, switch in enumerate(EDITIONS[name].switches)
        }


@pytest.mark.parametrize("name", EDITIONS)
def test_every_value_of_every_switch_is_played(name: str) -> None:
    played = list(settings(name))
    for switch in EDITIONS[name].switches:
        assert {chosen[switch.name] for chosen in played} == set(switch.values)


GAMES = [
    (name, seats, switches)
    for name in EDITIONS
    for seats, switches in zip(SEATS, settings(name), strict=True)
]


@pytest.mark.parametrize(("name", "seats", "switches"), GAMES)
def test_every_position_of_a_game_reads_back(
    name: str, seats: int, switches: dict[str, str]
) -> None:
    edition = build_edition(name, seats=seats, switches=switches)
    rng = Random(f"{name} {seats}")
    game = play_game(edition, seed=seats, first=rng.randrange(seats), care=rng.choice((0.0, 1.0)))
    for number, step in enumerate(game.steps):
        reads_back(edition, step.state)
        if number % SEEN == 0:
            viewer = rng.choice([None, *map(Seat, range(seats))])
            seen = seen_state(step.state, viewer)
            reads_back(edition, seen)
            view = PlayerView(edition, viewer, seen, decide=None, to_act=None)
            assert resume(edition, determinize(view, rng)).state.cursor == step.state.cursor


def reads_back(edition: Edition, state: GameState) -> None:
    line = format_position(edition, state)
    position = parse_position(line)
    assert position.state == state
    assert str(position) == line
