"""Win shares of the start places, drawn round the board they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final

from tsuro.core.geometry import Side, rim_places
from tsuro.editions.edition import Edition
from tsuro.formats.svg.markup import Point, box, group, tag, text_of
from tsuro.simulation.page.charts import chart, spread, words
from tsuro.simulation.results import StartResult

BOARD: Final = 340.0
DEPTH: Final = 27.0
"""How far a place reaches out from the board."""
MARGIN: Final = 12.0


def scale_of(starts: Sequence[StartResult]) -> tuple[float, float]:
    """The middle of the colours, and how far from it they are strongest.

    At least three times the reach of an interval: what chance alone does stays pale.
    """
    taken = [each for each in starts if each.taken]
    pawns = sum(each.taken for each in taken)
    mean = sum(each.wins.value * each.taken for each in taken) / max(1, pawns)
    farthest = max((abs(each.wins.value - mean) for each in taken), default=0)
    chance = median((each.wins.high - each.wins.low) / 2 for each in taken) if taken else 0
    return mean, max(farthest, min(3 * chance, mean), 1e-6)


def outside(starts: Sequence[StartResult]) -> int:
    """How many places have a share whose interval does not hold the mean of all."""
    mean, _ = scale_of(starts)
    return sum(1 for each in starts if not each.wins.low <= mean <= each.wins.high)


def colour(value: float, mean: float, reach: float) -> str:
    end = "warm" if value >= mean else "cool"
    strength = min(100.0, 100 * abs(value - mean) / reach)
    return f"color-mix(in oklab,var(--{end}) {strength:.0f}%,var(--tile))"


def draw_rim(
    edition: Edition,
    starts: Sequence[StartResult],
    title: str,
    *,
    scale: tuple[float, float],
    numbers: bool,
) -> str:
    """Every start place in the colour of its win share, from the coolest to the warmest."""
    beyond = DEPTH + MARGIN
    whole = BOARD + 2 * beyond
    parts = [_board(edition.size)]
    if numbers:
        parts.append(_coordinates(edition.size))
    for number, each in enumerate(starts):
        parts.append(_place(edition, number, each, scale, numbers=numbers))
    return chart(title, whole, group(*parts, transform=f"translate({beyond} {beyond})"),
                 width=whole)  # fmt: skip


def _board(size: int) -> str:
    cell = BOARD / size
    lines = [
        tag("line", class_="grid", x1=x1, y1=y1, x2=x2, y2=y2)
        for i in range(1, size)
        for x1, y1, x2, y2 in ((i * cell, 0, i * cell, BOARD), (0, i * cell, BOARD, i * cell))
    ]
    return box((0, 0), BOARD, BOARD, fill="var(--field)", stroke="var(--edge)") + group(*lines)


def _coordinates(size: int) -> str:
    """The letters and numbers by which cells are called, inside the board."""
    cell = BOARD / size
    middle = [(i + 0.5) * cell for i in range(size)]
    letters = [words("abcdefgh"[i], middle[i], 13, kind="dim") for i in range(size)]
    numbers = [words(str(i + 1), 9, middle[i] + 4, kind="dim") for i in range(size)]
    return group(*letters, *numbers)


def _place(
    edition: Edition, number: int, start: StartResult, scale: tuple[float, float], *, numbers: bool
) -> str:
    """A patch of the rim: half a cell wide for a mark, a whole one for a side."""
    shape, middle = _patch(edition, number)
    (x, y), width, height = shape
    gap = 0.8
    inside = tag("title", text_of(f"{start.place}: {spread(start.wins, 2)}, {start.taken:,} pawns"))
    fill = colour(start.wins.value, *scale) if start.taken else "var(--page)"
    patch = tag(
        "rect",
        inside,
        x=x + gap,
        y=y + gap,
        width=width - 2 * gap,
        height=height - 2 * gap,
        rx=3,
        style=f"fill:{fill};stroke:var(--edge);stroke-width:.7",
    )
    if not numbers or not start.taken:
        return patch
    label = f"{100 * start.wins.value:.1f}"
    return patch + words(label, middle[0], middle[1] + 2.6, kind="small")


def _patch(edition: Edition, number: int) -> tuple[tuple[Point, float, float], Point]:
    """Corner, width and height of a place's patch, and its middle."""
    cell = BOARD / edition.size
    place = rim_places(edition.size)[number if edition.starts_beside else number // 2]
    along = cell if edition.starts_beside else cell / 2
    col, row = place.cell.col * cell, place.cell.row * cell
    # Marks are numbered clockwise: backwards along the south and the west.
    second = 0 if edition.starts_beside else number % 2
    shift = along * second
    back = (cell - along) * (not edition.starts_beside) - shift
    corners = {
        Side.NORTH: ((col + shift, -DEPTH), along, DEPTH),
        Side.EAST: ((BOARD, row + shift), DEPTH, along),
        Side.SOUTH: ((col + back, BOARD), along, DEPTH),
        Side.WEST: ((-DEPTH, row + back), DEPTH, along),
    }
    (x, y), width, height = corners[place.side]
    return ((x, y), width, height), (x + width / 2, y + height / 2)
