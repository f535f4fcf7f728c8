"""One visual language, five moods: the colours of every edition, light and dark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Motif = Literal["enso", "lattice", "grain", "waves", "stars"]

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
    spark: str = "#8ea4de"
    """The partial stars of Phoenix Rising."""

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS_ON_DARK if self.dark else SEATS_ON_LIGHT

    @property
    def shade(self) -> str:
        """The colour of shadows."""
        return "#000000" if self.dark else self.ink


_MOODS: Final[dict[str, tuple[Theme, Theme]]] = {
    "classic": (
        Theme(
            "classic", "enso", False,
            page="#f7f0e1", rim="#e3d3b3", field="#efe4cb", figure="#e2d2b0",
            tile="#fdf9ef", edge="#cdbb96", path="#cfc1a4",
            ink="#2b241e", faint="#8d7d64", accent="#c8371d", back="#a63a24",
        ),
        Theme(
            "classic", "enso", True,
            page="#1b1714", rim="#3a3029", field="#241f1b", figure="#322a24",
            tile="#352d27", edge="#55483d", path="#7a6a59",
            ink="#efe5d2", faint="#a08f79", accent="#f0603a", back="#8c3220",
        ),
    ),
    "kosmos": (
        Theme(
            "kosmos", "lattice", False,
            page="#eaefed", rim="#bccbc6", field="#d3ddd9", figure="#c2d0cb",
            tile="#f8fbf9", edge="#a6b9b3", path="#b7c7c1",
            ink="#22302d", faint="#6b807a", accent="#0f8a6c", back="#2f5f57",
        ),
        Theme(
            "kosmos", "lattice", True,
            page="#161d20", rim="#33434a", field="#1e282c", figure="#2a373c",
            tile="#2c3a3f", edge="#4a5f66", path="#647c82",
            ink="#e3edea", faint="#8ea4a3", accent="#45c8a2", back="#1f6b5a",
        ),
    ),
    "pocket": (
        Theme(
            "pocket", "grain", False,
            page="#f6ead6", rim="#b98a55", field="#d9b482", figure="#c39a66",
            tile="#f5e3c3", edge="#b68a55", path="#cfae7e",
            ink="#3a2414", faint="#94704a", accent="#a8381a", back="#8a5a30",
        ),
        Theme(
            "pocket", "grain", True,
            page="#1c130d", rim="#573a24", field="#2f2015", figure="#3f2b1c",
            tile="#4a3323", edge="#77553a", path="#8d6c4d",
            ink="#f3e3ca", faint="#b0906d", accent="#f0a04c", back="#6b4426",
        ),
    ),
    "seas": (
        Theme(
            "seas", "waves", False,
            page="#e8f0f7", rim="#7ea3c9", field="#a9c6e0", figure="#c4d9eb",
            tile="#f3f8fc", edge="#8fb0d0", path="#b3cade",
            ink="#17264d", faint="#5a7599", accent="#c2371f", back="#2c4a86",
        ),
        Theme(
            "seas", "waves", True,
            page="#0c1530", rim="#2b4684", field="#13224a", figure="#22386f",
            tile="#1f3269", edge="#4a68ac", path="#8fa5d8",
            ink="#eef3fb", faint="#8fa4cf", accent="#f2b944", back="#2e4d94",
        ),
    ),
    "phoenix": (
        Theme(
            "phoenix", "stars", False,
            page="#f5ebee", rim="#b9a3c4", field="#d8c8dc", figure="#c29a3f",
            tile="#fdf7f6", edge="#cbb8d1", path="#cdbbd1",
            ink="#2d2148", faint="#7d6a91", accent="#b7791a", back="#563f86", spark="#a9b6e4",
        ),
        Theme(
            "phoenix", "stars", True,
            page="#0b0e24", rim="#2f376c", field="#12173a", figure="#d9b45a",
            tile="#20265a", edge="#4b559a", path="#7681bd",
            ink="#f5eed9", faint="#98a0cf", accent="#f3c04f", back="#3a2f7c", spark="#4f68b8",
        ),
    ),
}  # fmt: skip


def theme_of(edition: str, *, dark: bool) -> Theme:
    """The mood of an edition; one that has none is drawn like the classic game."""
    return _MOODS.get(edition, _MOODS["classic"])[dark]


def readable_on(colour: str) -> str:
    """Black or white ink, whichever stands out."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    light = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#17120e" if light > 0.3 else "#ffffff"
