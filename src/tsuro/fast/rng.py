"""The random stream of a record: one number of state, exact in Python and in compiled code."""

from __future__ import annotations

from typing import Any, Final

MULTIPLIER: Final = 1791398085
"""Marsaglia's multiply-with-carry; the state never leaves a signed 64-bit integer."""
LOW: Final = 0xFFFFFFFF


def below(g: Any, limit: int) -> int:
    """A random integer from 0 to limit - 1, drawn from the record's own stream."""
    state: int = MULTIPLIER * (g.rng & LOW) + (g.rng >> 32)
    g.rng = state
    return ((state & LOW) * limit) >> 32


def stream(seed: int, number: int) -> int:
    """The state that starts stream `number` of a seed, as SplitMix64 spreads it.

    Streams depend on seed and number only, so results do not depend on how games are shared out.
    """
    mask = (1 << 64) - 1
    word = (seed * 0x9E3779B97F4A7C15 + (number + 1) * 0xD1342543DE82EF95) & mask
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & mask
    word = (word ^ word >> 27) * 0x94D049BB133111EB & mask
    return (word ^ word >> 31) >> 2 | 1
