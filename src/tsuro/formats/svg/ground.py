"""What lies under everything: the page, the bare board with its motif, rim, marks, coordinates."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from tsuro.core.geometry import COLUMN_LETTERS, Side, rim_marks, rim_places
from tsuro.editions.edition import Edition
from tsuro.formats.svg.curves import inward, place_of
from tsuro.formats.svg.lettering import lettering
from tsuro.formats.svg.markup import (
    Point,
    box,
    brushed,
    circle,
    group,
    joined,
    moved,
    outline,
    path,
    polygon,
    tag,
)
from tsuro.formats.svg.themes import Motif, Theme

CELL: Final = 100.0
RIM: Final = 15.0
"""Width of the frame around the board."""
LABELS: Final = 52.0
"""Distance of the coordinates from the board: waiting pawns stand between."""


def ground(edition: Edition, theme: Theme) -> str:
    """The bare board with its frame, its origin at the north-west corner of a1."""
    side = edition.size * CELL
    outer = side + 2 * RIM
    return group(
        box((-RIM, -RIM + 3), outer, outer, rx=10, fill=theme.shade, opacity=0.13),
        box((-RIM, -RIM), outer, outer, rx=9, fill=theme.rim, stroke=theme.ink, stroke_width=1.2),
        box((0, 0), side, side, fill=theme.field),
        _MOTIFS[theme.motif](theme, side),
        _grid(edition.size, theme),
        _marks(edition, theme),
        box((0, 0), side, side, fill="none", stroke=theme.ink, stroke_width=1),
    )


def _grid(size: int, theme: Theme) -> str:
    side = size * CELL
    lines = "".join(f"M{joined(i * CELL, 0)}V{joined(side)}" for i in range(1, size))
    lines += "".join(f"M{joined(0, i * CELL)}H{joined(side)}" for i in range(1, size))
    return path(lines, stroke=theme.edge, stroke_width=0.8, opacity=0.55, fill="none")


def _marks(edition: Edition, theme: Theme) -> str:
    """A tick at each start mark, or a bar along each side where a pawn may wait."""
    data = []
    if edition.starts_beside:
        for cell, side in rim_places(edition.size):
            (x0, y0), (x1, y1) = (place_of(port) for port in side.ports)
            out_x, out_y = _outward(side, RIM / 2)
            left, top = cell.col * CELL + out_x, cell.row * CELL + out_y
            start, end = (x0 * CELL + left, y0 * CELL + top), (x1 * CELL + left, y1 * CELL + top)
            data.append(f"M{joined(*start)}L{joined(*end)}")
    else:
        for (col, row), port in rim_marks(edition.size):
            x, y = place_of(port)
            along_x, along_y = inward(port)
            start = ((col + x) * CELL - along_x * RIM, (row + y) * CELL - along_y * RIM)
            data.append(f"M{joined(*start)}l{joined(along_x * (RIM - 4), along_y * (RIM - 4))}")
    return path(
        "".join(data),
        fill="none",
        stroke=theme.ink,
        stroke_width=1.6,
        stroke_linecap="round",
        opacity=0.75,
    )


def _outward(side: Side, distance: float) -> Point:
    x, y = inward(side.ports[0])
    return -x * distance, -y * distance


def coordinates(size: int, theme: Theme, *, far: bool) -> str:
    """Letters and numbers on the rim: at the top and left, or `far` at the bottom and right."""
    place = size * CELL + LABELS if far else -LABELS
    shown = []
    for i in range(size):
        middle = (i + 0.5) * CELL
        shown.append(_label(COLUMN_LETTERS[i], middle, place, theme))
        shown.append(_label(str(i + 1), place, middle, theme))
    return group(*shown)


def _label(text: str, x: float, y: float, theme: Theme) -> str:
    return lettering(text, x, y, height=11, colour=theme.faint, weight=1.5, anchor="middle")


def die_numbers(columns: Sequence[int], rows: Sequence[int], gold: str, blue: str) -> str:
    """Gold numbers along the top and blue ones down the left (SE-4)."""
    shown = []
    for number, col in enumerate(columns, start=1):
        shown.append(_coin(str(number), (col + 0.5) * CELL, -LABELS, gold))
    for number, row in enumerate(rows, start=1):
        shown.append(_coin(str(number), -LABELS, (row + 0.5) * CELL, blue))
    return group(*shown)


def _coin(text: str, x: float, y: float, colour: str) -> str:
    return group(
        box((x - 11, y - 11), 22, 22, rx=5, fill=colour),
        lettering(text, x, y, height=11, colour="#14193a", weight=2, anchor="middle"),
    )


def enso(centre: Point, radius: float, colour: str, *, opacity: float = 1) -> str:
    """A circle of one brush stroke, not quite closed."""
    line = []
    for i in range(49):
        angle = math.radians(-62 + i * 6.95)
        away = radius * (1 + 0.035 * i / 48)
        line.append((centre[0] + away * math.cos(angle), centre[1] + away * math.sin(angle)))
    widths = [0.10, 0.17, 0.19, 0.16, 0.15, 0.13, 0.10, 0.07, 0.015]
    data = brushed(line, [radius * width for width in widths])
    return path(data, fill=colour, opacity=opacity)


def _enso_motif(theme: Theme, side: float) -> str:
    return enso((side / 2, side / 2), side * 0.33, theme.figure)


def _pattern(theme: Theme, side: float, width: float, height: float, *inside: str) -> str:
    """A repeated figure; its name tells the mood, so that two pictures on a page do not clash."""
    name = f"tsuro-{theme.name}-{'dark' if theme.dark else 'light'}"
    return tag(
        "defs",
        tag(
            "pattern",
            *inside,
            id=name,
            width=width,
            height=height,
            patternUnits="userSpaceOnUse",
        ),
    ) + box((0, 0), side, side, fill=f"url(#{name})")


def _lattice_motif(theme: Theme, side: float) -> str:
    """Interlocking octagons, as on a window screen."""
    lines = path(
        "M0 15V35M50 15V35M15 0H35M15 50H35M0 15L15 0M35 0L50 15M50 35L35 50M15 50L0 35",
        fill="none",
        stroke=theme.figure,
        stroke_width=1.6,
    )
    jewel = path("M25 17L33 25L25 33L17 25Z", fill="none", stroke=theme.figure, stroke_width=1.2)
    return _pattern(theme, side, 50, 50, lines, jewel)


def _grain_motif(theme: Theme, side: float) -> str:
    """The grain of wood: long lines that part around a knot now and then."""
    lines = []
    for i in range(int(side // 9)):
        y = 5 + i * 9.0
        wave = [
            (x * side / 12, y + 2.6 * math.sin(0.9 * x + 0.23 * i) + 1.5 * math.sin(2.1 * x + i))
            for x in range(13)
        ]
        lines.append(outline(wave, closed=False))
    return path("".join(lines), fill="none", stroke=theme.figure, stroke_width=1.5, opacity=0.7)


def _waves_motif(theme: Theme, side: float) -> str:
    """Seigaiha: rows of fans, each row over the one above."""
    radius = 25.0
    fans = []
    for row in range(5):
        centres = (0.0, 2 * radius) if row % 2 == 0 else (radius,)
        for x in centres:
            fans.append(circle((x, row * radius / 2), radius, fill=theme.field))
            for share in (0.96, 0.68, 0.4):
                fans.append(circle((x, row * radius / 2), radius * share, fill="none"))
    inside = group(*fans, stroke=theme.figure, stroke_width=1.5)
    return _pattern(theme, side, 2 * radius, radius, inside)


def _stars_motif(theme: Theme, side: float) -> str:
    """A night sky: dots and small four-pointed stars, the same in every picture."""
    shown = []
    for i in range(int(side * side // 2600)):
        # Multiples of two irrational numbers are spread evenly without looking regular.
        x = (0.5 + i * 0.7548776662) % 1 * side
        y = (0.5 + i * 0.5698402910) % 1 * side
        if i % 5 == 0:
            shown.append(path(spark(5.5 + i % 3), transform=moved(x, y), opacity=0.75))
        else:
            shown.append(circle((x, y), 0.8 + 0.35 * (i % 3), opacity=0.55))
    return group(*shown, fill=theme.figure)


def _orbits_motif(theme: Theme, side: float) -> str:
    """A sun in the middle, and planets on dotted circles around it."""
    centre = (side / 2, side / 2)
    shown = [circle(centre, 15, fill=theme.figure)]
    for away, angle, size in (
        (0.13, 205, 4.0),
        (0.23, 318, 6.5),
        (0.34, 62, 9.0),
        (0.45, 152, 12.5),
    ):
        turn = math.radians(angle)
        x, y = (side * (0.5 + away * part) for part in (math.cos(turn), math.sin(turn)))
        shown.append(circle(centre, away * side, fill="none", stroke_dasharray="2 7"))
        shown.append(circle((x, y), size, fill=theme.edge))
    return _stars_motif(theme, side) + group(*shown, stroke=theme.figure, stroke_width=1.3)


def spark(radius: float, waist: float = 0.22) -> str:
    """A four-pointed star around the origin."""
    points = []
    for i in range(8):
        away = radius if i % 2 == 0 else radius * waist
        angle = math.pi / 4 * i
        points.append((away * math.sin(angle), -away * math.cos(angle)))
    return polygon(points)


_MOTIFS: Final[dict[Motif, Callable[[Theme, float], str]]] = {
    "enso": _enso_motif,
    "lattice": _lattice_motif,
    "grain": _grain_motif,
    "waves": _waves_motif,
    "stars": _stars_motif,
    "orbits": _orbits_motif,
}
