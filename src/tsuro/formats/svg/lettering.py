"""Our own pen letters, drawn as lines, so that pictures need no font."""

from __future__ import annotations

import unicodedata
from typing import Final, Literal

from tsuro.formats.svg.markup import Attribute, group, moved, path

HEIGHT: Final = 10.0
"""Of a capital letter or digit in the table below; `g` hangs lower."""
_SPACE: Final = 4.0

_OVAL: Final = "M3.3 0C5.4 0 6.6 2 6.6 5S5.4 10 3.3 10 0 8 0 5 1.2 0 3.3 0Z"
_BOWL: Final = "3.2 0 4.6 0 6.6S1 10 2.7 10"
_LETTERS: Final[dict[str, tuple[float, str]]] = {
    "0": (6, "M3 0C5 0 6 2 6 5S5 10 3 10 0 8 0 5 1 0 3 0Z"),
    "1": (3.4, "M0 2.2L3 0V10"),
    "2": (6, "M.2 2.7C.4 1 1.5 0 3 0 4.7 0 5.8 1.1 5.8 2.8 5.8 5 2 7 0 10H6"),
    "3": (6, "M.4 1.2C1 .4 1.9 0 3 0 4.6 0 5.6 1 5.6 2.4 5.6 3.9 4.4 4.7 2.4 4.7 4.6 4.7 6 5.6"
             " 6 7.3 6 9 4.7 10 3 10 1.7 10 .7 9.5 0 8.5"),
    "4": (6, "M4.4 10V0L0 7H6"),
    "5": (6, "M5.4 0H1.2L.6 4.7C1.2 4.1 2 3.8 2.9 3.8 4.7 3.8 6 5 6 6.9 6 8.8 4.7 10 2.9 10"
             " 1.7 10 .7 9.6 0 8.7"),
    "6": (6, "M5 .6C4.5 .2 3.9 0 3.3 0 1.3 0 0 2.2 0 5.8 0 8.5 1.2 10 3 10 4.8 10 6 8.7 6 6.9"
             " 6 5.1 4.8 3.9 3.1 3.9 1.6 3.9 .3 5 0 6.5"),
    "7": (6, "M0 0H6L2.2 10"),
    "8": (6, "M3 4.6C1.4 4.6 .4 3.7 .4 2.3S1.5 0 3 0 5.6 .9 5.6 2.3 4.6 4.6 3 4.6C1.2 4.6 0 5.7 0"
             " 7.3S1.2 10 3 10 6 8.9 6 7.3 4.8 4.6 3 4.6Z"),
    "9": (6, "M1 9.4C1.5 9.8 2.1 10 2.7 10 4.7 10 6 7.8 6 4.2 6 1.5 4.8 0 3 0 1.2 0 0 1.3 0 3.1"
             " 0 4.9 1.2 6.1 2.9 6.1 4.4 6.1 5.7 5 6 3.5"),
    "A": (6.4, "M0 10L3.2 0L6.4 10M1.1 6.7H5.3"),
    "B": (6, "M0 4.7V0H2.9C4.5 0 5.4 .9 5.4 2.3S4.5 4.7 2.9 4.7H0V10H3.2C5 10 6 8.9 6 7.3"
             "S5 4.7 3.2 4.7"),
    "C": (6.2, "M6.2 1.6C5.5 .6 4.5 0 3.4 0 1.3 0 0 2 0 5S1.3 10 3.4 10C4.5 10 5.5 9.4 6.2 8.4"),
    "D": (6.2, "M0 0V10H2.4C5 10 6.2 8.2 6.2 5S5 0 2.4 0Z"),
    "E": (5, "M5 0H0V10H5M0 4.8H4.2"),
    "F": (5, "M5 0H0V10M0 4.8H4.2"),
    "G": (6.4, "M6.2 1.6C5.5 .6 4.5 0 3.4 0 1.3 0 0 2 0 5S1.3 10 3.4 10C4.6 10 5.7 9.5 6.4 8.7"
               "V5.4H3.9"),
    "H": (6, "M0 0V10M6 0V10M0 4.8H6"),
    "I": (0, "M0 0V10"),
    "J": (4, "M4 0V7.2C4 9.1 3.2 10 2 10 1 10 .3 9.5 0 8.6"),
    "K": (5.8, "M0 0V10M5.4 0L0 6M2.1 3.8L5.8 10"),
    "L": (4.8, "M0 0V10H4.8"),
    "M": (7.6, "M0 10V0L3.8 6.4L7.6 0V10"),
    "N": (6.2, "M0 10V0L6.2 10V0"),
    "O": (6.6, _OVAL),
    "P": (5.6, "M0 10V0H2.9C4.6 0 5.6 1 5.6 2.8S4.6 5.6 2.9 5.6H0"),
    "Q": (6.6, _OVAL + "M4 7.2L6.8 10.4"),
    "R": (5.8, "M0 10V0H2.9C4.6 0 5.6 1 5.6 2.8S4.6 5.6 2.9 5.6H0M3 5.6L5.8 10"),
    "S": (6, "M5.6 1.4C5 .5 4.1 0 3 0 1.4 0 .4 .9 .4 2.3 .4 3.9 1.6 4.4 3 4.8 4.6 5.3 6 5.9 6 7.6"
             " 6 9.1 4.8 10 3 10 1.7 10 .7 9.5 0 8.5"),
    "T": (6, "M0 0H6M3 0V10"),
    "U": (6, "M0 0V6.6C0 8.8 1.2 10 3 10S6 8.8 6 6.6V0"),
    "V": (6.2, "M0 0L3.1 10L6.2 0"),
    "W": (8.4, "M0 0L2.1 10L4.2 2L6.3 10L8.4 0"),
    "X": (6, "M0 0L6 10M6 0L0 10"),
    "Y": (6, "M0 0L3 4.8L6 0M3 4.8V10"),
    "Z": (5.8, "M0 0H5.8L0 10H5.8"),
    "a": (5, f"M5 4.6C4.5 3.7 3.7 3.2 2.7 3.2 1 {_BOWL}C3.7 10 4.5 9.5 5 8.6M5 3.2V10"),
    "b": (5, "M0 0V10M0 4.7C.5 3.7 1.3 3.2 2.3 3.2 4 3.2 5 4.6 5 6.6S4 10 2.3 10"
             "C1.3 10 .5 9.5 0 8.5"),
    "c": (4.8, f"M4.8 4.6C4.3 3.7 3.6 3.2 2.7 3.2 1 {_BOWL}C3.6 10 4.3 9.5 4.8 8.6"),
    "d": (5, f"M5 0V10M5 4.7C4.5 3.7 3.7 3.2 2.7 3.2 1 {_BOWL}C3.7 10 4.5 9.5 5 8.5"),
    "e": (5, f"M0 6.5H5C5 4.4 4.2 3.2 2.7 3.2 1 {_BOWL}C3.7 10 4.4 9.6 4.9 8.8"),
    "f": (3.8, "M3.8 .3C3.4 .1 3.1 0 2.7 0 1.7 0 1.3 .7 1.3 1.9V10M0 3.5H3.4"),
    "g": (5, f"M5 3.2V10.4C5 12.1 4.1 13 2.6 13 1.7 13 .9 12.7 .4 12.1M5 4.7C4.5 3.7 3.7 3.2"
             f" 2.7 3.2 1 {_BOWL}C3.7 10 4.5 9.5 5 8.5"),
    "h": (4.8, "M0 0V10M0 5.2C.6 3.9 1.5 3.2 2.6 3.2 4 3.2 4.8 4.1 4.8 5.8V10"),
    ".": (0, "M0 9.9V10"),
    ",": (1, "M1 9.4L.2 11.4"),
    ":": (0, "M0 3.4V3.5M0 9.9V10"),
    "-": (3.6, "M0 5.4H3.6"),
    "+": (5, "M0 5.2H5M2.5 2.7V7.7"),
    "/": (4, "M0 10L4 0"),
    "=": (4.6, "M0 4H4.6M0 7H4.6"),
    "_": (5, "M0 10.6H5"),
    "%": (7, "M6.2 0L.8 10M1.5 .2C2.5 .2 3 1 3 2.2S2.5 4.2 1.5 4.2 0 3.4 0 2.2 .5 .2 1.5 .2Z"
             "M5.5 5.8C6.5 5.8 7 6.6 7 7.8S6.5 9.8 5.5 9.8 4 9 4 7.8 4.5 5.8 5.5 5.8Z"),
    "'": (0, "M0 0V2.2"),
    "!": (0, "M0 0V6.6M0 9.9V10"),
    "·": (0, "M0 5.1V5.2"),
    "×": (4.6, "M0 3L4.6 7.6M4.6 3L0 7.6"),
}  # fmt: skip
"""Width, and the line of the pen."""

