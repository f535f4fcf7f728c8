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


SEED_STEP: Final = 0x9E3779B97F4A7C15
STREAM_STEP: Final = 0xD1342543DE82EF95
MIX: Final = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
WORD: Final = (1 << 64) - 1


def stream(seed: int, number: int) -> int:
    """The state that starts stream `number` of a seed, as SplitMix64 spreads it.

    Streams depend on seed and number only, so results do not depend on how games are shared out.
    """
    word = (seed * SEED_STEP + (number + 1) * STREAM_STEP) & WORD
    word = (word ^ word >> 30) * MIX[0] & WORD
    word = (word ^ word >> 27) * MIX[1] & WORD
    return (word ^ word >> 31) >> 2 | 1


def streams(seed: int, first: int, count: int) -> Any:
    """`stream(seed, first)` and the following ones as an array."""
    import numpy

    return streams_of(seed, numpy.arange(first, first + count, dtype=numpy.uint64))


def streams_of(seed: int, numbers: Any) -> Any:
    """`stream(seed, number)` for each of some numbers, as an array."""
    import numpy

    after = numbers.astype(numpy.uint64) + numpy.uint64(1)
    word = after * numpy.uint64(STREAM_STEP) + numpy.uint64(seed * SEED_STEP & WORD)
    word = (word ^ word >> numpy.uint64(30)) * numpy.uint64(MIX[0])
    word = (word ^ word >> numpy.uint64(27)) * numpy.uint64(MIX[1])
    return ((word ^ word >> numpy.uint64(31)) >> numpy.uint64(2) | numpy.uint64(1)).astype("i8")
