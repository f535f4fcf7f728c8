"""A position as a standalone SVG picture: board, pawns, trails and the table around them."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Status
from tsuro.editions.edition import Edition
from tsuro.engine.views import seen_state
from tsuro.formats.heading import heading_of
from tsuro.formats.svg.board import draw_board
from tsuro.formats.svg.ground import CELL, RIM
from tsuro.formats.svg.markup import box, group, joined, moved, tag, text_of
from tsuro.formats.svg.panel import draw_panel, panel_width, status_line
from tsuro.formats.svg.themes import theme_of

MARGIN = 76.0
GAP = 8.0
GAP_RIGHT = 22.0
"""To the left and to the right of the table beside the board."""


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
) -> str:
    """A picture of any position of any edition; it needs no font and no other file.

    `events` may be those of the last step or of the whole game: the last move among them is
    highlighted, and trails of pawns off the board are drawn as far back as the events go. `ghost`
    are the events of a move to come (`engine.preview`). Hidden tiles show their backs; `viewer`
    hides what that seat must not see. Without `furniture` only the board is drawn.
    """
    theme = theme_of(edition.info, dark=dark)
    if viewer is not None:
        state = seen_state(state, Seat(viewer))
    height = edition.size * CELL + 2 * MARGIN
    board = draw_board(edition, state, theme, events=events, ghost=ghost)
    table = draw_panel(edition, state, theme) if furniture else ""
    beside = GAP + panel_width(edition) + GAP_RIGHT if furniture else 0
    zoom = 1 if width is None else width / (height + beside)
    return tag(
        "svg",
        tag("title", text_of(title or f"{heading_of(edition)}, {status_line(state)}")),
        tag("desc", text_of(_description(edition, state))),
        box((0, 0), height + beside, height, fill=theme.page),
        group(board, transform=moved(MARGIN, MARGIN)),
        group(table, transform=moved(height + GAP, MARGIN - RIM)),
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=f"0 0 {joined(height + beside, height)}",
        width=(height + beside) * zoom,
        height=height * zoom,
    )


def _description(edition: Edition, state: GameState) -> str:
    """The picture in words, for those who cannot see it."""
    laid = sum(1 for _ in state.board.occupied())
    tiles = f"{laid} tile{'s' if laid != 1 else ''}"
    sentences = [f"A board of {edition.size} by {edition.size} cells with {tiles}"]
    for pawn in state.pawns:
        place = pawn.stop or pawn.beside
        if pawn.status is Status.ON and pawn.stop is not None:
            sentences.append(f"seat {pawn.seat} faces {pawn.stop.cell}")
        elif pawn.status is Status.WAITING and place is not None:
            sentences.append(f"seat {pawn.seat} waits beside {place.cell}")
        elif pawn.status is Status.LOST:
            sentences.append(f"seat {pawn.seat} has lost a pawn")
    return "; ".join(sentences) + "."
