"""The kernel of Phoenix Rising, for whoever uses it from outside."""

from __future__ import annotations

from typing import Final

from tsuro.fast.contract import Family
from tsuro.fast.phoenix.actions import action_of, code_of, decisions
from tsuro.fast.phoenix.codes import MOST_OPTIONS
from tsuro.fast.phoenix.features import FEATURES
from tsuro.fast.phoenix.from_row import from_row
from tsuro.fast.phoenix.observing import OUTLINE
from tsuro.fast.phoenix.outlook import OUTLOOK
from tsuro.fast.phoenix.record import PhoenixGame
from tsuro.fast.phoenix.tables import TILE_IDS, tables_of
from tsuro.fast.phoenix.to_row import to_row

FAMILY: Final = Family(
    name="phoenix",
    record=PhoenixGame,
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
    longest=4096,
    measures=("stars_scored", "most_stars", "life_tokens", "tiles_on_board"),
)
