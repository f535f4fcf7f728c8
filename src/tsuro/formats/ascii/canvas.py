"""A sheet of characters for the text board, with dots fine enough for curved paths."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import Final

from tsuro.core.tiles import Wiring, pairs_of
from tsuro.formats.ascii.layout import FULL, Scale
from tsuro.formats.svg.curves import curve

_BRAILLE: Final = 0x2800
_BITS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a braille character: four rows of two."""


class Style(IntEnum):
    """How a character looks; where several paths share one, the highest is drawn alone."""

    PLAIN = 0
    DIM = 1
    FAINT = 2
    """An untravelled path."""
    SEAT_0 = 10
    """Followed by one for each other seat."""
    SEAT_7 = 17
    STRONG = 20
    GHOST = 21
    PAWN_0 = 30
    """Followed by one for each other seat."""
    PAWN_7 = 37


SEAT_CODES: Final = ("38;5;203", "38;5;33", "38;5;71", "38;5;178", "38;5;135", "38;5;80",
                     "38;5;211", "1")  # fmt: skip
"""Terminal colours that can be read on black and on white."""
_CODES: Final[dict[int, str]] = {
    Style.DIM: "38;5;242",
    Style.FAINT: "38;5;247",
    Style.STRONG: "1",
    Style.GHOST: "1;38;5;208",
    **{Style.SEAT_0 + seat: code for seat, code in enumerate(SEAT_CODES)},
    **{Style.PAWN_0 + seat: f"1;7;{code}" for seat, code in enumerate(SEAT_CODES)},
}


class Canvas:
    """Characters in rows; dots are gathered into braille characters."""

    def __init__(self, scale: Scale = FULL) -> None:
        self.scale = scale
        self._characters: dict[tuple[int, int], tuple[str, int]] = {}
        self._dots: dict[tuple[int, int], tuple[int, int]] = {}

    def put(self, x: int, y: int, text: str, style: int = Style.PLAIN) -> None:
        """Text from a place on; it covers what was there, dots too."""
        for i, letter in enumerate(text):
            self._characters[x + i, y] = (letter, style)
            self._dots.pop((x + i, y), None)

    def dot(self, x: int, y: int, style: int) -> None:
        """A dot, counted in dots from the upper left; it covers a character drawn before."""
        place = (x // 2, y // 4)
        bits, strongest = self._dots.get(place, (0, style))
        if style > strongest:
            # The stronger path passes over the others, as a crossing on a tile does.
            bits, strongest = 0, style
        if style == strongest:
            self._dots[place] = (bits | _BITS[y % 4][x % 2], style)

    def dots_at(self, x: int, y: int) -> int:
        """How many dots a character holds."""
        return self._dots.get((x, y), (0, 0))[0].bit_count()

    def path(self, x: int, y: int, entry: int, leave: int, style: int) -> None:
        """A path of the tile whose border begins at a character."""
        across, down = 2 * self.scale.width, 4 * self.scale.height
        for u, v in curve(entry, leave).line(steps=64):
            self.dot(
                2 * x + _rounded(0.5 + across * u, u), 4 * y + _rounded(1.5 + down * v, v), style
            )

    def tile(self, x: int, y: int, wiring: Wiring, style: int = Style.FAINT) -> None:
        for entry, leave in pairs_of(wiring):
            self.path(x, y, entry, leave, style)

    def frame(self, x: int, y: int, style: int = Style.DIM) -> None:
        """The border of a single tile."""
        width, height = self.scale.width, self.scale.height
        line = "─" * (width - 1)
        self.put(x, y, f"┌{line}┐", style)
        for row in range(1, height):
            self.put(x, y + row, "│", style)
            self.put(x + width, y + row, "│", style)
        self.put(x, y + height, f"└{line}┘", style)

    def lines(self, *, colour: bool) -> list[str]:
        """All rows, equally wide."""
        drawn = dict(self._characters)
        for place, (bits, style) in self._dots.items():
            drawn[place] = (chr(_BRAILLE + bits), style)
        width = max((x for x, _ in drawn), default=-1) + 1
        height = max((y for _, y in drawn), default=-1) + 1
        blank = (" ", int(Style.PLAIN))
        rows = ([drawn.get((x, y), blank) for x in range(width)] for y in range(height))
        return [_row(row, colour=colour) for row in rows]


def _rounded(value: float, share: float) -> int:
    """To the nearest dot; on a border each of the two tiles draws its own half."""
    return math.floor(value + 0.5) if share < 0.5 else math.ceil(value - 0.5)


def _row(row: list[tuple[str, int]], *, colour: bool) -> str:
    if not colour:
        return "".join(letter for letter, _ in row)
    pieces: list[str] = []
    current = ""
    for letter, style in row:
        code = "" if letter == " " and style < Style.PAWN_0 else _CODES.get(style, "")
        if code != current:
            pieces.append(f"\x1b[0;{code}m" if code else "\x1b[0m")
            current = code
        pieces.append(letter)
    return "".join(pieces) + ("\x1b[0m" if current else "")
