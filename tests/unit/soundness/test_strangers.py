"""Editions of others: what their games come to is accepted, also if ours never come to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.flaws import found
from tests.support.games import play_game
from tsuro.core.actions import Action, TakeMark
from tsuro.core.asks import Decide
from tsuro.core.events import StartTaken, TileDrawn
from tsuro.core.geometry import Cell, Stop
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.rules.endings import LastStandingPhase, TilesOutPhase
from tsuro.rules.hands import DealPhase, DrawOnePhase, ShuffleInPhase
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft
from tsuro.rules.placing import AnythingGoes, PlacePhase
from tsuro.rules.starts import MarksPhase, next_to_start
from tsuro.rules.travel import Collide, Travel, TravelPhase
from tsuro.rules.turns import BeginTurnPhase

SEATS = 4
POCKET = build_edition("pocket", seats=SEATS)
TILES = POCKET.tiles


def placing() -> tuple[PlacePhase, TravelPhase]:
    return PlacePhase(TILES, AnythingGoes(), rule="XX-1"), TravelPhase(Travel(TILES, Collide()))


class MiddlePhase(AskingPhase):
    """Pawns begin in the middle of the board, facing each other's backs."""

    name = "start"
    marks = tuple(Stop(Cell(col, row), 0) for col in (1, 2, 3, 4) for row in (2, 3))

    def ask(self, state: GameState) -> Decide | None:
        pawn = next_to_start(state)
        if pawn is None:
            return None
        taken = {other.stop for other in state.pawns}
        free = tuple(TakeMark(mark) for mark in self.marks if mark not in taken)
        return Decide(state.pawns[pawn].seat, free, "XX-2")

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, TakeMark)
        pawn = next_to_start(draft.state)
        assert pawn is not None
        draft.emit(StartTaken(pawn, mark=action.mark))


class GiftPhase(AutomaticPhase):
    """Who lost all pawns keeps its tiles, and the active seat gets one before it places."""

    name = "gift"

    def run(self, draft: Draft) -> None:
        state = draft.state
        seat = state.turn.seat
        if state.pile.bag and len(state.hands[seat]) < POCKET.hand_size:
            draft.emit(TileDrawn(seat, state.pile.bag[0]))


def drawing_first() -> Edition:
    """Our phases in another order: a turn begins with the draw, and two tiles are dealt."""
    place, travel = placing()
    marks = next(phase for phase in POCKET.setup if isinstance(phase, MarksPhase))
    draw = DrawOnePhase(rule="XX-3")
    turn = (BeginTurnPhase(), draw, place, travel, ShuffleInPhase(), LastStandingPhase())
    return replace(POCKET, setup=(DealPhase(2, rule="XX-4"), marks), turn=(*turn, TilesOutPhase()))


def returning_late() -> Edition:
    """Our phases in another order: lost hands go back after the draw."""
    place, travel = placing()
    turn = (BeginTurnPhase(), place, travel, LastStandingPhase(), DrawOnePhase(rule="XX-3"))
    return replace(POCKET, turn=(*turn, ShuffleInPhase(), TilesOutPhase()))


def with_phases_of_its_own() -> Edition:
    place, travel = placing()
    setup = (DealPhase(2, rule="XX-4"), MiddlePhase())
    turn = (BeginTurnPhase(), GiftPhase(), place, travel, LastStandingPhase(), TilesOutPhase())
    return replace(POCKET, setup=setup, turn=turn)


@pytest.mark.parametrize("edition", [drawing_first(), returning_late(), with_phases_of_its_own()])
def test_every_state_of_their_games_is_sound(edition: Edition) -> None:
    for seed in range(12):
        for step in play_game(edition, seed=seed, care=(seed % 3) / 2).steps:
            assert found(edition, step.state) == []
