"""Pawns, lanterns, stars, tokens, dice: everything that stands on or beside the board."""

from __future__ import annotations

import math
from typing import Final

from tsuro.core.ids import Seat
from tsuro.formats.svg.lettering import lettering
from tsuro.formats.svg.markup import (
    Point,
    box,
    brushed,
    circle,
    group,
    joined,
    mirrored,
    moved,
    outline,
    path,
    polygon,
)
from tsuro.formats.svg.themes import BLUE, GOLD, LANTERNS, Theme, readable_on

PAWN: Final = 13.5
"""Radius of a pawn."""
NIB: Final = 1.55
"""How far the point of a pawn reaches beyond its middle, in radii."""
DARK: Final = "#1b1420"
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def pawn(
    theme: Theme,
    seat: Seat,
    centre: Point,
    *,
    facing: Point | None = None,
    second: bool = False,
    radius: float = PAWN,
    ghost: bool = False,
    faded: bool = False,
) -> str:
    """A piece with the number of its seat; its point shows where it faces.

    The `second` pawn of a seat is square instead of round.
    """
    colour = theme.seats[seat]
    turn = 0.0 if facing is None else math.degrees(math.atan2(facing[0], -facing[1]))
    shape = _pawn_shape(radius, pointed=facing is not None, square=second)
    scale = radius / PAWN
    body = (_ghost_body if ghost else _pawn_body)(theme, colour, shape, turn)
    ink = colour if ghost else readable_on(colour)
    digit = lettering(
        str(seat + theme.first_seat),
        0,
        0,
        height=12.5 * scale,
        colour=ink,
        weight=2.3 * scale,
        anchor="middle",
    )
    return group(body, digit, transform=moved(*centre), opacity=0.35 if faded else None)


def _pawn_body(theme: Theme, colour: str, shape: str, turn: float) -> str:
    shadow = path(shape, transform=moved(0, 2, turn=turn), fill=theme.shade, opacity=0.3)
    return shadow + path(
        shape,
        transform=moved(0, 0, turn=turn),
        fill=colour,
        stroke="#ffffff" if theme.dark else DARK,
        stroke_width=1.5,
        stroke_linejoin="round",
    )


def _ghost_body(theme: Theme, colour: str, shape: str, turn: float) -> str:
    return path(
        shape,
        transform=moved(0, 0, turn=turn),
        fill=theme.page,
        stroke=colour,
        stroke_width=2.2,
        stroke_linejoin="round",
        stroke_dasharray="4 3",
    )


def _pawn_shape(radius: float, *, pointed: bool, square: bool) -> str:
    tip = radius * NIB
    if square:
        side = radius * 0.94
        nib = [(side * 0.45, -side), (0.0, -tip), (-side * 0.45, -side)] if pointed else []
        return polygon([(side, side), (side, -side), *nib, (-side, -side), (-side, side)])
    if not pointed:
        return f"M0 {joined(-radius)}a{joined(radius, radius)} 0 1 1 -.01 0Z"
    angle = math.acos(1 / NIB)
    x, y = radius * math.sin(angle), -radius * math.cos(angle)
    return f"M{joined(0, -tip)}L{joined(x, y)}A{joined(radius, radius)} 0 1 1 {joined(-x, y)}Z"


def cross(centre: Point, colour: str, casing: str, *, radius: float = 9) -> str:
    """Where a pawn was lost: two brush strokes."""
    strokes = [
        brushed([(-radius, -radius), (0, 0.6), (radius, radius)], [1.5, 4.6, 2]),
        brushed([(radius, -radius), (-0.6, 0), (-radius, radius)], [1.5, 4.6, 2]),
    ]
    return group(
        path(
            "".join(strokes), fill=casing, stroke=casing, stroke_width=4.5, stroke_linejoin="round"
        ),
        path("".join(strokes), fill=colour),
        transform=moved(*centre),
    )


def star_shape(radius: float) -> str:
    """A five-pointed star around the origin."""
    points = []
    for i in range(10):
        away = radius if i % 2 == 0 else radius * 0.44
        angle = math.pi / 5 * i
        points.append((away * math.sin(angle), -away * math.cos(angle)))
    return polygon(points)


