"""A position for terminals: the board in braille dots and box-drawing, the table beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tsuro.core.events import Event
from tsuro.core.geometry import COLUMN_LETTERS, Cell, Side, Stop, cells
from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Pawn, Status
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.engine.views import seen_state
from tsuro.formats.ascii.canvas import Canvas, Style
from tsuro.formats.ascii.layout import FULL, MEDIUM, Layout, Scale, layout_of
from tsuro.formats.ascii.panel import draw_table
from tsuro.formats.scene import Move, lantern_letter, move_of, open_cells, pawns_after, trails_of
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.seas.daikaiju import Sea
from tsuro.rules.seas.spawning import sea_chart

GAP: Final = 4
"""Columns between the border of the board and the table beside it."""
_TICKS: Final = {Side.NORTH: "┴", Side.EAST: "├", Side.SOUTH: "┬", Side.WEST: "┤"}
_ARROWS: Final = "↑→↓←"
_GOLD: Final = Style.SEAT_0 + 3
_BLUE: Final = Style.SEAT_0 + 1
_LANTERN_STYLES: Final = {"orange": Style.SEAT_0, "blue": _BLUE, "yellow": _GOLD}


def draw_text(
    edition: Edition,
    state: GameState,
    *,
    colour: bool = False,
    ghost: Sequence[Event] = (),
    viewer: Seat | None = None,
    events: Sequence[Event] = (),
) -> str:
    """A position in text: pawns are the digits of their seats, `+` marks where a tile may be laid.

    `ghost` are the events of a move to come, whose end is a diamond, or a cross where a pawn is
    lost. `viewer` hides what that seat must not see, and chooses whose hand is drawn; otherwise it
    is that of the seat whose turn it is. Colours are ANSI codes.
    """
    if viewer is not None:
        state = seen_state(state, viewer)
    layout = layout_of(edition, FULL)
    canvas = _board(edition, state, layout, ghost, events)
    shown = state.turn.seat if viewer is None else viewer
    draw_table(canvas, edition, state, shown, layout.right + GAP)
    return "\n".join(canvas.lines(colour=colour))


def draw_board_text(
    edition: Edition,
    state: GameState,
    *,
    scale: Scale = FULL,
    colour: bool = False,
    ghost: Sequence[Event] = (),
    events: Sequence[Event] = (),
) -> list[str]:
    """The board of `draw_text` alone, line by line, in a size that fits the room."""
    canvas = _board(edition, state, layout_of(edition, scale), ghost, events)
    return canvas.lines(colour=colour)


def draw_tile_text(
    edition: Edition, laid: Laid, *, scale: Scale = FULL, colour: bool = False
) -> list[str]:
    """One tile as it lies: in full, five lines of nine characters."""
    canvas = Canvas(scale)
    canvas.frame(0, 0)
    canvas.tile(0, 0, edition.tiles.wiring(laid), Style.PLAIN)
    return canvas.lines(colour=colour)


def _board(
    edition: Edition,
    state: GameState,
    layout: Layout,
    ghost: Sequence[Event],
    events: Sequence[Event],
) -> Canvas:
    canvas = Canvas(layout.scale)
    coming = move_of(ghost)
    _draw_grid(canvas, layout, edition, state, coming)
    _draw_labels(canvas, layout, edition, state)
    _draw_paths(canvas, layout, edition, state, events)
    _draw_lanterns(canvas, layout, edition, state)
    _draw_daikaiju(canvas, layout, edition, state)
    _draw_open_cells(canvas, layout, state)
    _draw_ghost(canvas, layout, edition, coming)
    for _, pawn in pawns_after(state, ghost):
        if (place := _stand(layout, pawn)) is not None:
            canvas.put(*place, "◇", Style.GHOST)
    for pawn in state.pawns:
        if (place := _stand(layout, pawn)) is not None:
            canvas.put(*place, str(pawn.seat), Style.PAWN_0 + pawn.seat)
    return canvas


def _draw_grid(
    canvas: Canvas, layout: Layout, edition: Edition, state: GameState, coming: Move
) -> None:
    """Lines around tiles, dotted ones between empty cells, a frame with start marks."""
    size = edition.size
    placed = {cell for cell, _ in state.board.occupied()} | {cell for cell, _ in coming.laid}
    for col in range(size + 1):
        for row in range(size + 1):
            x, y = layout.corner(Cell(col, row))
            rim_x, rim_y = col in (0, size), row in (0, size)
            if col < size:
                solid = rim_y or bool(placed & {Cell(col, row), Cell(col, row - 1)})
                canvas.put(x + 1, y, ("─" if solid else "┈") * (layout.scale.width - 1), Style.DIM)
            if row < size:
                solid = rim_x or bool(placed & {Cell(col, row), Cell(col - 1, row)})
                for down in range(1, layout.scale.height):
                    canvas.put(x, y + down, "│" if solid else "┊", Style.DIM)
            canvas.put(x, y, _joint(col, row, size), Style.DIM)
    for cell in cells(size):
        _draw_marks(canvas, layout, edition, cell)


def _joint(col: int, row: int, size: int) -> str:
    across = 0 if col == 0 else 2 if col == size else 1
    down = 0 if row == 0 else 2 if row == size else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[down][across]


def _draw_marks(canvas: Canvas, layout: Layout, edition: Edition, cell: Cell) -> None:
    last = edition.size - 1
    rim = {
        Side.NORTH: cell.row == 0,
        Side.EAST: cell.col == last,
        Side.SOUTH: cell.row == last,
        Side.WEST: cell.col == 0,
    }
    for side in Side:
        if rim[side] and edition.starts_beside:
            canvas.put(*layout.middle(cell, side), _TICKS[side], Style.PLAIN)
        elif rim[side]:
            for port in side.ports:
                canvas.put(*layout.place(Stop(cell, port)), _TICKS[side], Style.PLAIN)


def _draw_labels(canvas: Canvas, layout: Layout, edition: Edition, state: GameState) -> None:
    chart = sea_chart(edition.turn) if state.has_part(Sea) else None
    under = layout.bottom + layout.below
    for i in range(edition.size):
        middle, low = layout.centre(Cell(i, i))
        canvas.put(middle, 0 if chart is None else under, COLUMN_LETTERS[i], Style.DIM)
        canvas.put(0 if chart is None else layout.right + 2, low, str(i + 1), Style.DIM)
        if chart is not None and i in chart.columns:
            canvas.put(middle - 1, 0, f"g{chart.columns.index(i) + 1}", _GOLD)
        if chart is not None and i in chart.rows:
            canvas.put(0, low, f"b{chart.rows.index(i) + 1}", _BLUE)


def _draw_paths(
    canvas: Canvas,
    layout: Layout,
    edition: Edition,
    state: GameState,
    events: Sequence[Event],
) -> None:
    for cell, laid in state.board.occupied():
        canvas.tile(*layout.corner(cell), edition.tiles.wiring(laid))
    for trail in trails_of(edition, state, events):
        if not trail.faded:
            for cell, entry, leave in trail.crossings:
                canvas.path(*layout.corner(cell), entry, leave, Style.SEAT_0 + trail.seat)


def _draw_lanterns(canvas: Canvas, layout: Layout, edition: Edition, state: GameState) -> None:
    """The letters of `lantern_letter`; `(O)` has a marker, `*` a star."""
    if not state.has_part(Lanterns):
        return
    part = state.part(Lanterns)
    for cell, laid in state.board.occupied():
        colour = edition.tiles[laid.tile].lantern
        if colour is None:
            continue
        letter = lantern_letter(edition, laid)
        text = f"({letter})" if part.colour_at(cell) else letter
        text += "*" if cell in part.stars else ""
        if len(text) >= layout.scale.width:
            text = text.replace(")", "")
        canvas.put(*_quiet_place(canvas, layout, cell, len(text)), text, _LANTERN_STYLES[colour])


def _quiet_place(canvas: Canvas, layout: Layout, cell: Cell, length: int) -> tuple[int, int]:
    """Where a text covers the fewest dots inside a cell, the middle preferred."""
    x, y = layout.corner(cell)
    places = [
        (x + 1 + right, y + down)
        for down in range(1, layout.scale.height)
        for right in range(layout.scale.width - length)
    ]
    centre = (x + (layout.scale.width - length) / 2 + 0.5, y + layout.scale.height / 2)

    def cost(place: tuple[int, int]) -> tuple[int, float]:
        covered = sum(canvas.dots_at(place[0] + i, place[1]) for i in range(length))
        return covered, abs(place[0] - centre[0]) + abs(place[1] - centre[1])

    return min(places, key=cost)


def _draw_daikaiju(canvas: Canvas, layout: Layout, edition: Edition, state: GameState) -> None:
    """Name, the die for each direction, and the die on which it turns counter-clockwise."""
    if not state.has_part(Sea):
        return
    chart = sea_chart(edition.turn)
    for each in state.part(Sea).on_board:
        x, y = layout.corner(each.cell)
        dice: Mapping[Side | None, int] = {
            chart.heading(each.name, die, each.rotation): die for die in range(1, 6)
        }
        north, east, south, west = (dice[side] for side in Side)
        style = _GOLD if each.name.startswith("G") else _BLUE
        if layout.scale != FULL:
            _draw_small_daikaiju(canvas, each.name, x, y, dice, style)
            continue
        canvas.put(x + 1, y + 1, f"   {north}{_ARROWS[0]}  ", style)
        canvas.put(x + 1, y + 2, f"{west}{_ARROWS[3]}   {_ARROWS[1]}{east}", style)
        canvas.put(x + 3, y + 2, each.name, Style.STRONG)
        canvas.put(x + 1, y + 3, f"↺{dice[None]} {south}{_ARROWS[2]}  ", style)


def _draw_small_daikaiju(
    canvas: Canvas, name: str, x: int, y: int, dice: Mapping[Side | None, int], style: int
) -> None:
    """Name and directions; it turns on the number that is missing. The smallest has its name."""
    inside = " " * (canvas.scale.width - 1)
    for row in range(1, canvas.scale.height):
        canvas.put(x + 1, y + row, inside)
    if canvas.scale == MEDIUM:
        for row, sides in enumerate(((Side.NORTH, Side.EAST), (Side.SOUTH, Side.WEST)), 1):
            canvas.put(x + 2, y + row, "".join(f"{_ARROWS[s]}{dice[s]}" for s in sides), style)
            canvas.put(x + 1, y + row, name[row - 1], Style.STRONG)
    else:
        canvas.put(x + 1, y + 1, name, Style.STRONG)


def _draw_open_cells(canvas: Canvas, layout: Layout, state: GameState) -> None:
    for cell in open_cells(state):
        canvas.put(*layout.centre(cell), "+", Style.SEAT_0 + state.turn.seat)


def _draw_ghost(canvas: Canvas, layout: Layout, edition: Edition, coming: Move) -> None:
    for cell, laid in coming.laid:
        x, y = layout.corner(cell)
        for row in range(1, layout.scale.height):
            canvas.put(x + 1, y + row, " " * (layout.scale.width - 1))
        canvas.tile(x, y, edition.tiles.wiring(laid))
    for event in coming.routes:
        for cell, entry, leave in event.route:
            canvas.path(*layout.corner(cell), entry, leave, Style.GHOST)
    for _, end in coming.lost:
        canvas.put(*layout.place(end), "×", Style.GHOST)


def _stand(layout: Layout, pawn: Pawn) -> tuple[int, int] | None:
    if pawn.status is Status.ON and pawn.stop is not None:
        return layout.place(pawn.stop)
    if pawn.status is Status.WAITING and pawn.beside is not None:
        return layout.middle(pawn.beside.cell, pawn.beside.side, out=1)
    return None
