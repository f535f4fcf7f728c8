"""Beasts cut in wood: the daikaiju, the dragon tile and the Phoenix tile."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from tsuro.core.geometry import Side
from tsuro.formats.svg.ground import CELL
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
from tsuro.formats.svg.themes import BLUE, GOLD, Theme

WOOD: Final = "#141a38"
"""The ink of the daikaiju, the same in light and dark."""


def bent(*points: Point, steps: int = 14) -> list[Point]:
    """Points along a quadratic or cubic Bezier curve, as a line for the brush."""
    return [_bezier(points, i / steps) for i in range(steps + 1)]


def _bezier(points: Sequence[Point], share: float) -> Point:
    row = list(points)
    while len(row) > 1:
        row = [
            (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for (x0, y0), (x1, y1) in pairwise(row)
        ]
    return row[0]


def both_sides(line: Sequence[Point], widths: Sequence[float]) -> str:
    """A brush stroke and its mirror image."""
    return brushed(line, widths) + brushed([(-x, y) for x, y in line], widths)


def _turtle() -> tuple[str, str]:
    shell = mirrored([(0, -20), (12, -17), (19, -6), (18, 8), (10, 19), (0, 23)])
    head = mirrored([(0, -33), (5, -31), (6.4, -25), (3.6, -18)])
    limbs = both_sides(bent((13, -12), (27, -22), (33, -6)), [9, 10, 7, 1])
    limbs += both_sides(bent((11, 14), (20, 20), (22, 29)), [7, 7, 5, 1])
    tail = polygon([(-2.6, 21), (2.6, 21), (0, 31)])
    cuts = "M0 -13L9 -7V5L0 11L-9 5V-7ZM0 -13V-20M9 -7L16 -11M9 5L17 9M0 11V22"
    cuts += "M-9 -7L-16 -11M-9 5L-17 9"
    return outline(shell) + outline(head) + limbs + tail, cuts


def _kraken() -> tuple[str, str]:
    mantle = mirrored([(0, -34), (9, -25), (12, -12), (10, 0), (6, 5)])
    fins = polygon([(0, -36), (15, -25), (8, -19)]) + polygon([(0, -36), (-15, -25), (-8, -19)])
    arms = both_sides(bent((8, 0), (30, -8), (22, -22), (33, -20)), [7, 6, 4, 1])
    arms += both_sides(bent((7, 2), (36, 4), (20, 18), (34, 16)), [7, 6, 4, 1])
    arms += both_sides(bent((5, 4), (24, 20), (10, 28), (24, 31)), [7, 6, 4, 1])
    arms += both_sides(bent((2, 4), (8, 20), (0, 24), (6, 35)), [6, 5, 4, 1])
    eyes = "M3 -3a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0M-8.2 -3a2.6 2.6 0 1 0 5.2 0"
    eyes += "a2.6 2.6 0 1 0 -5.2 0M0 -28V-12M-4.5 -22V-13M4.5 -22V-13"
    return outline(mantle) + fins + arms, eyes


def _ray() -> tuple[str, str]:
    body = mirrored(
        [(0, -22), (4, -24), (8, -20), (20, -15), (36, 2), (24, 3), (13, 12), (5, 17), (2, 20)]
    )
    horns = both_sides(bent((6, -20), (10, -28), (4, -33)), [5, 4, 1])
    tail = brushed(bent((0, 16), (2, 26), (-6, 30), (-3, 38)), [5, 3, 2, 0.6])
    cuts = "M4 -9C6 -5 6 1 4 5M8 -9C11 -5 11 1 8 5M-4 -9C-6 -5 -6 1 -4 5M-8 -9C-11 -5 -11 1 -8 5"
    cuts += "M16 -10C20 -6 24 -3 29 -1M-16 -10C-20 -6 -24 -3 -29 -1"
    return outline(body) + horns + tail, cuts


def _serpent() -> tuple[str, str]:
    body = bent((2, -18), (34, -22), (36, 12), (0, 6), steps=12)
    body += bent((0, 6), (-34, 0), (-34, 34), (-2, 27), (16, 22), (26, 24), (28, 33), steps=14)[1:]
    spine = []
    for i in range(2, len(body) - 4, 2):
        (x0, y0), (x1, y1) = body[i], body[i + 1]
        along = math.hypot(x1 - x0, y1 - y0)
        out_x, out_y = (y1 - y0) / along, -(x1 - x0) / along
        spine.append(
            polygon([(x0, y0), (x1, y1), ((x0 + x1) / 2 + out_x * 10, (y0 + y1) / 2 + out_y * 10)])
        )
    head = polygon(
        [(-25, -19), (-12, -27), (4, -26), (9, -20), (4, -13), (-10, -12), (-24, -14), (-14, -17)]
    )
    horns = brushed(bent((-2, -25), (4, -34), (14, -36)), [5, 3, 0.6])
    horns += brushed(bent((-10, -25), (-8, -32), (-1, -37)), [4, 3, 0.6])
    neck = brushed(bent((0, -19), (6, -20), (10, -19)), [12, 11, 10])
    widths = [9, 11, 11, 10, 10, 9, 7, 4, 1]
    cuts = "M-9 -21.5a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0"
    cuts += "".join(f"M{joined(x, y)}h.1" for x, y in body[3:-5])
    return brushed(body, widths) + "".join(spine) + head + horns + neck, cuts


def _crab() -> tuple[str, str]:
    shell = mirrored([(0, -12), (10, -13), (20, -6), (19, 6), (9, 15), (0, 16)])
    arms = both_sides(bent((16, -8), (30, -8), (29, -20)), [6, 6, 5])
    claws = both_sides(bent((29, -17), (34, -28), (23, -36)), [9, 10, 1])
    claws += both_sides(bent((27, -18), (19, -22), (18, -31)), [7, 6, 1])
    legs = both_sides(bent((17, 0), (32, -6), (37, 6)), [5, 4, 1])
    legs += both_sides(bent((17, 6), (31, 6), (33, 19)), [5, 4, 1])
    legs += both_sides(bent((13, 11), (25, 16), (22, 30)), [5, 4, 1])
    eyes = both_sides([(5, -12), (6, -16), (6.5, -20)], [3, 3.4, 4])
    cuts = "M-11 -3C-6 2 6 2 11 -3M-13 3C-7 9 7 9 13 3M0 -8V-2"
    return outline(shell) + arms + claws + legs + eyes, cuts


_BEASTS: Final[tuple[Callable[[], tuple[str, str]], ...]] = (
    _turtle,
    _kraken,
    _ray,
    _serpent,
    _crab,
)
"""Seen from above, looking north; number k of either colour is the same beast."""


def daikaiju(name: str, rotation: int, arrows: Sequence[Side | None]) -> str:
    """A daikaiju tile, one cell in size: which die moves it where, and which one turns it.

    `arrows` are those of the tile as it lies, for the dice 1 to 5; `rotation` is counter-clockwise.
    """
    colour = GOLD if name.startswith("G") else BLUE
    shape, cuts = _BEASTS[int(name[1:]) - 1]()
    middle = CELL / 2
    return group(
        box((2, 4), CELL - 4, CELL - 4, rx=6, fill="#000000", opacity=0.3),
        box((2, 2), CELL - 4, CELL - 4, rx=6, fill=colour, stroke=WOOD, stroke_width=2.4),
        _frame(name),
        group(
            path(shape, fill=WOOD),
            path(
                cuts,
                fill="none",
                stroke=colour,
                stroke_width=1.8,
                stroke_linecap="round",
                stroke_linejoin="round",
            ),
            transform=moved(middle, middle, scale=0.8, turn=-90 * rotation),
        ),
        *(_arrow(number, side) for number, side in enumerate(arrows, start=1)),
        _turning_arrow(name, rotation),
    )


def _frame(name: str) -> str:
    """Gold ones have a square frame, blue ones a round one."""
    style: dict[str, str | float] = {"fill": "#ffffff", "fill_opacity": 0.3, "stroke": "none"}
    if name.startswith("G"):
        return box((20.5, 20.5), 59, 59, rx=3, **style)
    return circle((50, 50), 30.5, **style)


def _arrow(number: int, side: Side | None) -> str:
    if side is None:
        return ""
    turn = 90.0 * side
    x, y = ((50, 14), (86, 50), (50, 86), (14, 50))[side]
    triangle = group(
        path(polygon([(50, 3.4), (57, 7.6), (43, 7.6)]), fill=WOOD),
        transform=f"rotate({joined(turn)} 50 50)" if turn else None,
    )
    return triangle + lettering(
        str(number), x, y, height=9, colour=WOOD, weight=1.9, anchor="middle"
    )


def _turning_arrow(name: str, rotation: int) -> str:
    """In the corner, with the number on which the beast turns (SE-6)."""
    x, y = ((15, 15), (15, 85), (85, 85), (85, 15))[rotation]
    return group(
        path(
            "M-8.4 -3.6A9.2 9.2 0 1 1 -8.9 2.4",
            fill="none",
            stroke=WOOD,
            stroke_width=1.8,
            stroke_linecap="round",
        ),
        path(polygon([(-8.9, -10.2), (-9.6, -1.2), (-2.6, -4.6)]), fill=WOOD),
        lettering(name[1:], 0.4, 0.2, height=8.4, colour=WOOD, weight=1.8, anchor="middle"),
        transform=moved(x, y),
    )


def dragon_tile(theme: Theme) -> str:
    """The dragon tile of the classic game, one cell in size."""
    body = bent((62, 24), (104, 30), (84, 62), (48, 50), steps=12)
    body += bent((48, 50), (8, 36), (-2, 84), (40, 78), (58, 74), (70, 72), (82, 84), steps=14)[1:]
    spikes = []
    for i in range(1, len(body) - 3, 2):
        (x0, y0), (x1, y1) = body[i], body[i + 1]
        along = math.hypot(x1 - x0, y1 - y0)
        out_x, out_y = (y1 - y0) / along * 11, -(x1 - x0) / along * 11
        spikes.append(polygon([(x0, y0), (x1, y1), ((x0 + x1) / 2 + out_x, (y0 + y1) / 2 + out_y)]))
    head = polygon([(26, 30), (40, 18), (56, 17), (66, 24), (58, 34), (44, 35), (28, 38), (39, 31)])
    horns = brushed(bent((54, 19), (62, 8), (76, 10)), [6, 4, 0.8])
    horns += brushed(bent((46, 19), (48, 8), (60, 4)), [5, 3, 0.8])
    beard = brushed(bent((34, 36), (30, 46), (20, 46)), [3, 2, 0.6])
    trunk = brushed(body, [9, 12, 12, 11, 10, 9, 7, 4, 1])
    return _printed(
        theme.accent,
        path(trunk + "".join(spikes) + head + horns + beard, fill="#f3d9a4"),
        circle((50, 25), 2.2, fill=WOOD),
    )


def phoenix_tile(theme: Theme) -> str:
    """The Phoenix tile, one cell in size: a bird rising."""
    feathers = ""
    for tip_x, tip_y, belly in ((42, -28, -34), (44, -12, -20), (40, 4, -4), (30, 14, 8)):
        feathers += both_sides(bent((4, 2), (22, belly), (tip_x, tip_y)), [9, 7, 4, 0.8])
    tail = both_sides(bent((1, 10), (6, 26), (16, 38)), [6, 5, 3, 0.8])
    tail += brushed(bent((0, 10), (-1, 26), (0, 42)), [6, 5, 3, 0.8])
    body = outline(mirrored([(0, -22), (4.6, -18), (4, -11), (7, 0), (4, 14)]))
    crest = both_sides(bent((0.6, -20), (4, -28), (9, -31)), [3, 2.4, 0.6])
    beak = polygon([(0, -22), (7.5, -17.5), (3, -15.6)])
    return _printed(
        theme.back,
        path(feathers + tail + body + crest + beak, fill="#f6c64f", transform=moved(50, 52)),
        circle((51.8, 34.4), 1.3, fill=WOOD),
    )


def _printed(ground: str, *motif: str) -> str:
    """A tile with a picture instead of paths."""
    return group(
        box((1.2, 3.2), CELL - 2.4, CELL - 2.4, rx=9, fill="#000000", opacity=0.18),
        box((1.2, 1.2), CELL - 2.4, CELL - 2.4, rx=9, fill=ground),
        box((7, 7), 86, 86, rx=5, fill="none", stroke="#ffffff", stroke_width=1.8, opacity=0.5),
        *motif,
    )
