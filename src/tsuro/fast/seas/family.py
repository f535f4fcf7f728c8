"""The kernel of Tsuro of the Seas, for whoever uses it from outside."""

from __future__ import annotations

from typing import Final

from tsuro.fast.contract import Family
from tsuro.fast.seas.actions import action_of, code_of, decisions
from tsuro.fast.seas.features import FEATURES
from tsuro.fast.seas.from_row import from_row
from tsuro.fast.seas.observing import OUTLINE
from tsuro.fast.seas.outlook import OUTLOOK
from tsuro.fast.seas.record import SeaGame
from tsuro.fast.seas.tables import tables_of
from tsuro.fast.seas.to_row import to_row
from tsuro.fast.shared.codes import MOST_OPTIONS
from tsuro.fast.shared.shapes import TILE_IDS

FAMILY: Final = Family(
    name="seas",
    record=SeaGame,
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
    # Dice can prolong a game at sea as they like, but of two million random ones, over all
    # switches and seats, none had 600 actions.
    longest=4096,
    measures=("daikaiju_on_board", "tiles_on_board"),
)
