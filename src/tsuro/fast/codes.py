"""Actions as small numbers: what kernels take and log, and what training environments use.

Each kind of action has its own range, so a number means the same in every phase and a log needs no
context. The ranges of the tile games come first; other families append theirs.
"""

from __future__ import annotations

from typing import Final

from tsuro.fast.tile_tables import TILES

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

PHOENIX_CODES: Final = 0x1000
"""The codes of Phoenix Rising begin here. Cells are numbered as in its record, with a rim."""
PHOENIX_PLACE: Final = PHOENIX_CODES
"""PHOENIX_PLACE + 8 * tile + 4 * face + rotation: lay a tile of the hand (PR-20)."""
PHOENIX_TURN: Final = PHOENIX_PLACE + 8 * 36
"""The same for turning or flipping the tile ahead (PR-22)."""
PHOENIX_START: Final = PHOENIX_TURN + 8 * 36
"""PHOENIX_START + side place (PR-7)."""
PHOENIX_RISE: Final = PHOENIX_START + 24
"""PHOENIX_RISE + side place (PR-19)."""
PHOENIX_ENTER: Final = PHOENIX_RISE + 24
"""PHOENIX_ENTER + point (PR-21)."""
PHOENIX_WITHDRAW: Final = PHOENIX_ENTER + 12
PHOENIX_LANTERN: Final = PHOENIX_WITHDRAW + 1
"""PHOENIX_LANTERN + cell (PR-32)."""
PHOENIX_FLIP: Final = PHOENIX_LANTERN + 64
"""PHOENIX_FLIP + 2 * cell + axis: 0 left-right, 1 top-bottom (WC-3)."""
PHOENIX_DRAW: Final = PHOENIX_FLIP + 2 * 64
"""PHOENIX_DRAW + tile: the outcome of a draw. Every code from here on is luck."""
PHOENIX_CENTRE: Final = PHOENIX_DRAW + 36
"""PHOENIX_CENTRE + 4 * tile + rotation: the next centre tile (PR-9)."""
PHOENIX_CODES_END: Final = PHOENIX_CENTRE + 4 * 16
PHOENIX_MOST_OPTIONS: Final = 80
"""Room for every option list of Phoenix Rising, with places to spare."""

SEA_CODES: Final = 0x0800
"""The codes that only Tsuro of the Seas has begin here; for the rest it uses those above."""
RELOCATE_TO: Final = SEA_CODES
"""RELOCATE_TO + mark: a ship at its start goes to another one (SE-32)."""
STAY: Final = RELOCATE_TO + 64
ROLL_DICE: Final = STAY + 1
"""ROLL_DICE + 6 * (gold - 1) + blue - 1: both dice (SE-4). Every code from here on is luck."""
ROLL_DIE: Final = ROLL_DICE + 36
"""ROLL_DIE + die - 1 (SE-14)."""
DRAW_DAIKAIJU: Final = ROLL_DIE + 6
"""DRAW_DAIKAIJU + 4 * daikaiju + rotation (SE-10)."""
SEA_CODES_END: Final = DRAW_DAIKAIJU + 40
