"""The times of a benchmark as a picture: a row for each edition and seat count, a dot a form."""

from __future__ import annotations

import math
from typing import Any, Final

from tsuro.benchmark.rounds import Line, Report
from tsuro.formats.svg.lettering import lettering
from tsuro.formats.svg.markup import box, circle, path, tag

FORMS: Final[dict[str, tuple[str, str]]] = {
    "clone": ("copy", "#8a8f98"),
    "legal": ("options", "#c79a2e"),
    "compiled": ("compiled", "#b3372f"),
    "step_4096": ("step N=4096", "#5f9e6e"),
    "step_256": ("step N=256", "#2f7f86"),
    "interpreted": ("interpreted", "#6b4f9c"),
    "step_1": ("step N=1", "#2d5fa8"),
    "reference": ("reference", "#22262e"),
}
"""Label and colour, fastest first."""
INK: Final = "#22262e"
FAINT: Final = "#d9d3c7"
PAPER: Final = "#fbf8f1"
WIDTH: Final = 1000.0
LEFT: Final = 150.0
RIGHT: Final = 30.0
TOP: Final = 130.0
ROW: Final = 24.0
GAP: Final = 14.0
"""Between editions."""
LETTERS: Final = 10.0
UNITS: Final = ("1 ns", "10 ns", "100 ns", "1 us", "10 us", "100 us", "1 ms", "10 ms", "100 ms")


def draw(report: Report) -> str:
    """An SVG picture; times are on a logarithmic scale."""
    scale = _Scale(report)
    places = _places(report.lines)
    bottom = max(places) + ROW
    shapes = [
        box((0, 0), WIDTH, bottom + 50, fill=PAPER),
        _words("nanoseconds per decision", LEFT, 30, height=14, colour=INK, weight=1.8),
        *_legend(),
        *_grid(scale, bottom),
    ]
    for line, y in zip(report.lines, places, strict=True):
        shapes += _row(line, y, scale)
    shapes.append(_footer(report, bottom + 34))
    height = bottom + 50
    return tag(
        "svg",
        *shapes,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:.0f} {height:.0f}",
        width=WIDTH,
        height=height,
    )


class _Scale:
    """Powers of ten that hold all times, spread over the width."""

    def __init__(self, report: Report) -> None:
        values = [line.median(form) or 1 for line in report.lines for form in line.windows]
        self.low = max(0, math.floor(math.log10(min(values))))
        self.high = min(len(UNITS) - 1, max(self.low + 1, math.ceil(math.log10(max(values)))))

    def x(self, value: float) -> float:
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)


def _places(lines: list[Line]) -> list[float]:
    places: list[float] = []
    y = TOP
    for number, line in enumerate(lines):
        if number and line.edition != lines[number - 1].edition:
            y += GAP
        y += ROW
        places.append(y)
    return places


def _legend() -> list[str]:
    shapes = []
    column = (WIDTH - LEFT - RIGHT) / 4
    for number, (label, colour) in enumerate(FORMS.values()):
        x = LEFT + column * (number % 4)
        y = 62 + 24 * (number // 4)
        shapes.append(circle((x + 6, y), 6, fill=colour))
        shapes.append(_words(label, x + 20, y, height=LETTERS, colour=INK))
    return shapes


def _grid(scale: _Scale, bottom: float) -> list[str]:
    shapes = []
    for power in range(scale.low, scale.high + 1):
        x = scale.x(10.0**power)
        data = f"M{x:.1f} {TOP:.1f}V{bottom:.1f}"
        shapes.append(path(data, stroke=FAINT, stroke_width=1, fill="none"))
        middle = _words(
            UNITS[power], x, TOP - 12, height=9, colour=INK, weight=1.1, anchor="middle"
        )
        shapes.append(middle)
    return shapes


def _row(line: Line, y: float, scale: _Scale) -> list[str]:
    label = f"{line.edition} {line.seats}"
    points = [(form, value) for form in FORMS if (value := line.median(form)) is not None]
    ends = [scale.x(value) for _, value in points]
    shapes = [
        _words(label, LEFT - 16, y, height=LETTERS, colour=INK, anchor="end"),
        path(f"M{min(ends):.1f} {y:.1f}H{max(ends):.1f}", stroke=FAINT, stroke_width=2),
    ]
    for form, value in points:
        name, colour = FORMS[form]
        title = tag("title", f"{label}, {name}: {value:,.1f} ns")
        shapes.append(
            tag("circle", title, cx=scale.x(value), cy=y, r=6, fill=colour, fill_opacity=0.9)
        )
    return shapes


def _footer(report: Report, y: float) -> str:
    machine = report.machine
    words = f"{machine['processor']}, Python {machine['python']}, numba {machine['numba'] or '-'}"
    return _words(words, LEFT, y, height=8, colour=INK, weight=1)


def _words(text: str, x: float, y: float, **style: Any) -> str:
    """Capitals: not every small letter has a drawing."""
    return lettering(text.upper(), x, y, **style)
