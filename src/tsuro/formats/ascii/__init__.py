"""A position for terminals: the board in braille dots and box-drawing, the table beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tsuro.core.events import Event
from tsuro.core.geometry import COLUMN_LETTERS, PORTS, Cell, Side, Stop, cells
from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Pawn, Status
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.engine.views import seen_state
from tsuro.formats.ascii.canvas import CELL_HEIGHT, CELL_WIDTH, Canvas, Style
from tsuro.formats.ascii.panel import draw_table
from tsuro.formats.scene import Move, lantern_letter, move_of, open_cells, pawns_after, trails_of
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.seas.daikaiju import Sea
from tsuro.rules.seas.spawning import sea_chart

LEFT: Final = 4
TOP: Final = 2
"""Where the border of the board begins: coordinates and waiting pawns stand before it."""
GAP: Final = 4
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
    canvas = Canvas()
    coming = move_of(ghost)
    _draw_grid(canvas, edition, state, coming)
    _draw_labels(canvas, edition, state)
    _draw_paths(canvas, edition, state, events)
    _draw_lanterns(canvas, edition, state)
    _draw_daikaiju(canvas, edition, state)
    _draw_open_cells(canvas, state)
    _draw_ghost(canvas, edition, coming)
    for _, pawn in pawns_after(state, ghost):
        if (place := _stand(pawn)) is not None:
            canvas.put(*place, "◇", Style.GHOST)
    for pawn in state.pawns:
        if (place := _stand(pawn)) is not None:
            canvas.put(*place, str(pawn.seat), Style.PAWN_0 + pawn.seat)
    shown = state.turn.seat if viewer is None else viewer
    right = LEFT + edition.size * CELL_WIDTH + GAP
    draw_table(canvas, edition, state, shown, right)
    return "\n".join(canvas.lines(colour=colour))


def draw_tile_text(edition: Edition, laid: Laid, *, colour: bool = False) -> list[str]:
    """One tile as it lies, five lines of nine characters."""
    canvas = Canvas()
    canvas.frame(0, 0)
    canvas.tile(0, 0, edition.tiles.wiring(laid), Style.PLAIN)
    return canvas.lines(colour=colour)


def _corner(cell: Cell) -> tuple[int, int]:
    """The character at the north-west corner of a cell."""
    return LEFT + cell.col * CELL_WIDTH, TOP + cell.row * CELL_HEIGHT


def _draw_grid(canvas: Canvas, edition: Edition, state: GameState, coming: Move) -> None:
    """Lines around tiles, dotted ones between empty cells, a frame with start marks."""
    size = edition.size
    placed = {cell for cell, _ in state.board.occupied()} | {cell for cell, _ in coming.laid}
    for col in range(size + 1):
        for row in range(size + 1):
            x, y = _corner(Cell(col, row))
            rim_x, rim_y = col in (0, size), row in (0, size)
            if col < size:
                solid = rim_y or bool(placed & {Cell(col, row), Cell(col, row - 1)})
                canvas.put(x + 1, y, ("─" if solid else "┈") * (CELL_WIDTH - 1), Style.DIM)
            if row < size:
                solid = rim_x or bool(placed & {Cell(col, row), Cell(col - 1, row)})
                for down in range(1, CELL_HEIGHT):
                    canvas.put(x, y + down, "│" if solid else "┊", Style.DIM)
            canvas.put(x, y, _joint(col, row, size), Style.DIM)
    for cell in cells(size):
        _draw_marks(canvas, edition, cell)


def _joint(col: int, row: int, size: int) -> str:
    across = 0 if col == 0 else 2 if col == size else 1
    down = 0 if row == 0 else 2 if row == size else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[down][across]


def _draw_marks(canvas: Canvas, edition: Edition, cell: Cell) -> None:
    last = edition.size - 1
    rim = {
        Side.NORTH: cell.row == 0,
        Side.EAST: cell.col == last,
        Side.SOUTH: cell.row == last,
        Side.WEST: cell.col == 0,
    }
    for side in Side:
        if rim[side] and edition.starts_beside:
            canvas.put(*_middle(cell, side), _TICKS[side], Style.PLAIN)
        elif rim[side]:
            for port in side.ports:
                canvas.put(*_place(Stop(cell, port)), _TICKS[side], Style.PLAIN)


def _middle(cell: Cell, side: Side, out: int = 0) -> tuple[int, int]:
    """The middle of a side of a cell, or a place `out` characters beyond it."""
    x, y = _corner(cell)
    half, low = CELL_WIDTH // 2, CELL_HEIGHT // 2
    return {
        Side.NORTH: (x + half, y - out),
        Side.EAST: (x + CELL_WIDTH + out, y + low),
        Side.SOUTH: (x + half, y + CELL_HEIGHT + out),
        Side.WEST: (x - out, y + low),
    }[side]


def _place(stop: Stop) -> tuple[int, int]:
    """The character of a port on the border of its cell; of a corner, the one just outside."""
    x, y = _corner(stop.cell)
    if stop.port >= PORTS:
        # Both diagonals meet in the joint, so a pawn is shown on the tile it comes from.
        return {
            8: (x - 1, y - 1),
            9: (x + CELL_WIDTH + 1, y - 1),
            10: (x + CELL_WIDTH + 1, y + CELL_HEIGHT + 1),
            11: (x - 1, y + CELL_HEIGHT + 1),
        }[stop.port]
    side = Side(stop.port // 2)
    middle_x, middle_y = _middle(stop.cell, side)
    # Ports are numbered clockwise: eastwards on the north side, westwards on the south side.
    shift = (-1, 1)[stop.port % 2]
    if side in (Side.SOUTH, Side.WEST):
        shift = -shift
    if side in (Side.NORTH, Side.SOUTH):
        return middle_x + shift, middle_y
    return middle_x, middle_y + shift


def _draw_labels(canvas: Canvas, edition: Edition, state: GameState) -> None:
    chart = sea_chart(edition.turn) if state.has_part(Sea) else None
    bottom = TOP + edition.size * CELL_HEIGHT
    for i in range(edition.size):
        x, y = _corner(Cell(i, i))
        middle, low = x + CELL_WIDTH // 2, y + CELL_HEIGHT // 2
        canvas.put(middle, 0 if chart is None else bottom + 2, COLUMN_LETTERS[i], Style.DIM)
        right = LEFT + edition.size * CELL_WIDTH + 2
        canvas.put(0 if chart is None else right, low, str(i + 1), Style.DIM)
        if chart is not None and i in chart.columns:
            canvas.put(middle - 1, 0, f"g{chart.columns.index(i) + 1}", _GOLD)
        if chart is not None and i in chart.rows:
            canvas.put(0, low, f"b{chart.rows.index(i) + 1}", _BLUE)


def _draw_paths(
    canvas: Canvas, edition: Edition, state: GameState, events: Sequence[Event]
) -> None:
    for cell, laid in state.board.occupied():
        canvas.tile(*_corner(cell), edition.tiles.wiring(laid))
    for trail in trails_of(edition, state, events):
        if not trail.faded:
            for cell, entry, leave in trail.crossings:
                canvas.path(*_corner(cell), entry, leave, Style.SEAT_0 + trail.seat)


def _draw_lanterns(canvas: Canvas, edition: Edition, state: GameState) -> None:
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
        canvas.put(*_quiet_place(canvas, cell, len(text)), text, _LANTERN_STYLES[colour])


def _quiet_place(canvas: Canvas, cell: Cell, length: int) -> tuple[int, int]:
    """Where a text covers the fewest dots inside a cell, the middle preferred."""
    x, y = _corner(cell)
    places = [
        (x + 1 + right, y + down)
        for down in range(1, CELL_HEIGHT)
        for right in range(CELL_WIDTH - length)
    ]
    centre = (x + (CELL_WIDTH - length) / 2 + 0.5, y + CELL_HEIGHT / 2)

    def cost(place: tuple[int, int]) -> tuple[int, float]:
        covered = sum(canvas.dots_at(place[0] + i, place[1]) for i in range(length))
        return covered, abs(place[0] - centre[0]) + abs(place[1] - centre[1])

    return min(places, key=cost)


def _draw_daikaiju(canvas: Canvas, edition: Edition, state: GameState) -> None:
    """Name, the die for each direction, and the die on which it turns counter-clockwise."""
    if not state.has_part(Sea):
        return
    chart = sea_chart(edition.turn)
    for each in state.part(Sea).on_board:
        x, y = _corner(each.cell)
        dice: Mapping[Side | None, int] = {
            chart.heading(each.name, die, each.rotation): die for die in range(1, 6)
        }
        north, east, south, west = (dice[side] for side in Side)
        style = _GOLD if each.name.startswith("G") else _BLUE
        canvas.put(x + 1, y + 1, f"   {north}{_ARROWS[0]}  ", style)
        canvas.put(x + 1, y + 2, f"{west}{_ARROWS[3]}   {_ARROWS[1]}{east}", style)
        canvas.put(x + 3, y + 2, each.name, Style.STRONG)
        canvas.put(x + 1, y + 3, f"↺{dice[None]} {south}{_ARROWS[2]}  ", style)


def _draw_open_cells(canvas: Canvas, state: GameState) -> None:
    for cell in open_cells(state):
        x, y = _corner(cell)
        style = Style.SEAT_0 + state.turn.seat
        canvas.put(x + CELL_WIDTH // 2, y + CELL_HEIGHT // 2, "+", style)


def _draw_ghost(canvas: Canvas, edition: Edition, coming: Move) -> None:
    for cell, laid in coming.laid:
        x, y = _corner(cell)
        for row in range(1, CELL_HEIGHT):
            canvas.put(x + 1, y + row, " " * (CELL_WIDTH - 1))
        canvas.tile(x, y, edition.tiles.wiring(laid))
    for event in coming.routes:
        for cell, entry, leave in event.route:
            canvas.path(*_corner(cell), entry, leave, Style.GHOST)
    for _, end in coming.lost:
        canvas.put(*_place(end), "×", Style.GHOST)


def _stand(pawn: Pawn) -> tuple[int, int] | None:
    if pawn.status is Status.ON and pawn.stop is not None:
        return _place(pawn.stop)
    if pawn.status is Status.WAITING and pawn.beside is not None:
        return _middle(pawn.beside.cell, pawn.beside.side, out=1)
    return None
