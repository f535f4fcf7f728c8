"""What is to be simulated, and how it is cut into batches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.errors import BadSetting, did_you_mean
from tsuro.fast.families import require_kernel
from tsuro.fast.templates.policies import POLICIES


class Batch(NamedTuple):
    """The games `first`, `first + 1` ... of a job."""

    first: int
    games: int


@dataclass(frozen=True)
class Job:
    """Game i has the luck of stream i of the seed, so a result depends on nothing else."""

    edition_id: str
    seats: int
    switches: tuple[tuple[str, str], ...]
    """Every switch with its value, defaults included."""
    policies: tuple[str, ...]
    """One for each seat; seat 0 begins."""
    games: int
    seed: int

    @property
    def edition(self) -> Edition:
        return build_edition(self.edition_id, seats=self.seats, switches=dict(self.switches))

    def batches(self, size: int) -> Iterator[Batch]:
        """How large they are changes nothing about the result."""
        for first in range(0, self.games, size):
            yield Batch(first, min(size, self.games - first))


def plan(
    edition: str,
    *,
    seats: int,
    games: int,
    policies: Sequence[str] = ("random",),
    seed: int = 1,
    switches: Mapping[str, str] | None = None,
) -> Job:
    """A job whose every part has been checked; a single policy is for every seat."""
    for what, number in (("Seats", seats), ("Games", games), ("The seed", seed)):
        if not isinstance(number, int) or isinstance(number, bool):
            raise BadSetting(f"{what} must be a whole number, not {number!r}.")
    built = build_edition(edition, seats=seats, switches=switches)
    require_kernel(built, "A simulation", "simulate an edition that has one")
    if games < 1:
        raise BadSetting(f"At least one game is needed, not {games}.")
    if len(policies) not in (1, seats):
        raise BadSetting(
            f"There are {len(policies)} policies for {seats} seats: give one, or one for each seat."
        )
    named = tuple(map(_policy, policies))
    seated = named * seats if len(named) == 1 else named
    return Job(edition, seats, tuple(built.switches.items()), seated, games, seed)


def _policy(name: str) -> str:
    if name not in POLICIES:
        hint = did_you_mean(name, POLICIES)
        raise BadSetting(
            f"There is no policy called {name!r}.{hint} Known are: {', '.join(POLICIES)}."
        )
    return name
