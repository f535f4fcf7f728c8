"""One visual language, a mood for every edition: its section `theme`, light and dark."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, Literal, cast, get_args

from tsuro.editions.edition import EditionInfo
from tsuro.editions.sections import read_section
from tsuro.errors import EditionDataError

Motif = Literal["enso", "lattice", "grain", "waves", "stars", "orbits"]

SEATS_ON_LIGHT: Final = (
    "#be2a15", "#1d5fcb", "#6fa35c", "#d39300", "#571260", "#2baaec", "#dc6a9e", "#1c2622",
)  # fmt: skip
SEATS_ON_DARK: Final = (
    "#f7663c", "#4d83fa", "#5db467", "#f0d53a", "#c062c0", "#86dffa", "#e9a3a8", "#f7f3da",
)  # fmt: skip
"""Told apart by normal eyes and with any of the three kinds of colour blindness; the patterns
below and the numbers on the pawns do without colour."""

PATTERNS: Final[tuple[tuple[float, ...] | None, ...]] = (
    None,
    (7, 7),
    (0.1, 7),
    (),
    (12, 6, 0.1, 6),
    (2.5, 5),
    (0.1, 5, 0.1, 10),
    (16, 5, 3, 5),
)
"""For each seat the dashes of the fine line along its trail: no line, dashes, dots, unbroken ..."""

LANTERNS: Final = {"orange": "#f08a2c", "blue": "#4aa3e8", "yellow": "#f4cf3f"}
USUAL: Final = "tsuro.editions.classic"
"""Whose look an edition has that says nothing of it."""
GOLD: Final = "#e0a92e"
BLUE: Final = "#5b93dc"


@dataclass(frozen=True)
class Theme:
    """The colours of a mood."""

    name: str
    motif: Motif
    dark: bool
    page: str
    rim: str
    """The frame around the board, where start marks are."""
    field: str
    """The bare board."""
    figure: str
    """What is drawn on the bare board and on the backs of tiles."""
    tile: str
    edge: str
    """The border of a tile."""
    path: str
    """A path that nobody has travelled."""
    ink: str
    faint: str
    """Letters that only explain."""
    accent: str
    """The seal: whose turn, the last move."""
    back: str
    first_seat: int = 0
    """The number on the first seat's pawns: records count from 0, people from 1."""
    spark: str = "#8ea4de"
    """The partial stars of Phoenix Rising."""

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS_ON_DARK if self.dark else SEATS_ON_LIGHT

    @property
    def shade(self) -> str:
        """The colour of shadows."""
        return "#000000" if self.dark else self.ink


COLOURS: Final = tuple(
    each.name for each in fields(Theme) if each.name not in ("name", "motif", "dark")
)


def theme_of(info: EditionInfo, *, dark: bool) -> Theme:
    """The mood of an edition; what it does not say is as in the classic game."""
    own, usual, key = (
        info.section("theme"),
        read_section(USUAL, "theme"),
        "dark" if dark else "light",
    )
    colours = {**usual[key], **own.get(key, {})}
    return Theme(
        name=info.id,
        motif=_known_motif(info, own.get("motif", usual["motif"])),
        dark=dark,
        **{each: colours[each] for each in COLOURS if each in colours},
    )


def _known_motif(info: EditionInfo, name: str) -> Motif:
    for motif in get_args(Motif):
        if motif == name:
            return cast("Motif", motif)
    known = ", ".join(get_args(Motif))
    raise EditionDataError(f"{info.title} asks for the motif {name!r}; known are: {known}.")


def readable_on(colour: str) -> str:
    """Black or white ink, whichever stands out."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    light = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#17120e" if light > 0.3 else "#ffffff"
