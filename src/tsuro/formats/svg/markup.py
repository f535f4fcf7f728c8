"""Building blocks of an SVG text: elements, numbers and smooth outlines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

Point = tuple[float, float]
Attribute = str | float | int | None
ESCAPED: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
"""Done here because the library's own way loads half of the network modules at every start."""


def number(value: float) -> str:
    """Short and without noise: one picture must not differ from the next by rounding."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def tag(name: str, *children: str, **attributes: Attribute) -> str:
    """An element; `stroke_width` is written `stroke-width`, attributes that are None are left out.

    Children are markup already; text goes through `text_of` first.
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={_quoted(value)}"
        for key, value in attributes.items()
        if value is not None
    )
    if not children:
        return f"<{name}{written}/>"
    return f"<{name}{written}>{''.join(children)}</{name}>"


def _quoted(value: str | float) -> str:
    text = value if isinstance(value, str) else number(value)
    return f'"{text.translate(ESCAPED)}"'


def text_of(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable()).translate(ESCAPED)


def group(*children: str, **attributes: Attribute) -> str:
    """A group, or nothing if there is nothing in it."""
    inside = [child for child in children if child]
    return tag("g", *inside, **attributes) if inside else ""


def path(data: str, **attributes: Attribute) -> str:
    return tag("path", d=data, **attributes)


def circle(centre: Point, radius: float, **attributes: Attribute) -> str:
    return tag("circle", cx=centre[0], cy=centre[1], r=radius, **attributes)


def box(corner: Point, width: float, height: float, **attributes: Attribute) -> str:
    return tag("rect", x=corner[0], y=corner[1], width=width, height=height, **attributes)


def moved(x: float, y: float, *, scale: float = 1, turn: float = 0) -> str:
    """A transform: first scaled, then turned clockwise by degrees, then moved."""
    parts = [f"translate({number(x)} {number(y)})"]
    if turn:
        parts.append(f"rotate({number(turn)})")
    if scale != 1:
        parts.append(f"scale({scale:.4g})")
    return " ".join(parts)


def joined(*values: float) -> str:
    return " ".join(map(number, values))


def polygon(points: Sequence[Point]) -> str:
    """Path data of a closed shape with straight sides."""
    return "M" + "L".join(joined(*point) for point in points) + "Z"


def outline(points: Sequence[Point], *, closed: bool = True) -> str:
    """Path data of a smooth line through all points (Catmull-Rom)."""
    count = len(points)
    wrap = [points[-1], *points, points[0], points[1]] if closed else _open_ends(points)
    data = ["M" + joined(*points[0])]
    for i in range(count if closed else count - 1):
        before, start, end, after = wrap[i : i + 4]
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        data.append("C" + joined(*one, *two, *end))
    return "".join(data) + ("Z" if closed else "")


def _open_ends(points: Sequence[Point]) -> list[Point]:
    return [points[0], *points, points[-1]]


def mirrored(half: Sequence[Point]) -> list[Point]:
    """A shape that is the same left and right, from its right half, top to bottom."""
    return [*half, *((-x, y) for x, y in reversed(half) if x)]


def brushed(line: Sequence[Point], widths: Sequence[float]) -> str:
    """Path data of a brush stroke along a line; the widths are spread evenly over it."""
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(line):
        along_x, along_y = _direction(line, i)
        half = _spread(widths, i / (len(line) - 1)) / 2
        left.append((x - along_y * half, y + along_x * half))
        right.append((x + along_y * half, y - along_x * half))
    return outline([*left, *reversed(right)])


def _direction(line: Sequence[Point], i: int) -> Point:
    (x0, y0), (x1, y1) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
    length = math.hypot(x1 - x0, y1 - y0) or 1
    return (x1 - x0) / length, (y1 - y0) / length


def _spread(values: Sequence[float], share: float) -> float:
    place = share * (len(values) - 1)
    low = min(int(place), len(values) - 2)
    return values[low] + (values[low + 1] - values[low]) * (place - low)


def length_of(line: Sequence[Point]) -> float:
    return sum(math.dist(one, other) for one, other in pairwise(line))
