"""The board with everything on it, its origin at the north-west corner of a1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from tsuro.core.events import Event
from tsuro.core.geometry import PORTS, Beside, Cell, Side, Stop, across, on_board
from tsuro.core.state import GameState, Pawn, Status
from tsuro.editions.edition import Edition
from tsuro.formats.scene import (
    Move,
    Trail,
    last_move,
    move_of,
    open_cells,
    pawns_after,
    trails_of,
    unbroken,
)
from tsuro.formats.svg.curves import inward, place_of
from tsuro.formats.svg.emblems import daikaiju
from tsuro.formats.svg.ground import CELL, RIM, coordinates, die_numbers, ground
from tsuro.formats.svg.markup import Point, box, group, joined, moved, path, tag, text_of
from tsuro.formats.svg.pieces import cross, pawn
from tsuro.formats.svg.themes import BLUE, GOLD, Theme
from tsuro.formats.svg.tiles import (
    TRAIL_WIDTH,
    board_faces,
    board_plates,
    lantern_icon,
    route_data,
    whole_tile,
)
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.seas.daikaiju import Sea
from tsuro.rules.seas.spawning import sea_chart

BACK: Final = 5.0
"""How far a pawn stands behind the line it will cross next."""
OUTSIDE: Final = 14.0
"""How far a pawn on a start mark stands off the board."""
WAITING: Final = 27.0
CORNER_BACK: Final = 15.0


def draw_board(
    edition: Edition,
    state: GameState,
    theme: Theme,
    *,
    events: Sequence[Event] = (),
    ghost: Sequence[Event] = (),
) -> str:
    last = last_move(events)
    coming = move_of(ghost)
    trails = trails_of(edition, state, events)
    return group(
        ground(edition, theme),
        _labels(edition, state, theme),
        board_plates(state, theme),
        _open_cells(state, theme) if not ghost else "",
        _last_tile(last, theme),
        _halos(state, last, theme),
        _on_the_board(edition, board_faces(edition, state, theme, trails)),
        _starts(edition, trails, theme),
        _lanterns(edition, state, theme),
        _daikaiju(edition, state, last),
        _losses(state, last, theme),
        _ghost_tiles(edition, coming, theme),
        _ghost_routes(state, coming, theme),
        _pawns(edition, enumerate(state.pawns), theme),
        _pawns(edition, pawns_after(state, ghost), theme, ghost=True),
        _losses(state, coming, theme),
    )


def _labels(edition: Edition, state: GameState, theme: Theme) -> str:
    if not state.has_part(Sea):
        return coordinates(edition.size, theme, far=False)
    chart = sea_chart(edition.turn)
    return coordinates(edition.size, theme, far=True) + die_numbers(
        chart.columns, chart.rows, GOLD, BLUE
    )


def _on_the_board(edition: Edition, faces: str) -> str:
    """Paths that end in a corner are wider than the corner: what sticks out is cut off."""
    side = edition.size * CELL
    name = f"tsuro-board-{edition.size}"
    clip = tag("clipPath", box((0, 0), side, side), id=name)
    return tag("defs", clip) + group(faces, clip_path=f"url(#{name})")


def _starts(edition: Edition, trails: Sequence[Trail], theme: Theme) -> str:
    """The start marks of the trails, in their colours."""
    shown = []
    for trail in trails:
        first = Stop(trail.crossings[0].cell, trail.crossings[0].entry)
        if first.port >= PORTS or on_board(across(first).cell, edition.size):
            continue
        (x, y), (into_x, into_y) = stop_place(first), inward(first.port)
        line = f"M{joined(x, y)}l{joined(-into_x * RIM, -into_y * RIM)}"
        fade = 0.5 if trail.faded else None
        shown.append(path(line, stroke=theme.seats[trail.seat], opacity=fade))
    return group(*shown, fill="none", stroke_width=TRAIL_WIDTH)


def _open_cells(state: GameState, theme: Theme) -> str:
    return group(
        *(
            box(
                (cell.col * CELL + 7, cell.row * CELL + 7),
                CELL - 14,
                CELL - 14,
                rx=6,
                fill="none",
                stroke=theme.seats[state.turn.seat],
                stroke_width=2,
                stroke_dasharray="7 6",
                stroke_linecap="round",
                opacity=0.85,
            )
            for cell in open_cells(state)
        )
    )


def _last_tile(last: Move, theme: Theme) -> str:
    return group(
        *(
            box(
                (cell.col * CELL + 1.5, cell.row * CELL + 1.5),
                CELL - 3,
                CELL - 3,
                rx=7,
                fill="none",
                stroke=theme.accent,
                stroke_width=2.6,
            )
            for cell, _ in last.laid
        )
    )


def _halos(state: GameState, last: Move, theme: Theme) -> str:
    """A glow under the ways of the last move."""
    shown = []
    for event in last.routes:
        colour = theme.seats[state.pawns[event.pawn].seat]
        for piece in unbroken(event.route):
            shown.append(path(route_data(piece), stroke=colour))
    return group(
        *shown,
        fill="none",
        stroke_width=TRAIL_WIDTH + 16,
        stroke_linecap="round",
        stroke_linejoin="round",
        opacity=0.3 if theme.dark else 0.22,
    )


def stop_place(stop: Stop) -> Point:
    x, y = place_of(stop.port)
    return (stop.cell.col + x) * CELL, (stop.cell.row + y) * CELL


def _stand(stop: Stop, back: float) -> Point:
    """A place behind the point by which a pawn will enter."""
    x, y = stop_place(stop)
    into_x, into_y = inward(stop.port)
    return x - into_x * back, y - into_y * back


def _beside_stand(place: Beside) -> Point:
    (x0, y0), (x1, y1) = (stop_place(Stop(place.cell, port)) for port in place.side.ports)
    into_x, into_y = inward(place.side.ports[0])
    return (x0 + x1) / 2 - into_x * WAITING, (y0 + y1) / 2 - into_y * WAITING


def _pawns(
    edition: Edition,
    pieces: Iterable[tuple[int, Pawn]],
    theme: Theme,
    *,
    ghost: bool = False,
) -> str:
    shown = []
    crowd: Counter[Stop | None] = Counter()
    for number, piece in pieces:
        stand = _standing(piece, queue=crowd[piece.stop])
        if stand is None:
            continue
        crowd[piece.stop] += 1
        centre, facing = stand
        second = number % edition.pawns_per_seat == 1
        figure = pawn(theme, piece.seat, centre, facing=facing, second=second, ghost=ghost)
        shown.append(group(tag("title", text_of(f"seat {piece.seat + theme.first_seat}")), figure))
    return group(*shown)


def _standing(piece: Pawn, *, queue: int) -> tuple[Point, Point] | None:
    """Where a pawn is drawn and which way it faces; None if it is not on or beside the board."""
    if piece.status is Status.WAITING and piece.beside is not None:
        return _beside_stand(piece.beside), inward(piece.beside.side.ports[0])
    if piece.status is Status.ON and piece.stop is not None:
        back = OUTSIDE if piece.behind is None else _back(piece.stop)
        # Ships may share a front (SE-29): the later one queues up behind.
        return _stand(piece.stop, back + 20 * queue), inward(piece.stop.port)
    return None


def _back(stop: Stop) -> float:
    return BACK if stop.port < PORTS else CORNER_BACK


def _losses(state: GameState, last: Move, theme: Theme) -> str:
    return group(
        *(
            cross(stop_place(end), theme.seats[state.pawns[number].seat], theme.tile)
            for number, end in last.lost
        )
    )


def _lanterns(edition: Edition, state: GameState, theme: Theme) -> str:
    if not state.has_part(Lanterns):
        return ""
    part = state.part(Lanterns)
    return group(
        *(
            lantern_icon(
                edition,
                laid,
                theme,
                cell=cell,
                marked=part.colour_at(cell) is not None,
                starred=cell in part.stars,
            )
            for cell, laid in state.board.occupied()
        )
    )


def _daikaiju(edition: Edition, state: GameState, last: Move) -> str:
    if not state.has_part(Sea):
        return ""
    chart = sea_chart(edition.turn)
    shown = []
    for each in state.part(Sea).on_board:
        arrows = [chart.heading(each.name, die, each.rotation) for die in range(1, 6)]
        shown.append(
            group(
                tag("title", text_of(f"{each.name} on {each.cell}")),
                daikaiju(each.name, each.rotation, arrows),
                transform=moved(each.cell.col * CELL, each.cell.row * CELL),
            )
        )
    return group(*(_swim(origin, cell) for origin, cell in last.swum), *shown)


def _swim(origin: Cell, cell: Cell) -> str:
    """Foam where a daikaiju came from."""
    turn = 90.0 * _heading(origin, cell)
    foam = [
        path(f"M{joined(-22 + 4 * i, 18 - 15 * i)}q{joined(22 - 4 * i, -15, 44 - 8 * i, 0)}")
        for i in range(3)
    ]
    return group(
        *foam,
        transform=moved((origin.col + 0.5) * CELL, (origin.row + 0.5) * CELL, turn=turn),
        fill="none",
        stroke="#ffffff",
        stroke_width=3,
        stroke_linecap="round",
        opacity=0.7,
    )


def _heading(origin: Cell, cell: Cell) -> Side:
    step = (cell.col - origin.col, cell.row - origin.row)
    return {(0, -1): Side.NORTH, (1, 0): Side.EAST, (0, 1): Side.SOUTH}.get(step, Side.WEST)


def _ghost_tiles(edition: Edition, coming: Move, theme: Theme) -> str:
    return group(
        *(
            group(
                group(whole_tile(edition, laid, theme), opacity=0.85),
                box(
                    (3, 3),
                    CELL - 6,
                    CELL - 6,
                    rx=6,
                    fill="none",
                    stroke=theme.accent,
                    stroke_width=2.4,
                    stroke_dasharray="7 5",
                ),
                transform=moved(cell.col * CELL, cell.row * CELL),
            )
            for cell, laid in coming.laid
        )
    )


def _ghost_routes(state: GameState, coming: Move, theme: Theme) -> str:
    shown = []
    for event in coming.routes:
        colour = theme.seats[state.pawns[event.pawn].seat]
        for piece in unbroken(event.route):
            data = route_data(piece)
            shown.append(path(data, stroke=theme.tile, stroke_width=9))
            shown.append(path(data, stroke=colour, stroke_width=5, stroke_dasharray="10 8"))
    return group(*shown, fill="none", stroke_linecap="round")
