"""Codes of the actions that only Tsuro of the Seas has (see `shared/codes.py`)."""

from __future__ import annotations

from typing import Final

from tsuro.fast.shared.codes import SEAS_CODES

RELOCATE_TO: Final = SEAS_CODES
"""RELOCATE_TO + mark: a ship at its start goes to another one (SE-32)."""
STAY: Final = RELOCATE_TO + 64
ROLL_DICE: Final = STAY + 1
"""ROLL_DICE + 6 * (gold - 1) + blue - 1: both dice (SE-4). Every code from here on is luck."""
ROLL_DIE: Final = ROLL_DICE + 36
"""ROLL_DIE + die - 1 (SE-14)."""
DRAW_DAIKAIJU: Final = ROLL_DIE + 6
"""DRAW_DAIKAIJU + 4 * daikaiju + rotation (SE-10)."""
CODES_END: Final = DRAW_DAIKAIJU + 40
