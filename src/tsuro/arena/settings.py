"""What an arena plays: everything that decides its games, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tsuro.bots.base import require_fit
from tsuro.bots.local import make_local_bot
from tsuro.editions.edition import RULES_VERSION, Edition
from tsuro.editions.registry import build_edition
from tsuro.errors import TsuroError

FEWEST_BOTS = 2
FEWEST_SEATS = 2
_KINDS = {
    "edition": str,
    "seats": int,
    "bots": list,
    "switches": dict,
    "seed": int,
    "ms": int | None,
}
"""What settings are in a file, but for those with a closed choice of values."""
_FOLDERS = re.compile(r"^(exec|python):|(?<![^\s:])\S*/(?=\S)")


class ArenaError(TsuroError):
    """An arena that cannot be held as asked."""

    code = "arena"


class Lineup(StrEnum):
    """Who meets whom in a deal."""

    MIXED = "mixed"
    """All bots, each as often as any other; if they are more than the seats, a choice of them."""
    ONE_VS_REST = "one-vs-rest"
    """The first bot alone against copies of one other, the others taking turns deal by deal."""


class Starts(StrEnum):
    """Where the start places come from."""

    DEALT = "dealt"
    """Drawn with the luck of the deal: each seat has the same place in every rotation."""
    CHOSEN = "chosen"
    """The bots choose them."""


@dataclass(frozen=True)
class Settings:
    """Two runs with equal settings play the same games, as far as their bots repeat themselves."""

    edition: str
    seats: int
    bots: tuple[str, ...]
    """Specifications; the first is the one that is tested where one is."""
    switches: Mapping[str, str] = field(default_factory=dict)
    lineup: Lineup = Lineup.MIXED
    starts: Starts = Starts.DEALT
    seed: int = 1
    ms: int | None = None
    """The clock for every decision, in milliseconds; None gives the bots none."""

    def built_edition(self) -> Edition:
        return build_edition(self.edition, seats=self.seats, switches=self.switches)

    @property
    def labels(self) -> tuple[str, ...]:
        """The bots' names: their specifications, numbered where one occurs twice."""
        names: list[str] = []
        for number, spec in enumerate(self.bots):
            twins = self.bots[:number].count(spec)
            names.append(f"{spec} ({twins + 1})" if twins else spec)
        return tuple(names)

    @property
    def names(self) -> tuple[str, ...]:
        """The labels without kinds and folders of programs, as long as they stay different."""
        names = tuple(_FOLDERS.sub("", label) for label in self.labels)
        return names if len(set(names)) == len(names) else self.labels

    @property
    def fair_share(self) -> float:
        return 1 / self.seats

    def check(self) -> None:
        """Refuse what cannot be played before anything is started."""
        edition = self.built_edition()
        if len(self.bots) < FEWEST_BOTS:
            raise ArenaError("An arena needs at least two bots: --bots cautious,random.")
        for spec in self.bots:
            require_fit(make_local_bot(spec), edition)

    def to_json(self) -> dict[str, Any]:
        return {
            "edition": self.edition,
            "seats": self.seats,
            "bots": list(self.bots),
            "switches": dict(self.built_edition().switches),
            "lineup": self.lineup.value,
            "starts": self.starts.value,
            "seed": self.seed,
            "ms": self.ms,
            "rules": RULES_VERSION,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Settings:
        """Raises KeyError, TypeError or ValueError for what are no settings."""
        for name, kind in _KINDS.items():
            if not isinstance(value[name], kind):
                raise TypeError(f"{name} is {value[name]!r}")
        if value["seats"] < FEWEST_SEATS or len(value["bots"]) < FEWEST_BOTS:
            raise ValueError("nobody can play")
        return cls(
            edition=value["edition"],
            seats=value["seats"],
            bots=tuple(map(str, value["bots"])),
            switches=dict(value["switches"]),
            lineup=Lineup(value["lineup"]),
            starts=Starts(value["starts"]),
            seed=value["seed"],
            ms=value["ms"],
        )
