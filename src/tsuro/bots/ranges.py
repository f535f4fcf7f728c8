"""Settings that make sense: a bot refuses others when it is made, not when it decides."""

from __future__ import annotations

from typing import Final

MOST_GAMES: Final = 1_000_000_000
"""Iterations, playouts or positions of a decision."""
LONGEST_MS: Final = 3_600_000
"""Milliseconds for a decision: an hour."""


def check_ranges(bot: object, **ranges: tuple[float, float]) -> None:
    """Refuse settings of a bot outside their ranges, and those that are no number."""
    for name, (low, high) in ranges.items():
        if not low <= getattr(bot, name) <= high:
            raise ValueError(f"{name} must be between {low:,} and {high:,}")
