"""A position as a standalone SVG picture: board, pawns, trails and the table around them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from tsuro.core.events import Event
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Status
from tsuro.editions.edition import Edition
from tsuro.engine.views import seen_state
from tsuro.formats.heading import heading_of
from tsuro.formats.svg.board import draw_board
from tsuro.formats.svg.ground import CELL, RIM
from tsuro.formats.svg.markup import box, group, joined, moved, tag, text_of
from tsuro.formats.svg.panel import draw_panel, panel_width, status_line
from tsuro.formats.svg.themes import Theme, theme_of

MARGIN = 76.0
GAP = 8.0
GAP_RIGHT = 22.0
"""To the left and to the right of the table beside the board."""
ROOM = 0.9
"""Cells on every side of a part of the board."""


def draw_svg(
    edition: Edition,
    state: GameState,
    *,
    events: Sequence[Event] = (),
    dark: bool = False,
    viewer: int | None = None,
    ghost: Sequence[Event] = (),
    title: str | None = None,
    width: int | None = None,
    furniture: bool = True,
    first_seat: int = 0,
    around: Collection[Cell] = (),
) -> str:
    """A picture of any position of any edition; it needs no font and no other file.

    `events` may be those of the last step or of the whole game: the last move among them is
    highlighted, and trails of pawns off the board are drawn as far back as the events go. `ghost`
    are the events of a move to come (`engine.preview`). Hidden tiles show their backs; `viewer`
    hides what that seat must not see. Without `furniture` only the board is drawn, and with
    `around` only the part of it around some cells. Seats are counted from `first_seat` on.
    """
    theme = replace(theme_of(edition.info, dark=dark), first_seat=first_seat)
    if viewer is not None:
        state = seen_state(state, Seat(viewer))
    height = edition.size * CELL + 2 * MARGIN
    board = draw_board(edition, state, theme, events=events, ghost=ghost)
    table = draw_panel(edition, state, theme) if furniture else ""
    beside = GAP + panel_width(edition) + GAP_RIGHT if furniture else 0
    zoom = 1 if width is None else width / (height + beside)
    shown = _window(around, height) if around else (0.0, 0.0, height + beside, height)
    return tag(
        "svg",
        tag("title", text_of(title or f"{heading_of(edition)}, {status_line(state, theme)}")),
        tag("desc", text_of(_description(edition, state, theme))),
        box((0, 0), height + beside, height, fill=theme.page),
        group(board, transform=moved(MARGIN, MARGIN)),
        group(table, transform=moved(height + GAP, MARGIN - RIM)),
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=joined(*shown),
        width=shown[2] * zoom,
        height=shown[3] * zoom,
    )


def _window(cells: Collection[Cell], side: float) -> tuple[float, float, float, float]:
    """A square part of the picture with some cells in its middle and a little room around them."""
    columns, rows = [cell.col for cell in cells], [cell.row for cell in cells]
    span = max(max(columns) - min(columns), max(rows) - min(rows), 1) + 1 + 2 * ROOM
    size = min(span * CELL, side)

    def start(lines: list[int]) -> float:
        middle = MARGIN + CELL * (min(lines) + max(lines) + 1) / 2
        return min(max(0.0, middle - size / 2), side - size)

    return start(columns), start(rows), size, size


def _description(edition: Edition, state: GameState, theme: Theme) -> str:
    """The picture in words, for those who cannot see it."""
    laid = sum(1 for _ in state.board.occupied())
    tiles = f"{laid} tile{'s' if laid != 1 else ''}"
    sentences = [f"A board of {edition.size} by {edition.size} cells with {tiles}"]
    for pawn in state.pawns:
        place, seat = pawn.stop or pawn.beside, pawn.seat + theme.first_seat
        if pawn.status is Status.ON and pawn.stop is not None:
            sentences.append(f"seat {seat} faces {pawn.stop.cell}")
        elif pawn.status is Status.WAITING and place is not None:
            sentences.append(f"seat {seat} waits beside {place.cell}")
        elif pawn.status is Status.LOST:
            sentences.append(f"seat {seat} has lost a pawn")
    return "; ".join(sentences) + "."