Anchor = Literal["start", "middle", "end"]


def lettering(
    text: str,
    x: float,
    y: float,
    *,
    height: float,
    colour: str,
    weight: float = 1.4,
    spacing: float = 2.6,
    anchor: Anchor = "start",
    **attributes: Attribute,
) -> str:
    """Text whose vertical middle is at `y`; characters without a drawing become spaces."""
    scale = height / HEIGHT
    pen = 0.0
    shapes: list[str] = []
    for letter in _drawable(text):
        width, data = _drawn(letter, spacing)
        if data:
            shapes.append(path(data, transform=moved(pen, 0) if pen else None))
        pen += width + spacing
    span = (pen - spacing) * scale
    left = x - {"start": 0.0, "middle": span / 2, "end": span}[anchor]
    return group(
        *shapes,
        transform=moved(left, y - height / 2, scale=scale),
        fill="none",
        stroke=colour,
        stroke_width=weight / scale,
        stroke_linecap="round",
        stroke_linejoin="round",
        **attributes,
    )


def fitting_height(text: str, *, height: float, width: float, spacing: float) -> float:
    """The height at which a text takes no more than a width, at most the one given."""
    span = sum(_drawn(letter, spacing)[0] + spacing for letter in _drawable(text)) - spacing
    return min(height, width * HEIGHT / max(span, 1))


def _drawn(letter: str, spacing: float) -> tuple[float, str]:
    return _LETTERS.get(letter, (_SPACE - spacing, ""))


def _drawable(text: str) -> str:
    """Accents are dropped; small letters that have no drawing become capitals."""
    plain = "".join(
        letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter)
    )
    return "".join(letter if letter in _LETTERS else letter.upper() for letter in plain)
