"""Plain charts as inline SVG; colours come from the page, so they follow light and dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Final

from tsuro.formats.svg.markup import box, circle, group, joined, path, tag, text_of
from tsuro.simulation.shares import Share, share

WIDTH: Final = 420.0
HEIGHT: Final = 210.0
LEFT, RIGHT, TOP, BOTTOM = 38.0, 8.0, 12.0, 30.0


def percent(value: float, digits: int = 1) -> str:
    """With a narrow space at which no line is broken."""
    return f"{100 * value:.{digits}f}\u202f%"


def spread(share: Share, digits: int = 1) -> str:
    """A share with its interval, short."""
    return f"{percent(share.value, digits)} ({between(share, digits)})"


def between(share: Share, digits: int = 1) -> str:
    return f"{100 * share.low:.{digits}f}–{100 * share.high:.{digits}f}"


def give_or_take(share: Share) -> str:
    """A share and half the width of its interval, with as many decimals as that allows."""
    digits = digits_for([share])
    return f"{percent(share.value, digits)} ±{50 * (share.high - share.low):.{digits}f}"


def digits_for(shares: Sequence[Share]) -> int:
    """Decimals that an interval still leaves standing."""
    reach = min((each.high - each.low for each in shares if each.of), default=1.0) / 2
    return 2 if reach < 0.002 else 1


def nice_step(extent: float, about: int) -> float:
    """A round step that cuts an extent into about so many pieces."""
    raw = max(extent, 1e-9) / about
    scale: float = 10 ** floor(log10(raw))
    return next(scale * factor for factor in (1, 2, 5, 10) if scale * factor >= raw)


def words(text: str, x: float, y: float, *, anchor: str = "middle", kind: str | None = None) -> str:
    return tag("text", text_of(text), x=x, y=y, text_anchor=anchor, class_=kind)


def chart(title: str, height: float, *parts: str, width: float = WIDTH) -> str:
    return tag(
        "svg",
        tag("title", text_of(title)),
        *parts,
        class_="chart",
        role="img",
        viewBox=f"0 0 {joined(width, height)}",
    )


@dataclass(frozen=True)
class Axes:
    """Where a value lies on a chart."""

    first: float
    last: float
    top: float
    """The largest value upwards."""

    def x(self, value: float) -> float:
        return LEFT + (value - self.first) / (self.last - self.first) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - value / self.top * (HEIGHT - TOP - BOTTOM)

    def frame(self, below: str, *, as_percent: bool) -> str:
        """Lines across with their values, numbers below, and what they count."""
        step = nice_step(self.top, 4)
        digits = 0 if step >= 0.01 else 1 if step >= 0.001 else 2
        parts = []
        for i in range(int(self.top / step + 1e-9) + 1):
            y = self.y(i * step)
            label = percent(i * step, digits) if as_percent else f"{i * step:g}"
            parts.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid"))
            parts.append(words(label, LEFT - 4, y + 3.5, anchor="end", kind="dim"))
        across = max(1, round(nice_step(self.last - self.first, 8)))
        ticks = range(-(-int(self.first + 0.5) // across) * across, int(self.last) + 1, across)
        parts += [words(str(n), self.x(n), HEIGHT - BOTTOM + 13, kind="dim") for n in ticks]
        parts.append(words(below, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 3, kind="dim"))
        return group(*parts)


def intervals(title: str, rows: Sequence[tuple[str, Share]], *, fair: float | None = None) -> str:
    """One line for each share: a dot with its interval, the number beside it."""
    label, number = 112.0, 104.0
    row, head = 24.0, 8.0
    height = head + row * len(rows) + 20
    low = min([each.low for _, each in rows] + ([fair] if fair is not None else []))
    high = max([each.high for _, each in rows] + ([fair] if fair is not None else []))
    pad = max((high - low) * 0.12, 0.002)
    low, high = max(0.0, low - pad), min(1.0, high + pad)

    def x(value: float) -> float:
        return label + (value - low) / (high - low) * (WIDTH - label - number)

    bottom = head + row * len(rows)
    parts = [_scale(x, low, high, head, bottom)]
    if fair is not None:
        parts.append(tag("line", x1=x(fair), x2=x(fair), y1=head - 4, y2=bottom, class_="mean"))
    for i, (name, each) in enumerate(rows):
        y = head + row * (i + 0.5)
        parts += [
            words(name, label - 10, y + 4, anchor="end"),
            tag("line", x1=x(each.low), x2=x(each.high), y1=y, y2=y, stroke="var(--accent)",
                stroke_width=2.5, stroke_linecap="round"),
            circle((x(each.value), y), 4.2, fill="var(--accent)", stroke="var(--tile)"),
            words(give_or_take(each), WIDTH - 2, y + 4, anchor="end"),
        ]  # fmt: skip
    return chart(title, height, *parts)


def _scale(x: object, low: float, high: float, top: float, bottom: float) -> str:
    assert callable(x)
    step = nice_step(high - low, 4)
    first = int(low / step) + (low > 0)
    parts = []
    for i in range(first, int(high / step + 1e-9) + 1):
        at = x(i * step)
        digits = 0 if step >= 0.0099 else 1
        parts.append(tag("line", x1=at, x2=at, y1=top, y2=bottom, class_="grid"))
        parts.append(words(percent(i * step, digits), at, bottom + 14, kind="dim"))
    return group(*parts)


def histogram(
    title: str, counts: Mapping[int, int], below: str, *, of: int, marks: Sequence[int] = ()
) -> str:
    """Values by their share of all there are, `of`, which may be more than those shown; `marks` are
    the ends of a shaded ground and a line between them."""
    shares = {value: share(count, of) for value, count in counts.items()}
    first, last = min(shares), max(shares)
    axes = Axes(first - 0.6, last + 0.6, 1.06 * max(each.value for each in shares.values()))
    parts = []
    if len(marks) == 3:
        left, right = axes.x(marks[0] - 0.5), axes.x(marks[2] + 0.5)
        ground = HEIGHT - TOP - BOTTOM
        parts.append(box((left, TOP), right - left, ground, fill="var(--edge)", opacity=0.28))
    parts.append(axes.frame(below, as_percent=True))
    for value, each in shares.items():
        parts.append(_bar(axes, value, 0, each.value, f"{value}: {spread(each, 2)}"))
    if len(marks) == 3:
        at = axes.x(marks[1])
        parts.append(tag("line", x1=at, x2=at, y1=TOP, y2=HEIGHT - BOTTOM, class_="mean"))
    return chart(title, HEIGHT, *parts)


def _bar(axes: Axes, x: float, low: float, high: float, hint: str, fill: str | None = None) -> str:
    """A column from one height to another, with what it says when pointed at."""
    width = max(0.8, (axes.x(1) - axes.x(0)) * 0.84)
    return tag(
        "rect",
        tag("title", text_of(hint)),
        x=axes.x(x) - width / 2,
        y=axes.y(high),
        width=width,
        height=max(0.0, axes.y(low) - axes.y(high)),
        rx=min(1.5, width / 4) if fill is None else None,
        class_="bar" if fill is None else None,
        fill=fill,
    )


def stacked(
    title: str, rows: Sequence[tuple[int, Sequence[tuple[str, str, float]]]], below: str
) -> str:
    """Columns of several parts, each given as name, colour and height."""
    top = max(sum(height for _, _, height in parts) for _, parts in rows)
    axes = Axes(rows[0][0] - 0.6, rows[-1][0] + 0.6, 1.06 * top)
    drawn = [axes.frame(below, as_percent=False)]
    for x, parts in rows:
        low = 0.0
        for name, colour, height in parts:
            if height:
                hint = f"turn {x}, {name}: {height:.2f}"
                drawn.append(_bar(axes, x, low, low + height, hint, colour))
                low += height
    return chart(title, HEIGHT, *drawn)


def line(title: str, points: Sequence[tuple[int, float]], below: str) -> str:
    """A value that changes from turn to turn."""
    top = 1.08 * max(max(y for _, y in points), 1e-9)
    axes = Axes(points[0][0] - 0.5, points[-1][0] + 0.5, top)
    places = [(axes.x(x), axes.y(y)) for x, y in points]
    curve = "L".join(joined(x, y) for x, y in places)
    ground = axes.y(0)
    area = f"M{joined(places[0][0], ground)}L{curve}L{joined(places[-1][0], ground)}Z"
    dots = [
        tag("circle", tag("title", text_of(f"turn {x}: {y:.2f}")), cx=at[0], cy=at[1], r=2.2,
            class_="bar")
        for (x, y), at in zip(points, places, strict=True)
    ]  # fmt: skip
    return chart(
        title,
        HEIGHT,
        path(area, fill="var(--accent)", opacity=0.14),
        axes.frame(below, as_percent=False),
        path(f"M{curve}", fill="none", stroke="var(--accent)", stroke_width=2),
        *dots,
    )
