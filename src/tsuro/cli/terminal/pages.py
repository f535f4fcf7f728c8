"""The parts that screens of `tsuro play` and `tsuro replay` are made of, as rich pictures."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tsuro.cli.common import wants_colour
from tsuro.cli.terminal.sizes import folded
from tsuro.cli.terminal.words import standing
from tsuro.core.events import Event
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.formats.ascii import draw_board_text
from tsuro.formats.ascii.canvas import SEAT_CODES
from tsuro.formats.ascii.layout import FULL, Scale, layout_of

EDGES: Final = (1, 2)
"""Rows and columns around a screen of text."""
PAGE_FRAME: Final = 5
"""Rows of its title and its keys, the gaps beside them, and one to spare for long titles."""


def board_text(
    edition: Edition,
    state: GameState,
    *,
    scale: Scale = FULL,
    history: Sequence[Event] = (),
    ghost: Sequence[Event] = (),
    marked: Cell | None = None,
) -> Text:
    """The board with nothing beside it, the marked cell inverted."""
    colour = wants_colour(sys.stdout)
    drawn = draw_board_text(edition, state, scale=scale, colour=colour, ghost=ghost, events=history)
    lines = [Text.from_ansi(line) for line in drawn]
    if marked is not None:
        left, top = layout_of(edition, scale).corner(marked)
        for line in lines[top + 1 : top + scale.height]:
            line.stylize("reverse", left + 1, left + scale.width)
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


def page(title: str, lines: Sequence[str], keys: str) -> RenderableType:
    """A screen of text."""
    body = [Text.from_markup(line) for line in lines]
    return Padding(Group(Text(title, style="bold"), "", *body, "", Text(keys, style="dim")), EDGES)


def split_page(lines: Sequence[str], *, width: int, height: int) -> list[list[str]]:
    """Lines in as many screens as they need."""
    room, free = width - 2 * EDGES[1], height - 2 * EDGES[0] - PAGE_FRAME
    parts: list[list[str]] = [[]]
    taken = 0
    for line in lines:
        rows = len(folded(Text.from_markup(line), room))
        if parts[-1] and taken + rows > free:
            parts.append([])
            taken = 0
        parts[-1].append(line)
        taken += rows
    return parts
