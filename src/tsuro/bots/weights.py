"""What the greedy judgement gives each term, for every edition: the table a tuner works on.

Found by `make tune` (`ARGS="seas --generations 16 --games 1000"` for Seas and Phoenix) and rounded.
The terms are explained where the kernels compute them (`features` in `tsuro.fast`). Only
differences between options count, so a weight for how many rivals are left is a weight for getting
rid of one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CLASSIC: Final[Mapping[str, float]] = MappingProxyType(
    {
        "won": 6.0,
        "out": -6.0,
        "room": 0.7,
        "reach": 0.5,
        "exits": 0.8,
        "ways": 1.1,
        "stuck": -0.6,
        "touch": -0.6,
        "near": 0.0,
        "rivals": -1.9,
        "pressed": 0.9,
    }
)

KOSMOS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "won": 6.0,
        "out": -6.0,
        "room": 1.1,
        "reach": 0.4,
        "exits": 1.2,
        "ways": 0.7,
        "stuck": -0.7,
        "touch": -0.8,
        "near": 0.0,
        "rivals": -2.6,
        "pressed": 0.7,
    }
)

SEAS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "won": 6.0,
        "out": -6.0,
        "room": 0.8,
        "reach": 0.3,
        "exits": 0.4,
        "ways": 0.6,
        "stuck": -1.1,
        "touch": -0.9,
        "near": 0.2,
        "rivals": -1.2,
        "pressed": 1.0,
        "threat": -0.3,
        "aim": -1.5,
    }
)

PHOENIX: Final[Mapping[str, float]] = MappingProxyType(
    {
        "won": 6.0,
        "out": -6.0,
        "off": 0.2,
        "life": 1.2,
        "stars": 5.2,
        "lead": 1.2,
        "middle": 0.5,
        "ways": 1.1,
        "stuck": -1.1,
        "lanterns": 1.2,
        "touch": -0.3,
        "near": -0.2,
        "rivals": -0.7,
        "pressed": 0.6,
    }
)

WEIGHTS: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {"classic": CLASSIC, "kosmos": KOSMOS, "pocket": KOSMOS, "seas": SEAS, "phoenix": PHOENIX}
)
"""By edition, then by the name of the term as the kernel's `FEATURES` has it."""
