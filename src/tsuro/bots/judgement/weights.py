"""What the greedy judgement gives each term: the edition's own weights, from its `judgement`.

The terms are explained where the kernels compute them (`features.py` in each room of `tsuro.fast`).
Only differences between options count, so a weight for how many rivals are left is a weight for
getting rid of one. `make tune` finds weights for an edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tsuro.editions.edition import Edition
from tsuro.editions.registry import edition_info
from tsuro.errors import EditionDataError
from tsuro.fast.contract import Family
from tsuro.fast.families import family_of

SECTION: Final = "judgement"
USUAL: Final[Mapping[str, float]] = MappingProxyType(
    {
        "won": 6.0,
        "out": -6.0,
        "room": 0.9,
        "reach": 0.4,
        "exits": 0.8,
        "ways": 0.9,
        "stuck": -0.8,
        "touch": -0.7,
        "rivals": -1.9,
        "pressed": 0.8,
        "threat": -0.3,
        "aim": -1.5,
        "off": 0.2,
        "life": 1.2,
        "stars": 5.2,
        "lead": 1.2,
        "middle": 0.5,
        "lanterns": 1.2,
    }
)
"""For an edition that gives a term no weight; a term that is missing here counts nothing then."""


def weights_for(edition: Edition, given: Mapping[str, float] | None = None) -> tuple[float, ...]:
    """The weights in the order of the kernel's terms; some may be given instead."""
    family = family_of(edition)
    weights = {**USUAL, **_own(edition, family), **(given or {})}
    return tuple(weights.get(name, 0.0) for name in family.features)


def _own(edition: Edition, family: Family) -> dict[str, float]:
    """What the edition says itself."""
    weights = edition_info(edition.id).section(SECTION).get("weights", {})
    for name, weight in weights.items():
        if name not in family.features:
            known = ", ".join(family.features)
            raise EditionDataError(
                f"The judgement of {edition.title} weighs {name!r}, of which its kernel knows "
                f"nothing: it knows {known}."
            )
        if not isinstance(weight, int | float) or isinstance(weight, bool):
            raise EditionDataError(
                f"The judgement of {edition.title} gives {name!r} the weight {weight!r}, which is "
                "no number."
            )
    return {name: float(weight) for name, weight in weights.items()}
