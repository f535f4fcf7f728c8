"""The text board: aligned, complete, and colourless unless asked."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.support.boxes import lanterns_elsewhere
from tests.support.games import Played, play_game
from tests.support.pictures import SAMPLES, sample
from tests.support.tables import Table
from tsuro.core.asks import Decide
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat, TileId
from tsuro.core.state import Status
from tsuro.core.tiles import Laid
from tsuro.editions.data_table import checked
from tsuro.editions.phoenix.printed import read_phoenix
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.preview import preview
from tsuro.formats.ascii import draw_text, draw_tile_text
from tsuro.formats.ascii.layout import FULL
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.seas.daikaiju import Daikaiju, Sea

ANSI = re.compile("\x1b\\[[0-9;]*m")


def board_part(game: Played, text: str) -> str:
    """The text without the table beside the board."""
    width = 4 + game.edition.size * FULL.width + 3
    return "\n".join(line[:width] for line in text.split("\n"))


@pytest.mark.parametrize(("name", "seats", "decisions"), SAMPLES)
def test_lines_are_equally_wide_and_every_pawn_is_there(
    name: str, seats: int, decisions: int | None
) -> None:
    game = sample(name, seats, decisions)
    text = draw_text(game.edition, game.state, events=game.events)
    lines = text.split("\n")
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 100
    assert len(lines) <= 40
    assert "\x1b" not in text
    # Daikaiju show dice; nothing but pawns and the row numbers is a digit elsewhere.
    digits = re.sub(r"[0-9]?[↑→↓←↺][0-9]?|[gbGB][0-9]", "", board_part(game, text))
    for pawn in game.state.pawns:
        if pawn.status in (Status.ON, Status.WAITING):
            assert str(pawn.seat) in digits


@pytest.mark.parametrize("name", EDITIONS)
def test_colour_changes_nothing_but_colour(name: str) -> None:
    game = play_game(build_edition(name, seats=4), seed=4, decisions=20)
    plain = draw_text(game.edition, game.state)
    coloured = draw_text(game.edition, game.state, colour=True)
    assert "\x1b[" in coloured
    assert ANSI.sub("", coloured) == plain
    assert all("\x1b" not in line or line.rindex("\x1b[0m") for line in coloured.split("\n"))


def test_pawns_stand_on_their_ports() -> None:
    table = Table("classic", pawns=["c2.1<c1", "f6.4"], board={"c1": "T35/0"}, hands=["T01", ""])
    lines = draw_text(table.edition, table.state).split("\n")
    column, row = 4 + 2 * 8, 2 + 1 * 4
    assert lines[row][column + 5] == "0"
    assert lines[2 + 6 * 4][4 + 5 * 8 + 5] == "1"
    assert lines[row + 2][column + 4] == "+"


def test_a_waiting_pawn_stands_outside() -> None:
    table = Table("kosmos", pawns=["c1.n+a2.w", "g7.e+f7.s"], hands=["T01", "T02"],
                  switches={"board": "large"})  # fmt: skip
    lines = draw_text(table.edition, table.state).split("\n")
    assert lines[1][4 + 2 * 8 + 4] == "0"
    assert lines[2 + 4 + 2][3] == "0"
    assert lines[2 + 6 * 4 + 2][4 + 7 * 8 + 1] == "1"
    assert lines[2 + 7 * 4 + 1][4 + 5 * 8 + 4] == "1"


def test_a_move_to_come_ends_in_a_diamond_or_a_cross() -> None:
    table = Table("classic", pawns=["c1.0", "f6.4"], hands=["T35 T01", ""])
    ask = table.decide
    ends: set[str] = set()
    for option in (*ask.options, *(each.action for each in ask.barred)):
        assert isinstance(ask, Decide)
        allowed = replace(ask, options=(option,))
        events = preview(table.edition, table.state, allowed, option, viewer=Seat(0))
        text = draw_text(table.edition, table.state, ghost=events)
        ends.update(letter for letter in "◇×" if letter in text)
        assert len({len(line) for line in text.split("\n")}) == 1
    assert ends == {"◇", "×"}


def test_a_view_names_only_the_tiles_its_viewer_may_see() -> None:
    game = play_game(build_edition("classic", seats=4), seed=1, decisions=10, care=1)
    text = draw_text(game.edition, game.state, viewer=Seat(2))
    assert set(re.findall(r"T\d\d", text)) == set(game.state.hands[2])
    assert "▒▒▒" in text
    assert "hand of seat 2" in text


def test_the_hand_shows_both_faces_and_the_pairs_of_ports() -> None:
    game = play_game(build_edition("phoenix", seats=3), seed=2, decisions=3)
    text = draw_text(game.edition, game.state)
    (tile, *_) = game.state.hands[game.state.turn.seat]
    assert f"{tile}a" in text
    assert f"{tile}b" in text


def test_a_tile_by_itself() -> None:
    edition = build_edition("classic", seats=2)
    for tile in edition.tiles.tiles:
        for rotation in range(4):
            lines = draw_tile_text(edition, Laid(tile, rotation))
            assert [len(line) for line in lines] == [9] * 5
    straight = draw_tile_text(edition, Laid(TileId("T35"), 0))
    turned = draw_tile_text(edition, Laid(TileId("T01"), 1))
    assert straight != turned
    assert draw_tile_text(edition, Laid(TileId("T35"), 0), colour=True) != straight


def test_daikaiju_show_name_dice_and_turning() -> None:
    table = Table(
        "seas",
        pawns=["a1.0", "g7.4"],
        hands=["T01", "T02"],
        parts=[
            Sea(
                on_board=tuple(
                    Daikaiju(name, Cell(col, 3), rotation)
                    for name, col, rotation in (("G1", 3, 0), ("B1", 4, 1), ("B2", 5, 2))
                )
            )
        ],
    )
    lines = draw_text(table.edition, table.state).split("\n")
    cell = [lines[2 + 3 * 4 + row][4 + 3 * 8 + 1 : 4 + 4 * 8] for row in (1, 2, 3)]
    assert cell == ["   2↑  ", "3←G1 →5", "↺1 4↓  "]
    turned = [lines[2 + 3 * 4 + row][4 + 4 * 8 + 1 : 4 + 5 * 8] for row in (1, 2, 3)]
    assert turned == ["   5↑  ", "2←B1 →4", "↺1 3↓  "]


def test_lanterns_markers_and_stars() -> None:
    game = play_game(build_edition("phoenix", seats=3), seed=2, decisions=4)
    lanterns = game.state.part(Lanterns)
    starred = game.state.with_part(
        replace(lanterns, stars=(lanterns.markers[0][0],), final_round=True)
    )
    text = draw_text(game.edition, starred)
    assert len(re.findall(r"\([OBYoby]\)", text)) == len(lanterns.markers) == 7
    assert len(re.findall(r"\([OBYoby]\)\*", text)) == 1
    assert "last round" in text


def test_the_end_is_told() -> None:
    game = play_game(build_edition("classic", seats=3), seed=3)
    assert game.state.result is not None
    text = draw_text(game.edition, game.state)
    assert "wins" in text or "share the win" in text
    assert "out in turn" in text


def test_a_tile_in_hand_shows_its_lantern() -> None:
    """With the present tiles no tile that can be in a hand has one."""
    edition = build_edition("phoenix", seats=2)
    state = replace(edition.opening(Seat(0)), hands=((TileId("E01"),), ()))
    other = replace(edition, tiles=checked(read_phoenix, lanterns_elsewhere()).tiles)
    assert "E01a O" not in draw_text(edition, state)
    drawn = draw_text(other, state)
    assert "E01a O" in drawn
    assert "E01b o" in drawn
