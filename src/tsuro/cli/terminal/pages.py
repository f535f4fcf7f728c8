"""The screens of `tsuro play` and `tsuro replay`, as rich pictures."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tsuro.cli.common import wants_colour
from tsuro.cli.terminal.trays import Tray
from tsuro.cli.terminal.words import standing
from tsuro.core.events import Event
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.formats.ascii import GAP, LEFT, TOP, draw_text
from tsuro.formats.ascii.canvas import CELL_HEIGHT, CELL_WIDTH, SEAT_CODES

MARGIN = 2
"""Columns between the board and what stands beside it."""
NARROWEST_PANEL = 40
WIDEST_PANEL = 64
SPARE_ROWS = 4
"""Empty rows of the panel, and the last row of the window."""


@dataclass(frozen=True)
class Panel:
    """Everything that stands beside a board."""

    title: str
    players: Sequence[Text] = ()
    old: Sequence[str] = ()
    """What happened earlier, for the room that is left."""
    new: Sequence[str] = ()
    """What has happened since the person last decided."""
    lines: Sequence[Text] = ()
    """An empty line, the decision, the prompt and the keys."""
    tray: Tray | None = None
    """Tiles to choose from in pictures, where there is room for them."""
    tiles: Sequence[str] = ()
    """The hand by name, where there is not."""

    def pictures(self, *, width: int, height: int) -> list[Text]:
        return [] if self.tray is None else self.tray.pictures(width=width, height=height)


def board_text(
    edition: Edition,
    state: GameState,
    *,
    history: Sequence[Event] = (),
    ghost: Sequence[Event] = (),
    marked: Cell | None = None,
) -> Text:
    """The board with nothing beside it, the marked cell inverted."""
    drawn = draw_text(
        edition,
        state,
        colour=wants_colour(sys.stdout),
        ghost=ghost,
        events=history,
    )
    width = LEFT + edition.size * CELL_WIDTH + GAP
    height = TOP + edition.size * CELL_HEIGHT + TOP + 1
    lines = [line[:width] for line in list(Text.from_ansi(drawn).split())[:height]]
    if marked is not None:
        left, top = LEFT + marked.col * CELL_WIDTH, TOP + marked.row * CELL_HEIGHT
        for line in lines[top + 1 : top + CELL_HEIGHT]:
            line.stylize("reverse", left + 1, left + CELL_WIDTH)
    return Text("\n", no_wrap=True).join(lines)


def seat_mark(seat: Seat) -> Text:
    """The number of a seat as its pawn looks on the board."""
    colour = wants_colour(sys.stdout)
    return Text.from_ansi(f"\x1b[1;7;{SEAT_CODES[seat]}m{seat}\x1b[0m" if colour else str(seat))


def player_lines(names: Sequence[str], state: GameState, *, to_act: Seat | None) -> list[Text]:
    """One line a seat: its number as on the board, its name, how it stands."""
    widest = max(map(len, names))
    lines: list[Text] = []
    for number, name in enumerate(names):
        seat = Seat(number)
        line = Text("▸ " if seat == to_act else "  ").append_text(seat_mark(seat))
        line.append(f" {name.ljust(widest)}  ", style="" if state.is_in(seat) else "dim")
        line.append(standing(state, seat), style="dim")
        lines.append(line)
    return lines


def beside(
    board: Text, panel: Panel, *, width: int, height: int, focus: int | None = None
) -> RenderableType:
    """Board and panel next to each other, or one above the other where it is narrow."""
    rows = list(board.split())
    board_width = max(line.cell_len for line in rows)
    room = min(width - board_width - MARGIN, WIDEST_PANEL)
    if room < NARROWEST_PANEL:
        return _stacked(rows, panel, width=width, height=height, focus=focus)
    fixed = _fixed(panel, room)
    tray = panel.pictures(width=room, height=height - fixed - SPARE_ROWS - 1)
    free = min(height, max(len(rows), 36)) - fixed - len(tray) - SPARE_ROWS
    grid = Grid.grid(padding=(0, MARGIN, 0, 0))
    grid.add_column(width=board_width)
    grid.add_column(width=room)
    log = _log(panel, width=room, rows=free)
    side = Group(_title(panel), "", *panel.players, "", *log, "", *tray, *panel.lines)
    grid.add_row(Text("\n", no_wrap=True).join(rows[:height]), side)
    return grid


def _stacked(
    rows: Sequence[Text], panel: Panel, *, width: int, height: int, focus: int | None
) -> RenderableType:
    """Above each other; if even that is too high, the part of the board that matters."""
    if panel.tray is not None and panel.tray.before_board:
        return _tiles_first(rows, panel, width=width, height=height)
    free = height - 1 - _fixed(panel, width)
    visible = max(2 * CELL_HEIGHT, min(len(rows), free - 2))
    middle = TOP if focus is None else TOP + focus * CELL_HEIGHT + CELL_HEIGHT // 2
    first = min(max(0, middle - visible // 2), len(rows) - visible)
    shown = rows[first : first + visible]
    log = _log(panel, width=width, rows=free - visible)
    hand = Text(f"Your tiles: {' '.join(panel.tiles)}" if panel.tiles else "")
    return Group(_title(panel), *shown, *panel.players, *log, hand, *panel.lines[1:])


def _tiles_first(rows: Sequence[Text], panel: Panel, *, width: int, height: int) -> RenderableType:
    """The tiles that are chosen from; the seats, then the board, as far as there is room."""
    lines = panel.lines[1:]
    free = height - 1 - sum(_rows(line, width) for line in (_title(panel), *lines))
    tray = panel.pictures(width=width, height=free)
    free -= len(tray)
    players = panel.players if sum(_rows(each, width) for each in panel.players) <= free else ()
    free -= sum(_rows(each, width) for each in players)
    board = rows if len(rows) <= free else ()
    log = _log(panel, width=width, rows=free - len(board))
    return Group(_title(panel), *board, *players, *log, *tray, *lines)


def _title(panel: Panel) -> Text:
    return Text(panel.title, style="bold")


def _fixed(panel: Panel, width: int) -> int:
    """Rows taken by everything but the log and the pictures; one row of title is always there."""
    shown = (_title(panel), *panel.players, *panel.lines)
    return sum(_rows(line, width) for line in shown) - 1


def _rows(line: Text, width: int) -> int:
    return max(1, -(-line.cell_len // width))


def _log(panel: Panel, *, width: int, rows: int) -> list[Text]:
    """The latest sentences that fit, older ones dimmed."""
    sentences = [Text(text, style="dim") for text in panel.old]
    sentences += [Text(text) for text in panel.new]
    shown: list[Text] = []
    for sentence in reversed(sentences):
        rows -= _rows(sentence, width)
        if rows < 0:
            break
        shown.insert(0, sentence)
    return shown


def page(title: str, lines: Sequence[str], keys: str) -> RenderableType:
    """A screen of text."""
    body = [Text.from_markup(line) for line in lines]
    return Padding(Group(Text(title, style="bold"), "", *body, "", Text(keys, style="dim")), (1, 2))
