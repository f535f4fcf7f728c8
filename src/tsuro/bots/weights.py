"""What the greedy judgement gives each term, for every edition: the table a tuner works on.

`tools/tune_greedy.py` finds better values. The terms are explained where the kernels compute them
(`features` in `tsuro.fast`). Only differences between options count, so a weight for how many
rivals are left is a weight for getting rid of one.
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

SEAS: Final[Mapping[str, float]] = MappingProxyType({**CLASSIC, "threat": -0.5, "aim": -1.5})

PHOENIX: Final[Mapping[str, float]] = MappingProxyType(
    {
        "won": 6.0,
        "out": -6.0,
        "off": -2.0,
        "life": 1.0,
        "stars": 3.0,
        "lead": 1.0,
        "middle": 0.5,
        "ways": 0.8,
        "stuck": -1.0,
        "lanterns": 0.8,
        "touch": -0.3,
        "near": -0.1,
        "rivals": -1.0,
        "pressed": 0.5,
    }
)

WEIGHTS: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {"classic": CLASSIC, "kosmos": KOSMOS, "pocket": KOSMOS, "seas": SEAS, "phoenix": PHOENIX}
)
"""By edition, then by the name of the term as the kernel's `FEATURES` has it."""
