"""Codes of the actions of Phoenix Rising. Cells are numbered as in its record, with a rim."""

from __future__ import annotations

from typing import Final

from tsuro.fast.shared.codes import PHOENIX_CODES

PLACE_TILE: Final = PHOENIX_CODES
"""PLACE_TILE + 8 * tile + 4 * face + rotation: lay a tile of the hand (PR-20)."""
TURN_TILE: Final = PLACE_TILE + 8 * 36
"""The same for turning or flipping the tile ahead (PR-22)."""
START_AT: Final = TURN_TILE + 8 * 36
"""START_AT + side place (PR-7)."""
RISE_AT: Final = START_AT + 24
"""RISE_AT + side place (PR-19)."""
ENTER_BY: Final = RISE_AT + 24
"""ENTER_BY + point (PR-21)."""
WITHDRAW: Final = ENTER_BY + 12
MOVE_LANTERN: Final = WITHDRAW + 1
"""MOVE_LANTERN + cell (PR-32)."""
FLIP: Final = MOVE_LANTERN + 64
"""FLIP + 2 * cell + axis: 0 left-right, 1 top-bottom (WC-3)."""
DRAW_TILE: Final = FLIP + 2 * 64
"""DRAW_TILE + tile: the outcome of a draw. Every code from here on is luck."""
LAY_CENTRE: Final = DRAW_TILE + 36
"""LAY_CENTRE + 4 * tile + rotation: the next centre tile (PR-9)."""
CODES_END: Final = LAY_CENTRE + 4 * 16

MOST_OPTIONS: Final = 80
"""Room for every option list of Phoenix Rising, with places to spare."""
