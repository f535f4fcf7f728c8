"""Fitting a board and what belongs beside it into a window, from 60 columns and 20 rows on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tsuro.cli.terminal.sizes import folded, is_too_small, too_small
from tsuro.cli.terminal.trays import Tray
from tsuro.formats.ascii.layout import FULL, SCALES, SMALL, Scale

NARROWEST_PANEL: Final = 40
NARROWEST_SMALL_PANEL: Final = 24
"""Beside a board that is not drawn in full."""
WIDEST_PANEL: Final = 64
LONGEST_SIDE: Final = 36
"""Rows of a panel that is filled with what happened earlier."""
BETWEEN_KEYS: Final = "   "
GAPS: Final = 4
"""Empty rows between the parts of a panel, where there is room for them."""

Board = Callable[[Scale], Text]
"""Draws the board in the size it is asked for."""


@dataclass(frozen=True)
class Panel:
    """Everything that stands beside a board."""

    title: str
    players: Sequence[Text] = ()
    notes: Sequence[Text] = ()
    """What can be drawn from, and what went wrong with bots."""
    old: Sequence[str] = ()
    """What happened earlier, for the room that is left."""
    new: Sequence[str] = ()
    """What has happened since the person last decided."""
    lines: Sequence[Text] = ()
    """The decision and the prompt."""
    keys: Sequence[str] = ()
    """Each with what it does; never broken between the two."""
    tray: Tray | None = None
    """Tiles to choose from in pictures."""
    tiles: Sequence[str] = ()
    """The hand by name, where there is no room for pictures."""

    def pictures(self, scale: Scale, width: int) -> list[Text]:
        return [] if self.tray is None else self.tray.pictures(scale, width=width)


def arranged(board: Board, panel: Panel, *, width: int, height: int) -> RenderableType:
    """The largest board that leaves room for the rest, then the largest tiles."""
    if is_too_small(width, height):
        return too_small(width, height)
    boards = [(scale, list(board(scale).split())) for scale in SCALES]
    for demand in _demands(panel, width):
        for scale, rows in boards:
            for tiles in SCALES[SCALES.index(scale) :]:
                picture = _beside(scale, rows, demand, tiles, width=width, height=height)
                picture = picture or _above(rows, demand, tiles, width=width, height=height)
                if picture is not None:
                    return picture
        if demand.tray is not None and demand.tray.before_board:
            picture = _above([], demand, SMALL, width=width, height=height)
            if picture is not None:
                return picture
    lines = [*panel.lines, *_key_rows(panel.keys, width)]
    return Group(*(_cut(line, width) for line in lines[-height:]))


def _demands(panel: Panel, width: int) -> Iterator[Panel]:
    """What is to be shown, and what is left if that is too much."""
    yield panel
    panel = replace(panel, notes=())
    yield panel
    if panel.tray is not None:
        panel = replace(panel, tray=panel.tray.chosen_only())
        yield panel
    hand = [Text(f"Your tiles: {' '.join(panel.tiles)}")] if panel.tiles else []
    panel = replace(panel, tray=None, lines=[*hand, *panel.lines])
    yield panel
    yield replace(panel, players=())


def _beside(
    scale: Scale, rows: Sequence[Text], panel: Panel, tiles: Scale, *, width: int, height: int
) -> RenderableType | None:
    """Board and panel next to each other; None if one of them does not fit."""
    margin, narrowest = (3, NARROWEST_PANEL) if scale == FULL else (1, NARROWEST_SMALL_PANEL)
    board_width = max(line.cell_len for line in rows)
    room = min(width - board_width - margin, WIDEST_PANEL)
    if room < narrowest or len(rows) > height:
        return None
    longest = min(height, max(len(rows), LONGEST_SIDE))
    side = _side(panel, tiles, room, height=height, longest=longest)
    if side is None:
        return None
    grid = Grid.grid(padding=(0, margin, 0, 0))
    grid.add_column(width=board_width)
    grid.add_column(width=room)
    grid.add_row(Text("\n", no_wrap=True).join(rows), Group(*side))
    return grid


def _above(
    rows: Sequence[Text], panel: Panel, tiles: Scale, *, width: int, height: int
) -> RenderableType | None:
    """The board on top, everything else under it."""
    rest = height - len(rows)
    side = _side(panel, tiles, width, height=rest, longest=rest)
    if side is None:
        return None
    return Group(side[0], *(_cut(row, width) for row in rows), *side[1:])


def _side(panel: Panel, tiles: Scale, room: int, *, height: int, longest: int) -> list[Text] | None:
    """The panel as rows, the log in the room that is left; None if even without one it is too high.

    The keys stand at the bottom, so that they do not move with what is told above them.
    """
    title = folded(Text(panel.title, style="bold"), room)
    who = [_cut(line, room) for line in panel.players]
    notes = [row for line in panel.notes for row in folded(line, room)]
    tray = panel.pictures(tiles, room)
    lines = [row for line in panel.lines for row in folded(line, room)]
    lines += _key_rows(panel.keys, room)
    parts = [title, [*who, *notes], tray, lines]
    taken = sum(map(len, parts))
    if taken > height:
        return None
    gap = [Text()] if taken + GAPS < longest else []
    log = _log(panel, room, rows=longest - taken - GAPS * len(gap))
    return [*title, *gap, *parts[1], *gap, *log, *gap, *tray, *gap, *lines]


def _cut(line: Text, width: int) -> Text:
    """In one row: a standing that is too long loses its end."""
    line = line.copy()
    line.truncate(width, overflow="ellipsis")
    return line


def _key_rows(keys: Sequence[str], width: int) -> list[Text]:
    rows: list[str] = []
    for key in keys:
        if rows and len(rows[-1]) + len(BETWEEN_KEYS) + len(key) <= width:
            rows[-1] += BETWEEN_KEYS + key
        else:
            rows.append(key)
    return [Text(row, style="dim") for row in rows]


def _log(panel: Panel, width: int, *, rows: int) -> list[Text]:
    """The latest sentences that fit, older ones dimmed."""
    sentences = [Text(text, style="dim") for text in panel.old]
    sentences += [Text(text) for text in panel.new]
    shown: list[Text] = []
    for sentence in reversed(sentences):
        told = folded(sentence, width)
        if len(shown) + len(told) > rows:
            break
        shown = [*told, *shown]
    return shown
