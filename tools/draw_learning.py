"""Draw learning curves, as the training examples write them, into docs/images/learning.svg.

python examples/train_reinforce.py
python examples/train_ppo.py
python tools/draw_learning.py reinforce.json ppo.json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from tsuro.editions.registry import edition_info
from tsuro.formats.svg.lettering import lettering
from tsuro.formats.svg.markup import box, path, tag, text_of
from tsuro.formats.svg.themes import Theme, theme_of

PICTURE: Final = Path(__file__).resolve().parent.parent / "docs" / "images" / "learning.svg"
WIDTH, HEIGHT = 900.0, 330.0
TOP, BOTTOM, SIDE, GAP = 74.0, 56.0, 58.0, 64.0
Z: Final = 1.96
"""For intervals that hold 95 times in 100."""
STEPS: Final = (1, 2, 5)


class Panel:
    """One curve on scales of its own: games to the right, the share of the wins upwards."""

    def __init__(self, curve: dict[str, Any], left: float, right: float) -> None:
        self.curve, self.left, self.right = curve, left, right
        self.points: list[dict[str, float]] = [each for each in curve["points"] if each["of"]]
        self.most = max(point["games"] for point in self.points)

    def x(self, games: float) -> float:
        return self.left + games / self.most * (self.right - self.left)

    def y(self, share: float) -> float:
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    def draw(self, theme: Theme, colour: str) -> Iterator[str]:
        yield lettering(self.curve["title"].upper(), self.left, 30, height=12, colour=theme.ink)
        yield lettering(self.note, self.left, 52, height=9, colour=theme.faint)
        for percent in range(0, 101, 25):
            yield from self._level(percent, theme)
        for games in self._marks():
            yield lettering(
                f"{games:,}".replace(",", " "),
                self.x(games),
                HEIGHT - BOTTOM + 18,
                height=9,
                colour=theme.faint,
                anchor="middle",
            )
        upper = [self._at(point, Z) for point in self.points]
        lower = [self._at(point, -Z) for point in reversed(self.points)]
        yield path(f"M{'L'.join(upper + lower)}Z", fill=colour, opacity=0.3)
        middle = [self._at(point, 0) for point in self.points]
        yield path(f"M{'L'.join(middle)}", stroke=colour, stroke_width=2, fill="none")

    @property
    def note(self) -> str:
        minutes = self.points[-1]["minutes"]
        return f"GAMES, AND SHARE OF THE WINS. {minutes:.0f} CPU MINUTES"

    def _level(self, percent: int, theme: Theme) -> Iterator[str]:
        y = self.y(percent / 100)
        line = f"M{self.left:.1f} {y:.1f}H{self.right:.1f}"
        if abs(percent / 100 - self.curve["fair"]) < 1e-9:
            yield path(line, stroke=theme.ink, stroke_width=1.2, stroke_dasharray="4 4")
        else:
            yield path(line, stroke=theme.faint, stroke_width=0.6, opacity=0.45)
        yield lettering(
            f"{percent}%", self.left - 10, y, height=9, colour=theme.faint, anchor="end"
        )

    def _at(self, point: dict[str, float], deviations: float) -> str:
        """A point of the curve, or of one side of its band."""
        share = point["share"]
        spread = (share * (1 - share) / point["of"]) ** 0.5
        return f"{self.x(point['games']):.1f} {self.y(share + deviations * spread):.1f}"

    def _marks(self) -> Iterator[int]:
        unit = 10 ** (len(str(int(self.most))) - 1)
        step = next(unit * n // 5 for n in (*STEPS, 10) if self.most / (unit * n / 5) <= 6)
        return iter(range(0, int(self.most) + 1, max(1, step)))


def draw_learning(curves: Sequence[dict[str, Any]]) -> str:
    """An SVG that needs no font, a panel for each curve."""
    theme = theme_of(edition_info("classic"), dark=False)
    each = (WIDTH - GAP * (len(curves) - 1) - SIDE - GAP / 2) / len(curves)
    parts = [box((0, 0), WIDTH, HEIGHT, fill=theme.page)]
    for number, curve in enumerate(curves):
        left = SIDE + number * (each + GAP)
        colour = theme.seats[number % len(theme.seats)]
        parts += Panel(curve, left, left + each).draw(theme, colour)
    return tag(
        "svg",
        tag("title", text_of("How two learners become stronger")),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:.0f} {HEIGHT:.0f}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("curves", nargs="+", type=Path, help="what the examples wrote")
    parser.add_argument("--out", type=Path, default=PICTURE)
    given = parser.parse_args()
    curves = [json.loads(each.read_text(encoding="utf-8")) for each in given.curves]
    given.out.write_text(draw_learning(curves) + "\n", encoding="utf-8")
    print(given.out)


if __name__ == "__main__":
    main()
