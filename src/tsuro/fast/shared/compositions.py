"""What a kernel reads of an edition: the kinds of its phases, and what they were made with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tsuro.editions.edition import Edition
from tsuro.errors import KernelError
from tsuro.rules.phases import Phase
from tsuro.rules.travel import Contact, Travel, TravelPhase

PhaseT = TypeVar("PhaseT", bound=Phase)
Kinds = tuple[type[Phase], ...]


def kinds_of(phases: Sequence[Phase]) -> Kinds:
    """The very classes: a phase of the same name may do something else."""
    return tuple(type(phase) for phase in phases)


def find(edition: Edition, kind: type[PhaseT]) -> PhaseT | None:
    """The phase of a kind, if the edition has one."""
    for phase in (*edition.setup, *edition.turn):
        if isinstance(phase, kind):
            return phase
    return None


def travels(edition: Edition, kind: type[Travel], contact: type[Contact]) -> bool:
    """Whether pawns travel in this very way, over the edition's own tiles."""
    phase = find(edition, TravelPhase)
    if phase is None:
        return False
    travel = phase.travel
    return (type(travel), type(travel.contact), travel.tiles) == (kind, contact, edition.tiles)


def refuse(edition: Edition) -> KernelError:
    """What to raise if an edition is not what its kernel is written for."""
    return KernelError(
        f"The {edition.kernel or 'compiled'} kernel cannot play {edition.title} as it is composed: "
        "it was written for other phases, tiles or boards."
    )
