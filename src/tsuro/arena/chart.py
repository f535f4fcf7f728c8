"""A picture of the standings: ratings and shares of the wins, each with its interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from tsuro.arena.summary import Estimate, Standing, Summary
from tsuro.editions.registry import edition_info
from tsuro.formats.svg.lettering import lettering
from tsuro.formats.svg.markup import box, circle, group, path, tag, text_of
from tsuro.formats.svg.themes import Theme, theme_of

WIDTH = 900.0
LEFT, RIGHT, TOP, BOTTOM = 220.0, 30.0, 96.0, 58.0
GAP = 64.0
"""Between the two panels."""
ROW = 44.0
LONGEST_LABEL = 24
STEPS = (1, 2, 5)
MOST_MARKS = 6


class Panel:
    """Part of the picture with a scale of its own."""

    def __init__(self, left: float, right: float, low: float, high: float) -> None:
        self.left, self.right = left, right
        self.marks = list(_marks(low, high))
        self._low, self._high = self.marks[0], self.marks[-1]

    def x(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return self.left + share * (self.right - self.left)


def draw_chart(summary: Summary, *, dark: bool = False) -> str:
    """An SVG that needs no font."""
    theme = theme_of(edition_info(summary.settings.edition), dark=dark)
    standings = summary.standings
    height = TOP + ROW * len(standings) + BOTTOM
    middle = LEFT + (WIDTH - LEFT - RIGHT - GAP) / 2
    elos = [bound for each in standings for bound in (each.elo.low, each.elo.high)]
    fair = summary.settings.fair_share
    elo = Panel(LEFT, middle, min(*elos, 0), max(*elos, 0))
    share = Panel(middle + GAP, WIDTH - RIGHT, 0, max(fair, *(s.share.high for s in standings)))
    parts = [
        box((0, 0), WIDTH, height, fill=theme.page),
        *_heading(summary, theme),
        *_scale(elo, theme, height, "ELO", lambda value: f"{value:+.0f}" if value else "0", 0),
        *_scale(share, theme, height, "WIN SHARE", lambda value: f"{100 * value:.0f}%", fair),
    ]
    for number, standing in enumerate(standings):
        y = TOP + ROW * (number + 0.5)
        parts += _row(standing, summary.settings.names[standing.bot], y, elo, share, theme)
    title = f"Arena: {summary.settings.edition}, {summary.settings.seats} seats"
    return tag(
        "svg",
        tag("title", text_of(title)),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:.0f} {height:.0f}",
        width=WIDTH,
        height=height,
        role="img",
    )


def _heading(summary: Summary, theme: Theme) -> Iterator[str]:
    settings = summary.settings
    title = f"{settings.edition}, {settings.seats} seats".upper()
    note = f"{summary.games} games in {summary.deals} deals, 95% intervals".upper()
    yield lettering(title, 24, 28, height=15, colour=theme.ink, weight=1.8)
    yield lettering(note, WIDTH - RIGHT, 28, height=10, colour=theme.faint, anchor="end")


def _scale(
    panel: Panel,
    theme: Theme,
    height: float,
    title: str,
    written: Callable[[float], str],
    fair: float,
) -> Iterator[str]:
    """Title, grid, numbers, and a dashed line where equals would be."""
    top, bottom = TOP - 6, height - BOTTOM + 6
    yield lettering(title, panel.left, TOP - 24, height=10, colour=theme.faint)
    for mark in panel.marks:
        x = panel.x(mark)
        yield path(f"M{x:.1f} {top}V{bottom}", stroke=theme.faint, stroke_width=0.6, opacity=0.45)
        yield lettering(
            written(mark), x, bottom + 16, height=9, colour=theme.faint, anchor="middle"
        )
    x = panel.x(fair)
    yield path(
        f"M{x:.1f} {top}V{bottom}", stroke=theme.ink, stroke_width=1.2, stroke_dasharray="4 4"
    )


def _row(
    standing: Standing, name: str, y: float, elo: Panel, share: Panel, theme: Theme
) -> Iterator[str]:
    colour = theme.seats[standing.bot % len(theme.seats)]
    label = name.upper()
    if len(label) > LONGEST_LABEL:
        label = label[: LONGEST_LABEL - 2] + ".."
    size = min(11.0, 11.0 * 18 / max(len(label), 1))
    yield lettering(label, LEFT - 18, y, height=size, colour=theme.ink, anchor="end")
    yield _whisker(standing.elo, y, elo, colour, theme)
    yield _whisker(standing.share, y, share, colour, theme)


def _whisker(estimate: Estimate, y: float, panel: Panel, colour: str, theme: Theme) -> str:
    low, high = panel.x(estimate.low), panel.x(estimate.high)
    return group(
        path(
            f"M{low:.1f} {y}H{high:.1f}",
            stroke=colour,
            stroke_width=9,
            opacity=0.4,
            fill="none",
        ),
        path(
            f"M{low:.1f} {y - 8}V{y + 8}M{high:.1f} {y - 8}V{y + 8}",
            stroke=colour,
            stroke_width=1.6,
            fill="none",
        ),
        circle((panel.x(estimate.value), y), 4.2, fill=colour, stroke=theme.page, stroke_width=1),
    )


def _marks(low: float, high: float) -> Iterator[float]:
    """Round numbers from at or below the lowest to at or above the highest."""
    span = max(high - low, 1e-6)
    unit = 10 ** math.floor(math.log10(span / MOST_MARKS))
    step = next(
        unit * factor for factor in (*STEPS, 10, 20) if span / (unit * factor) <= MOST_MARKS - 1
    )
    first, last = math.floor(low / step), math.ceil(high / step)
    for number in range(first, max(last, first + 1) + 1):
        yield number * step
