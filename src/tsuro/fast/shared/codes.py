"""Actions as small numbers: what kernels take and log, and what training environments use.

Each kind of action has its own range, so a number means the same in every phase and a log needs no
context. Here are the ranges of the tile games; the seas use those of the actions they share, and
have more in `seas/codes.py`. The ranges of Phoenix Rising are in `phoenix/codes.py`.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.shared.shapes import TILES

NO_ACTION: Final = 0xFFFF
"""For a row of a batch that is to be left alone."""

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
DRAW_TILE: Final = DRAW_FROM + 8
"""DRAW_TILE + tile: the outcome of a draw. Every code from here on is luck."""
CODES_END: Final = DRAW_TILE + TILES
SEAS_CODES: Final = 0x0800
"""From here on are the codes that only Tsuro of the Seas has."""
PHOENIX_CODES: Final = 0x1000
"""From here on are the codes of Phoenix Rising."""

MOST_OPTIONS: Final = 64
"""Room for every option list of the tile games and of the seas, with one place to spare."""
