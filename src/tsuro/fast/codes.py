"""Actions as small numbers: what kernels take and log, and what training environments use.

Each kind of action has its own range, so a number means the same in every phase and a log needs no
context. The ranges of the tile games come first; other families append theirs.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.tables import TILES

PLACE_A: Final = 0
"""PLACE_A + 4 * tile + rotation: lay a tile for the (first) pawn."""
PLACE_B: Final = PLACE_A + 4 * TILES
"""The same for the second pawn (KO-20)."""
START_AT: Final = PLACE_B + 4 * TILES
"""START_AT + mark, or + side place where pawns start beside the board."""
ENTER_BY: Final = START_AT + 64
"""ENTER_BY + port."""
KEEP: Final = ENTER_BY + 8
SWAP: Final = KEEP + 1
"""SWAP + TILES * give + take."""
DRAW_FROM: Final = SWAP + TILES * TILES
"""DRAW_FROM + pile."""
LUCK: Final = DRAW_FROM + 8
"""LUCK + tile: the outcome of a draw. Every code from here on is luck."""
TILE_GAME_CODES: Final = LUCK + TILES

NO_ACTION: Final = 0xFFFF
"""For a row of a batch that is to be left alone."""
MOST_OPTIONS: Final = 64
"""Room for every option list of the tile games, with one place to spare."""
