"""Lantern markers, the stars they give, and the stars scored (PR-10, PR-29, PR-32)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tsuro.core.events import Event
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat
from tsuro.core.replacing import replace
from tsuro.core.state import GameState, Part
from tsuro.rules.phoenix.flight import Flight


@dataclass(frozen=True, slots=True)
class Lanterns(Part):
    key: ClassVar[str] = "lanterns"
    scored: tuple[int, ...]
    """Stars in front of each seat."""
    markers: tuple[tuple[Cell, str], ...] = ()
    """Where each marker stands, and its colour."""
    stars: tuple[Cell, ...] = ()
    """Tiles with a star, in order of creation; none are left when scoring is over."""
    final_round: bool = False
    """Somebody has seven stars: the game ends with this round (PR-44)."""

    def colour_at(self, cell: Cell) -> str | None:
        """The colour of the marker on a tile."""
        return next((colour for place, colour in self.markers if place == cell), None)


@dataclass(frozen=True, slots=True)
class LanternPlaced(Event):
    """A Glowing tile of the fresh board got its marker (PR-10)."""

    cell: Cell
    colour: str

    def fold(self, state: GameState) -> GameState:
        lanterns = state.part(Lanterns)
        markers = (*lanterns.markers, (self.cell, self.colour))
        return state.with_part(replace(lanterns, markers=markers))


@dataclass(frozen=True, slots=True)
class StarCreated(Event):
    """A pawn left a tile with a lantern marker (PR-29)."""

    cell: Cell

    def fold(self, state: GameState) -> GameState:
        lanterns = state.part(Lanterns)
        return state.with_part(replace(lanterns, stars=(*lanterns.stars, self.cell)))


@dataclass(frozen=True, slots=True)
class LanternMoved(Event):
    """The marker of a star went to another tile of its colour (PR-32)."""

    origin: Cell
    target: Cell

    def fold(self, state: GameState) -> GameState:
        lanterns = state.part(Lanterns)
        markers = tuple(
            (self.target if cell == self.origin else cell, colour)
            for cell, colour in lanterns.markers
        )
        return _one_settled(state, replace(lanterns, markers=markers))


@dataclass(frozen=True, slots=True)
class LanternStayed(Event):
    """The marker of a star had nowhere to go (PR-33)."""

    cell: Cell

    def fold(self, state: GameState) -> GameState:
        return _one_settled(state)


def _one_settled(state: GameState, *changed: Lanterns) -> GameState:
    flight = state.part(Flight)
    settled = replace(flight, settled=flight.settled + 1)
    return replace(state, parts=state.parts_with(settled, *changed))


@dataclass(frozen=True, slots=True)
class StarsTaken(Event):
    """A seat took the stars of these tiles (PR-32)."""

    seat: Seat
    cells: tuple[Cell, ...]

    def fold(self, state: GameState) -> GameState:
        lanterns = state.part(Lanterns)
        stars = tuple(cell for cell in lanterns.stars if cell not in self.cells)
        scored = list(lanterns.scored)
        scored[self.seat] += len(self.cells)
        return state.with_part(replace(lanterns, stars=stars, scored=tuple(scored)))


@dataclass(frozen=True, slots=True)
class FinalRoundAnnounced(Event):
    """A seat has seven stars or more (PR-44)."""

    seat: Seat

    def fold(self, state: GameState) -> GameState:
        return state.with_part(replace(state.part(Lanterns), final_round=True))
