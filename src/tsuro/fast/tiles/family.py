"""The kernel of classic, kosmos and pocket Tsuro, for whoever uses it from outside."""

from __future__ import annotations

from typing import Final

from tsuro.fast.contract import Family
from tsuro.fast.shared.codes import MOST_OPTIONS
from tsuro.fast.shared.shapes import TILE_IDS
from tsuro.fast.tiles.actions import action_of, code_of, decisions
from tsuro.fast.tiles.features import FEATURES
from tsuro.fast.tiles.from_row import from_row
from tsuro.fast.tiles.observing import OUTLINE
from tsuro.fast.tiles.outlook import OUTLOOK
from tsuro.fast.tiles.record import TileGame
from tsuro.fast.tiles.tables import tables_of
from tsuro.fast.tiles.to_row import to_row

FAMILY: Final = Family(
    name="tiles",
    record=TileGame,
    tables=tables_of,
    to_row=to_row,
    from_row=from_row,
    action_of=action_of,
    code_of=code_of,
    decisions=decisions,
    tiles=TILE_IDS,
    features=FEATURES,
    outlook=OUTLOOK,
    outline=OUTLINE,
    most_options=MOST_OPTIONS,
    longest=1024,
)
