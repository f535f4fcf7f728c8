"""What page and programs are told of an edition, part of the same versioned schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from tsuro.formats.wire.bounds import Bounds

Colour = Annotated[str, Bounds(pattern="#[0-9a-f]{6}")]


@dataclass(frozen=True, slots=True)
class Bilingual:
    en: str
    de: str


@dataclass(frozen=True, slots=True)
class BilingualTexts:
    """Sentences that follow each other; one language may need more of them than the other."""

    en: list[str]
    de: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageColours:
    """The colours of the page as CSS writes them, by what they are for."""

    page: Colour
    panel: Colour
    line: Colour
    ink: Colour
    soft: Colour
    """Letters that only explain."""
    accent: Colour
    on_accent: Colour
    """Letters on the accent."""
    rim: Colour
    """The frame around the board."""
    rim_ink: Colour
    """The start marks on the rim."""
    field: Colour
    """The bare board."""
    figure: Colour
    """What is drawn on the bare board."""
    tile: Colour
    edge: Colour
    """The border of a tile."""
    path: Colour
    """A path that nobody has travelled."""
    back: Colour
    """The back of a tile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTheme:
    """How the page looks while an edition is played."""

    motif: str
    """What is drawn on the bare board: enso, lattice, grain, waves, stars or orbits."""
    night: bool
    """Whether the board is dark by day, too."""
    pawn: Literal["pawn", "ship"]
    """What pawns look like."""
    light: PageColours
    dark: PageColours


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchInfo:
    name: str
    values: list[str]
    rule: str
    summary: str
    meaning: Bilingual
    """The same as `summary`, in every language of the page."""
    choices: list[Bilingual]
    """The values in words, in the same order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionSummary:
    id: str
    title: str
    summary: str
    rulebook: str
    seats: tuple[int, int]
    switches: list[SwitchInfo]
    size: int
    hand: int
    name: Bilingual
    """The same as `title`, in every language of the page."""
    blurb: Bilingual
    """What makes somebody want to play it, in a sentence."""
    theme: PageTheme
    bots: list[str]
    """Who can play it, the levels first: bots that search need a compiled kernel."""
    lessons: int
    """The steps of its tutorial; 0 if it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeaPrint:
    """What is printed for daikaiju, on the board and on their tiles."""

    columns: list[int]
    """The column that each number of the gold die names."""
    rows: list[int]
    """The row that each number of the blue die names."""
    arrows: dict[str, list[str]]
    """What each daikaiju does for the dice from 1 on, as its tile lies unrotated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameInfo:
    """An edition as it is played here, its switches chosen."""

    edition: str
    size: int
    """Cells along a side of the board."""
    heading: Bilingual
    """Its title, and what is played otherwise than usual."""
    goal: Bilingual
    """How one wins; empty if nothing is said of it."""
    lesson: BilingualTexts
    """How the game goes, in a few sentences."""
    theme: PageTheme
    starts_beside: bool
    """Pawns start beside outer cells, not on marks."""
    sea: SeaPrint | None
    """Null where nothing is printed for daikaiju."""
