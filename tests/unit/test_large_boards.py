"""Boards of more than nine rows: actions, positions and records of whole games read back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.support.games import Played, play_game
from tsuro.core.geometry import rim_marks, rim_places
from tsuro.core.ids import Seat
from tsuro.core.tiles import TileSet
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.views import seen_state
from tsuro.formats import position, record
from tsuro.formats.notation import parse_action
from tsuro.formats.position import format_position, parse_position
from tsuro.formats.record import parse_record, record_of
from tsuro.rules.hands import DealPhase
from tsuro.rules.starts import MarksPhase, SidesPhase

SIZES = (10, 26)


def enlarged(name: str, size: int) -> Edition:
    """An edition on a larger board, with tiles enough to fill it."""
    small = build_edition(name, seats=8)
    tiles = small.tiles.tiles
    copies = size * size // len(tiles) + 1
    many = TileSet({name: replace(tile, copies=copies) for name, tile in tiles.items()})
    places = {
        MarksPhase: lambda phase: replace(phase, marks=rim_marks(size)),
        SidesPhase: lambda phase: replace(phase, places=rim_places(size)),
    }
    setup = tuple(places.get(type(phase), lambda same: same)(phase) for phase in small.setup)
    assert any(isinstance(phase, DealPhase) for phase in setup)
    return replace(small, size=size, tiles=many, bag=many.box(), setup=setup)


@pytest.fixture(params=[(name, size) for name in ("pocket", "kosmos") for size in SIZES], ids=str)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Played:
    """A game whose edition is found by its name."""
    edition = enlarged(*request.param)

    def found(*_: Any, **__: Any) -> Edition:
        return edition

    monkeypatch.setattr(position, "build_edition", found)
    monkeypatch.setattr(record, "build_edition", found)
    return play_game(edition, seed=3, decisions=120, care=1.0)


def test_pawns_get_beyond_the_ninth_row_and_column(game: Played) -> None:
    cells = {pawn.stop.cell for step in game.steps for pawn in step.state.pawns if pawn.stop}
    assert max(cell.row for cell in cells) > 8
    assert max(cell.col for cell in cells) > 8


def test_actions_read_back(game: Played) -> None:
    for step in game.steps[::9]:
        for option in getattr(step.ask, "options", ()):
            assert parse_action(str(option)) == option


def test_positions_read_back(game: Played) -> None:
    for step in game.steps[::9]:
        for state in (step.state, seen_state(step.state, Seat(1))):
            line = format_position(game.edition, state)
            assert parse_position(line).state == state
            assert str(parse_position(line)) == line


def test_records_read_back(game: Played) -> None:
    text = str(record_of(game.edition, game.actions, game.state))
    assert parse_record(text).steps() == list(game.steps)
