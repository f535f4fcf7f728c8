"""Tiles and the paths on them: untravelled, travelled, and as they would be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from tsuro.core.board import Crossing
from tsuro.core.geometry import POINTS, PORTS, Cell
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.core.tiles import NO_PATH, Laid, Wiring, pairs_of
from tsuro.editions.edition import Edition
from tsuro.formats.scene import Trail
from tsuro.formats.svg.curves import curve, inward, place_of, quiet_spot
from tsuro.formats.svg.ground import CELL, spark
from tsuro.formats.svg.markup import Point, box, group, joined, length_of, moved, path, polygon
from tsuro.formats.svg.pieces import lantern, star
from tsuro.formats.svg.themes import PATTERNS, Theme

PATH_WIDTH: Final = 6.0
TRAIL_WIDTH: Final = 8.6
CASING: Final = 5.0
"""How much wider the casing is that lifts a path over those beneath."""
FINE_WIDTH: Final = 2.2
OVERLAP: Final = 0.006
"""In tile sides."""

ORIGIN: Final = Cell(0, 0)

Pair = tuple[int, int]


@cache
def curve_data(entry: int, leave: int, *, beyond: float = OVERLAP) -> str:
    """The path between two points, in a cell whose north-west corner is the origin.

    It reaches a little `beyond` the border, so that no seam shows between two tiles.
    """
    start, first, second, end = curve(entry, leave)
    points = (_extended(start, entry, beyond), first, second, _extended(end, leave, beyond))
    begin, *rest = [joined(x * CELL, y * CELL) for x, y in points]
    return f"M{begin}C{' '.join(rest)}"


def _extended(place: Point, point: int, beyond: float) -> Point:
    x, y = inward(point)
    return place[0] - x * beyond, place[1] - y * beyond


def _casing(pair: Pair, width: float, theme: Theme) -> str:
    """Lifts a path over those beneath; it ends within the tile, to leave the next one whole."""
    data = curve_data(*pair, beyond=-OVERLAP)
    return path(data, stroke=theme.tile, stroke_width=width + CASING)


def _edge(pair: Pair, theme: Theme) -> str:
    """A thin shadow along both sides of a trail."""
    data = curve_data(*pair, beyond=-OVERLAP)
    return path(data, stroke=theme.shade, stroke_width=TRAIL_WIDTH + 1.6, opacity=0.28)


def route_data(route: Sequence[Crossing]) -> str:
    """One unbroken line over all tiles of a route, in board coordinates."""
    data: list[str] = []
    for (col, row), entry, leave in route:
        shifted = [((x + col) * CELL, (y + row) * CELL) for x, y in curve(entry, leave)]
        if not data:
            data.append("M" + joined(*shifted[0]))
        data.append("C" + joined(*(each for point in shifted[1:] for each in point)))
    return "".join(data)


def plate(theme: Theme, *, border: float = 1.1) -> str:
    """The tile itself, without paths."""
    inset = 1.2
    side = CELL - 2 * inset
    return group(
        box((inset, inset + 2), side, side, rx=7, fill=theme.shade, opacity=0.16),
        box(
            (inset, inset),
            side,
            side,
            rx=7,
            fill=theme.tile,
            stroke=theme.edge,
            stroke_width=border,
        ),
    )


def tile_back(theme: Theme) -> str:
    """The hidden side of a tile."""
    paler = "#ffffff"
    return group(
        box((1.2, 3.2), CELL - 2.4, CELL - 2.4, rx=9, fill=theme.shade, opacity=0.16),
        box((1.2, 1.2), CELL - 2.4, CELL - 2.4, rx=9, fill=theme.back),
        box(
            (9, 9),
            CELL - 18,
            CELL - 18,
            rx=5,
            fill="none",
            stroke=paler,
            stroke_width=2,
            opacity=0.45,
        ),
        path(spark(24, 0.34), transform=moved(50, 50), fill=paler, opacity=0.4),
        path(spark(15, 0.34), transform=moved(50, 50, turn=45), fill=paler, opacity=0.4),
    )


def tile_paths(
    wiring: Wiring, theme: Theme, travelled: Mapping[Pair, Sequence[Trail]] | None = None
) -> str:
    """The four paths, travelled ones on top; later ones pass over earlier ones."""
    inked = travelled or {}
    pairs = sorted(pairs_of(wiring), key=lambda pair: pair in inked)
    return "".join(_stroke(pair, theme, inked) for pair in pairs)


def _stroke(pair: Pair, theme: Theme, inked: Mapping[Pair, Sequence[Trail]]) -> str:
    data = curve_data(*pair)
    if pair not in inked:
        line = path(data, stroke=theme.path, stroke_width=PATH_WIDTH)
        return _casing(pair, PATH_WIDTH, theme) + line
    return "".join(_trail_stroke(pair, each, theme) for each in inked[pair])


def _trail_stroke(pair: Pair, trail: Trail, theme: Theme) -> str:
    # Half transparent strokes must not overlap, or their seams would show.
    data = curve_data(*pair, beyond=0 if trail.faded else OVERLAP)
    fade = 0.5 if trail.faded else None
    colour = theme.seats[trail.seat]
    return (
        _casing(pair, TRAIL_WIDTH, theme)
        + _edge(pair, theme)
        + path(data, stroke=theme.tile, stroke_width=TRAIL_WIDTH) * trail.faded
        + path(data, stroke=colour, stroke_width=TRAIL_WIDTH, opacity=fade)
        + _fine_line(pair, trail.seat, theme)
    )


def _fine_line(pair: Pair, seat: Seat, theme: Theme) -> str:
    """The pattern that tells a seat without its colour; whole dashes fit on every tile."""
    dashes = PATTERNS[seat]
    if dashes is None:
        return ""
    array, offset = None, None
    if dashes:
        length = length_of(curve(*pair).line()) * CELL
        repeats = max(1, round(length / sum(dashes)))
        scale = length / (repeats * sum(dashes))
        array = joined(*(dash * scale for dash in dashes))
        offset = dashes[0] * scale / 2
    dots = dashes and dashes[0] < 1
    return path(
        curve_data(*pair),
        stroke=theme.tile,
        stroke_width=FINE_WIDTH * (1.6 if dots else 1),
        stroke_dasharray=array,
        stroke_dashoffset=offset,
        stroke_linecap="round",
    )


def partial_stars(wiring: Wiring, theme: Theme) -> str:
    """Phoenix Rising: part of a star at each point without a path (PR-1)."""
    unused = [point for point in range(POINTS) if wiring[point] == NO_PATH]
    return group(*(path(_half_star(point)) for point in unused), fill=theme.spark)


def _half_star(point: int) -> str:
    x, y = (coordinate * CELL for coordinate in place_of(point))
    into_x, into_y = inward(point)
    if point < PORTS:
        shape = [(8, 0), (1.6, 1.6), (0, 9), (-1.6, 1.6), (-8, 0)]
    else:
        shape = [(6.4, 6.4), (1.5, 3.4), (0, 9), (-1.5, 3.4), (-6.4, 6.4), (0, 0)]
    return polygon(
        [
            (x + along * into_y + deep * into_x, y - along * into_x + deep * into_y)
            for along, deep in shape
        ]
    )


def by_cell(trails: Iterable[Trail]) -> dict[Cell, dict[Pair, list[Trail]]]:
    """Which trails run over which pairs of which tiles; older ones first."""
    found: dict[Cell, dict[Pair, list[Trail]]] = defaultdict(lambda: defaultdict(list))
    for trail in sorted(trails, key=lambda each: not each.faded):
        for cell, entry, leave in trail.crossings:
            found[cell][min(entry, leave), max(entry, leave)].append(trail)
    return found


def _face(
    edition: Edition,
    laid: Laid,
    theme: Theme,
    travelled: Mapping[Pair, Sequence[Trail]] | None = None,
) -> str:
    """All that is printed on a tile as it lies, lanterns excepted."""
    wiring = edition.tiles.wiring(laid)
    stars = partial_stars(wiring, theme) if edition.tiles.two_faced(laid.tile) else ""
    return stars + group(tile_paths(wiring, theme, travelled), fill="none")


def board_plates(state: GameState, theme: Theme) -> str:
    return group(
        *(
            group(plate(theme), transform=moved(cell.col * CELL, cell.row * CELL))
            for cell, _ in state.board.occupied()
        )
    )


def board_faces(edition: Edition, state: GameState, theme: Theme, trails: Sequence[Trail]) -> str:
    found = by_cell(trails)
    return group(
        *(
            group(
                _face(edition, laid, theme, found.get(cell)),
                transform=moved(cell.col * CELL, cell.row * CELL),
            )
            for cell, laid in state.board.occupied()
        )
    )


def lantern_icon(
    edition: Edition,
    laid: Laid,
    theme: Theme,
    *,
    cell: Cell = ORIGIN,
    marked: bool = False,
    starred: bool = False,
) -> str:
    """The lantern of a tile, where its paths leave most room; nothing if it has none."""
    colour = edition.tiles[laid.tile].lantern
    if colour is None:
        return ""
    x, y = quiet_spot(edition.tiles.wiring(laid))
    icon = lantern(colour, glowing=edition.tiles.face(laid).glowing, marked=marked, theme=theme)
    stars = star((14, -14), 11) if starred else ""
    return group(
        icon, stars, transform=moved((cell.col + x) * CELL, (cell.row + y) * CELL, scale=0.86)
    )


def whole_tile(edition: Edition, laid: Laid, theme: Theme) -> str:
    """A face-up tile of a hand, one cell in size: drawn smaller, it needs stronger lines."""
    strong = replace(theme, path=theme.faint)
    return group(plate(theme, border=2), _face(edition, laid, strong))
