"""Every kind of decision in windows as small as people have them."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from rich.text import Text

from tests.cli.recorded import decisions, table_where
from tests.cli.test_play_keys import Memory, play, table_of
from tsuro.cli.replay import ReplayedGame, step_through
from tsuro.cli.terminal.arranging import Panel, arranged
from tsuro.cli.terminal.lessons import help_pages
from tsuro.cli.terminal.menu import choose_game
from tsuro.cli.terminal.pages import page, split_page
from tsuro.cli.terminal.screen import Key
from tsuro.core.actions import Decision
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import TileId
from tsuro.core.tiles import Laid
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.views import seen_state
from tsuro.formats.ascii import draw_board_text, draw_tile_text
from tsuro.formats.ascii.layout import SCALES, Scale, layout_of
from tsuro.formats.record import record_of
from tsuro.game import Game
from tsuro.rules.exchange import Exchange

SIZES = [(80, 24), (60, 20)]
MOST_SEATS = 4
"""With more seats at the table the smallest window names the tiles instead of drawing them."""


@cache
def kinds(edition: str) -> list[type[Decision]]:
    """Every kind of decision that recorded games of few seats have."""
    found = (
        type(option)
        for record, _, _, decide in decisions(edition)
        for option in decide.options
        if record.edition.seats <= MOST_SEATS
    )
    return list(dict.fromkeys(found))


def fits(frame: str, width: int, height: int) -> bool:
    lines = frame.split("\n")
    return len(lines) <= height and max(map(len, lines)) <= width


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_board_hand_and_keys_are_all_in_sight(edition: str, width: int, height: int) -> None:
    for kind in kinds(edition):
        table = table_where(
            edition,
            lambda state, decide, kind=kind: (  # type: ignore[misc]
                state.seats <= MOST_SEATS
                and any(isinstance(option, kind) for option in decide.options)
            ),
        )
        game = table.game
        (seat,) = table.people
        frame = play(table, [], width=width, height=height)[-1]
        assert fits(frame, width, height), f"{kind}\n{frame}"
        assert "Enter do it" in frame
        assert "q quit" in frame
        swapping = game.state.has_part(Exchange) and game.state.part(Exchange).seat == seat
        # Swapping is about tiles alone: there the board gives way, if it must.
        assert swapping or any(has_corners(frame, game.edition.size, each) for each in SCALES)
        for tile in seen_state(game.state, seat).hands[seat]:
            assert tile in frame, f"{kind} without {tile}\n{frame}"
        assert swapping or "Your tiles:" not in frame, "pictures, not names"


def has_corners(frame: str, size: int, scale: Scale) -> bool:
    """Whether a board of this size is in a picture from its first to its last row."""
    wide = size * scale.width
    lines = frame.split("\n")
    bottom = next((at for at, line in enumerate(lines) if "└" in line[:5]), None)
    if bottom is None or bottom < size * scale.height:
        return False
    left = lines[bottom].index("└")
    corner = lines[bottom][left + wide : left + wide + 1]
    top = lines[bottom - size * scale.height]
    return corner not in ("", " ") and top[left : left + 1] not in ("", " ")


def test_a_window_that_is_too_small_is_told_in_a_sentence() -> None:
    for width, height in ((59, 24), (80, 19)):
        frame = play(table_of("seas", "human", "random"), [], width=width, height=height)[-1]
        assert f"{width} columns and {height} rows" in " ".join(frame.split())
        assert "60 and 20" in " ".join(frame.split())
        assert len(frame.split("\n")) < 6


@pytest.mark.parametrize("scale", SCALES)
def test_every_port_has_a_place_of_its_own_in_every_size(scale: Scale) -> None:
    edition = build_edition("seas", seats=2)
    layout = layout_of(edition, scale)
    inner = [Cell(col, row) for col in (1, 3, 5) for row in (1, 3, 5)]
    places = [layout.place(Stop(cell, port)) for cell in inner for port in range(8)]
    assert len(set(places)) == len(places)
    lines = draw_board_text(edition, Game(edition, seed=1).state, scale=scale)
    assert len([line for line in lines if "┼" in line]) == edition.size - 1
    tile = draw_tile_text(edition, Laid(TileId("T01"), 0), scale=scale)
    assert (len(tile), len(tile[0])) == (scale.height + 1, scale.width + 1)


@pytest.mark.parametrize(
    ("edition", "size"), list(product(EDITIONS, SIZES)), ids=lambda each: str(each)
)
def test_help_and_menu_fit(edition: str, size: tuple[int, int]) -> None:
    width, height = size
    switches = {"winds_of_change": "on"} if edition == "phoenix" else {}
    screen = Memory([Key.DOWN] * list(EDITIONS).index(edition), width=width, height=height)
    for title, lines in help_pages(build_edition(edition, seats=2, switches=switches)):
        for part in split_page(lines, width=width, height=height):
            screen.show(page(title, part, "any key"))
    with pytest.raises(EOFError):
        choose_game(screen)
    assert all(fits(frame, width, height) for frame in screen.frames)
    assert "Enter play" in screen.frames[-1]


def test_a_replay_fits_too() -> None:
    table = table_of("phoenix", "random", "random", "random", seed=3)
    while not table.game.over:
        table.let_bot_play()
    game = table.game
    record = record_of(game.edition, game.actions, game.state)
    for width, height in SIZES:
        screen = Memory([Key.RIGHT, Key.END, Key.RESIZE, "q"], width=width, height=height)
        step_through(ReplayedGame(record, record.steps()), screen)
        assert len(screen.frames) == 4, "a window of another size is drawn anew"
        for frame in screen.frames:
            assert fits(frame, width, height)
            assert "q quit" in frame
            assert any(has_corners(frame, game.edition.size, each) for each in SCALES)


def test_what_is_left_if_there_is_too_much_to_say() -> None:
    board = [f"{row:20}" for row in range(12)]
    panel = Panel(
        title="T",
        players=[Text(f"player {n}") for n in range(8)],
        lines=[Text(f"line {n} " * 8) for n in range(30)],
        keys=("q quit",),
    )
    screen = Memory([], width=60, height=20)
    screen.show(arranged(lambda _: Text("\n".join(board)), panel, width=60, height=20))
    assert fits(screen.frames[0], 60, 20)
    assert screen.frames[0].rstrip().endswith("q quit")
