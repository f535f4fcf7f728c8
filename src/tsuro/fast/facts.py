"""What the numbers mean that a census counts: for each edition with a kernel, its names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tsuro.core.geometry import rim_marks, rim_places
from tsuro.core.ids import TileId
from tsuro.core.state import Fate, Reason
from tsuro.editions.edition import Edition
from tsuro.fast.families import has_kernel
from tsuro.fast.phoenix.tables import TILE_IDS as PHOENIX_TILE_IDS
from tsuro.fast.shared.endings import FATES, REASONS
from tsuro.fast.shared.shapes import TILE_IDS

MEASURES: Final[dict[str, tuple[str, ...]]] = {
    "seas": ("daikaiju_on_board", "tiles_on_board"),
    "phoenix": ("stars_scored", "most_stars", "life_tokens", "tiles_on_board"),
}
"""Numbers of interest in any moment of a game, by edition: what `measure` writes, in its order."""


@dataclass(frozen=True)
class Facts:
    """What a kernel's numbers for fates, reasons and tiles stand for."""

    fates: tuple[Fate, ...]
    reasons: tuple[Reason | None, ...]
    tiles: tuple[TileId, ...]


TILE_GAME_FACTS: Final = Facts(FATES, REASONS, TILE_IDS)
SEA_FACTS: Final = Facts(FATES, REASONS, TILE_IDS)
PHOENIX_FACTS: Final = Facts(FATES, REASONS, PHOENIX_TILE_IDS)
FACTS: Final[dict[str, Facts]] = {
    "classic": TILE_GAME_FACTS,
    "kosmos": TILE_GAME_FACTS,
    "pocket": TILE_GAME_FACTS,
    "seas": SEA_FACTS,
    "phoenix": PHOENIX_FACTS,
}


def has_facts(edition: Edition) -> bool:
    """Whether the edition has a kernel that can be simulated."""
    return has_kernel(edition) and edition.id in FACTS


def start_names(edition: Edition) -> tuple[str, ...]:
    """The start places by number, in notation."""
    if edition.starts_beside:
        return tuple(map(str, rim_places(edition.size)))
    return tuple(map(str, rim_marks(edition.size)))