def star(centre: Point, radius: float) -> str:
    return path(
        star_shape(radius),
        transform=moved(*centre),
        fill="#f6c945",
        stroke=DARK,
        stroke_width=radius / 9,
        stroke_linejoin="round",
    )


_LANTERN_SHAPES: Final = {
    "orange": mirrored([(4, -9), (9, -5), (10, 0), (9, 5), (4, 9)]),
    "blue": mirrored([(5, -10.5), (6.6, -6), (6.8, 0), (6.6, 6), (5, 10.5)]),
    "yellow": mirrored([(4, -9), (11, 0), (4, 9)]),
}
"""Round, tall and pointed, so that they can be told apart without their colours."""


def lantern(colour: str, *, glowing: bool, marked: bool, theme: Theme) -> str:
    """A lantern icon around the origin; with its marker it lies on a coin of its colour."""
    hue = LANTERNS[colour]
    points = _LANTERN_SHAPES[colour]
    body = outline(points) if colour == "orange" else polygon(points)
    line = hue if theme.dark and not (marked or glowing) else DARK
    caps = "M-3.6 -9H3.6M-3.6 9H3.6M0 -9V-12.5M0 9V12"
    if colour == "blue":
        caps = "M-4.6 -10.5H4.6M-4.6 10.5H4.6M0 -10.5V-13.5M0 10.5V13"
    ribs = "M-5.6 -3.6H5.6M-5.6 3.6H5.6"
    fill = "#fff6d8" if glowing and marked else hue
    parts = [
        path(
            body,
            fill=fill,
            fill_opacity=None if glowing else 0.3,
            stroke=line,
            stroke_width=1.7,
            stroke_linejoin="round",
        ),
        path(
            caps + (ribs if glowing else ""),
            stroke=line,
            stroke_width=1.3,
            stroke_linecap="round",
            fill="none",
        ),
    ]
    if glowing and not marked:
        parts.insert(0, circle((0, 0), 16, fill=hue, opacity=0.28))
    if marked:
        parts.insert(0, circle((0, 0), 17, fill=hue, stroke=DARK, stroke_width=1.6))
        parts.insert(0, circle((0, 0), 21, fill=hue, opacity=0.3))
    return group(*parts, opacity=None if glowing or marked else 0.75)


def life_token(centre: Point, radius: float) -> str:
    """A flame, for the life that lets a pawn rise once more (PR-7)."""
    flame = mirrored([(0, -10), (3.4, -4.4), (6.4, 1), (5, 7), (0, 9.6)])
    core = mirrored([(0, -1), (2.4, 3.4), (0, 7.4)])
    return group(
        path(outline(flame), fill="#f0642e", stroke=DARK, stroke_width=1.2),
        path(outline(core), fill="#ffd873"),
        transform=moved(*centre, scale=radius / 10),
    )


def first_marker(centre: Point, theme: Theme) -> str:
    """A little flag for the seat with which every round begins (PR-12)."""
    return group(
        path("M-4 8V-8", stroke=theme.ink, stroke_width=1.6, stroke_linecap="round"),
        path("M-4 -8L7 -4.5L-4 -1Z", fill=theme.accent),
        transform=moved(*centre),
    )


def die(value: int, centre: Point, colour: str, *, side: float = 30) -> str:
    step = side * 0.26
    pips = [circle((x * step, y * step), side * 0.085) for x, y in PIPS[value]]
    return group(
        box(
            (-side / 2, -side / 2),
            side,
            side,
            rx=side * 0.2,
            fill=colour,
            stroke=DARK,
            stroke_width=1.2,
        ),
        group(*pips, fill="#14193a"),
        transform=moved(*centre),
    )


def gold_die(value: int, centre: Point) -> str:
    return die(value, centre, GOLD)


def blue_die(value: int, centre: Point) -> str:
    return die(value, centre, BLUE)


def seal(centre: Point, theme: Theme, *, radius: float = 11) -> str:
    """The stamp of a winner: a red seal with a star."""
    return group(
        box((-radius, -radius), 2 * radius, 2 * radius, rx=3.5, fill=theme.accent),
        path(star_shape(radius * 0.72), fill=theme.page),
        transform=moved(*centre, turn=-4),
    )
