"""What the numbers mean that a census counts: for each edition with a kernel, its names."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Final

from tsuro.core.geometry import rim_marks, rim_places
from tsuro.core.ids import TileId
from tsuro.core.state import Fate, Reason
from tsuro.editions.edition import Edition
from tsuro.fast.families import family_of, has_kernel
from tsuro.fast.phoenix_tables import TILE_IDS as PHOENIX_TILE_IDS
from tsuro.fast.tile_tables import TILE_IDS

HOOKS: Final = ("presence", "start_place", "laid_tile", "measure")
"""Functions that the main module of a kernel offers for policies and statistics."""

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


TILE_GAME_FACTS: Final = Facts(
    fates=(Fate.EDGE, Fate.COLLISION),
    reasons=(None, Reason.LAST_STANDING, Reason.ALL_OUT, Reason.TILES_OUT),
    tiles=TILE_IDS,
)
SEA_FACTS: Final = Facts(
    fates=tuple(Fate),
    reasons=(None, *Reason),
    tiles=TILE_IDS,
)
PHOENIX_FACTS: Final = Facts(
    fates=(Fate.STRANDED,),
    reasons=(None, Reason.LAST_STANDING, Reason.ALL_OUT, Reason.STARS),
    tiles=PHOENIX_TILE_IDS,
)
FACTS: Final[dict[str, Facts]] = {
    "classic": TILE_GAME_FACTS,
    "kosmos": TILE_GAME_FACTS,
    "pocket": TILE_GAME_FACTS,
    "seas": SEA_FACTS,
    "phoenix": PHOENIX_FACTS,
}


def has_facts(edition: Edition) -> bool:
    """Whether the edition has a kernel that can be simulated."""
    if not has_kernel(edition) or edition.id not in FACTS:
        return False
    module = import_module(family_of(edition).module)
    return all(hasattr(module, hook) for hook in HOOKS)


def start_names(edition: Edition) -> tuple[str, ...]:
    """The start places by number, in notation."""
    if edition.starts_beside:
        return tuple(map(str, rim_places(edition.size)))
    return tuple(map(str, rim_marks(edition.size)))
