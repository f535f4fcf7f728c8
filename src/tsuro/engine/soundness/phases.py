"""Asking an edition which phases it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.rules.phases import Phase
from tsuro.rules.phoenix.extending import CreatePhase
from tsuro.rules.placing import PlacePhase

PhaseT = TypeVar("PhaseT", bound=Phase)


def phases_of(edition: Edition, kind: type[PhaseT]) -> Iterator[PhaseT]:
    """The phases of a kind, in set-up and turn."""
    return (phase for phase in (*edition.setup, *edition.turn) if isinstance(phase, kind))


def has_phase(edition: Edition, *kinds: type[Phase]) -> bool:
    return any(True for kind in kinds for _ in phases_of(edition, kind))


def is_at(edition: Edition, state: GameState, *kinds: type[Phase]) -> bool:
    """Whether a phase of one of these kinds acts next."""
    return isinstance(edition.phase(state.cursor), kinds)


def is_past(edition: Edition, state: GameState, kind: type[Phase]) -> bool:
    """Whether a phase of this kind has had its say in the present turn."""
    if state.cursor.section == "setup":
        return False
    names = [phase.name for phase in edition.turn]
    before = edition.turn[: names.index(state.cursor.phase)]
    return any(isinstance(phase, kind) for phase in before)


def is_ours(edition: Edition) -> bool:
    """Whether all its phases are those of this library: nobody else's could do anything else."""
    return all(
        type(phase).__module__.startswith("tsuro.rules.")
        for phase in (*edition.setup, *edition.turn)
    )


def nothing_placed_yet(edition: Edition, state: GameState) -> bool:
    """Whether the turn has not got beyond laying its tile."""
    if state.cursor.section == "setup":
        return True
    names = [phase.name for phase in edition.turn]
    laying = [
        index
        for index, phase in enumerate(edition.turn)
        if isinstance(phase, PlacePhase | CreatePhase)
    ]
    return not laying or names.index(state.cursor.phase) <= laying[0]
