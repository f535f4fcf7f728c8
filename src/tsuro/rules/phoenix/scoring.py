"""After a travel: lantern markers move on, then the stars are taken (PR-32 to PR-35, PR-44)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tsuro.core.actions import Action, MoveLantern
from tsuro.core.asks import Decide
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat
from tsuro.core.state import GameState
from tsuro.core.tiles import TileSet
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft
from tsuro.rules.phoenix.flight import Flight
from tsuro.rules.phoenix.lanterns import (
    FinalRoundAnnounced,
    LanternMoved,
    Lanterns,
    LanternStayed,
    StarsTaken,
)

STARS_TO_END: Final = 7
"""Stars that make the round the last one (PR-44)."""


def scoring_seat(state: GameState) -> Seat:
    """The owner of the pawn that has travelled, even if it has left the board (PR-34)."""
    mover = state.part(Flight).mover
    assert mover is not None
    return state.pawns[mover].seat


def unsettled_star(state: GameState) -> Cell | None:
    """The next star, in order of creation, whose lantern marker has to move on."""
    stars = state.part(Lanterns).stars
    settled = state.part(Flight).settled
    return stars[settled] if settled < len(stars) else None


def destinations(state: GameState, tiles: TileSet, star: Cell) -> tuple[Cell, ...]:
    """Tiles of the colour without the mover's pawn, a star or a marker (PR-32)."""
    lanterns = state.part(Lanterns)
    colour = lanterns.colour_at(star)
    mover = state.part(Flight).mover
    assert mover is not None
    taken = {state.pawns[mover].behind, *lanterns.stars, *(cell for cell, _ in lanterns.markers)}
    return tuple(
        cell
        for cell, laid in state.board.occupied()
        if tiles[laid.tile].lantern == colour and cell not in taken
    )


def take_stars(draft: Draft, cells: tuple[Cell, ...]) -> None:
    seat = scoring_seat(draft.state)
    draft.emit(StarsTaken(seat, cells))
    lanterns = draft.state.part(Lanterns)
    if lanterns.scored[seat] >= STARS_TO_END and not lanterns.final_round:
        draft.emit(FinalRoundAnnounced(seat))


@dataclass(frozen=True)
class ScorePhase(AutomaticPhase):
    """Everything that leaves no choice; `LanternPhase` asks for the rest and comes back here."""

    name = "score"
    tiles: TileSet

    def run(self, draft: Draft) -> None:
        while (star := unsettled_star(draft.state)) is not None:
            targets = destinations(draft.state, self.tiles, star)
            if len(targets) > 1:
                return
            draft.emit(LanternMoved(star, targets[0]) if targets else LanternStayed(star))
        stars = draft.state.part(Lanterns).stars
        if stars:
            take_stars(draft, stars)


@dataclass(frozen=True)
class LanternPhase(AskingPhase):
    """The scoring player chooses where a marker goes (PR-32)."""

    name = "lantern"
    tiles: TileSet

    def ask(self, state: GameState) -> Decide | None:
        star = unsettled_star(state)
        if star is None:
            return None
        targets = destinations(state, self.tiles, star)
        return Decide(scoring_seat(state), tuple(map(MoveLantern, targets)), "PR-32")

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, MoveLantern)
        star = unsettled_star(draft.state)
        assert star is not None
        draft.emit(LanternMoved(star, action.cell))
        draft.goto("score")
